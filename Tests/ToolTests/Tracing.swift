import TestSupport

/// Whether a tool's system calls can be watched, and disturbed.
enum Tracing {
  /// Whether `strace` is there, and may trace.
  static let isPossible = SystemParts.succeeds("strace -o /dev/null true 2>/dev/null")
}
