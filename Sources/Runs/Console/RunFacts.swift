import Synchronization

/// What a run found out about itself, for whatever tells of the run when it is over.
///
/// A class, because this is known deep inside the work, and told of around it.
package final class RunFacts: Sendable {
  private struct State {
    var figures: [Fact] = []
    var isSummaryStreamed = false
    var isResultStreamed = false
    var hasResumed = false
  }

  private let state = Mutex(State())

  package init() {}

  /// What it has counted, in the order in which reports tell it.
  package var figures: [Fact] {
    get { state.withLock { $0.figures } }
    set { state.withLock { $0.figures = newValue } }
  }

  /// Each count with its name.
  package var counts: [(name: String, count: Int)] { figures.counts }

  /// Whether the result goes to a stream while the inputs are read, so that nothing can be taken back.
  package var isResultStreamed: Bool {
    get { state.withLock { $0.isResultStreamed } }
    set { state.withLock { $0.isResultStreamed = newValue } }
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
