import Scan
import SystemIO

/// Decides about the lines of a list of rejects.
protocol RejectLineHandler: RecordHandler where Reading == RejectLine {}

extension RejectLineHandler {
  static var recordLimit: Int { RejectedRecord.lineLimit }

  func read(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> RejectLine {
    try RejectLine(&cursor)
  }
}

/// Reads the records of a list of rejects, and makes changes in their lines.
///
/// A damaged line of a list is held as text by a line of the next list, like a damaged line of any
/// other format. Once mended there, it is read as the original line. There is no deeper nesting: a
/// list of damaged lines of a list of damaged lines is not mended.
protocol RejectedRecordHandler: RejectLineHandler, CollectingHandler {
  /// The contents of the lists.
  static var contents: InputFormat.Contents { get }

  /// Decides about a line that holds no other line.
  mutating func decideAlone(_ line: RejectLine, _ record: Record) throws -> RecordFate
}

extension RejectedRecordHandler {
  /// Decides about a line, or about the line of another list in it, which replaces the outer one if
  /// it changes.
  mutating func decide(_ line: RejectLine, _ record: Record) throws -> RecordFate {
    guard line.misshapen == nil, let format = line.format, format.isListOfRejects,
      format.contents == Self.contents, let bytes = line.bytes(in: record.text)
    else { return try decideAlone(line, record) }
    let text = bytes.span
    let place = line.place ?? record.place
    let inner: RejectLine
    do throws(JSONSyntaxError) {
      inner = try RejectLine(whole: text)
    } catch {
      let damage = DamagedInput(
        format: format.displayName, place: place, reason: error.reason.rawValue,
        documentID: line.documentID, record: line.record(in: record.text))
      return keepRejected(.damaged(damage))
    }
    switch try decideAlone(inner, Record(text, listed: 0..<text.count, from: place)) {
    case .keep: return .keep
    case .drop: return .drop
    case .edit(let edits):
      return .edit([Edit(0..<record.range.count, Edit.apply(edits, to: bytes).onOneLine())])
    case .dropLeaving(let bytes): return .dropLeaving(bytes.onOneLine())
    }
  }

  func kept(damaged line: [UInt8]?) -> RejectedRecord? {
    RejectedRecord(Self.contents.listName, damagedLine: line)
  }
}

extension RejectLine {
  /// Reads a text that is one line.
  fileprivate init(whole text: Span<UInt8>) throws(JSONSyntaxError) {
    var cursor = JSONCursor(text)
    cursor.skipWhitespace()
    try self.init(&cursor)
    try cursor.end()
  }
}
