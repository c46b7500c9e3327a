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
  private var finished: PartialResult
  private var inputs: [InputList.Input] = []
  /// The inputs in the sum that an earlier run kept.
  private var summed: [PathKey: CoveredPiece] = [:]
  /// The totals before the current input, and a time before it was opened.
  private var before = RecordTotals()
  private var time = Timestamp.clock
  /// The number of inputs that were not read again.
  private(set) var inputCount = 0
  /// The number of their rejects, which earlier runs reported.
  private(set) var rejectCount = 0
  /// Whether a partial result could not be kept, so that the next run reads the inputs again.
  var hasFailed: Bool { store.hasFailed }

  init(
    _ store: PartialStore, _ settings: PartialSettings, of inputs: InputList,
    _ counter: EventCounter, _ rejectLog: RejectLog
  ) throws {
    (self.store, self.settings) = (store, settings)
    (self.counter, self.rejectLog) = (counter, rejectLog)
    finished = PartialResult(settings)
    guard let sum = try store.sum(of: inputs) else { return }
    summed = Dictionary(paths: sum.pieces.map { ($0.path, $0) })
    (finished.counts, finished.totals) = (sum.counts, sum.totals)
    rejectLog.add(sum.totals)
    rejectCount = sum.totals.rejectCount
  }

  func recall(_ input: InputList.Input) throws -> InputPass.File? {
    if let piece = summed[input.path] { return recalled(piece, of: input) }
    guard let partial = try store.partial(of: input) else {
      (before, time) = (rejectLog.totals, .clock)
      return nil
    }
    finished.counts.merge(partial.counts)
    finished.totals.merge(partial.totals)
    rejectLog.add(partial.totals)
    rejectCount += partial.totals.rejectCount
    return partial.pieces.first.map { recalled($0, of: input) }
  }

  private func recalled(_ piece: CoveredPiece, of input: InputList.Input) -> InputPass.File {
    inputCount += 1
    finished.pieces.append(piece)
    inputs.append(input)
    return InputPass.File(piece, of: input)
  }

  func keep(_ file: InputPass.File) throws {
    let partial = PartialResult(
      settings, pieces: [try CoveredPiece(file)], counts: counter.takeCounts(),
      totals: rejectLog.totals.since(before))
    finished.pieces += partial.pieces
    inputs.append(file.input)
    finished.counts.merge(partial.counts)
    finished.totals.merge(partial.totals)
    try store.keep(partial, of: file, readAt: time)
  }

  /// Passes on the counts of all inputs, and keeps what is known of their files.
  func finish() throws {
    counter.add(finished.counts)
    if finished.pieces.count != summed.count { try store.keep(sum: finished, of: inputs) }
    try store.finish()
  }
}
