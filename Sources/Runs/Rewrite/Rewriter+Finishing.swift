import Formats
import Scan
import SystemIO

// Finishes the output of an input that was read to its end.
extension Rewriter {
  /// Copies an input unchanged, and returns the number of its bytes.
  func copy(
    of input: InputList.Input
  ) throws -> (output: FinishedOutput, byteCount: Int) {
    let sum = outputs.keepsCheckpoints(for: input) ? FileChecksum() : nil
    var window = ByteWindow(try InputFile(path: input.path), sum: sum)
    var output = try outputs.output(for: input, isCopy: input.role != nil, sum: sum)
    try follow(&output)
    try window.forEachPiece { try output.copy($0) }
    return (try finish(&output, of: input), window.byteCountRead)
  }

  /// Records the edits of an output in the journal, if there is one.
  func follow(_ output: inout ByteOutput) throws {
    if let follower = try journal?.follower() { output.follow(by: follower) }
  }

  /// Finishes an output, and adds it to the journal, if there is one.
  func finish(
    _ output: inout ByteOutput, of input: InputList.Input, known: JournalFile.Identity? = nil
  ) throws -> FinishedOutput {
    let finished = try output.finish()
    if let journal, try finished.opened() != nil {
      try output.tellEdits()
      try journal.enter(input, known: known, finished)
    }
    return finished
  }

  mutating func finish(
    _ result: consuming StreamResult, of input: InputList.Input, _ format: InputFormat
  ) throws {
    let read = pass.enter(result, of: input, format)
    if outputs.isStreaming, result.output.byteCount > 0 { run.facts.isResultStreamed = true }
    let isMended = (input.mending?.changedCount ?? 0) > 0
    let isChanged = result.counts.changed + result.counts.dropped > 0 || isMended
    let isRemoved = format.isOneDocument && result.counts.dropped > 0
    // In place, an unchanged file is not touched.
    let isPublished = (isChanged || !outputs.isInPlace) && !isRemoved && !format.isHistory
    var output: FinishedOutput
    if let compression = read.compression, !isChanged, !outputs.isInPlace {
      output = try unchanged(
        try result.output.finish(), of: input, read.storedByteCount, compression)
    } else if isPublished, read.compression == nil {
      output = try finish(&result.output, of: input, known: JournalFile.Identity(result.window))
    } else {
      output = try result.output.finish()
      if isPublished, let journal, let file = try output.opened() {
        try journal.enter(whole: input, output, file)
      }
    }
    var isRecognized = false
    if isPublished {
      isRecognized = try add(output)
    } else {
      output.discard()
    }
    if isRemoved { try remove(input) }
    if isPublished, outputs.isInPlace, input.status.nameCount > 1 { warnOfOtherNames(input) }
    try pass.check(result.window, of: input)
    files.append(
      File(
        input: input.shownPath, read: read, counts: result.counts, isChanged: isChanged,
        isPublished: isPublished, isRecognized: isRecognized, isRemoved: isRemoved,
        output: output))
  }

  /// Adds an output to the publication, unless another file has its name.
  ///
  /// - Returns: whether the file exists already, with the same bytes.
  /// - Throws: `OutputRefusal` if a file with other bytes exists; a dry run warns instead.
  @discardableResult
  mutating func add(_ output: FinishedOutput) throws -> Bool {
    var isRecognized = false
    try run.warnOfObstacles { isRecognized = try outputs.recognizes(output) }
    if isRecognized { recognizedCount += 1 }
    if outputs.namesOutputs { try outputs.publication.add(output) }
    return isRecognized
  }

  /// Notes the effect of `--resume`, if no earlier note did.
  func tellOfResuming() {
    if recognizedCount > 0 {
      diagnostics.note(
        recognizedCount == 1
          ? "--resume left 1 output as it is: it was complete"
          : "--resume left \(Amount.count(recognizedCount, of: "output")) as they are: they were complete"
      )
    } else if outputs.resumes, !run.facts.hasResumed, !run.facts.hasRestored,
      !run.facts.hasKeptBatches
    {
      let isWritten = files.contains { $0.isPublished }
      diagnostics.note(
        "--resume found nothing to resume"
          + (isWritten ? ": every output was written from its beginning" : ""))
    }
  }

  /// The commands to run after a signal or an error that stops the run while it publishes.
  ///
  /// - Parameter isAfterChange: whether another program changed a file meanwhile. Then undoing needs
  ///   `--salvage`, and the file can be rewritten, but not as a part of this run.
  func remedy(isAfterChange: Bool = false) -> String? {
    if outputs.isDiscarding { return nil }
    let isChanged = isAfterChange && outputs.isInPlace
    let undo = journalPath.map {
      "to undo that: \(diagnostics.tool) --undo \(ShellWord.quoted(path: $0))"
        + (isChanged ? " --salvage" : "")
    }
    let rest =
      outputs.namesOutputs
      ? "to \(outputs.isInPlace ? "do" : "write") the rest: run again"
        + (isChanged ? "" : " with --resume") : nil
    return undo.map { undo in rest.map { "\(undo); \($0)" } ?? undo } ?? rest
  }

  /// Adds the removal of a file whose one document is deleted.
  ///
  /// A refusal is only a warning in a dry run without `--plan-out`: no plan could contain the
  /// removal.
  private mutating func remove(_ input: InputList.Input) throws {
    do {
      guard let path = try outputs.removal(for: input) else { return }
      try journal?.enter(removalOf: path, input)
      outputs.publication.removals.append(path)
    } catch let refusal as OutputRefusal where outputs.isDiscarding && plan == nil {
      diagnostics.warn(ofObstacle: refusal.message)
    }
  }

  /// Warns that the file's other hard links keep the old bytes.
  ///
  /// A rename replaces one name only, and the other names cannot be found.
  private func warnOfOtherNames(_ input: InputList.Input) {
    diagnostics.warning(
      "the file has \(Amount.count(input.status.nameCount - 1, of: "more name")), with the old "
        + "content: hard links are not followed",
      kind: "other names", at: Place(file: input.shownPath))
  }

  /// The output of an unchanged compressed input: a copy, because recompression may give other
  /// bytes.
  private func unchanged(
    _ recompressed: FinishedOutput, of input: InputList.Input, _ byteCount: Int,
    _ compression: Compression
  ) throws -> FinishedOutput {
    guard outputs.canCopy(input) else {
      diagnostics.note(
        "'\(input.shownPath)' does not change, but is compressed again with "
          + "\(compression.program): a stream cannot be copied")
      return recompressed
    }
    recompressed.discard()
    let copy = try copy(of: input)
    guard copy.byteCount == byteCount else {
      copy.output.discard()
      throw OutputRefusal(.inputOutput, "'\(input.path)' changed while it was read")
    }
    return copy.output
  }
}
