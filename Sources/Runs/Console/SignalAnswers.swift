import Scan
import Synchronization
package import SystemIO

/// What a run answers when a signal asks how far it is, or tells it to stop.
///
/// A class, because the run fills it in as it goes and the thread that waits for signals reads it.
package final class SignalAnswers: Sendable {
  private struct State {
    var meter: ProgressMeter?
    var stopMessage: @Sendable () -> String = { "nothing was written" }
  }

  private let diagnostics: Diagnostics
  private let state = Mutex(State())

  init(diagnostics: Diagnostics) { self.diagnostics = diagnostics }

  /// The meter whose line is printed when a signal asks for it.
  func setMeter(_ meter: ProgressMeter) { state.withLock { $0.meter = meter } }

  /// Says what was and was not written, from here on, should the run be stopped.
  package func setStopMessage(_ message: @escaping @Sendable () -> String) {
    state.withLock { $0.stopMessage = message }
  }

  /// Prints how far the run is.
  package func answerProgress() {
    if let meter = state.withLock({ $0.meter }) {
      meter.writeLine()
    } else {
      diagnostics.show(.lasting("not reading yet"))
    }
  }

  /// Says that the run ends and what it leaves behind; the process ends right after.
  package func answerStop(_ signal: StopSignal) {
    let status = ExitStatus(signal)
    let message = state.withLock { $0.stopMessage }
    diagnostics.reportLast(Diagnostic(.error, "\(status.meaning): \(message())"))
    diagnostics.end(with: status)
  }
}
