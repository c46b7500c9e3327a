import Scan
import SystemIO

/// How white space between records is passed that is longer than the window: it counts for no record.
extension RecordStream {
  /// How many bytes of white space a record of the greatest size may have around it in the window.
  static var separatorLimit: Int { 4 << 10 }

  /// Whether what is in the way of the next record is the separator before it.
  func isBehindLongSeparator(isFirst: Bool) -> Bool {
    recordStart(isFirst: isFirst) - position > Self.separatorLimit
  }

  /// Moves over the separator that begins at `position`, to the next record or to the container's end.
  ///
  /// It is laid aside until the fate of that record is known: a record that goes takes the separator
  /// after it along, the last one the separator before it.
  ///
  /// - Parameter followsDropped: whether the record before it goes; set to false at the container's end,
  ///   before which the separator stays.
  /// - Returns: whether it held a comma.
  mutating func passSeparator(
    in container: Container, isFirst: Bool, _ followsDropped: inout Bool
  ) throws -> Bool {
    try write(upTo: position)
    var separator = try LongSeparator(for: output)
    let mayHoldComma = !isFirst && container.closingBracket != nil
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
    let isAtEnd = next == nil || next == container.closingBracket
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

/// White space between two records, and the comma in it, that is too long to be held in memory.
struct LongSeparator: ~Copyable {
  /// Where it is, unless nothing is made of the output.
  private var spool: Spool?
  private var output: ByteOutput?
  private var byteCount = 0

  /// Makes an empty one, for what is written to an output.
  init(for output: borrowing ByteOutput) throws {
    guard !output.isCounting else { return }
    let spool = try Spool()
    self.output = try spool.output()
    self.spool = consume spool
  }

  mutating func append(_ bytes: Span<UInt8>) throws {
    byteCount += bytes.count
    try output?.write(bytes)
  }

  /// Ends it; nothing is appended any more.
  mutating func end() throws {
    if var output = output.take() { _ = try output.finish() }
  }

  /// Writes it where it stands.
  borrowing func copy(to output: inout ByteOutput) throws {
    if spool == nil { output.skip(byteCount) }
    try spool?.forEachPiece { try output.copy($0) }
  }

  /// Writes it where it does not stand.
  borrowing func insert(into output: inout ByteOutput) throws {
    if spool == nil { output.skip(byteCount) }
    try spool?.forEachPiece { try output.replace($0.extracting(0..<0), with: $0) }
  }

  /// Leaves it out where it stands.
  borrowing func leaveOut(of output: inout ByteOutput) throws {
    try spool?.forEachPiece { try output.leaveOut($0) }
  }
}
