import Scan

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Has the system write a long file's bytes to the disk while more of them are made, so that little is left
/// to be flushed at its end.
struct EarlyFlush {
  private var byteCount: Int
  /// Up to here the system was asked.
  private var begun: Int
  private static let interval = 8 << 20

  /// - Parameter byteCount: how many bytes the file has already.
  init(behind byteCount: Int = 0) { (self.byteCount, begun) = (byteCount, byteCount) }

  /// Takes note of bytes that were written at the file's end.
  mutating func note(_ count: Int, to descriptor: CInt) {
    byteCount += count
    guard byteCount - begun >= Self.interval else { return }
    #if !canImport(Darwin)
      // Who says that bytes are not needed any more has those written that are on no disk yet; they stay
      // in memory until then. What cannot be done early is done at the end.
      _ = posix_fadvise(descriptor, off_t(begun), off_t(byteCount - begun), POSIX_FADV_DONTNEED)
    #endif
    begun = byteCount
  }
}
