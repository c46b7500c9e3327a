/// Room for a known number of bytes behind those of an array, filled stretch by stretch.
///
/// An array that is appended to asks each time whether it has its memory to itself: 150 instructions,
/// where an id takes 20 to be copied. Here it is asked once.
@safe
package struct ByteRoom: ~Copyable {
  private let start: UnsafeMutableRawPointer
  private let byteCount: Int
  /// How many bytes were written.
  fileprivate var count = 0

  /// How many bytes more than it is for may be written over.
  fileprivate static let spare = 16

  fileprivate init(_ start: UnsafeMutableRawPointer, byteCount: Int) {
    unsafe self.start = start
    self.byteCount = byteCount
  }

  /// Appends a stretch of some bytes, for which there must be room.
  package mutating func append(_ range: Range<Int>, of bytes: Span<UInt8>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    precondition(range.count <= byteCount &- count)
    // SAFETY: what is read ends before the bytes do, and there is room for what is written.
    unsafe bytes.withUnsafeBytes { bytes in
      unsafe copy(range, of: bytes, to: start + count)
    }
    count &+= range.count
  }
}

extension [UInt8] {
  /// Appends what is put into room for so many bytes.
  package mutating func append(byteCount: Int, _ fill: (inout ByteRoom) -> Void) {
    append(addingCapacity: byteCount + ByteRoom.spare) { output in
      // SAFETY: there is room for what was asked for; and as many bytes were written as are counted.
      unsafe output.withUnsafeMutableBufferPointer { buffer, initializedCount in
        guard let base = buffer.baseAddress else { return }
        var room = unsafe ByteRoom(
          UnsafeMutableRawPointer(base + initializedCount), byteCount: byteCount)
        fill(&room)
        initializedCount += room.count
      }
    }
  }
}
