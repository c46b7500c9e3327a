import Scan
package import SystemIO

/// Writes a list of rejects, one JSON object a line.
///
/// Each line ends with the CRC-32C of the list before that member, which shows if lines were
/// mended, added or deleted. Lines deleted at the very end are not detected.
package struct RejectList: ~Copyable {
  private var output: ByteOutput
  private var sum = CRC32C()

  /// Creates an empty list.
  package init(_ output: consuming ByteOutput) { self.output = output }

  /// Adds a line, without copying the record.
  package mutating func add(_ reject: Reject) throws(SystemError) {
    try write(reject.beginning.span)
    try reject.record?.content.forEachPiece { piece throws(SystemError) in try write(piece) }
    try write(Self.ending(sum).span)
  }

  private mutating func write(_ bytes: Span<UInt8>) throws(SystemError) {
    sum.update(bytes)
    try output.write(bytes)
  }

  /// Ends the list.
  package mutating func finish() throws(SystemError) -> FinishedOutput { try output.finish() }

  // MARK: The end of a line

  /// The end of a line, with its line end, after a list with this checksum.
  private static func ending(_ sum: CRC32C) -> [UInt8] {
    Array(",\"\(Reject.Member.sum.rawValue)\":\"\(hexadecimal(sum.value))\"}\n".utf8)
  }

  /// A checksum as eight hexadecimal digits.
  static func hexadecimal(_ checksum: UInt32) -> String {
    String(checksum, digits: 8, radix: 16)
  }

  /// Whether a file is a list of rejects exactly as written.
  ///
  /// - Throws: `SystemError`, and other errors of filling the window.
  package static func isUntouched(_ window: inout ByteWindow) throws -> Bool {
    var sum = CRC32C()
    let endingByteCount = ending(sum).count
    while true {
      guard let end = window.bytes.firstOffset(of: UInt8(ascii: "\n")) else {
        // The window may end within the end of a line.
        let passed = max(0, window.count - endingByteCount)
        sum.update(window.bytes.extracting(0..<passed))
        window.drop(passed)
        if try window.refill() != .more { return window.count == 0 }
        continue
      }
      let start = end + 1 - endingByteCount
      guard start >= 0 else { return false }
      sum.update(window.bytes.extracting(0..<start))
      let expected = ending(sum)
      guard window.bytes.extracting(start..<end + 1).isEqual(to: expected.span) else {
        return false
      }
      sum.update(expected.span)
      window.drop(end + 1)
    }
  }
}
