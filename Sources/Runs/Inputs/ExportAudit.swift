package import Formats
import Scan
import SystemIO

/// Totals of the shards of a run's exports, checked against the exports' metadata.
package struct ExportAudit: Sendable {
  private let exports: [ManagedExport]
  /// The share of them that this run reads; nil if it reads all.
  private let share: InputList.Share?
  /// The totals by export and part.
  private var totals: [[LogTotals]]
  /// The exports with a shard that was read.
  private var begun: Set<Int> = []

  /// Begins with empty totals.
  package init(_ inputs: InputList) {
    exports = inputs.exports
    share = inputs.share
    totals = exports.map { Array(repeating: LogTotals(), count: $0.parts.count) }
  }

  /// The counts of exports that are divided among runs; also of one without a shard in this run, so
  /// that a merge misses the runs that have them.
  var unfinished: [ExportCounts] {
    guard share?.dividesExports == true else { return [] }
    return exports.indices.compactMap { exports[$0].counts(totals[$0]) }
  }

  /// Adds the totals of an input, if it is a shard.
  package mutating func enter(_ log: LogTotals?, of input: InputList.Input) {
    guard let log, case .shard(let export, let part, _) = input.role else { return }
    totals[export][part] += log
    begun.insert(export)
  }

  /// Reports all differences from the metadata of the exports of which every shard is read.
  ///
  /// - Parameter rejectLog: takes missing entities, if the run salvages; nil otherwise.
  /// - Throws: `ExportProblem` if entities are missing or too many and `rejectLog` is nil.
  package func finish(salvagingInto rejectLog: RejectLog?, _ diagnostics: Diagnostics) throws {
    for (index, export) in exports.enumerated()
    where share?.wholeExports.contains(index) != false {
      if let counts = export.counts(totals[index]) {
        // An interrupted run in place may be the cause.
        try counts.check(salvagingInto: rejectLog, diagnostics) {
          try EarlierRun.hint(for: export.shownFolder)
        }
      } else if begun.contains(index) {
        diagnostics.warning(
          "the export has no overall metadata: its number of documents cannot be checked"
            + (export.missingShard.map { ", and '\($0)' is missing among its shards" } ?? ""),
          kind: "uncounted export", at: Place(file: export.shownFolder))
      }
    }
  }

  /// The metadata that an export needs after rewriting; nil if they stay unchanged.
  func mendedMetadata(of export: Int) -> [UInt8]? {
    exports[export].mendedMetadata(totals[export])
  }
}

extension ExportCounts {
  /// Reports all differences from the metadata, once every shard is read.
  ///
  /// - Parameters:
  ///   - rejectLog: takes missing entities, if the run salvages; nil otherwise.
  ///   - hint: what to do about missing entities; nil is to get the export again.
  /// - Throws: `ExportProblem` if entities are missing or too many and `rejectLog` is nil.
  func check(
    salvagingInto rejectLog: RejectLog?, _ diagnostics: Diagnostics, hint: () throws -> String?
  ) throws {
    for var problem in problems {
      guard let rejectLog else {
        problem.hint = try hint() ?? problem.hint
        throw problem
      }
      try rejectLog.enter(problem)
    }
    for part in uncountedParts {
      diagnostics.warning(
        "the metadata do not say how many entities are in '\(part)': counts cannot be checked",
        kind: "uncounted part", at: Place(file: shownMetadata))
    }
    for part in partsOfOtherByteCounts {
      diagnostics.warning(
        "the shards in '\(part)' hold as many entities as the metadata say, but not as many "
          + "bytes; where they change, the entities' own bytes are counted",
        kind: "other byte count", at: Place(file: shownMetadata))
    }
  }
}
