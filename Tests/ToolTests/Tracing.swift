import TestSupport

/// Tracing of system calls, and injecting faults into them.
enum Tracing {
  /// Whether `strace` is installed and permitted.
  static let isPossible = SystemParts.succeeds("strace -o /dev/null true 2>/dev/null")
}
