import Scan
import SystemIO

// Checks a run against the plan or summary that recorded it.
extension Rewriter {
  /// Checks inputs and results against the record, before anything is published.
  ///
  /// - Returns: the plan file, if one is written.
  /// - Throws: `ChangedInput`, or `UnsuitableInput` if the same inputs gave another result.
  mutating func checkAgainstRecord(_ batches: BatchDirectory?) throws -> FinishedOutput? {
    try checkSideInputs()
    if batches != nil { try checkInputs() }
    try record.checkIsWhole()
    let results = results(batches)
    if let expectation = run.expectation, expectation.purpose == .applying {
      try results.check(against: expectation)
    }
    return try plan?.finish(record.identities, results)
  }

  /// Throws if a file read beside the inputs has changed since the run began.
  private func checkSideInputs() throws {
    for other in sideInputs where other.path != "-" && other.status.kind == .regular {
      if try FileStatus(path: other.path)?.isUnchanged(since: other.status) == true { continue }
      throw OutputRefusal(
        .inputOutput, "\(other.option) '\(other.path)' changed while it was read",
        hint: "run again when nothing else writes to it")
    }
  }

  /// Throws if an input has changed since the run began: batches need two readings of it.
  private func checkInputs() throws {
    for input in inputs.inputs where input.canBeReadTwice {
      if try FileStatus(path: input.path)?.isUnchanged(since: input.status) == true { continue }
      throw OutputRefusal(
        .inputOutput, "'\(input.path)' changed while it was read",
        hint: "nothing was published; run again when nothing else writes to it")
    }
  }

  /// The outputs that were hashed, and the removals.
  private func results(_ batches: BatchDirectory?) -> RunResults {
    var results = RunResults()
    for file in files where outputs.namesOutputs {
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
