#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A user's command, run in the shell with a time limit.
package struct ShellCommand: Sendable {
  /// How it ended.
  package enum Ending: Hashable, Sendable {
    case exited(CInt)
    /// Ended by this signal.
    case signalled(CInt)
    /// Ended with its process group after the time limit.
    case overran
  }

  /// The time between the first and the final signal after the limit.
  private static let grace = Duration.seconds(2)
  /// The prefix of our variables; those of another run are not inherited.
  private static let prefix = "LAUGHTRACK_"

  private let text: String
  private let environment: [[CChar]]

  /// - Parameter variables: added to the inherited environment, with the prefix `LAUGHTRACK_`.
  package init(_ text: String, variables: [(name: String, value: String)]) {
    self.text = text
    let prefix = Self.prefix.utf8.map { CChar(bitPattern: $0) }
    environment =
      Environment.processEntries.filter { !$0.starts(with: prefix) }
      + variables.map { Array("\(Self.prefix)\($0.name)=\($0.value)".utf8CString) }
  }

  /// Runs the command to its end.
  ///
  /// It has no input, and its output goes to standard error. A signal that ends this process ends
  /// its process group, too.
  ///
  /// - Throws: `SystemError` if it cannot be started.
  package func run(for limit: Duration) throws(SystemError) -> Ending {
    guard let nothing = Descriptor(opening: "/dev/null", O_RDONLY | O_CLOEXEC) else {
      throw SystemError(call: "open", path: "/dev/null", code: errno)
    }
    let shell = "/bin/sh"
    let (processID, code) = ChildProcess.start(
      shell, ["-c", text], streams: [nothing.number, 2, 2], environment: environment)
    guard code == 0 else { throw SystemError(call: "start", path: shell, code: code) }
    let isInTime = Self.ends(processID, within: limit)
    if !isInTime {
      kill(-processID, SIGTERM)
      _ = Self.ends(processID, within: Self.grace)
      // It is not reaped yet, so the id is still its group's.
      kill(-processID, SIGKILL)
    }
    let ending = ChildProcess.reap(processID)
    return isInTime ? ending : .overran
  }

  private static func ends(_ processID: pid_t, within limit: Duration) -> Bool {
    let end = ContinuousClock.now + limit
    while !hasEnded(processID) {
      if ContinuousClock.now >= end { return false }
      pause(milliseconds: 10)
    }
    return true
  }

  private static func hasEnded(_ processID: pid_t) -> Bool {
    var info = unsafe siginfo_t()
    // SAFETY: waitid fills the one siginfo it is given, and leaves it empty where nothing ended.
    let result = unsafe waitid(P_PID, id_t(processID), &info, WEXITED | WNOWAIT | WNOHANG)
    return unsafe result != 0 ? errno != EINTR : info.si_signo != 0
  }
}
