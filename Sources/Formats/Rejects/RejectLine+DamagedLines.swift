import Scan
import SystemIO

/// A line of a list that was damaged stands whole in a line of the next list, as a damaged line of any
/// other format does, and is what it would have been once it is mended there.
///
/// It does not go deeper than that: no list is damaged and mended in a list of a list.
extension RejectLine {
  /// Whether a line of a list stands in this one.
  func holdsLine(ofListOf contents: InputFormat.Contents) -> Bool {
    guard misshapen == nil, content != nil, let format else { return false }
    return format.isListOfRejects && format.contents == contents
  }

  /// What becomes of the line for what becomes of the one in it; where that changes, it takes this
  /// one's place.
  ///
  /// - Parameters:
  ///   - reject: takes note of a line that is damaged still.
  ///   - decide: decides about a line in which no other stands.
  func fate(
    ofLineIn record: Record, _ reject: (RecordProblem) throws -> RecordFate,
    _ decide: (RejectLine, Record) throws -> RecordFate
  ) throws -> RecordFate {
    guard let content,
      let bytes = content.string == nil
        ? record.text.extracting(content.value).copied : bytes(in: record.text)
    else { return try decide(self, record) }
    let text = bytes.span
    let place = place ?? record.place
    let inner: RejectLine
    do throws(JSONSyntaxError) {
      inner = try RejectLine(whole: text)
    } catch {
      let damage = DamagedInput(
        format: format?.displayName ?? "", place: place, reason: error.reason.rawValue,
        documentID: documentID, record: self.record(in: record.text))
      return try reject(.damaged(damage))
    }
    switch try decide(inner, Record(text, listed: 0..<text.count, from: place)) {
    case .keep: return .keep
    case .drop: return .drop
    case .edit(let edits):
      return .edit([Edit(0..<record.range.count, Edit.apply(edits, to: bytes).onOneLine())])
    case .dropLeaving(let bytes): return .dropLeaving(bytes.onOneLine())
    }
  }

  /// Reads the one line that a text is.
  private init(whole text: Span<UInt8>) throws(JSONSyntaxError) {
    var cursor = JSONCursor(text)
    cursor.skipWhitespace()
    try self.init(&cursor)
    cursor.skipWhitespace()
    guard cursor.next == nil else { throw JSONSyntaxError(.trailingText, at: cursor.offset) }
  }
}

extension RejectedRecord {
  /// Keeps a damaged line of a list; nil is damage of which nobody knows the end.
  init(damagedLine line: [UInt8]?, ofListOf contents: InputFormat.Contents) {
    let format = contents == .dumps ? Self.listedDumps : Self.listedDocuments
    if let line { self.init(format, raw: line) } else { self.init(format, leavingOut: .unread) }
  }
}
