package import Formats
import Scan
import SystemIO

/// Adds up what the shards of a run's exports hold, and holds it against what their metadata say.
package struct ExportAudit: Sendable {
  private let exports: [ManagedExport]
  /// By export and part.
  private var totals: [[LogTotals]]
  /// The exports of which a shard was read.
  private var begun: Set<Int> = []

  /// Begins with nothing read.
  package init(_ inputs: InputList) {
    exports = inputs.exports
    totals = exports.map { Array(repeating: LogTotals(), count: $0.parts.count) }
  }

  /// Takes note of what an input held, if it is a shard.
  package mutating func enter(_ log: LogTotals?, of input: InputList.Input) {
    guard let log, case .shard(let export, let part, _) = input.role else { return }
    totals[export][part] += log
    begun.insert(export)
  }

  /// Says what the metadata show to be wrong, after every shard was read.
  ///
  /// - Parameter rejectLog: takes what is missing, where the run is to save what can be saved; nil
  ///   where it is not.
  /// - Throws: `ExportProblem` where documents are missing or too many and there is no rejectLog.
  package func finish(salvagingInto rejectLog: RejectLog?, _ diagnostics: Diagnostics) throws {
    for (index, export) in exports.enumerated() {
      if !export.isCounted {
        guard begun.contains(index) else { continue }
        diagnostics.warning(
          "the export has no overall metadata: nothing says how many documents it should hold"
            + (export.missingShard.map { ", and '\($0)' is missing among its shards" } ?? ""),
          kind: "uncounted export", at: Place(file: export.shownFolder))
      }
      for problem in export.problems(of: totals[index]) {
        guard let rejectLog else { throw try Self.explained(problem, of: export) }
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

  /// What to say of a problem, with what to do about it where a run was interrupted.
  private static func explained(
    _ problem: ExportProblem, of export: ManagedExport
  ) throws -> any ReportableError {
    try InterruptedExport(problem, export) ?? problem
  }

  /// What the metadata of an export must become; nil where they stay as they came.
  package func mendedMetadata(of export: Int) -> [UInt8]? {
    exports[export].mendedMetadata(totals[export])
  }
}

/// What is wrong with an export because a run that rewrote it in place was interrupted.
private struct InterruptedExport: ReportableError {
  let problem: ExportProblem
  let hint: String?

  /// Nil where there was no such run.
  init?(_ problem: ExportProblem, _ export: ManagedExport) throws {
    guard let hint = try EarlierRun.hint(for: export.shownFolder) else { return nil }
    (self.problem, self.hint) = (problem, hint)
  }

  var kind: FailureKind { problem.kind }
  var place: Place? { problem.place }
  var message: String { problem.message }
}
