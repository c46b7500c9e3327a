#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Starts writing a long file to the disk while more of it is made, so that its final flush is
/// short.
struct EarlyFlush {
  private var byteCount: Int
  /// The end of the bytes requested so far.
  private var begun: Int
  private static let interval = 8 << 20

  /// - Parameter byteCount: the file's size.
  init(behind byteCount: Int = 0) { (self.byteCount, begun) = (byteCount, byteCount) }

  /// The bytes that are not yet being written.
  var rest: Range<Int> { begun..<byteCount }

  /// Records bytes appended to the file.
  mutating func note(_ count: Int, to descriptor: CInt) {
    byteCount += count
    guard rest.count >= Self.interval else { return }
    Self.begin(rest, of: descriptor)
    begun = byteCount
  }

  /// Has the system begin to write bytes of a file to the disk.
  static func begin(_ range: Range<Int>, of descriptor: CInt) {
    #if !canImport(Darwin)
      // `POSIX_FADV_DONTNEED` starts writing dirty pages and drops clean ones. Errors do not
      // matter: the final flush follows.
      _ = posix_fadvise(
        descriptor, off_t(range.lowerBound), off_t(range.count), POSIX_FADV_DONTNEED)
    #endif
  }
}
