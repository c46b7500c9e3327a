import Scan
import Synchronization
import SystemIO

/// The progress of a run, and an estimate of the time left.
///
/// A class, because worker threads, the run and the signal handler share it. An update costs a lock
/// and a clock reading, so callers update once per chunk, not once per record.
package final class ProgressMeter: Sendable {
  /// The display of the progress.
  package enum Display: Sendable, Equatable {
    /// A line on a terminal of this width, redrawn at most ten times a second.
    case terminal(columns: Int)
    /// A new line every ten seconds.
    case log
    /// Nothing.
    case none
  }

  /// A request to the display.
  package enum Output: Sendable, Equatable {
    /// A line without an end that overwrites the one before.
    case passing(String)
    /// A line that stays.
    case lasting(String)
    /// Erase the passing line.
    case erased
  }

  private struct State {
    var reading = ProgressReading()
    var lastShown: Double
    var isShown = false
    var isFinished = false
  }

  private let display: Display
  private let clock: @Sendable () -> Double
  private let write: @Sendable (Output) -> Void
  private let start: Double
  private let state: Mutex<State>

  /// Creates a meter that starts now.
  ///
  /// - Parameters:
  ///   - bytesTotal: The bytes to process, if known.
  ///   - clock: Monotonic seconds.
  ///   - write: Shows the output; called on the threads that update the meter.
  package init(
    bytesTotal: Int? = nil, display: Display, clock: @escaping @Sendable () -> Double,
    write: @escaping @Sendable (Output) -> Void
  ) {
    self.display = display
    self.clock = clock
    self.write = write
    start = clock()
    state = Mutex(State(reading: ProgressReading(bytesTotal: bytesTotal), lastShown: start))
  }

  /// Sets the totals of the whole run.
  package func update(bytesDone: Int, recordsDone: Int) {
    let now = display == .none ? start : clock()
    state.withLock { state in
      state.reading.bytesDone = bytesDone
      state.reading.recordsDone = recordsDone
      state.reading.seconds = now - start
      guard !state.isFinished else { return }
      // Written under the lock, so that an older figure never follows a newer one.
      switch display {
      case .terminal(let columns):
        guard now - state.lastShown >= 0.1 else { return }
        state.isShown = true
        write(.passing(state.reading.terminalLine(columns: columns)))
      case .log:
        guard now - state.lastShown >= 10 else { return }
        write(.lasting(state.reading.logLine))
      case .none: return
      }
      state.lastShown = now
    }
  }

  /// Adds bytes to the total.
  func addToTotal(_ byteCount: Int) {
    state.withLock { state in
      if let total = state.reading.bytesTotal { state.reading.bytesTotal = total + byteCount }
    }
  }

  /// Names the part of the run that is being done; nil in a run of one.
  func setPhase(_ phase: String?) {
    state.withLock { $0.reading.phase = phase }
  }

  /// The log line as of now.
  package func line() -> String {
    let now = clock()
    return state.withLock { state in
      state.reading.seconds = now - start
      return state.reading.logLine
    }
  }

  /// Writes the log line at once, for a signal.
  func writeLine() { write(.lasting(line())) }

  /// Erases the line; nothing is shown afterwards.
  package func finish() {
    state.withLock { state in
      state.isFinished = true
      if state.isShown { write(.erased) }
      state.isShown = false
    }
  }
}
