package import Formats
import Scan
import SystemIO

/// Totals of the shards of a run's exports, checked against the exports' metadata.
package struct ExportAudit: Sendable {
  /// The runs that read the shards.
  private enum Readers {
    /// This one, or its share of them.
    case thisRun(InputList.Share?)
    /// Others, whose counts are merged; the exports may be elsewhere now.
    case others
  }

  private let exports: [ManagedExport]
  private let readers: Readers
  /// The totals by export and part.
  private var totals: [[LogTotals]]
  /// The exports with a shard that was read.
  private var begun: Set<Int> = []

  /// Begins with empty totals.
  package init(_ inputs: InputList) {
    exports = inputs.exports
    readers = .thisRun(inputs.share)
    totals = exports.map { Array(repeating: LogTotals(), count: $0.parts.count) }
  }

  /// Begins with the totals of exports whose shards other runs have read.
  init(_ counts: [ExportCounts]) {
    exports = counts.map { ManagedExport($0) }
    readers = .others
    totals = counts.map { $0.parts.map(\.found) }
  }

  /// The counts of exports that are divided among runs; also of one without a shard in this run, so
  /// that a merge misses the runs that have them.
  var unfinished: [ExportCounts] {
    guard case .thisRun(let share?) = readers, share.dividesExports else { return [] }
    return exports.indices.compactMap { exports[$0].counts(totals[$0]) }
  }

  /// Whether every shard of an export is read, so that its counts can be checked.
  private func isWhole(_ export: Int) -> Bool {
    guard case .thisRun(let share?) = readers else { return true }
    return share.wholeExports.contains(export)
  }

  /// Adds the totals of an input, if it is a shard.
  package mutating func enter(_ log: LogTotals?, of input: InputList.Input) {
    guard let log, case .shard(let export, let part, _) = input.role else { return }
    totals[export][part] += log
    begun.insert(export)
  }

  /// Reports all differences from the metadata, once every shard is read.
  ///
  /// - Parameter rejectLog: takes missing entities, if the run salvages; nil otherwise.
  /// - Throws: `ExportProblem` if entities are missing or too many and `rejectLog` is nil.
  package func finish(salvagingInto rejectLog: RejectLog?, _ diagnostics: Diagnostics) throws {
    for (index, export) in exports.enumerated() where isWhole(index) {
      if !export.isCounted {
        guard begun.contains(index) else { continue }
        diagnostics.warning(
          "the export has no overall metadata: its number of documents cannot be checked"
            + (export.missingShard.map { ", and '\($0)' is missing among its shards" } ?? ""),
          kind: "uncounted export", at: Place(file: export.shownFolder))
      }
      for problem in export.problems(of: totals[index]) {
        guard let rejectLog else { throw try explained(problem, of: export) }
        try rejectLog.enter(problem)
      }
      for part in export.uncountedParts(totals[index]) {
        diagnostics.warning(
          "the metadata do not say how many entities are in '\(part)': counts cannot be checked",
          kind: "uncounted part", at: export.shownMetadata.map { Place(file: $0) })
      }
      for part in export.partsOfOtherByteCounts(totals[index]) {
        diagnostics.warning(
          "the shards in '\(part)' hold as many entities as the metadata say, but not as many "
            + "bytes; where they change, the entities' own bytes are counted",
          kind: "other byte count", at: export.shownMetadata.map { Place(file: $0) })
      }
    }
  }

  /// The problem, with a hint if an interrupted run in place caused it.
  private func explained(
    _ problem: ExportProblem, of export: ManagedExport
  ) throws -> ExportProblem {
    var problem = problem
    switch readers {
    case .thisRun: problem.hint = try EarlierRun.hint(for: export.shownFolder) ?? problem.hint
    case .others: problem.hint = "merge the partial results of all of its shards"
    }
    return problem
  }

  /// The metadata that an export needs after rewriting; nil if they stay unchanged.
  func mendedMetadata(of export: Int) -> [UInt8]? {
    exports[export].mendedMetadata(totals[export])
  }
}
