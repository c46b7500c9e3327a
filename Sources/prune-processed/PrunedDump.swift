import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// The processed state of one dump, and what of it is stale.
final class PrunedDump: Sendable {
  let counts: PruneCounts
  let size: ProcessedSize
  /// The dump's place.
  let place: Place
  /// The dump's key in an object of dumps.
  let name: String?
  /// Why and where the cached results cannot be decoded; nil if they can.
  let undecodable: (reason: String, place: Place)?
  /// The processed ids; empty unless listed.
  let ids: [String]
  /// The removed ids and results; empty unless shown.
  let (staleIDs, staleResults): ([String], [ProcessedResult])

  init(
    _ pruning: ProcessedPruning, in dump: DefaultsDump, _ record: Record, showsStale: Bool,
    listsIDs: Bool
  ) {
    let state = pruning.state
    counts = PruneCounts(pruning)
    size = state.size
    place = record.place
    name = record.name
    undecodable = state.undecodable.map { problem in
      (problem.reason, record.place(ofDumpByte: problem.byteOffset, dump.kind))
    }
    ids = listsIDs ? state.assets.ids : []
    (staleIDs, staleResults) = showsStale ? (pruning.staleIDs, pruning.staleResults) : ([], [])
  }
}

extension PrunedDump {
  /// Decides which processed assets of a dump are removed, with their results.
  ///
  /// - Parameters:
  ///   - existing: the existing assets; nil if dumps are only read.
  ///   - showsStale: whether every removed id and result is shown.
  ///   - listsIDs: whether a skip report lists the processed ids.
  static func prune(
    _ dump: DefaultsDump, _ record: Record, existing: ExistingAssets?, showsStale: Bool,
    listsIDs: Bool
  ) throws -> (PrunedDump?, DumpMigration?) {
    let pruning = try ProcessedPruning(of: dump, existing: existing)
    let pruned = PrunedDump(pruning, in: dump, record, showsStale: showsStale, listsIDs: listsIDs)
    if pruning.edits.isEmpty { return (pruned, nil) }
    let migration = try DumpMigration(DefaultsChanges(pruning.edits, in: dump), of: dump) {
      copy throws(DefaultsDumpError) in
      let left = try ProcessedPruning(of: copy, existing: existing)
      return left.edits.isEmpty && left.keptIDCount == pruning.keptIDCount
        && left.keptResultCount == pruning.keptResultCount
        && left.state.undecodable?.reason == pruning.state.undecodable?.reason
    }
    return (pruned, migration)
  }
}
