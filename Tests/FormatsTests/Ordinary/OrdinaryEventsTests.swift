import ByteIO
import Formats
import Jokes
import TestSupport
import Testing

/// Counts and migrates events: each shown one by one, or the ordinary ones told by a rule.
private final class RulingVisitor: RatingEventVisitor {
  let ordinaryRule: OrdinaryRule?
  private(set) var tally = Tally()
  private(set) var ratings: [Rating: Int] = [:]
  /// What was odd, in the order in which it was met.
  private(set) var notes: [String] = []
  private(set) var shownCount = 0
  private(set) var passedOver = 0
  private(set) var progress = 0

  init(hasRule: Bool) {
    ordinaryRule =
      hasRule
      ? OrdinaryRule(
        decide: { BinaryRatingRule().decide($0) }, verdict: { RatingScale.fivePoint.verdict($0) })
      : nil
  }

  func visit(_ event: RatingEventDocument) throws -> Decision {
    shownCount += 1
    if let ambiguity = event.ambiguity {
      notes.append("\(ambiguity.place): \(ambiguity.reason)")
      return .keep
    }
    guard case .rating(let rating) = event.reading else {
      notes.append("\(event.ratingPlace): \(event.reading) of \(event.identity?.id ?? "?")")
      return .keep
    }
    ratings[rating, default: 0] += 1
    if let verdict = RatingScale.fivePoint.verdict(rating) {
      event.withJokeID { tally.count($0, as: verdict) }
    }
    return BinaryRatingRule().decide(rating)
  }

  func enter(_ counts: OrdinaryCounts) {
    for rating in Rating.allCases where counts[rating] > 0 {
      ratings[rating, default: 0] += counts[rating]
    }
  }

  func merge(_ tally: Tally) { self.tally.merge(tally) }
  func reject(_ problem: RecordProblem) { notes.append("\(problem)") }
  func passOver(documentCount: Int) { passedOver += documentCount }
  func advance(to byte: Int) { progress = byte }
}

/// All that a reading comes to.
private struct Reading: Equatable {
  var text = ""
  var counts = RecordCounts()
  var ranking: Ranking
  var ratings: [Rating: Int]
  var notes: [String]
  var passedOver: Int
  var progress = 0
  var failure: String?
}

struct OrdinaryEventsTests {
  /// - Returns: what came of it, and how many events were shown one by one.
  private func read(
    _ text: String, as format: InputFormat, isSalvaging: Bool, sharing: LineSharing?,
    recordLimit: Int? = nil
  ) throws -> (reading: Reading, shownCount: Int) {
    try TemporaryDirectory.with { directory in
      let visitor = RulingVisitor(hasRule: sharing != nil)
      let path = try directory.write(text, to: "events")
      let window = ByteWindow(try InputFile(path: path), byteCount: 64)
      let output = try ByteOutput(OutputTarget(directory.path(of: "output")))
      var (kept, counts, failure) = ("", RecordCounts(), String?.none)
      do {
        var result = try RatingEventReader.read(
          window, as: format, into: output, isSalvaging: isSalvaging,
          sharing: sharing ?? LineSharing(), recordLimit: recordLimit, visitor: visitor)
        try result.output.finish().publish()
        (kept, counts) = (try directory.text(of: "output"), result.counts)
      } catch let error as any ReportableError {
        failure = "\(error.place.map { $0.description } ?? ""): \(error.message)"
      }
      var reading = Reading(
        text: kept, counts: counts, ranking: Ranking(of: visitor.tally, length: 100),
        ratings: visitor.ratings,
        notes: visitor.notes.map { $0.replacing(path, with: "events") },
        passedOver: visitor.passedOver, progress: visitor.progress,
        failure: failure?.replacing(path, with: "events"))
      if failure != nil {
        // How much of the rest was read before the failure is nobody's business.
        reading.ranking = Ranking(of: Tally(), length: 100)
        (reading.ratings, reading.progress) = ([:], 0)
      }
      return (reading, visitor.shownCount)
    }
  }

  private static let formats: [InputFormat] = [
    .ndjson, .jsonArray, .jsonStream, .restDocuments, .restStream, .restArray,
  ]

  @Test(arguments: 0..<150 as Range<UInt64>)
  func `events told by a rule come to what they come to one by one`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let format = generator.pick(Self.formats)
    let text = RandomEvents(seed: seed).text(as: format)
    let isSalvaging = generator.happens(onceIn: 2)
    // Some records are longer than that, and so are some chunks.
    let recordLimit = generator.happens(onceIn: 3) ? 400 : nil
    let strict = try read(
      text, as: format, isSalvaging: isSalvaging, sharing: nil, recordLimit: recordLimit)
    for threadCount in 1...3 {
      let sharing = LineSharing(
        threadCount: threadCount, chunkByteCount: Int.random(in: 16...2000, using: &generator))
      let shared = try read(
        text, as: format, isSalvaging: isSalvaging, sharing: sharing, recordLimit: recordLimit)
      let isSame = shared.reading == strict.reading
      #expect(isSame, "seed \(seed), \(format), \(sharing)")
      #expect(shared.reading.notes == strict.reading.notes)
      #expect(shared.reading.ratings == strict.reading.ratings)
      #expect(shared.reading.counts == strict.reading.counts)
      #expect(shared.reading.text.count == strict.reading.text.count)
      #expect(shared.reading.failure == strict.reading.failure)
      #expect(shared.shownCount <= strict.shownCount)
    }
  }

  @Test(arguments: formats)
  func `of a clean export nothing is shown one by one`(format: InputFormat) throws {
    let events = RandomEvents(seed: 1, isClean: true)
    let reading = try read(
      events.text(as: format), as: format, isSalvaging: false, sharing: LineSharing())
    #expect(reading.shownCount == 0)
    #expect(reading.reading.ratings.values.reduce(0, +) == events.count)
  }

  @Test(arguments: ["", "\n", "\n  "])
  func `elements of an array need their commas, the first and the second too`(
    separator: String
  ) throws {
    let event = "{\"joke_id\":\"a\",\"rating\":5}"
    let text =
      "[" + separator + [event, event, event].joined(separator: separator) + "]"
      + String(repeating: " ", count: 100)
    let reading = try read(
      text, as: .jsonArray, isSalvaging: false, sharing: LineSharing()
    ).reading
    let column = separator.isEmpty ? ":1:\(2 + event.count)" : ":3:"
    #expect(reading.failure?.contains(column) == true, "\(reading.failure ?? "accepted")")
  }
}
