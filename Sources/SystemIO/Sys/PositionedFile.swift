import Scan

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that threads read at places of their own choice.
package final class PositionedFile: Sendable {
  // A class, because several threads hold the one descriptor.
  /// The path as the user wrote it.
  package let path: String
  /// How many bytes it had when it was opened.
  package let byteCount: Int
  private let descriptor: Descriptor
  private let sum: FileChecksum?

  /// - Parameters:
  ///   - descriptor: one of its own, not another's.
  ///   - sum: takes in what is read.
  init(
    _ descriptor: consuming Descriptor, path: String, byteCount: Int, sum: FileChecksum? = nil
  ) {
    self.path = path
    self.byteCount = byteCount
    self.descriptor = descriptor
    self.sum = sum
  }

  /// Reads from a place in the file into a buffer, from `start` to its end or the file's.
  ///
  /// - Returns: how many bytes were read; fewer than there is room for only at the file's end.
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
