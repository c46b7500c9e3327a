import Formats
import Scan
import SystemIO

/// Adds partial results up, and refuses those that do not fit together.
struct PartialMerge {
  private var sum: PartialResult?
  private var firstPath = ""
  private var coverage = Coverage()
  /// The partial result with rows of changelogs.
  private var historyPath: String?
  /// The bound of all numbers so far.
  private var bound = 0

  /// Adds a partial result.
  ///
  /// - Throws: `UnsuitableInput` if it was made with other settings.
  mutating func add(_ partial: PartialResult, from path: String) throws(UnsuitableInput) {
    guard var sum else {
      (sum, firstPath, bound) = (partial, path, partial.bound ?? Int.max)
      try enter(partial, path)
      return
    }
    if let (own, others) = partial.settings.difference(from: sum.settings) {
      throw UnsuitableInput(
        path, "it was made \(own), and '\(firstPath)' \(others)",
        hint: "merge partial results of the same settings only")
    }
    let (next, overflows) = bound.addingReportingOverflow(partial.bound ?? Int.max)
    guard !overflows else {
      throw UnsuitableInput(
        path, "its counts and those of '\(firstPath)' and others are too large to add",
        hint: "see whether the partial results are right")
    }
    bound = next
    try enter(partial, path)
    // Not copied while it grows.
    self.sum = nil
    sum.pieces += partial.pieces
    sum.shares += partial.shares
    sum.exports.merge(partial.exports)
    sum.counts.merge(partial.counts)
    sum.totals.merge(partial.totals)
    self.sum = sum
  }

  private mutating func enter(_ partial: PartialResult, _ path: String) throws(UnsuitableInput) {
    coverage.enter(partial, of: path)
    guard partial.pieces.contains(where: \.format.isHistory) else { return }
    if let historyPath {
      throw UnsuitableInput(
        path, "it and '\(historyPath)' both cover changelogs, whose latest rows may be in either",
        hint: "read all changelogs in one run")
    }
    historyPath = path
  }

  /// The sum; nil if nothing was added.
  ///
  /// - Parameter isWhole: whether no share of a run may be missing.
  /// - Throws: `UnsuitableInput` if two partial results cover the same input, the shares of a run do
  ///   not fit together, or one is missing.
  func finish(isWhole: Bool) throws(UnsuitableInput) -> PartialResult? {
    try coverage.check()
    guard var sum else { return nil }
    try sum.joinShares()
    guard isWhole, let run = sum.shares.first?.run else { return sum }
    let present = sum.shares.lazy.filter { $0.run == run }.map(\.shard.index)
    let missing = RunShard.missing(among: Set(present), of: run.shareCount)
    throw UnsuitableInput(
      firstPath,
      "it and the others are of a run in \(Amount.count(run.shareCount, of: "share")), of which "
        + RunShard.words(missing, of: run.shareCount),
      hint: "name their partial results, too, or make them with "
        + "'--shard \(missing[0])/\(run.shareCount)'")
  }
}
