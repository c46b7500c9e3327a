package import ByteIO
package import Console
import Synchronization

/// What a signal needs to know of the run: how far it is, through what to speak, what is published.
///
/// A class, because the thread that waits for signals and the run mean the same one.
package final class RunMonitor: Sendable {
  private struct State {
    var diagnostics: Diagnostics?
    var meter: ProgressMeter?
    var published: [String] = []
    var unpublishedCount = 0
  }

  private let state = Mutex(State())

  package init() {}

  /// Tells the monitor through what the run speaks.
  package func attach(_ diagnostics: Diagnostics) {
    state.withLock { $0.diagnostics = diagnostics }
  }

  /// Tells the monitor what measures the run's progress.
  package func attach(_ meter: ProgressMeter) { state.withLock { $0.meter = meter } }

  /// Tells the monitor how many outputs are about to get their names.
  package func willPublish(count: Int) { state.withLock { $0.unpublishedCount = count } }

  /// Tells the monitor that an output has its name.
  package func didPublish(_ path: String) {
    state.withLock { state in
      state.published.append(path)
      state.unpublishedCount -= 1
    }
  }

  /// Prints how far the run is.
  package func showProgress() { state.withLock { $0.meter }?.writeLine() }

  /// Says that the run ends, and what was written by then.
  package func stop(_ signal: StopSignal) {
    let (diagnostics, published, missing) = state.withLock {
      ($0.diagnostics, $0.published, $0.unpublishedCount)
    }
    let fate =
      switch (published.count, missing) {
      case (0, _): "nothing was written"
      case (_, 0): "all was written: \(Self.list(published))"
      default: "written: \(Self.list(published)); not written: \(missing) more"
      }
    diagnostics?.report(Diagnostic(.error, "\(signal.word); \(fate)"))
    diagnostics?.end(with: signal.status)
  }

  private static func list(_ paths: [String]) -> String {
    let shown = paths.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
    return paths.count > 3 ? "\(shown) and \(paths.count - 3) more" : shown
  }
}

extension StopSignal {
  fileprivate var word: String {
    switch self {
    case .hangUp: "hung up"
    case .interrupt: "interrupted"
    case .terminate: "terminated"
    }
  }

  fileprivate var status: ExitStatus {
    switch self {
    case .hangUp: .hungUp
    case .interrupt: .interrupted
    case .terminate: .terminated
    }
  }
}
