package import Scan

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Timestamp {
  /// The system's time, in whole milliseconds.
  package static var clock: Timestamp {
    var moment = timespec()
    // SAFETY: clock_gettime fills the one timespec it is given; the real-time clock always exists.
    unsafe clock_gettime(CLOCK_REALTIME, &moment)
    return Timestamp(
      seconds: Int64(moment.tv_sec), nanoseconds: Int32(moment.tv_nsec) / 1_000_000 * 1_000_000)
  }
}

/// Pauses the thread.
package func pause(milliseconds: Int) { usleep(UInt32(clamping: milliseconds) * 1000) }
