import Synchronization

/// What a run found out about itself, for whatever tells of the run when it is over.
///
/// A class, because this is known deep inside the work, and told of around it.
package final class RunFacts: Sendable {
  private struct State {
    var counts: [(name: String, count: Int)] = []
    var isSummaryStreamed = false
    var isResultStreamed = false
    var hasResumed = false
    var countsObject: [UInt8] = []
  }

  private let state = Mutex(State())

  package init() {}

  /// Each count with its name, in the order in which reports tell them.
  package var counts: [(name: String, count: Int)] {
    get { state.withLock { $0.counts } }
    set { state.withLock { $0.counts = newValue } }
  }

  /// Whether the result goes to a stream while the inputs are read, so that nothing can be taken back.
  package var isResultStreamed: Bool {
    get { state.withLock { $0.isResultStreamed } }
    set { state.withLock { $0.isResultStreamed = newValue } }
  }

  /// The counts as a JSON object, for the summary of a run that a guard stops; empty until they are known.
  package var countsObject: [UInt8] {
    get { state.withLock { $0.countsObject } }
    set { state.withLock { $0.countsObject = newValue } }
  }

  /// Whether an output of an interrupted run was gone on with.
  package var hasResumed: Bool {
    get { state.withLock { $0.hasResumed } }
    set { state.withLock { $0.hasResumed = newValue } }
  }

  /// Whether the summary went to a pipe or a device, where another one would wait for who reads it.
  package var isSummaryStreamed: Bool {
    get { state.withLock { $0.isSummaryStreamed } }
    set { state.withLock { $0.isSummaryStreamed = newValue } }
  }
}
