import Scan
import SystemIO

/// Reading of a damaged line of a list, which a line of the next list holds as text, like a damaged
/// line of any other format. Once mended there, it is read as the original line.
///
/// There is no deeper nesting: a list of damaged lines of a list of damaged lines is not mended.
extension RejectLine {
  /// Whether the line holds a line of another list.
  func holdsLine(ofListOf contents: InputFormat.Contents) -> Bool {
    guard misshapen == nil, content != nil, let format else { return false }
    return format.isListOfRejects && format.contents == contents
  }

  /// The fate of the line, given by that of the inner one. A changed inner line replaces the outer
  /// one.
  ///
  /// - Parameters:
  ///   - reject: notes a line that is still damaged.
  ///   - decide: decides about the inner line.
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

  /// Reads a text that is one line.
  private init(whole text: Span<UInt8>) throws(JSONSyntaxError) {
    var cursor = JSONCursor(text)
    cursor.skipWhitespace()
    try self.init(&cursor)
    try cursor.end()
  }
}
