import Synchronization

/// Facts about a run, collected for its reports.
///
/// A class, because they are found deep inside the run and reported outside.
package final class RunFacts: Sendable {
  private struct State {
    var figures: [Fact] = []
    var guards: [GuardReading] = []
    var streamed: Set<ReportFile.Kind> = []
    var isResultStreamed = false
    var hasResumed = false
  }

  private let state = Mutex(State())

  package init() {}

  /// The counts, in the order of the reports.
  package var figures: [Fact] {
    get { state.withLock { $0.figures } }
    set { state.withLock { $0.figures = newValue } }
  }

  /// Each count with its name.
  package var counts: [(name: String, count: Int)] { figures.counts }

  /// Whether the result goes to a stream while the inputs are read, and so cannot be withdrawn.
  package var isResultStreamed: Bool {
    get { state.withLock { $0.isResultStreamed } }
    set { state.withLock { $0.isResultStreamed = newValue } }
  }

  /// Whether an output of an interrupted run was resumed.
  package var hasResumed: Bool {
    get { state.withLock { $0.hasResumed } }
    set { state.withLock { $0.hasResumed = newValue } }
  }

  /// What the guards measured, in the order of the checks.
  var guards: [GuardReading] { state.withLock { $0.guards } }

  /// Notes what a guard measured, and returns whether that trips it.
  package func trips(_ reading: GuardReading) -> Bool {
    state.withLock { $0.guards.append(reading) }
    return reading.isExceeded
  }

  /// The reports that went to a pipe or a device: writing another would wait for a reader.
  var streamed: Set<ReportFile.Kind> {
    get { state.withLock { $0.streamed } }
    set { state.withLock { $0.streamed = newValue } }
  }
}
