import Synchronization

/// What a run counted, for whatever tells of the run when it is over.
///
/// A class, because the counts are known deep inside the work, and told of around it.
package final class RunFacts: Sendable {
  private let state = Mutex<[(name: String, count: Int)]>([])

  package init() {}

  /// Each count with its name, in the order in which reports tell them.
  package var counts: [(name: String, count: Int)] {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
