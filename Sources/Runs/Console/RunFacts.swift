import Synchronization

/// Facts about a run, collected for its reports.
///
/// A class, because they are found deep inside the run and reported outside.
@dynamicMemberLookup
package final class RunFacts: Sendable {
  /// The facts so far.
  package struct State: Sendable {
    /// The counts, in the order of the reports.
    package var figures: [Fact] = []
    /// What the guards measured, in the order of the checks.
    var guards: [GuardReading] = []
    /// The reports that went to a pipe or a device: writing another would wait for a reader.
    var streamed: Set<ReportFile.Kind> = []
    /// Whether the result goes to a stream while the inputs are read, and so cannot be withdrawn.
    package var isResultStreamed = false
    /// Whether an output of an interrupted run was resumed.
    var hasResumed = false
    /// Whether the files of an interrupted run were restored.
    var hasRestored = false
    /// Whether the batches of an earlier run are those of this one, and stay.
    var hasKeptBatches = false
  }

  private let state = Mutex(State())

  package init() {}

  package subscript<Value: Sendable>(dynamicMember fact: WritableKeyPath<State, Value>) -> Value {
    get { state.withLock { $0[keyPath: fact] } }
    set { state.withLock { $0[keyPath: fact] = newValue } }
  }

  /// What the run has done before it publishes; nil if nothing.
  var deed: String? {
    if self.isResultStreamed { return "the stream has partial output, which must not be used" }
    return self.hasRestored
      ? "the files of the interrupted run were restored; nothing else was written" : nil
  }

  /// Each count with its name.
  var counts: [Fact.Count] { self.figures.counts }

  /// Notes what a guard measured, and throws if that trips it.
  package func check(
    _ reading: GuardReading, orThrow violation: @autoclosure () -> GuardViolation
  ) throws(GuardViolation) {
    self.guards.append(reading)
    if reading.isExceeded { throw violation() }
  }
}
