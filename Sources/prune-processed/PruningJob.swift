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
  /// The outcomes of the current part, with the names of each dump's device, if one was asked for,
  /// and the state of each usable dump.
  private(set) var outcomes: [(device: DeviceNames?, outcome: DumpOutcome, dump: PrunedDump?)] = []

  var outcomeCount: Int { outcomes.count }

  // A sample shows ratings, which this job does not change.
  func begin(showing outcomeCount: Int) {}

  mutating func decide(_ dump: DefaultsDump, _ record: Record) throws -> [Edit]? {
    var (names, pruned): (DeviceNames?, PrunedDump?)
    let (outcome, edits) = try DumpOutcome.decide(dump, record) {
      if let device {
        let found = try DeviceNames(of: dump, record)
        names = found
        if !found.contain(device) { return nil }
      }
      let pruning = try ProcessedPruning(of: dump, existing: existing)
      pruned = PrunedDump(
        pruning, in: dump, record, showsStale: showsStale, listsIDs: listsIDs)
      if pruning.edits.isEmpty { return nil }
      return try DumpMigration(
        DefaultsChanges(pruning.edits, in: dump), of: dump, record, listsChanges: listsChanges
      ) { copy throws(DefaultsDumpError) in
        let left = try ProcessedPruning(of: copy, existing: existing)
        return left.edits.isEmpty && left.keptIDCount == pruning.keptIDCount
          && left.keptResultCount == pruning.keptResultCount
          && left.state.undecodable?.reason == pruning.state.undecodable?.reason
      }
    }
    outcomes.append((names, outcome, pruned))
    return edits
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
