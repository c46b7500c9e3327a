import Scan
import SystemIO

/// What earlier runs counted in inputs that have not changed, so that these need not be read again;
/// keeps the counts of the others.
///
/// A class, because the pass over the inputs asks it and the run reports what it did.
package final class PartialMemory {
  private let store: PartialStore
  private let settings: PartialSettings
  private let rejectLog: RejectLog
  /// Removes and returns the counts of the input that was read last.
  private let takeCounts: () -> RankingCounts
  /// The counts of finished inputs.
  private var finished: PartialResult
  private var inputs: [InputList.Input] = []
  /// The inputs in the sum that an earlier run kept.
  private var summed: [PathKey: CoveredPiece] = [:]
  /// The totals before the current input, and a time before it was opened.
  private var before = RecordTotals()
  private var time = Timestamp.clock
  /// The number of inputs that were not read again.
  package private(set) var inputCount = 0
  /// The number of their rejects, which earlier runs reported.
  package private(set) var rejectCount = 0
  /// Whether a partial result could not be kept, so that the next run reads the inputs again.
  package var hasFailed: Bool { store.hasFailed }

  /// Opens the folder, and creates it if needed.
  ///
  /// - Parameters:
  ///   - variant: the options, other than the settings, that decide how an input is read.
  ///   - takeCounts: removes and returns the counts of the input that was read last.
  /// - Throws: `UsageError` if it would be read as an input; `OutputRefusal` if it holds foreign
  ///   files; `SystemError`.
  package init(
    _ directory: String, _ settings: PartialSettings, variant: String, of inputs: InputList,
    _ rejectLog: RejectLog, _ run: ToolRun, takeCounts: @escaping () -> RankingCounts
  ) throws {
    store = try PartialStore(directory, settings, variant: variant, run)
    (self.settings, self.rejectLog, self.takeCounts) = (settings, rejectLog, takeCounts)
    finished = PartialResult(settings)
    guard let sum = try store.sum(of: inputs) else { return }
    summed = Dictionary(paths: sum.pieces.map { ($0.path, $0) })
    (finished.counts, finished.totals) = (sum.counts, sum.totals)
    rejectLog.add(sum.totals)
    rejectCount = sum.totals.rejectCount
  }

  /// The input as an earlier run read it, whose counts are then taken from there; nil if it must be
  /// read.
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

  /// Keeps the counts of an input that was read to its end after `recall` returned nil for it.
  func keep(_ file: InputPass.File) throws {
    var partial = PartialResult(settings)
    partial.pieces = [try CoveredPiece(file)]
    (partial.counts, partial.totals) = (takeCounts(), rejectLog.totals.since(before))
    finished.pieces += partial.pieces
    inputs.append(file.input)
    finished.counts.merge(partial.counts)
    finished.totals.merge(partial.totals)
    try store.keep(partial, of: file, readAt: time)
  }

  /// The counts of all inputs, once what is known of their files is kept.
  package func finish() throws -> RankingCounts {
    if finished.pieces.count != summed.count { try store.keep(sum: finished, of: inputs) }
    try store.finish()
    return finished.counts
  }
}
