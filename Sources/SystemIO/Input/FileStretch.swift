import Scan

/// A stretch of a file, in a buffer that is used over and over.
package struct FileStretch: Sendable {
  var buffer: [UInt8] = []
  var range = 0..<0
  /// Where in the file the bytes begin.
  package internal(set) var offset = 0

  /// Nothing so far.
  package init() {}

  /// What was read.
  package var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { buffer.span.extracting(range) }
  }

  /// Reads a stretch as it is; less of it only where the file ends.
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
      buffer.append(contentsOf: repeatElement(0, count: count - buffer.count))
    } else {
      buffer.removeLast(buffer.count - count)
    }
  }
}
