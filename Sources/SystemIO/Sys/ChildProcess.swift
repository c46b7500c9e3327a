#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import Synchronization

/// A child process, ended at the latest with this value.
struct ChildProcess: ~Copyable, Sendable {
  private let program: String
  private let processID: pid_t
  private let messages: Descriptor
  private var isReaped = false

  /// Starts a program.
  ///
  /// It has its own process group, so that an interrupt at the terminal reaches this process alone,
  /// which then ends the program.
  ///
  /// - Parameters:
  ///   - input: its standard input.
  ///   - output: its standard output.
  ///   - path: the file it is needed for, for messages.
  /// - Throws: `MissingProgram`, `SystemError`.
  init(
    _ program: String, _ arguments: [String], input: borrowing Descriptor,
    output: borrowing Descriptor, for path: String
  ) throws {
    let errors = try Pipe(for: path)
    // The error pipe must not block a program that writes much.
    errors.writing.stopWaiting()
    errors.reading.stopWaiting()
    let streams = [input.number, output.number, errors.writing.number]
    let started = Self.start(
      program, arguments, streams: streams, environment: childEnvironment)
    if started.code == ENOENT { throw MissingProgram(program: program, path: path) }
    if started.code != 0 {
      throw SystemError(call: "start \(program) for", path: path, code: started.code)
    }
    self.program = program
    processID = started.processID
    messages = errors.reading
  }

  deinit {
    if !isReaped { Self.end(processID) }
  }

  /// Waits until it ends; call this once.
  ///
  /// - Returns: how it ended, and its last message on standard error.
  mutating func wait() -> (ending: ShellCommand.Ending, message: String) {
    precondition(!isReaped)
    isReaped = true
    return (Self.reap(processID), readMessage())
  }

  /// Its last line, without the names of the program and of standard input.
  private func readMessage() -> String {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count: Int
    do throws(SystemError) {
      count = try messages.read(into: &buffer, from: 0, path: program)
    } catch {
      return ""
    }
    let lines = String(decoding: buffer.prefix(count), as: UTF8.self).split(separator: "\n")
    var line = lines.last.map { String($0) } ?? ""
    for name in ["\(program): ", "stdin: ", "/*stdin*\\ : ", "/*stdin*\\: "]
    where line.hasPrefix(name) { line.removeFirst(name.count) }
    while line.hasSuffix(" ") || line.hasSuffix(".") { line.removeLast() }
    return line
  }

  // MARK: All of them

  /// The running programs, so that the process can end them before it ends.
  private static let running = Mutex<Set<pid_t>>([])

  /// Runs a function while no program is started, which would inherit a half-made descriptor.
  static func betweenStarts<Result>(_ body: () -> Result) -> Result {
    running.withLock { _ in body() }
  }

  /// Starts a program in its own process group; `endAll` ends it until it is reaped.
  ///
  /// - Parameters:
  ///   - streams: its standard descriptors.
  ///   - environment: entries as `NAME=value` with a NUL.
  /// - Returns: its id, and 0 or the error number.
  static func start(
    _ program: String, _ arguments: [String], streams: [CInt], environment: [[CChar]]
  ) -> (processID: pid_t, code: CInt) {
    running.withLock { running in
      var started: pid_t = 0
      let code = spawn(program, arguments, streams: streams, environment, &started)
      if code == 0 { running.insert(started) }
      return (started, code)
    }
  }

  /// Ends all running programs and their process groups.
  ///
  /// - Parameter andThen: runs before another thread can start a program or see one end.
  static func endAll(andThen finish: () -> Void) {
    running.withLock { running in
      for processID in running {
        kill(-processID, SIGKILL)
        _ = wait(for: processID)
      }
      running = []
      finish()
    }
  }

  private static func end(_ processID: pid_t) {
    running.withLock { running in
      guard running.remove(processID) != nil else { return }
      kill(processID, SIGKILL)
      _ = wait(for: processID)
    }
  }

  /// Waits for a program's end.
  ///
  /// The wait precedes the removal from the list, and the reaping follows it, so that the id is not
  /// reused before.
  static func reap(_ processID: pid_t) -> ShellCommand.Ending {
    var info = unsafe siginfo_t()
    // SAFETY: waitid fills the one siginfo it is given.
    while unsafe waitid(P_PID, id_t(processID), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    let status = running.withLock { running in
      running.remove(processID)
      return wait(for: processID)
    }
    return status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .signalled(status & 0x7F)
  }

  private static func wait(for processID: pid_t) -> CInt {
    var status: CInt = 0
    // SAFETY: waitpid fills the one status it is given.
    while unsafe waitpid(processID, &status, 0) < 0 {
      if errno != EINTR { return 1 << 8 }
    }
    return status
  }
}

/// Starts a program with these standard descriptors.
///
/// - Returns: 0, or the error number.
private func spawn(
  _ program: String, _ arguments: [String], streams: [CInt], _ environment: [[CChar]],
  _ processID: inout pid_t
) -> CInt {
  #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
  #else
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
  #endif
  // SAFETY: both are initialized before they are used, and destroyed after.
  unsafe posix_spawn_file_actions_init(&actions)
  defer { unsafe posix_spawn_file_actions_destroy(&actions) }
  for (target, stream) in streams.enumerated() {
    unsafe posix_spawn_file_actions_adddup2(&actions, stream, CInt(target))
  }
  unsafe posix_spawnattr_init(&attributes)
  defer { unsafe posix_spawnattr_destroy(&attributes) }
  var (defaults, blocked) = (sigset_t(), sigset_t())
  unsafe sigfillset(&defaults)
  unsafe sigemptyset(&blocked)
  unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
  unsafe posix_spawnattr_setsigmask(&attributes, &blocked)
  unsafe posix_spawnattr_setpgroup(&attributes, 0)
  let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP
  unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
  return unsafe withCStrings(([program] + arguments).map { Array($0.utf8CString) }) { argv in
    unsafe withCStrings(environment) { environment in
      unsafe posix_spawnp(&processID, program, &actions, &attributes, argv, environment)
    }
  }
}

/// A minimal environment: `GZIP` and `ZSTD_CLEVEL` would change the output.
private var childEnvironment: [[CChar]] {
  let names = ["PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "TMPDIR"]
  let entries = names.compactMap { name in Environment.process[name].map { "\(name)=\($0)" } }
  return (entries + ["LC_ALL=C"]).map { Array($0.utf8CString) }
}

/// Lends strings as the C library's null-terminated array of pointers.
private func withCStrings(
  _ strings: [[CChar]], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> CInt
) -> CInt {
  // SAFETY: each copy is freed after the call, and the array ends with a null pointer.
  var pointers: [UnsafeMutablePointer<CChar>?] = unsafe strings.map { unsafe strdup($0) } + [nil]
  defer { for index in strings.indices { unsafe free(pointers[index]) } }
  return unsafe pointers.withUnsafeMutableBufferPointer { buffer in
    guard let base = buffer.baseAddress else { return EINVAL }
    return unsafe body(base)
  }
}
