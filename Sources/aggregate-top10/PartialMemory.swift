import Runs
import Scan
import SystemIO

/// Counts what the partial results of earlier runs tell of unchanged inputs, and keeps those of the
/// others.
///
/// A class, because the pass over the inputs asks it and the run reports what it did.
final class PartialMemory: InputMemory {
  private let store: PartialStore
  private let settings: PartialSettings
  private let counter: EventCounter
  private let rejectLog: RejectLog
  /// The counts of finished inputs; the counter has those of the current one.
  private var finished = RankingCounts()
  /// The totals before the current input, and a time before it was opened.
  private var before = RecordTotals()
  private var time = Timestamp.clock
  /// The number of inputs that were not read again.
  private(set) var inputCount = 0
  /// The number of their rejects, which earlier runs reported.
  private(set) var rejectCount = 0

  init(
    _ store: PartialStore, _ settings: PartialSettings, _ counter: EventCounter,
    _ rejectLog: RejectLog
  ) {
    (self.store, self.settings) = (store, settings)
    (self.counter, self.rejectLog) = (counter, rejectLog)
  }

  func recall(_ input: InputList.Input) throws -> InputPass.File? {
    guard let partial = try store.partial(of: input) else {
      (before, time) = (rejectLog.totals, .clock)
      return nil
    }
    finished.merge(partial.counts)
    rejectLog.add(partial.totals)
    inputCount += 1
    rejectCount += partial.totals.rejectCount
    return partial.pieces.first.map { InputPass.File($0, of: input) }
  }

  func keep(_ file: InputPass.File) throws {
    let counts = counter.takeCounts()
    finished.merge(counts)
    let partial = PartialResult(
      settings, pieces: [try CoveredPiece(file)], counts: counts,
      totals: rejectLog.totals.since(before))
    try store.keep(partial, of: file, readAt: time)
  }

  /// Passes on the counts of all inputs, and keeps what is known of their files.
  func finish() throws {
    counter.add(finished)
    try store.finish()
  }
}
