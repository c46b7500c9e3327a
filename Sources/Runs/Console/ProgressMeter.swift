import Scan
import Synchronization
import SystemIO

/// How far a run has come, and how long it will still take.
///
/// A class, because the workers that feed it, the run that ends it and the signal that asks for
/// a line all mean the same run. Feeding costs a lock and a look at the clock, so callers feed it
/// once a chunk and not once a record.
package final class ProgressMeter: Sendable {
  /// What is shown of it.
  package enum Display: Sendable, Equatable {
    /// One line of a terminal of so many columns, redrawn at most ten times a second.
    case terminal(columns: Int)
    /// A line of its own every ten seconds.
    case log
    /// Nothing.
    case none
  }

  /// What it asks to be written.
  package enum Output: Sendable, Equatable {
    /// A line that takes the place of the one before, without an end.
    case passing(String)
    /// A line that stays.
    case lasting(String)
    /// The passing line is to go.
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

  /// A meter that starts now.
  ///
  /// - Parameters:
  ///   - bytesTotal: The bytes to be done, where that is known.
  ///   - clock: Seconds that never go back, from any beginning.
  ///   - write: Shows the output; called by the threads that feed the meter.
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

  /// Takes in what is done by now, of the whole run.
  package func update(bytesDone: Int, recordsDone: Int) {
    advance {
      $0.bytesDone = bytesDone
      $0.recordsDone = recordsDone
    }
  }

  /// Takes in what one of several workers has done since it last said so.
  package func add(bytes: Int, records: Int) {
    advance {
      $0.bytesDone += bytes
      $0.recordsDone += records
    }
  }

  /// Takes in that there is more to be done than was thought.
  package func addToTotal(_ byteCount: Int) {
    state.withLock { state in
      if let total = state.reading.bytesTotal { state.reading.bytesTotal = total + byteCount }
    }
  }

  /// The line for a log, as of now.
  package func line() -> String {
    let now = clock()
    return state.withLock { state in
      state.reading.seconds = now - start
      return state.reading.logLine
    }
  }

  /// Writes the line, as a signal may ask at any time, whatever else is shown.
  package func writeLine() { write(.lasting(line())) }

  /// Takes the line off the terminal; nothing is shown from here on.
  package func finish() {
    state.withLock { state in
      state.isFinished = true
      if state.isShown { write(.erased) }
      state.isShown = false
    }
  }

  private func advance(_ change: (inout ProgressReading) -> Void) {
    let now = display == .none ? start : clock()
    state.withLock { state in
      change(&state.reading)
      state.reading.seconds = now - start
      guard !state.isFinished else { return }
      // The output is written under the lock, so that an older figure never follows a newer one.
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
}
