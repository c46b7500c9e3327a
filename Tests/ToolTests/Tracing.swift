import TestSupport

/// Tracing of system calls, and injecting faults into them.
enum Tracing {
  /// Whether `strace` is installed and permitted.
  static let isPossible = SystemParts.succeeds(
    "strace -f --seccomp-bpf -e trace=openat -o /dev/null true 2>/dev/null")

  /// A line of shell that runs a tool and traces some system calls.
  ///
  /// - Parameters:
  ///   - calls: the names of the calls, or `/` and a pattern of them.
  ///   - fault: what is injected into them, such as `signal=KILL:when=1`.
  ///   - file: the file that the trace is written to.
  ///   - options: more options of `strace`.
  static func line(
    _ calls: String, _ fault: String? = nil, to file: String = "/dev/null", _ options: String = ""
  ) -> String {
    let injection = fault.map { "-e inject=\(calls):\($0)" } ?? ""
    // The filter in the kernel stops the tool at these calls only, not at each, but there it takes
    // no signal.
    let filter = fault?.contains("signal=") == true ? "" : "--seccomp-bpf"
    return
      "exec strace -f \(filter) -qq \(options) -o \(file) -e trace=\(calls) \(injection) \"$@\""
  }
}
