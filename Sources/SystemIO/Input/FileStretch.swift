import Scan

/// A range of a file, in a reused buffer.
package struct FileStretch: Sendable {
  var buffer: [UInt8] = []
  var range = 0..<0
  /// The position of the bytes in the file.
  package internal(set) var offset = 0

  /// Creates an empty range.
  package init() {}

  /// The bytes.
  package var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { buffer.span.extracting(range) }
  }

  /// Reads a range; fewer bytes only at the file's end.
  package mutating func read(
    _ file: PositionedFile, stretch: Range<Int>
  ) throws(SystemError) {
    resize(stretch.count)
    offset = stretch.lowerBound
    range = 0..<0
    range = 0..<(try file.read(into: &buffer, from: 0, at: stretch.lowerBound))
  }

  mutating func resize(_ count: Int) {
    if buffer.count < count {
      // A debug build would copy `repeatElement` byte by byte, for 0.2 seconds a megabyte.
      buffer += [UInt8](repeating: 0, count: count - buffer.count)
    } else {
      buffer.removeLast(buffer.count - count)
    }
  }
}
