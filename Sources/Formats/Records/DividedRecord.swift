import Scan
import SystemIO

/// A record that is too large to be held, without the records that stand in it.
///
/// What stands in its nested member is left out of the text but for the first key, with an empty
/// object for its value: enough to tell that there is something.
struct DividedRecord: ~Copyable {
  /// Its own bytes, key included.
  var text: [UInt8] = []
  /// Where in the text its value begins.
  var valueStart = 0
  /// What stands in the text for what was left out; nil where nothing was.
  private(set) var gap: Range<Int>?
  /// Whether its own bytes are too many, too, so that they leave unread.
  var isTooLarge = false
  /// What was left out, where the output needs it, and the edits made in it, if any are.
  var spool: Spool?
  var edits: SpooledEdits?
  private let origin: Record.Origin
  private var sections: [Record.Section] = []

  /// Begins with nothing, at a place in the input.
  init(at origin: Record.Origin) {
    self.origin = origin
    beginSection(at: origin)
  }

  /// Leaves out what the nested member's object holds, its closing brace included.
  ///
  /// - Parameter key: the first key in it, quotes included.
  mutating func leaveOut(afterKey key: [UInt8]) {
    let start = text.count
    text += key + Array(":{}}".utf8)
    gap = start..<text.count
  }

  /// Takes note of what stands in it where nothing is left out.
  mutating func noteNested() { gap = gap ?? 0..<0 }

  /// Goes on behind what was left out.
  mutating func beginSection(at origin: Record.Origin) {
    sections.append(
      Record.Section(
        start: text.count, byte: origin.byte, line: origin.line, column: origin.column))
  }

  /// The place of its first byte.
  var place: Place {
    Place(
      file: origin.file, line: origin.line, column: origin.column, byte: origin.byte,
      isDecompressed: origin.isDecompressed)
  }

  /// Where it stands in the input, and each byte of its text.
  var dividedOrigin: Record.Origin {
    var origin = origin
    origin.layout = .sections(sections)
    return origin
  }

  /// Writes it as it came, but for edits of its value.
  ///
  /// - Precondition: no edit touches what is left out of the text.
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

  /// Writes what is left of it where the document goes: the key, and the nested member alone.
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

  /// Writes what was left out.
  private borrowing func writeNested(to output: inout ByteOutput) throws {
    guard let edits else {
      try spool?.forEachPiece { try output.copy($0) }
      return
    }
    try spool?.forEachPiece { try output.write($0) }
    try edits.replay(into: &output)
  }

  /// Where the nested member stands once more, as it should not; nothing of it is to be lost.
  private borrowing func laterValues(of member: String) -> [Range<Int>] {
    guard let gap else { return [] }
    let name = Array(member.utf8)
    let record = Record(whole: text.span, valueStart: valueStart, key: nil, file: origin.file)
    return record.members(ofObjectAt: valueStart).map { ($0.key, $0.value) }.filter { key, value in
      value.lowerBound > gap.upperBound && key.equals(name, in: record.text)
        && record.text[value.lowerBound] == UInt8(ascii: "{")
    }.map(\.1)
  }
}
