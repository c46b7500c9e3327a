import Scan
import SystemIO

/// Reading of a damaged line of a list, which a line of the next list holds as text, like a damaged
/// line of any other format. Once mended there, it is read as the original line.
///
/// There is no deeper nesting: a list of damaged lines of a list of damaged lines is not mended.
extension RejectLine {
  /// The fate of the line; of one that holds a line of another list, given by that of the inner one.
  /// A changed inner line replaces the outer one.
  ///
  /// - Parameters:
  ///   - contents: the contents of the lists.
  ///   - reject: notes a line that is still damaged.
  ///   - decide: decides about a line without an inner line.
  func fate(
    in record: Record, ofListOf contents: InputFormat.Contents,
    _ reject: (RecordProblem) throws -> RecordFate,
    _ decide: (RejectLine, Record) throws -> RecordFate
  ) throws -> RecordFate {
    guard misshapen == nil, let content, let format, format.isListOfRejects,
      format.contents == contents,
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
        format: format.displayName, place: place, reason: error.reason.rawValue,
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
