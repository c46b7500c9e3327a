import Formats
import Jokes

/// The counts of the processed state of dumps.
struct PruneCounts: Sendable {
  /// The counts of one kind of entry.
  struct Count: Sendable {
    var read = 0
    var stale = 0
    var kept: Int { read - stale }

    static func += (sum: inout Self, other: Self) {
      sum.read += other.read
      sum.stale += other.stale
    }
  }

  private(set) var ids = Count()
  private(set) var results = Count()
  /// The number of dumps whose cached results cannot be decoded.
  private(set) var undecodable = 0

  init() {}

  /// The counts of one dump.
  init(_ pruning: ProcessedPruning) {
    let state = pruning.state
    ids = Count(read: state.assets.ids.count, stale: pruning.staleIDs.count)
    results = Count(
      read: state.results?.results.count ?? 0, stale: pruning.staleResults.count)
    undecodable = state.undecodable == nil ? 0 : 1
  }

  static func += (sum: inout Self, other: Self) {
    sum.ids += other.ids
    sum.results += other.results
    sum.undecodable += other.undecodable
  }
}
