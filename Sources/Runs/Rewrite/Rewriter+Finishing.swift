import Formats
import Scan
import SystemIO

// What becomes of one input once all of it is read.
extension Rewriter {
  /// Writes an input as it is, and says how many bytes that were.
  func copy(
    of input: InputList.Input
  ) throws -> (output: FinishedOutput, byteCount: Int) {
    let sum = plan.keepsCheckpoints(for: input) ? FileChecksum() : nil
    var window = ByteWindow(try InputFile(path: input.path), sum: sum)
    var output = try plan.output(for: input, isCopy: input.role != nil, sum: sum)
    try follow(&output)
    try window.forEachPiece { try output.copy($0) }
    return (try finish(&output, of: input), window.byteCountRead)
  }

  /// Has the journal take the edits of an output.
  func follow(_ output: inout ByteOutput) throws {
    if let follower = try journal?.follower() { output.follow(by: follower) }
  }

  /// Ends an output, and enters it in the journal where it is kept.
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
    pass.enter(result, of: input, format)
    if plan.isStreaming, result.output.byteCount > 0 { facts.isResultStreamed = true }
    let isMended = (input.mending?.changedCount ?? 0) > 0
    let isChanged = result.counts.changed + result.counts.dropped > 0 || isMended
    let compression = result.window.compression
    let isRemoved = format.isOneDocument && result.counts.dropped > 0
    // In place, a file that does not change is not touched at all.
    let isPublished = (isChanged || !plan.isInPlace) && !isRemoved
    var output: FinishedOutput
    if let compression, !isChanged, !plan.isInPlace {
      output = try unchanged(
        try result.output.finish(), of: input, result.window.inputByteCount, compression)
    } else if isPublished, compression == nil {
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
    if isPublished, plan.isInPlace, input.status.nameCount > 1 { warnOfOtherNames(input) }
    try pass.check(result.window, of: input)
    files.append(
      File(
        input: input.shownPath, format: format, compression: compression, counts: result.counts,
        isChanged: isChanged, isPublished: isPublished, isRecognized: isRecognized,
        isRemoved: isRemoved, output: output,
        byteCountRead: result.window.byteCountRead,
        inputByteCount: result.window.inputByteCount, inputDigest: result.window.digest()))
  }

  /// Has an output published with all others, where no other file is in its place.
  ///
  /// - Returns: whether it is there already, complete.
  @discardableResult
  mutating func add(_ output: FinishedOutput) throws -> Bool {
    var isRecognized = false
    do {
      isRecognized = try plan.recognizes(output)
      if isRecognized { recognizedCount += 1 }
    } catch let refusal as OutputRefusal where plan.isDiscarding {
      diagnostics.warning("the real run would fail: \(refusal.message)", kind: "obstacle")
    }
    publication.add(output)
    return isRecognized
  }

  /// Says what came of `--resume`, where that was not said when it happened.
  func tellOfResuming() {
    if recognizedCount > 0 {
      diagnostics.note(
        recognizedCount == 1
          ? "--resume left 1 output as it is: it was complete"
          : "--resume left \(Amount.count(recognizedCount, of: "output")) as they are: they were complete"
      )
    } else if plan.resumes, !facts.hasResumed, !hasRestored {
      let isWritten = files.contains { $0.isPublished }
      diagnostics.note(
        "--resume found nothing to resume"
          + (isWritten ? ": every output was written from its beginning" : ""))
    }
  }

  /// What to do when a signal, or an error, stops the run while its outputs get their names.
  ///
  /// - Parameter isAfterChange: whether a file was changed by someone else; to undo the run without
  ///   `--salvage` would be refused for it.
  func remedy(isAfterChange: Bool = false) -> String? {
    if plan.isDiscarding { return nil }
    let undo = journalPath.map {
      "to take that back: \(diagnostics.tool) --undo \(ShellWord.quoted(path: $0))"
        + (isAfterChange && plan.isInPlace ? " --salvage" : "")
    }
    let rest =
      plan.namesOutputs
      ? "to \(plan.isInPlace ? "do" : "write") the rest: run again with --resume" : nil
    return undo.map { undo in rest.map { "\(undo); \($0)" } ?? undo } ?? rest
  }

  /// Has the file go that was one document; where it cannot, there is no plan of that either.
  private mutating func remove(_ input: InputList.Input) throws {
    do {
      guard let path = try plan.removal(for: input) else { return }
      try journal?.enter(removalOf: path, input)
      publication.add(removalOf: path)
    } catch let refusal as OutputRefusal where plan.isDiscarding && planRecord == nil {
      diagnostics.warning("the real run would fail: \(refusal.message)", kind: "obstacle")
    }
  }

  /// A file is replaced under the name that was given, and nothing tells its other names.
  private func warnOfOtherNames(_ input: InputList.Input) {
    diagnostics.warning(
      "the file has \(Amount.count(input.status.nameCount - 1, of: "more name")), under which it "
        + "stays as it was: hard links are not followed",
      kind: "other names", at: Place(file: input.shownPath))
  }

  /// The output of a compressed input that does not change: its own bytes, which a program that
  /// compresses it again may not hit upon.
  private func unchanged(
    _ recompressed: FinishedOutput, of input: InputList.Input, _ byteCount: Int,
    _ compression: Compression
  ) throws -> FinishedOutput {
    guard plan.canCopy(input) else {
      diagnostics.note(
        "'\(input.shownPath)' does not change, but is compressed anew with "
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
