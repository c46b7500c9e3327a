import Scan

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that several threads read at positions of their choice.
package final class PositionedFile: Sendable {
  // A class, because several threads share the descriptor.
  /// The path as the user wrote it.
  package let path: String
  /// Its size when it was opened, or the offset at which reading ends.
  package let byteCount: Int
  /// Whether reading ends before the file does.
  private let endsEarly: Bool
  private let descriptor: Descriptor
  private let sum: FileChecksum?

  /// - Parameters:
  ///   - descriptor: its own descriptor, not a shared one.
  ///   - endsEarly: whether reading ends at `byteCount`, whatever follows in the file.
  ///   - sum: adds up the bytes read.
  init(
    _ descriptor: consuming Descriptor, path: String, byteCount: Int, endsEarly: Bool = false,
    sum: FileChecksum? = nil
  ) {
    self.path = path
    self.endsEarly = endsEarly
    self.byteCount = byteCount
    self.descriptor = descriptor
    self.sum = sum
  }

  /// Reads from a position into the buffer from `start`.
  ///
  /// - Returns: the byte count, less than the room only at the file's end.
  package func read(
    into buffer: inout [UInt8], from start: Int, at place: Int
  ) throws(SystemError) -> Int {
    var filled = start
    let room = buffer.count - start
    let end = start + (endsEarly ? min(room, max(0, byteCount - place)) : room)
    while filled < end {
      // SAFETY: the bytes read fit the part of the buffer that is lent.
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[filled..<end])
        return unsafe pread(
          descriptor.number, rest.baseAddress, min(rest.count, largestTransfer),
          off_t(place + filled - start))
      }
      if count == 0 { break }
      if count > 0 {
        filled += count
      } else if errno != EINTR {
        throw SystemError(call: "read", path: path, code: errno)
      }
    }
    sum?.enter(buffer.span.extracting(start..<filled), at: place)
    return filled - start
  }
}
