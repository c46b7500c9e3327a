/// A stretch of a file whose records are no lines.
extension LineBuffer {
  /// Reads a stretch as it is; less of it only where the file ends.
  package mutating func read(
    _ file: PositionedFile, stretch: Range<Int>
  ) throws(SystemError) {
    resize(stretch.count)
    offset = stretch.lowerBound
    range = 0..<0
    range = 0..<(try file.read(into: &buffer, from: 0, at: stretch.lowerBound))
  }
}
