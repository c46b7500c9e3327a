import Scan

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

/// What a process does about descriptors and signals before its work begins.
package enum ProcessSetup {
  /// Makes the process safe to run unattended.
  ///
  /// A closed standard descriptor is taken by a null device that can be neither read as input nor
  /// written to, so that no file opened later stands in its place. A closed pipe and a file size
  /// limit are errors of `write`, not signals. A thread waits for the signals that ask to stop: it
  /// removes the unfinished files and ends the children, and the process ends with 128 and the signal's number. A second
  /// such signal ends it at once.
  ///
  /// - Parameters:
  ///   - onProgress: called when SIGUSR1 asks how far the run is.
  ///   - onStop: called before the process ends, to say what was and was not written.
  package static func prepare(
    onProgress: @escaping @Sendable () -> Void, onStop: @escaping @Sendable (StopSignal) -> Void
  ) {
    reserveStandardDescriptors()
    _ = creationMask
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    // The runtime's own handlers look for a program that draws backtraces, for half a minute and more.
    for number in [SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP] {
      signal(number, SIG_DFL)
    }
    watch(Handlers(onProgress: onProgress, onStop: onStop))
  }

  private static func reserveStandardDescriptors() {
    for descriptor: CInt in 0...2 where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
      // The lowest free descriptor is the closed one. Standard input is opened for writing and the
      // outputs for reading, so that using them is an error.
      _ = openFile("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  private final class Handlers: Sendable {
    // A class, because it is handed to a thread as one pointer.
    let onProgress: @Sendable () -> Void
    let onStop: @Sendable (StopSignal) -> Void

    init(
      onProgress: @escaping @Sendable () -> Void, onStop: @escaping @Sendable (StopSignal) -> Void
    ) {
      self.onProgress = onProgress
      self.onStop = onStop
    }
  }

  /// Blocks the signals in every thread but one that waits for them.
  private static func watch(_ handlers: Handlers) {
    let signals = waitedSignals()
    var set = signalSet(signals)
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    let context = unsafe Unmanaged.passRetained(handlers)
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    // SAFETY: the retained handlers are released by nobody: the thread lives as long as the process.
    let result = unsafe pthread_create(
      &thread, nil,
      { context in
        #if canImport(Darwin)
          let handlers = unsafe Unmanaged<Handlers>.fromOpaque(context).takeUnretainedValue()
        #else
          guard let context = unsafe context else { return nil }
          let handlers = unsafe Unmanaged<Handlers>.fromOpaque(context).takeUnretainedValue()
        #endif
        ProcessSetup.wait(handlers)
      }, unsafe context.toOpaque())
    // Without the thread the signals must keep their usual effect.
    if result != 0 { unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil) }
  }

  /// The signals to wait for; one that was ignored from the start, as under `nohup`, stays ignored.
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

  private static func wait(_ handlers: Handlers) -> Never {
    var set = signalSet(waitedSignals())
    while true {
      var number: CInt = 0
      // SAFETY: the set and the number live on this thread's stack.
      guard unsafe sigwait(&set, &number) == 0 else { continue }
      if number == SIGUSR1 {
        handlers.onProgress()
      } else if let stop = StopSignal.allCases.first(where: { $0.number == number }) {
        TemporaryFiles.removeAll(keepingSome: true) {
          ChildProcess.endAll {
            releaseSignals(&set)
            handlers.onStop(stop)
            _exit(128 + stop.number)
          }
        }
      }
    }
  }

  /// Lets a further signal end the process at once, by its default action.
  ///
  /// Not before everything is cleaned up: `timeout` signals a process and then its group, and an
  /// impatient hand the keys twice. What is left to do may wait for whoever reads standard error.
  private static func releaseSignals(_ set: inout sigset_t) {
    var pending = sigset_t()
    // SAFETY: here and below, each call fills or reads the sets and the number it is given.
    unsafe sigpending(&pending)
    for stop in StopSignal.allCases where unsafe sigismember(&set, stop.number) == 1 {
      if unsafe sigismember(&pending, stop.number) == 1 {
        // It came while the first was answered, and is answered with it.
        var (repeated, number) = (signalSet([stop.number]), CInt(0))
        unsafe sigwait(&repeated, &number)
      }
      signal(stop.number, SIG_DFL)
    }
    unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }
}

/// Ends the process, from a tool's `main` alone; what was not published goes.
package func exitProcess(_ status: CInt) -> Never {
  TemporaryFiles.removeAll(keepingSome: false) { ChildProcess.endAll { exit(status) } }
  exit(status)
}
