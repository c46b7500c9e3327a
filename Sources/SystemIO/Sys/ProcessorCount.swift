import Scan

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The number of processors that this process may use.
package enum ProcessorCount {
  /// The processors in the process's mask, at least one.
  ///
  /// Under `taskset` or in a container they are fewer than the machine has. A quota of time does
  /// not count.
  package static var available: Int { allowed ?? max(1, Int(sysconf(CInt(_SC_NPROCESSORS_ONLN)))) }

  /// The processors in the process's mask; nil if the system does not tell.
  ///
  /// Linux prints the mask as text; the C library's `sched_getaffinity` is not visible to Swift.
  private static var allowed: Int? {
    #if os(Linux)
      var status = [UInt8](repeating: 0, count: 16 << 10)
      do throws(SystemError) {
        let count = try InputFile(path: "/proc/self/status").read(into: &status, from: 0)
        return allowed(status: status.span.extracting(..<count))
      } catch {
        return nil
      }
    #else
      return nil
    #endif
  }

  /// Counts the bits of the mask in a Linux process's status, if it has one.
  ///
  /// The mask is in hexadecimal, with commas: proc_pid_status(5), `Cpus_allowed`.
  static func allowed(status: Span<UInt8>) -> Int? {
    let line = status.text.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed:") }
    let count = line?.drop { $0 != ":" }.reduce(0) { $0 + ($1.hexDigitValue ?? 0).nonzeroBitCount }
    return count == 0 ? nil : count
  }
}
