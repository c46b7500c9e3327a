import Scan
import Synchronization
import SystemIO

/// The answers of a run to signals: its progress, and a message before it stops.
///
/// A class, because the run updates it and the signal thread reads it.
package final class SignalAnswers: Sendable {
  private struct State {
    var meter: ProgressMeter?
    var stopMessage: @Sendable () -> String = { "nothing was written" }
  }

  private let diagnostics: Diagnostics
  private let state = Mutex(State())

  init(diagnostics: Diagnostics) { self.diagnostics = diagnostics }

  /// Sets the meter whose line answers a progress signal.
  func setMeter(_ meter: ProgressMeter) { state.withLock { $0.meter = meter } }

  /// Sets the message for a stopped run: what was written, and what was not.
  package func setStopMessage(_ message: @escaping @Sendable () -> String) {
    state.withLock { $0.stopMessage = message }
  }

  /// Prints the progress.
  func answerProgress() {
    if let meter = state.withLock({ $0.meter }) {
      meter.writeLine()
    } else {
      diagnostics.show(.lasting("not reading yet"))
    }
  }

  /// Prints the error of a stopped run; the process exits next.
  func answerStop(_ signal: StopSignal) {
    let status = ExitStatus(signal)
    let message = state.withLock { $0.stopMessage }
    diagnostics.reportLast(Diagnostic(.error, "\(status.meaning): \(message())"))
    diagnostics.end(with: status)
  }
}
