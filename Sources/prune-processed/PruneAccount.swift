import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// Counts the outcomes of a run, and warns of dumps that hold much and of undecodable results.
///
/// A class, because the reader calls it and the run reads its counts.
final class PruneAccount {
  private(set) var counts = PruneCounts()
  /// The outcomes of dumps; dumps that are only read count as unchanged.
  private(set) lazy var dumps = DumpBook<PrunedDump>(
    rejectLog, progress, device: device,
    rule: { [existing, isVerbose, listsIDs = skipReport != nil] dump, record, _ in
      try PrunedDump.prune(
        dump, record, existing: existing, showsStale: isVerbose, listsIDs: listsIDs)
    }, enter: { [unowned self] in enter($0, from: $1) })
  /// The existing assets; nil if dumps are only read.
  let existing: ExistingAssets?
  private(set) var skipReport: SkipReport?
  let rejectLog: RejectLog
  private let progress: RunProgress
  private let isVerbose: Bool
  /// Whether the changes are made; false in a dry run.
  private let isDone: Bool
  /// The device to prune; nil for all devices.
  private let device: DeviceChoice?

  init(
    existing: ExistingAssets?, _ skipReport: SkipReport?, _ rejectLog: RejectLog,
    _ progress: RunProgress, device: DeviceChoice?, _ arguments: Arguments
  ) {
    self.existing = existing
    self.skipReport = skipReport
    self.rejectLog = rejectLog
    self.progress = progress
    isVerbose = arguments[.verbose]
    isDone = !arguments.isDiscarding
    self.device = device
  }

  private func enter(_ dump: PrunedDump, from start: PartStart) {
    counts += dump.counts
    skipReport?.note(dump.ids)
    rejectLog.diagnostics.warn(
      ofSize: dump.size, isPruned: existing != nil, at: dump.place.shifted(by: start),
      documentID: dump.name)
    if let (reason, place) = dump.undecodable {
      rejectLog.diagnostics.warning(
        rejectLog.redactor.redact(
          "the cached results cannot be decoded: \(reason); kept as they are"),
        kind: "undecodable results", at: place.shifted(by: start), documentID: dump.name)
    }
    for id in dump.staleIDs {
      rejectLog.diagnostics.detail(
        rejectLog.redactor.redact("\(id): \(isDone ? "no longer processed" : "to prune")"))
    }
    for result in dump.staleResults {
      let fate = isDone ? "removed" : "to remove"
      rejectLog.diagnostics.detail(
        rejectLog.redactor.redact("\(result.assetID): result \(result.id) \(fate)"))
    }
  }
}

extension Diagnostics {
  /// Warns of a dump that holds more processed state than UserDefaults is made for.
  ///
  /// - Parameter isPruned: whether this run removes what is stale.
  func warn(
    ofSize size: ProcessedSize, isPruned: Bool = false, at place: @autoclosure () -> Place?,
    documentID: String? = nil
  ) {
    guard size.isTooLarge else { return }
    warning(
      "the dump holds \(Amount.count(size.idCount, of: "processed id")), "
        + "\(Amount.bytes(size.byteCount)) with the results, and the app reads all at every start",
      kind: "large processed state",
      hint: "UserDefaults is made for at most \(Amount.count(ProcessedSize.idLimit)) and "
        + Amount.bytes(ProcessedSize.byteLimit)
        + (isPruned ? "" : "; --existing removes what is stale"),
      at: place(), documentID: documentID)
  }
}

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
