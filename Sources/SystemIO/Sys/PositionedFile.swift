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
  /// Its size when it was opened.
  package let byteCount: Int
  private let descriptor: Descriptor
  private let sum: FileChecksum?

  /// - Parameters:
  ///   - descriptor: its own descriptor, not a shared one.
  ///   - sum: adds up the bytes read.
  init(
    _ descriptor: consuming Descriptor, path: String, byteCount: Int, sum: FileChecksum? = nil
  ) {
    self.path = path
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
    while filled < buffer.count {
      // SAFETY: the bytes read fit the part of the buffer that is lent.
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[filled...])
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
