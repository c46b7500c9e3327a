import Scan
import SystemIO

/// Counts lines while an input is read.
struct LineCount: Sendable {
  /// Whether the number is that in the input; not so if reading began in its middle.
  var isKnown = true
  /// The line number, from 1.
  var line = 1
  /// The offset of the line in the input.
  var start = 0

  /// The column of a byte in the line, from 1.
  func column(of byte: Int) -> Int { byte - start + 1 }

  /// Counts a line that ends before a byte of the input.
  mutating func passLine(upTo end: Int) { (line, start) = (line + 1, end) }

  /// Counts the lines in a range.
  ///
  /// - Parameter offset: the offset of the text in the input.
  mutating func pass(_ text: Span<UInt8>, _ range: Range<Int>, at offset: Int) {
    let passed = text.extracting(0..<range.upperBound)
    var place = range.lowerBound
    while place < range.upperBound,
      let end = passed.firstOffset(of: UInt8(ascii: "\n"), from: place)
    {
      place = end + 1
      line += 1
      start = offset + place
    }
  }
}
