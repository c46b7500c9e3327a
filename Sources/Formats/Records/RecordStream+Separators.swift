import Scan
import SystemIO

/// Passing of white space that exceeds the window, and so belongs to no record.
extension RecordStream {
  /// How much white space fits in the window around a record of the greatest size.
  static var separatorLimit: Int { 4 << 10 }

  /// Whether the separator before the next record exceeds `separatorLimit`.
  func isBehindLongSeparator(isFirst: Bool) -> Bool {
    recordStart(isFirst: isFirst) - position > Self.separatorLimit
  }

  /// Reads the separator at `position`, up to the next record or the end of the container.
  ///
  /// The separator is kept on disk until the fate of that record is known: a dropped record takes the
  /// separator after it along, the last one the separator before it.
  ///
  /// - Parameter followsDropped: whether the previous record was dropped; set to false at the end
  ///   of the container, where the separator stays.
  /// - Returns: whether the separator had a comma.
  mutating func passSeparator(
    in framing: Framing, isFirst: Bool, _ followsDropped: inout Bool
  ) throws -> Bool {
    try write(upTo: position)
    var separator = try LongSeparator(for: output)
    let mayHoldComma = !isFirst && framing.brackets != nil
    var hasComma = false
    var isOver = false
    while !isOver {
      var cursor = JSONCursor(window.bytes, at: position)
      cursor.skipWhitespace()
      if mayHoldComma, !hasComma, cursor.next == UInt8(ascii: ",") {
        hasComma = true
        cursor.offset += 1
        cursor.skipWhitespace()
      }
      let end = cursor.offset
      try separator.append(window.bytes.extracting(position..<end))
      settle(before: end)
      isOver = try end < window.count || refill(settled: end) == .end
    }
    let next = window.bytes.byte(at: position)
    let isAtEnd = next == nil || next == framing.brackets?.closing
    if !followsDropped || isAtEnd {
      if followsDropped { try dropHeld() }
      try separator.end()
      longSeparator = consume separator
      followsDropped = false
    } else {
      try separator.end()
      try separator.leaveOut(of: &output)
    }
    return hasComma
  }
}

/// White space between two records, with its comma, on disk because it is too long for memory.
struct LongSeparator: ~Copyable {
  /// The bytes, unless the output is only counted.
  private var file: UnnamedFile?
  private var output: ByteOutput?
  private var byteCount = 0

  /// Creates an empty separator for an output.
  init(for output: borrowing ByteOutput) throws {
    guard !output.isCounting else { return }
    let file = try UnnamedFile()
    self.output = try file.output()
    self.file = consume file
  }

  mutating func append(_ bytes: Span<UInt8>) throws {
    byteCount += bytes.count
    try output?.write(bytes)
  }

  /// Ends the separator, after the last `append`.
  mutating func end() throws {
    if var output = output.take() { _ = try output.finish() }
  }

  /// Writes it at its own place.
  borrowing func copy(to output: inout ByteOutput) throws {
    if file == nil { output.skip(byteCount) }
    try file?.forEachPiece { try output.copy($0) }
  }

  /// Inserts it at another place.
  borrowing func insert(into output: inout ByteOutput) throws {
    if file == nil { output.skip(byteCount) }
    try file?.forEachPiece { try output.replace($0.extracting(0..<0), with: $0) }
  }

  /// Omits it from the output.
  borrowing func leaveOut(of output: inout ByteOutput) throws {
    try file?.forEachPiece { try output.leaveOut($0) }
  }
}
