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
    Self.begin(begun..<byteCount, of: descriptor)
    begun = byteCount
  }

  /// Has the system begin to write bytes of a file to the disk.
  static func begin(_ range: Range<Int>, of descriptor: CInt) {
    #if !canImport(Darwin)
      // Who says that bytes are not needed any more has those written that are on no disk yet; they stay
      // in memory until then. What cannot be done early is done at the end.
      _ = posix_fadvise(
        descriptor, off_t(range.lowerBound), off_t(range.count), POSIX_FADV_DONTNEED)
    #endif
  }
}
