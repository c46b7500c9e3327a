import Foundation

/// Whether a tool's system calls can be watched, and disturbed.
enum Tracing {
  /// Whether `strace` is there, and may trace.
  static let isPossible: Bool = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "strace -o /dev/null true 2>/dev/null"]
    do { try process.run() } catch { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()
}
