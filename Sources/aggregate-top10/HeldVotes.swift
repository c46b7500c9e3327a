import Jokes
import Runs
import Scan
import SystemIO

/// Holds the events of one joke until the end of the inputs, because a later vote can outvote an
/// earlier one.
///
/// Each event is packed into a line of JSON, to save memory.
struct HeldVotes {
  private let joke: [UInt8]
  private let policy: VotePolicy
  /// The packed events in chunks; one growing array would need twice the memory at each growth.
  private var chunks: [[UInt8]] = []
  private var files: [String] = []
  /// The winning vote so far of each key, and the location of its event.
  private var latest: [VoteKey: (precedence: VotePrecedence, location: Location)] = [:]

  /// The start of a packed event.
  private struct Location: Equatable {
    var chunk: UInt32
    var byte: UInt32
  }

  private static let chunkByteCount = 64 << 10

  init(of joke: JokeID, _ policy: VotePolicy) {
    self.joke = Array(joke.text.utf8)
    self.policy = policy
  }

  /// Holds an event, and updates the winning vote of its key.
  mutating func add(_ event: ExplainedVote, _ vote: Vote?) {
    let location = pack(event)
    guard let vote, let key = policy.key(of: vote, for: joke.span) else { return }
    let precedence = vote.precedence
    if latest[key].map({ $0.precedence < precedence }) ?? true {
      latest[key] = (precedence, location)
    }
  }

  /// Calls the closure with every event in order, with its final fate.
  func forEach(_ body: (ExplainedVote) throws -> Void) throws {
    for (index, chunk) in chunks.enumerated() {
      var start = 0
      while let end = chunk[start...].firstIndex(of: Self.lineEnd) {
        var event = try event(chunk[start..<end])
        let location = Location(chunk: UInt32(index), byte: UInt32(start))
        if let winner = winner(over: event), winner != location {
          event.fate = .outvoted(by: try self.event(at: winner).place)
        }
        try body(event)
        start = end + 1
      }
    }
  }

  /// The location of the winning vote of the event's key; nil if it has no key.
  private func winner(over event: ExplainedVote) -> Location? {
    guard case .counted(let verdict) = event.fate else { return nil }
    let vote = Vote(verdict, device: event.device, week: event.week)
    return policy.key(of: vote, for: joke.span).flatMap { latest[$0]?.location }
  }

  // MARK: Packing

  private static let lineEnd = UInt8(ascii: "\n")

  /// Appends a packed event and returns its location.
  private mutating func pack(_ event: ExplainedVote) -> Location {
    if chunks.last.map({ $0.count >= Self.chunkByteCount }) ?? true {
      var chunk: [UInt8] = []
      chunk.reserveCapacity(Self.chunkByteCount + 512)
      chunks.append(chunk)
    }
    let place = event.place
    if files.last != place.file { files.append(place.file) }
    var writer = JSONWriter()
    writer.object { line in
      if case .rejected(let reason) = event.fate {
        line.member("y", reason)
      } else if let number = Self.fates.firstIndex(of: event.fate) {
        line.member("f", number)
      } else {
        preconditionFailure("which votes are outvoted is known only at the end")
      }
      line.member("r", event.rating)
      line.optionalMember("s", event.time.map { Int($0.seconds) })
      line.optionalMember("n", event.time.map { Int($0.nanoseconds) })
      line.optionalMember("w", event.week)
      line.optionalMember("d", event.device)
      line.optionalMember("i", event.documentID)
      line.member("p", files.count - 1)
      line.optionalMember("l", place.line)
      line.optionalMember("c", place.column)
      line.optionalMember("b", place.byte)
      if place.isDecompressed { line.member("z", 1) }
    }
    let last = chunks.count - 1
    let byte = chunks[last].count
    chunks[last].append(contentsOf: writer.span)
    chunks[last].append(Self.lineEnd)
    return Location(chunk: UInt32(last), byte: UInt32(byte))
  }

  /// The fates without a reason, by the number that packs each.
  private static let fates: [ExplainedVote.Fate] = [
    .counted(.hilarious), .counted(.horrible), .neutral, .notMigrated, .unexpected, .readBefore,
    .otherWeek,
  ]

  private func event(at location: Location) throws -> ExplainedVote {
    let rest = chunks[Int(location.chunk)][Int(location.byte)...]
    return try event(rest.prefix { $0 != Self.lineEnd })
  }

  private func event(_ line: ArraySlice<UInt8>) throws -> ExplainedVote {
    let value = try JSONValue(line.span)
    let seconds = value["s"]?.integer.map { Int64($0) }
    return ExplainedVote(
      value["f"]?.integer.map { Self.fates[$0] } ?? .rejected(reason: value["y"]?.string ?? ""),
      rating: value["r"]?.string ?? "",
      time: seconds.map {
        Timestamp(seconds: $0, nanoseconds: Int32(value["n"]?.integer ?? 0))
      }, week: value["w"]?.string,
      place: Place(
        file: files[value["p"]?.integer ?? 0], line: value["l"]?.integer,
        column: value["c"]?.integer, byte: value["b"]?.integer,
        isDecompressed: value["z"] != nil), device: value["d"]?.string,
      documentID: value["i"]?.string)
  }
}
