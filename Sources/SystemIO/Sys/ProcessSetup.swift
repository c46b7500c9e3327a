#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A signal that asks a run to stop.
package enum StopSignal: Sendable, CaseIterable {
  case hangUp
  case interrupt
  case terminate

  /// Its number.
  package var number: CInt {
    switch self {
    case .hangUp: SIGHUP
    case .interrupt: SIGINT
    case .terminate: SIGTERM
    }
  }
}

/// Sets up a process's descriptors and signals before its work begins.
package enum ProcessSetup {
  /// Makes the process safe to run unattended.
  ///
  /// Closed standard descriptors are replaced by a null device that can be neither read as input
  /// nor written, so that no later file takes their number. A closed pipe and a file size limit
  /// become errors of `write`. A thread waits for the signals that ask to stop: it removes
  /// unfinished files and ends the children, and the process exits with 128 plus the signal's
  /// number. A second signal ends the process at once.
  ///
  /// - Parameters:
  ///   - onProgress: called on SIGUSR1.
  ///   - onStop: called before the process ends, to report what was written.
  package static func prepare(
    onProgress: @escaping @Sendable () -> Void, onStop: @escaping @Sendable (StopSignal) -> Void
  ) {
    reserveStandardDescriptors()
    _ = creationMask
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    // The runtime's own handlers search for a backtrace program, for half a minute or more.
    for number in [SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP] {
      signal(number, SIG_DFL)
    }
    watch(onProgress, onStop)
  }

  private static func reserveStandardDescriptors() {
    for descriptor: CInt in 0...2 where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
      // The lowest free descriptor is the closed one. Standard input is opened for writing and the
      // outputs for reading, so that using them fails.
      _ = openFile("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  /// Blocks the signals in every thread except the one that waits for them.
  private static func watch(
    _ onProgress: @escaping @Sendable () -> Void, _ onStop: @escaping @Sendable (StopSignal) -> Void
  ) {
    var set = signalSet(waitedSignals())
    // SAFETY: here and below, the call reads the set, which is initialized.
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    do throws(SystemError) {
      _ = try WorkerThread(for: "") { wait(onProgress, onStop) }
    } catch {
      // Without the thread, the signals keep their default action.
      unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }
  }

  /// The signals to wait for; those ignored at start, as under `nohup`, stay ignored.
  private static func waitedSignals() -> [CInt] {
    let stops = StopSignal.allCases.map(\.number).filter { number in
      var action = sigaction()
      // SAFETY: asks for the present action and sets none.
      unsafe sigaction(number, nil, &action)
      #if canImport(Darwin)
        return unsafe unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self) != 1
      #else
        return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) != 1
      #endif
    }
    return stops + [SIGUSR1]
  }

  private static func signalSet(_ signals: [CInt]) -> sigset_t {
    var set = sigset_t()
    // SAFETY: sigemptyset initializes the set before sigaddset changes it.
    unsafe sigemptyset(&set)
    for signal in signals { unsafe sigaddset(&set, signal) }
    return set
  }

  private static func wait(
    _ onProgress: () -> Void, _ onStop: (StopSignal) -> Void
  ) -> Never {
    var set = signalSet(waitedSignals())
    while true {
      var number: CInt = 0
      // SAFETY: the set and the number live on this thread's stack.
      guard unsafe sigwait(&set, &number) == 0 else { continue }
      if number == SIGUSR1 {
        onProgress()
      } else if let stop = StopSignal.allCases.first(where: { $0.number == number }) {
        TemporaryFiles.removeAll(keepingSome: true) {
          ChildProcess.endAll {
            releaseSignals(&set)
            onStop(stop)
            _exit(128 + stop.number)
          }
        }
      }
    }
  }

  /// Lets a second signal end the process at once, by its default action.
  ///
  /// Only after the clean-up: `timeout` signals a process and then its group, and a user may press
  /// the keys twice. The message that remains may block on standard error.
  private static func releaseSignals(_ set: inout sigset_t) {
    var pending = sigset_t()
    // SAFETY: here and below, each call fills or reads the sets and the number it is given.
    unsafe sigpending(&pending)
    for stop in StopSignal.allCases where unsafe sigismember(&set, stop.number) == 1 {
      if unsafe sigismember(&pending, stop.number) == 1 {
        // It arrived during the first and is handled with it.
        var (repeated, number) = (signalSet([stop.number]), CInt(0))
        unsafe sigwait(&repeated, &number)
      }
      signal(stop.number, SIG_DFL)
    }
    unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }
}

/// Ends the process, called by a tool's `main` only; unpublished files are removed.
package func exitProcess(_ status: CInt) -> Never {
  TemporaryFiles.removeAll(keepingSome: false) { ChildProcess.endAll { exit(status) } }
  exit(status)
}
