import Scan
import SystemIO

/// A record too large for memory, held without the records nested in it.
///
/// The content of the nested member is omitted except for its first key, with an empty object as
/// its value. A reader can still see that the member is not empty.
struct DividedRecord: ~Copyable {
  /// The record's own bytes, with its key.
  var text: [UInt8] = []
  /// The offset of the value in the text.
  var valueStart = 0
  /// The range in the text of the placeholder for the omitted content; nil if nothing was omitted.
  private(set) var gap: Range<Int>?
  /// Whether even the record's own bytes exceed the limit, so that it is copied unread.
  var isTooLarge = false
  /// The omitted bytes, if the output needs them, and the edits in them, if any.
  var omitted: UnnamedFile?
  var edits: HeldEdits?
  private let origin: Record.Origin
  private var sections: [Record.Section] = []

  /// Creates an empty record at a place in the input.
  init(at origin: Record.Origin) {
    self.origin = origin
    beginSection(at: origin)
  }

  /// Omits the content of the nested member's object, with its closing brace.
  ///
  /// - Parameter key: the first key of the object, with quotes.
  mutating func leaveOut(afterKey key: [UInt8]) {
    let start = text.count
    text += key + Array(":{}}".utf8)
    gap = start..<text.count
  }

  /// Notes nested content without a placeholder.
  mutating func noteNested() { gap = gap ?? 0..<0 }

  /// Starts a section after the omitted content.
  mutating func beginSection(at origin: Record.Origin) {
    sections.append(
      Record.Section(
        start: text.count, byte: origin.byte, line: origin.line, column: origin.column))
  }

  /// The place of its first byte.
  var place: Place { origin.place }

  /// The record's origin, with a section for each held stretch of the text.
  var dividedOrigin: Record.Origin {
    var origin = origin
    origin.layout = .sections(sections)
    return origin
  }

  /// Writes the record with edits of its value.
  ///
  /// - Precondition: no edit touches the omitted content.
  borrowing func write(to output: inout ByteOutput, making edits: [Edit] = []) throws {
    let gap = gap ?? text.count..<text.count
    var pending = PendingEdits()
    for edit in Edit.sorted(edits) { pending.enter(edit.moved(by: valueStart)) }
    let before = pending.take(upTo: gap.lowerBound)
    try output.copy(text.span.extracting(0..<gap.lowerBound), making: before)
    try writeNested(to: &output)
    try output.copy(
      text.span.extracting(gap.upperBound..<text.count), making: pending.take(upTo: text.count),
      at: gap.upperBound)
  }

  /// Writes what remains of a dropped document: its key and the nested member.
  borrowing func writeRemainder(of member: String, to output: inout ByteOutput) throws {
    let gap = gap ?? text.count..<text.count
    let beginning = Array(text[0..<valueStart]) + Array("{\"\(member)\":{".utf8)
    try output.replace(text.span.extracting(0..<gap.lowerBound), with: beginning.span)
    try writeNested(to: &output)
    var ending: [UInt8] = []
    for value in laterValues(of: member) {
      ending += Array(",\"\(member)\":".utf8) + text[value]
    }
    ending.append(UInt8(ascii: "}"))
    try output.replace(text.span.extracting(gap.upperBound..<text.count), with: ending.span)
  }

  /// Writes the omitted content.
  private borrowing func writeNested(to output: inout ByteOutput) throws {
    guard let edits else {
      try omitted?.forEachPiece { try output.copy($0) }
      return
    }
    try omitted?.forEachPiece { try output.write($0) }
    try edits.replay(into: &output)
  }

  /// The values of duplicates of the nested member, which must not be lost.
  private borrowing func laterValues(of member: String) -> [Range<Int>] {
    guard let gap else { return [] }
    let name = Array(member.utf8)
    let record = Record(text.span, valueStart: valueStart, origin: .none)
    return record.members(ofObjectAt: valueStart).filter { member in
      member.value.lowerBound > gap.upperBound && member.key.equals(name, in: record.text)
        && record.text[member.value.lowerBound] == UInt8(ascii: "{")
    }.map(\.value)
  }
}
