import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// Decides which processed assets of each dump are removed, with their results.
struct PruningJob: DumpJob {
  /// The existing assets; nil if dumps are only read.
  let existing: ExistingAssets?
  /// The device to prune; nil for all devices.
  let device: String?
  /// Whether every removed id and result is shown.
  let showsStale: Bool
  /// Whether the outcomes include the processed ids, for a skip report.
  let listsIDs: Bool
  /// Whether the outcomes include the changes for a plan.
  let listsChanges: Bool
  /// The outcomes of the current part.
  private(set) var outcomes: [Outcome] = []

  /// What a dump comes to.
  enum Outcome: Sendable {
    /// The names of the dump's device, if one was asked for.
    case device(DeviceNames)
    /// The changes of a usable dump, if it needs any, and its state, unless it is another device's.
    case dump(changes: [PlanFile.Change]?, PrunedDump?)
  }

  var outcomeCount: Int { outcomes.count }

  mutating func decide(_ dump: DefaultsDump, _ record: Record) throws -> [Edit]? {
    if let device {
      let names = try DeviceNames(of: dump, record)
      outcomes.append(.device(names))
      if !names.contain(device) {
        outcomes.append(.dump(changes: nil, nil))
        return nil
      }
    }
    let pruning = try ProcessedPruning(of: dump, existing: existing)
    let pruned = PrunedDump(pruning, in: dump, record, showsStale: showsStale, listsIDs: listsIDs)
    if pruning.edits.isEmpty {
      outcomes.append(.dump(changes: nil, pruned))
      return nil
    }
    let migration = try DumpMigration(
      DefaultsChanges(pruning.edits, in: dump), of: dump, record, listsChanges: listsChanges
    ) { copy throws(DefaultsDumpError) in
      let left = try ProcessedPruning(of: copy, existing: existing)
      return left.edits.isEmpty && left.keptIDCount == pruning.keptIDCount
        && left.keptResultCount == pruning.keptResultCount
        && left.state.undecodable?.reason == pruning.state.undecodable?.reason
    }
    outcomes.append(.dump(changes: migration.changes, pruned))
    return migration.edits
  }
}

/// The processed state of one dump, and what of it is stale.
struct PrunedDump: Sendable {
  let counts: PruneCounts
  let size: ProcessedSize
  /// The dump's place.
  private(set) var place: Place
  /// The dump's key in an object of dumps.
  let name: String?
  /// Why and where the cached results cannot be decoded; nil if they can.
  private(set) var undecodable: (reason: String, place: Place)?
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
    if let problem = state.undecodable {
      undecodable = (
        problem.reason, record.place(ofDumpByte: problem.byteOffset, dump.kind)
      )
    }
    ids = listsIDs ? state.assets.ids : []
    (staleIDs, staleResults) = showsStale ? (pruning.staleIDs, pruning.staleResults) : ([], [])
  }

  mutating func shift(by start: PartStart) {
    place.shift(by: start)
    undecodable?.place.shift(by: start)
  }
}
