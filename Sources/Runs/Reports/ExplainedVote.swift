package import Jokes
package import Scan
import SystemIO

/// One event of a joke: its content, its outcome and the reason.
package struct ExplainedVote: Sendable {
  /// The outcome of an event.
  package enum Fate: Hashable, Sendable {
    case counted(BinaryRating)
    /// Its rating is 3.
    case neutral
    /// Its rating is 4 or 2 while only 5 and 1 count.
    case notMigrated
    /// Its rating is not 1 to 5.
    case unexpected
    /// It is of no week that was asked for.
    case otherWeek
    /// Its document was read before.
    case readBefore
    /// The device's vote at this place counts instead.
    case outvoted(by: Place)
    case rejected(reason: String)
  }

  /// Whether it counts, and why not.
  package var fate: Fate
  /// The label of the rating.
  package var rating: String
  /// The time of the event, if it has one that can be read.
  package var time: Timestamp?
  /// The label of its week.
  package var week: String?
  /// Where its document begins.
  package var place: Place
  /// The id of the device that sent it.
  package var device: String?
  /// The id of its document.
  package var documentID: String?

  package init(
    _ fate: Fate, rating: String, time: Timestamp?, week: String?, place: Place, device: String?,
    documentID: String?
  ) {
    self.fate = fate
    self.rating = rating
    self.time = time
    self.week = week
    self.place = place
    self.device = device
    self.documentID = documentID
  }
}

extension ExplainedVote {
  /// The columns of the table of events.
  package static let columns: [TextTable.Column] = [
    .init("event", .left, .wraps(least: 12)), .init("rating", .left, .wraps(least: 6)),
    .init("when", goes: 3), .init("week", goes: 2), .init("place", .left, .wraps(least: 12)),
    .init("device", .left, .wraps(least: 12)),
    .init("document", .left, .wraps(least: 12), goes: 1),
  ]

  /// The cells of its row.
  package var cells: [String] {
    [
      fate.words, rating, time?.description ?? "", week ?? "", place.description, device ?? "",
      documentID ?? "",
    ]
  }

  /// The event as a JSON line.
  package var json: [UInt8] {
    var writer = JSONWriter()
    writer.object { line in
      line.member("schema_version", 1)
      line.member("type", "event")
      line.member("fate", fate.code)
      fate.writeReason(to: &line)
      line.member("rating", rating)
      line.optionalMember("time", time?.description)
      line.optionalMember("week", week)
      line.optionalMember("device", device)
      line.optionalMember("document", documentID)
      line.write(place)
    }
    return writer.line
  }
}

extension ExplainedVote.Fate {
  /// The words in the table.
  fileprivate var words: String {
    switch self {
    case .counted(let verdict): verdict.rawValue
    case .neutral: "neutral"
    case .notMigrated: "not migrated to binary ratings"
    case .unexpected: "not a rating from 1 to 5"
    case .otherWeek: "left out: of another week or none"
    case .readBefore: "left out: read before"
    case .outvoted(let place): "left out: the vote at \(place) counts"
    case .rejected(let reason): "rejected: \(reason)"
    }
  }

  /// The word in JSON.
  fileprivate var code: String {
    switch self {
    case .counted(let verdict): verdict.rawValue
    case .neutral: "neutral"
    case .notMigrated: "not_migrated"
    case .unexpected: "unexpected"
    case .otherWeek: "other_week"
    case .readBefore: "read_before"
    case .outvoted: "outvoted"
    case .rejected: "rejected"
    }
  }

  fileprivate func writeReason(to line: inout JSONWriter) {
    switch self {
    case .counted, .neutral, .notMigrated, .unexpected, .otherWeek, .readBefore: break
    case .outvoted(let place):
      line.object("by") { $0.write(place) }
    case .rejected(let reason): line.member("reason", reason)
    }
  }
}

extension JSONWriter {
  /// Writes a place with the member names of a list of rejects.
  fileprivate mutating func write(_ place: Place) {
    member("file", place.file)
    optionalMember("line", place.line)
    optionalMember("column", place.column)
    optionalMember("byte", place.byte)
    guard place.isDecompressed else { return }
    member("after_decompression", true)
  }
}
