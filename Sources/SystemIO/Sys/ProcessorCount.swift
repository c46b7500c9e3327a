import Scan

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How many processors this process may use.
package enum ProcessorCount {
  /// The processors that the process is allowed to run on, at least one.
  ///
  /// Under `taskset`, and in a container that is given certain processors, these are fewer than the
  /// machine has. A share of time, as a container's quota gives, does not count.
  package static var available: Int { allowed ?? max(1, Int(sysconf(CInt(_SC_NPROCESSORS_ONLN)))) }

  /// The processors in the process's mask; nil where the system does not say.
  ///
  /// Linux tells the mask as text too; the C library's `sched_getaffinity` is out of reach of plain
  /// Swift.
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

  /// Counts the bits of the mask in a Linux process's status, where it holds one.
  ///
  /// The mask is hexadecimal digits, with commas between: proc_pid_status(5), `Cpus_allowed`.
  static func allowed(status: Span<UInt8>) -> Int? {
    let line = status.text.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed:") }
    let count = line?.drop { $0 != ":" }.reduce(0) { $0 + ($1.hexDigitValue ?? 0).nonzeroBitCount }
    return count == 0 ? nil : count
  }
}
