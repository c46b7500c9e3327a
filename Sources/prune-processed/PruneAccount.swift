import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// Decides the pruning of each dump, and counts the outcomes of a run.
///
/// A class, because the reader calls it and the run reads its counts.
final class PruneAccount: DefaultsDumpVisitor {
  /// The counts of one kind of entry.
  struct Count {
    var read = 0
    var stale = 0
    var kept: Int { read - stale }
  }

  /// The counts of all dumps.
  struct Counts {
    var ids = Count()
    var results = Count()
    /// The number of dumps whose cached results cannot be decoded.
    var undecodable = 0
  }

  private(set) var counts = Counts()
  /// The outcomes of dumps; dumps that are only read count as unchanged.
  private(set) var dumps: DumpBook
  /// The existing assets; nil if dumps are only read.
  let existing: ExistingAssets?
  private(set) var skipReport: SkipReport?
  let rejectLog: RejectLog
  private let progress: RunProgress
  private let isVerbose: Bool
  /// The device to prune; nil for all devices.
  private let device: DeviceChoice?

  init(
    existing: ExistingAssets?, _ skipReport: SkipReport?, _ rejectLog: RejectLog,
    _ progress: RunProgress, device: DeviceChoice?, isVerbose: Bool
  ) {
    self.existing = existing
    self.skipReport = skipReport
    self.rejectLog = rejectLog
    self.progress = progress
    dumps = DumpBook(rejectLog, progress)
    self.isVerbose = isVerbose
    self.device = device
  }

  func visit(_ dump: DefaultsDump, _ record: Record) throws -> [Edit]? {
    if let device {
      do throws(DefaultsDumpError) {
        guard try device.picks(dump, record) else {
          dumps.enterRead(isChanged: false)
          return nil
        }
      } catch {
        dumps.enterRead()
        try dumps.reject(DumpReject(error, dump, record))
        return nil
      }
    }
    guard let existing else {
      let read = try dumps.migrate(dump, record) { dump throws(DefaultsDumpError) in
        (try ProcessedDefaults(of: dump), DefaultsChanges())
      }
      if let read {
        enter(read.plan, record, dump.kind)
        dumps.enterUnchanged()
      }
      return nil
    }
    let pruned = try dumps.migrate(dump, record) { dump throws(DefaultsDumpError) in
      let pruning = try ProcessedPruning(of: dump, existing: existing)
      return (pruning, try DefaultsChanges(pruning.edits, in: dump))
    }
    guard let (pruning, migration) = pruned else { return nil }
    enter(pruning.state, record, dump.kind)
    if pruning.edits.isEmpty {
      dumps.enterUnchanged()
      return nil
    }
    try migration.verify { dump throws(DefaultsDumpError) in
      let left = try ProcessedPruning(of: dump, existing: existing)
      return left.edits.isEmpty && left.keptIDCount == pruning.keptIDCount
        && left.keptResultCount == pruning.keptResultCount
        && left.state.undecodable?.reason == pruning.state.undecodable?.reason
    }
    enter(pruning)
    return migration.edits
  }

  /// Counts the ids and results of a dump, and warns of undecodable results.
  private func enter(_ state: ProcessedDefaults, _ record: borrowing Record, _ kind: DefaultsKind) {
    counts.ids.read += state.assets.ids.count
    counts.results.read += state.results?.results.count ?? 0
    skipReport?.note(state.assets)
    rejectLog.diagnostics.warn(ofSize: state.size, at: record.place, documentID: record.name)
    if let problem = state.undecodable {
      counts.undecodable += 1
      rejectLog.diagnostics.warning(
        rejectLog.redacted(
          "the cached results cannot be decoded: \(problem.reason); kept as they are"),
        kind: "undecodable results", at: record.place(ofDumpByte: problem.byteOffset, kind),
        documentID: record.name)
    }
  }

  /// Counts and shows the stale ids and results of a dump.
  private func enter(_ pruning: ProcessedPruning) {
    dumps.enterChanged()
    counts.ids.stale += pruning.staleIDs.count
    counts.results.stale += pruning.staleResults.count
    guard isVerbose else { return }
    for id in pruning.staleIDs {
      rejectLog.diagnostics.detail(rejectLog.redacted("\(id): no longer processed"))
    }
    for result in pruning.staleResults {
      rejectLog.diagnostics.detail(
        rejectLog.redacted("\(result.assetID): result \(result.id) removed"))
    }
  }

  func reject(_ problem: RecordProblem) throws { try dumps.reject(problem) }

  func advance(to byte: Int) { progress.advance(to: byte) }
}
