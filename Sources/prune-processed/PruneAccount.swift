import ByteIO
import Console
import Formats
import Jokes
import Wiring

/// Decides about every dump of a run, and keeps the books.
///
/// A class, because the reader calls it and the run reads its books.
final class PruneAccount: DefaultsDumpVisitor {
  /// What became of things of one sort.
  struct Count {
    var read = 0
    var stale = 0
    var kept: Int { read - stale }
  }

  /// What became of the dumps, and of what they hold.
  struct Counts {
    var dumpsRead = 0
    var pruned = 0
    /// Dumps in which nothing is stale, or was looked for.
    var unchanged = 0
    var rejected = 0
    var ids = Count()
    var results = Count()
    /// Values that hold results, but cannot be decoded.
    var undecodable = 0
  }

  private(set) var counts = Counts()
  /// What still exists; nil where dumps are only read.
  let existing: ExistingAssets?
  private(set) var skipReport: SkipReport?
  let ledger: Ledger
  private let progress: RunProgress
  private let isVerbose: Bool

  init(
    existing: ExistingAssets?, _ skipReport: SkipReport?, _ ledger: Ledger,
    _ progress: RunProgress, isVerbose: Bool
  ) {
    self.existing = existing
    self.skipReport = skipReport
    self.ledger = ledger
    self.progress = progress
    self.isVerbose = isVerbose
  }

  func visit(_ dump: DefaultsDump, _ record: Record) throws -> [UInt8]? {
    ledger.recordCount += 1
    progress.recordCount += 1
    counts.dumpsRead += 1
    guard let existing else {
      let read = try ledger.migrate(dump, record) { dump throws(DefaultsDumpError) in
        (try ProcessedDefaults(of: dump), [])
      }
      enter(read?.plan, record, dump.kind)
      return nil
    }
    let pruned = try ledger.migrate(dump, record) { dump throws(DefaultsDumpError) in
      let pruning = try ProcessedPruning(of: dump, existing: existing)
      return (pruning, pruning.edits)
    }
    enter(pruned?.plan.state, record, dump.kind)
    guard let (pruning, bytes) = pruned, !pruning.edits.isEmpty else { return nil }
    try ledger.verify(bytes, dump.kind) { dump throws(DefaultsDumpError) in
      let left = try ProcessedPruning(of: dump, existing: existing)
      return left.edits.isEmpty && left.keptIDCount == pruning.keptIDCount
        && left.keptResultCount == pruning.keptResultCount
        && left.state.undecodable?.reason == pruning.state.undecodable?.reason
    }
    enter(pruning)
    return bytes
  }

  /// Enters what a dump holds; nil for a reject.
  private func enter(_ state: ProcessedDefaults?, _ record: borrowing Record, _ kind: DefaultsKind)
  {
    guard let state else {
      counts.rejected += 1
      return
    }
    counts.unchanged += 1
    counts.ids.read += state.assets.ids.count
    counts.results.read += state.results?.results.count ?? 0
    skipReport?.note(state.assets)
    if let problem = state.undecodable {
      counts.undecodable += 1
      ledger.diagnostics.warning(
        ledger.redacted(
          "the cached results cannot be decoded: \(problem.reason); kept as they are"),
        kind: "undecodable results", at: record.place(ofDumpByte: problem.byteOffset, kind))
    }
  }

  /// Enters what goes from a dump that was entered.
  private func enter(_ pruning: ProcessedPruning) {
    counts.unchanged -= 1
    counts.pruned += 1
    counts.ids.stale += pruning.staleIDs.count
    counts.results.stale += pruning.staleResults.count
    guard isVerbose else { return }
    for id in pruning.staleIDs {
      ledger.diagnostics.detail(ledger.redacted("\(id): no longer processed"))
    }
    for result in pruning.staleResults {
      ledger.diagnostics.detail(ledger.redacted("\(result.assetID): result \(result.id) goes"))
    }
  }

  /// Holds what was decided against what the streams did to the bytes.
  ///
  /// - Throws: `InternalFault` where the two differ.
  func checkBooks(_ done: RecordCounts) throws {
    let accounted = counts.pruned + counts.unchanged + counts.rejected
    if counts.dumpsRead != accounted || done.changed != counts.pruned {
      throw InternalFault(
        "the books do not balance: \(counts.dumpsRead) dumps read, \(accounted) accounted for, "
          + "\(counts.pruned) pruned, \(done.changed) changed")
    }
  }

  func reject(_ problem: RecordProblem) throws {
    counts.dumpsRead += 1
    counts.rejected += 1
    try ledger.reject(problem)
  }

  func advance(to byte: Int) { progress.advance(to: byte) }
}
