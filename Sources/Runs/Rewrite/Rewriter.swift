package import Formats
import Scan
package import SystemIO

/// Rewrites inputs one after the other, and publishes all outputs or none.
package struct Rewriter {
  /// One input and its output.
  package struct File: Sendable {
    /// The path of the input.
    package let input: String
    /// What was read of it; nil for a file that is only copied with its export.
    let read: InputPass.File?
    /// The counts of its records.
    package var counts = RecordCounts()
    /// Whether any byte changed.
    package let isChanged: Bool
    /// Whether the output is, or would be, published. In place, an unchanged file is not, and a
    /// changelog never is.
    let isPublished: Bool
    /// Whether `--resume` found the output complete.
    var isRecognized = false
    /// Whether it is removed because its one document is deleted.
    var isRemoved = false
    /// Its output, written but not published.
    package let output: FinishedOutput

    var format: InputFormat? { read?.format }
  }

  /// Reads one input to its end: the window, its format, and the output for kept records.
  package typealias Reading = (
    consuming ByteWindow, InputFormat, consuming ByteOutput, InputContext
  ) throws -> StreamResult

  /// The files finished so far.
  package internal(set) var files: [File] = []
  /// The pass that reads the inputs.
  package internal(set) var pass: InputPass
  /// Every path that the run writes.
  package internal(set) var outputs: OutputSet
  /// The plan to write, which the reject log fills; nil without `--plan-out`.
  package let plan: PlanFile?
  /// The number of outputs that the resumed run had published.
  var recognizedCount = 0
  let journal: RunJournal?
  let sideInputs: [AuxiliaryInput]
  private let makesBatches: Bool

  /// Checks the operands and the outputs, before any input is read.
  ///
  /// An interrupted run in place is undone first.
  ///
  /// - Parameters:
  ///   - alternatives: the options that choose an output, for the error if none is given.
  ///   - batches: a directory that is written too, so that no output need be named.
  ///   - others: files read beside the inputs.
  ///   - isReading: whether the inputs are only read, so that no output need be named either.
  package init(
    _ run: ToolRun, alternatives: [String], batches: String? = nil,
    others: [AuxiliaryInput] = [], isReading: Bool = false
  ) throws {
    try OutputSet.refuseOutputs(of: run, in: batches, of: "batches")
    if let output = run.arguments[.output], try Self.isFolder(output, of: run) {
      OutputSet.makeWay(to: output, run)
    }
    let locked = try OutputSet(locking: run, others: [batches].compactMap { $0 })
    try self.init(run, locked, alternatives, batches, others, isReading, continued: nil)
    guard let interruption = journal?.interruption, !outputs.isDiscarding else { return }
    try interruption.takeBack(run, under: locked)
    // Undoing has changed the inputs: look them up again.
    try self.init(
      run, locked, alternatives, batches, others, isReading, continued: interruption.run.journalPath
    )
  }

  /// Whether the output is a directory, which is created if missing.
  private static func isFolder(_ output: String, of run: ToolRun) throws -> Bool {
    if output.hasSuffix("/") || run.arguments.operands.count > 1 { return true }
    return try run.arguments.operands.contains { try FileStatus(path: $0)?.kind == .directory }
  }

  /// - Parameters:
  ///   - locked: has the locks; nothing else is decided yet.
  ///   - continued: the journal of an interrupted run that was undone.
  private init(
    _ run: ToolRun, _ locked: OutputSet, _ alternatives: [String], _ batches: String?,
    _ others: [AuxiliaryInput], _ isReading: Bool, continued: String?
  ) throws {
    let format = try OpenInput.format(run.arguments[.format])
    let isRewriting = run.arguments[.output] != nil || run.arguments[.inPlace]
    let inputs = try InputList(run.arguments.operands, isRewriting: isRewriting)
      .mended(by: run.arguments[.mended])
      .shared(run.arguments[.shard], InputList.Dealing(run.arguments), format: format)
    try Self.checkCheckpoints(run.arguments, inputs)
    let guards = try InputGuards(run.arguments, inputs)
    let mended = try run.arguments[.mended].map { try AuxiliaryInput($0, option: "--mended") }
    let others = others + [mended].compactMap(\.self)
    var outputs = locked
    outputs.read(inputs)
    for other in others { try outputs.read(other.path, option: other.option) }
    try outputs.rewrite(
      inputs, alternatives: alternatives, otherOutputs: batches != nil || isReading)
    try outputs.read(run.arguments[.plan], option: "--plan")
    try outputs.write(batches, option: "--batches")
    try outputs.refuseNesting(run.arguments[.journal], option: "--journal")
    journal = try RunJournal(run, inputs, outputs, hasBatches: batches != nil, continued: continued)
    try outputs.claim(journal?.path, option: "--journal")
    try outputs.writeReports()
    self.outputs = outputs
    // For batches, a first reading collects the ids. A stream cannot be read twice.
    let isReadTwice = batches != nil && inputs.inputs.allSatisfy(\.canBeReadTwice)
    pass = InputPass(
      run, inputs, format: format, guards, hashes: batches != nil,
      progress: RunProgress(run, bytesTotal: inputs.byteCount, passCount: isReadTwice ? 2 : 1))
    for other in others where other.isOfResult { try pass.record.enter(reading: other.path) }
    sideInputs = others
    makesBatches = batches != nil
    plan = try PlanFile(
      run, inputs, outputs, hasBatches: batches != nil, alternatives: alternatives)
    run.signalAnswers.setStopMessage { [isStreaming = outputs.isStreaming, facts = run.facts] in
      isStreaming ? OutputSet.unfinishedStream : Publication.nothingWritten(facts.deed)
    }
  }

  /// Refuses checkpoints if no output has any: those of parts of files have none.
  private static func checkCheckpoints(
    _ arguments: Arguments, _ inputs: InputList
  ) throws(UsageError) {
    guard arguments.gives(.checkpointBytes), inputs.inputs.allSatisfy(\.isPartOfFile),
      inputs.inputs.contains(where: { $0.byteCount > 0 })
    else { return }
    throw UsageError(
      "'--checkpoint-bytes' has no effect: the share of '--shard' is a part of a file, and its "
        + "output has no checkpoints",
      hint: "leave it out; a share that was interrupted begins again")
  }

  /// The undo journal; nil if none is written, or if there is nothing to undo.
  var journalPath: String? {
    // In a dry run nothing is entered.
    let isNeeded =
      outputs.isDiscarding
      ? files.contains { $0.isPublished || $0.isRemoved } : journal?.isNeeded == true
    return isNeeded ? journal?.path : nil
  }

  var run: ToolRun { outputs.run }
  /// The inputs of the run.
  package var inputs: InputList { pass.inputs }
  /// The format that `--format` names.
  package var format: InputFormat? { pass.format }
  /// The record of the files read.
  package var record: InputRecord { pass.record }
  var diagnostics: Diagnostics { pass.diagnostics }

  /// The context for reading an input of this format.
  ///
  /// - Throws: `UnsuitableInput` if the format cannot be rewritten.
  package mutating func context(
    of input: InputList.Input, _ found: InputFormat
  ) throws -> InputContext {
    if found.isHistory, outputs.namesOutputs {
      throw UnsuitableInput(
        input.shownPath,
        "it holds rows of a BigQuery changelog, a history of documents that cannot be "
          + "rewritten",
        hint: "print the documents with 'read-export --plain' and rewrite those, or let "
          + "'--batches DIR' write what changes the database")
    }
    if found.isReadOnly {
      throw UnsuitableInput(
        input.shownPath,
        "it holds rows of a table that BigQuery loaded from an export, which lacks some of the types "
          + "and may lack some of the data, and is only read",
        hint: "name the export that the table was loaded from")
    }
    var context = try pass.context(of: input, found)
    context.isRewritten = true
    if makesBatches, context.latestRows?.rows.isDoubtful == true {
      throw UnsuitableInput(
        input.shownPath,
        "some rows of the changelogs cannot be read, and may be the latest of any document: no "
          + "batches are made of older ones",
        hint: "a run without '--batches' tells where they are; get their files again")
    }
    return context
  }

  /// Reads the exports once, before they are rewritten.
  ///
  /// - Parameter purpose: what they are read for, shown with the progress.
  package mutating func readAhead(
    for purpose: String, _ documents: InputPass.Documents
  ) throws {
    pass.progress.beginPass(for: purpose)
    try pass.readAgain(documents)
  }

  /// Rewrites every input.
  ///
  /// - Parameters:
  ///   - contents: the contents that the tool reads; nil reads all.
  ///   - refusal: the reason and the hint for an input with other contents.
  ///   - rejectLog: takes an export's missing entities, if the run salvages.
  ///   - reading: reads one input.
  /// - Throws: `UnsuitableInput` if an operand is not readable by the tool, and what `reading`
  ///   throws.
  package mutating func rewrite(
    only contents: InputFormat.Contents? = nil, refusal: (reason: String, hint: String) = ("", ""),
    salvagingInto rejectLog: RejectLog? = nil, _ reading: Reading
  ) throws {
    let wanted = InputPass.Wanted(
      contents: contents, things: contents == .dumps ? "dumps" : "documents", refusal: refusal,
      absence: "it has no file of a known format")
    diagnostics.passOver(in: inputs)
    for input in inputs.inputs {
      do {
        try rewrite(input, wanted, reading)
      } catch {
        throw record.reason(for: error, in: input.path)
      }
    }
    try pass.finishReading()
    try pass.warnOfMissingPages()
    if contents != .dumps { try finishExports(pass.isSalvaging ? rejectLog : nil) }
    if files.isEmpty { try pass.noteAbsence(wanted, acceptsExport: contents != .dumps) }
    // The directory is the result, even if all documents in it are deleted.
    if !files.contains(where: \.isPublished), let root = outputs.directory("") {
      outputs.publication.directories.append(root)
    }
  }

  private mutating func rewrite(
    _ input: InputList.Input, _ wanted: InputPass.Wanted, _ reading: Reading
  ) throws {
    let follower = try journal?.follower()
    let sum = record.sum(isWanted: outputs.keepsCheckpoints(for: input) || follower != nil)
    let source = try pass.open(input, sum: sum)
    let compression = source.compression
    let found: InputFormat
    switch try pass.look(at: source, input, wanted) {
    case .readable(let format): found = format
    case .empty: found = format ?? (wanted.contents == .dumps ? .ndjsonDumps : .ndjson)
    case .unsuitable(let reason): return try leave(input, wanted, because: reason)
    }
    let context = try context(of: input, found)
    outputs.warnOfEnding(compression)
    var output = try outputs.output(for: input, compression, sum)
    if compression == nil, let follower {
      output.follow(by: follower, isHeld: found.isOneDocument)
    }
    try finish(
      try reading(source.takeWindow(), found, output, context), of: input, found)
  }

  /// Skips a file; a file of an export is copied.
  private mutating func leave(
    _ input: InputList.Input, _ wanted: InputPass.Wanted, because reason: String
  ) throws {
    guard case .beside = input.role, wanted.contents != .dumps else {
      return diagnostics.skip(input.path, reason)
    }
    if reason == OpenInput.unlisted {
      diagnostics.warning(
        reason + ": it is not read, and stays as it is", kind: "unread export",
        at: Place(file: input.shownPath))
    }
    try passOn(input)
  }

  /// Whether any byte of any input changed.
  package var isChanged: Bool { files.contains(where: \.isChanged) }

  /// The counts of the records of all inputs with these contents.
  package func counts(of contents: InputFormat.Contents) -> RecordCounts {
    files.filter { $0.format?.contents == contents }.reduce(into: RecordCounts()) {
      $0 += $1.counts
    }
  }

  /// Checks the guards, publishes all outputs and prints the report.
  ///
  /// The list of rejects is published even if a guard stops everything else.
  ///
  /// - Parameter beforehand: runs last before the publication.
  /// - Returns: the exit status.
  package mutating func publish(
    _ report: some RunReport, _ rejectLog: RejectLog, batches: BatchDirectory? = nil,
    _ beforehand: () throws -> Void = {}
  ) throws -> ExitStatus {
    if outputs.isDiscarding, journalPath != nil, let obstacle = try journal?.obstacle {
      diagnostics.warn(ofObstacle: obstacle)
    }
    let rejects = try rejectLog.finish {
      try pass.guards.check(recordCount: rejectLog.recordCount, run.facts)
    }
    let reportFiles = try report.reportFiles()
    if let planned = try checkAgainstRecord(batches) { outputs.publication.reports.append(planned) }
    if let journal, let finished = try journal.finish() {
      outputs.publication.journal = (finished, isNew: journal.isNew)
    }
    outputs.publication.remedy = remedy()
    outputs.publication.remedyAfterChange = remedy(isAfterChange: true)
    try beforehand()
    outputs.publication.rejects = rejects
    outputs.publication.batches = batches.map { ($0, areFirst: outputs.isInPlace) }
    outputs.publication.reports += reportFiles
    tellOfResuming()
    try outputs.publish()
    return try report.conclude()
  }
}
