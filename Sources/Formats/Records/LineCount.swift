import Scan
import SystemIO

/// The line that a place in an input is in, counted as the input is passed.
struct LineCount: Sendable {
  /// The line, from 1.
  var line = 1
  /// Where in the input it begins.
  var start = 0

  /// The column of a byte in the line, from 1.
  func column(of byte: Int) -> Int { byte - start + 1 }

  /// Moves on over bytes.
  ///
  /// - Parameter offset: where in the input the text begins.
  mutating func pass(_ text: Span<UInt8>, _ range: Range<Int>, at offset: Int) {
    let passed = text.extracting(0..<range.upperBound)
    var place = range.lowerBound
    while let end = passed.firstOffset(of: UInt8(ascii: "\n"), from: place) {
      place = end + 1
      line += 1
      start = offset + place
    }
  }
}
