import Scan
import SystemIO

// A run that is written down, or was and is done again, is known by what it read and what it makes.
extension Rewriter {
  /// Holds what was read and made against what was recorded, before any of it is published.
  ///
  /// - Returns: the plan, where one is to be left.
  /// - Throws: `ChangedInput`, and `ChangedResult` where the same inputs give something else.
  mutating func checkAgainstRecord(_ batches: BatchDirectory?) throws -> FinishedOutput? {
    try checkSideInputs()
    if batches != nil { try checkInputs() }
    try record.checkIsWhole()
    let results = results(batches)
    if let expectation, expectation.purpose == .applying { try results.check(against: expectation) }
    return try planRecord?.finish(record, results)
  }

  /// Throws where a file that is read beside the inputs is not the one any more that was looked up.
  private func checkSideInputs() throws {
    for other in sideInputs where other.path != "-" && other.status.kind == .regular {
      if try FileStatus(path: other.path)?.isUnchanged(since: other.status) == true { continue }
      throw OutputRefusal(
        .inputOutput, "\(other.option) '\(other.path)' changed while it was read",
        hint: "run again when nothing else writes to it")
    }
  }

  /// Throws where an input is not the one any more that was looked up: for batches, it is read twice.
  private func checkInputs() throws {
    for input in inputs.inputs where input.canBeReadTwice {
      if try FileStatus(path: input.path)?.isUnchanged(since: input.status) == true { continue }
      throw OutputRefusal(
        .inputOutput, "'\(input.path)' changed while it was read",
        hint: "nothing was published; run again when nothing else writes to it")
    }
  }

  /// What is written and taken away, as far as it is hashed.
  private func results(_ batches: BatchDirectory?) -> RunResults {
    var results = RunResults()
    for file in files where plan.namesOutputs {
      if file.isRemoved { results.removals.append(file.output.path) }
      guard file.isPublished, let digest = file.output.digest else { continue }
      results.outputs.append(
        FileIdentity(
          path: file.output.path, byteCount: file.output.byteCount, checksum: .sha256(digest)))
    }
    if let batches {
      results.outputs += batches.files.map { file in
        FileIdentity(
          path: batches.path + "/" + file.name, byteCount: file.byteCount,
          checksum: .sha256(file.digest))
      }
    }
    return results
  }
}
