import ByteIO
import Console
import Formats
import Jokes
import Pipeline
import Reports
import Wiring

/// One run of `migrate-ratings`: every input read, decided about, written, and all published at once.
struct Migration {
  private let run: ToolRun<MigrateRatings.Options>
  private let inputs: InputList
  private let format: InputFormat?
  private let plan: OutputPlan
  private let progress: RunProgress
  private let account: MigrationAccount
  private var publication = Publication()

  /// Checks everything that can be checked before an input is read.
  init(_ run: ToolRun<MigrateRatings.Options>) throws {
    let (options, shared) = (run.options, run.shared)
    let isDiscarding = shared.dryRun || shared.check
    self.run = run
    format = try OpenInput.format(shared.format)
    inputs = try InputList(run.operands)
    plan = try OutputPlan(
      shared, inputs: inputs,
      alternatives: ["--dry-run", "-o PATH", "--in-place", "--batches DIR", "--check"],
      otherOutputs: options.batches != nil)
    var obstacles = plan.obstacles
    if let path = options.batches {
      do {
        try StagedDirectory.check(path, isForced: shared.force)
      } catch let refusal as OutputRefusal where isDiscarding {
        obstacles.append(refusal.message)
      }
    }
    for obstacle in obstacles { run.diagnostics.warning("the real run would fail: \(obstacle)") }
    progress = RunProgress(run.progressMeter(bytesTotal: inputs.byteCount))
    let ledger = try Ledger(shared, diagnostics: run.diagnostics, isDiscarding: isDiscarding)
    let batches = try options.batches.map { path in
      try BatchDirectory(
        path, limits: BatchLimits(writeCount: options.batchSize, byteCount: options.batchBytes),
        isDiscarding: isDiscarding)
    }
    account = MigrationAccount(options, ledger: ledger, progress: progress, batches: batches)
  }

  /// Does the work.
  mutating func perform() throws -> ExitStatus {
    let start = run.surroundings.clock()
    for skipped in inputs.skipped {
      run.diagnostics.note("skipped '\(skipped.path)': \(skipped.reason)")
    }
    if run.options.batches != nil { try findDuplicates() }
    var files: [MigrationReport.File] = []
    for input in inputs.inputs {
      if let file = try migrate(input) { files.append(file) }
    }
    if files.isEmpty {
      throw UnsuitableInput(
        run.operands.joined(separator: ", "), "no export and no dump is there", hint: nil)
    }
    progress.finish()
    try account.checkBooks()
    let batchFiles = try account.finishBatches()
    try publish()
    let report = MigrationReport(
      run: run, account: account, files: files, batchFiles: batchFiles,
      seconds: run.surroundings.clock() - start, namesOutputs: plan.namesOutputs)
    let status = report.status
    run.diagnostics.finish(wholeListIn: run.shared.rejects)
    run.diagnostics.block(report.text(width: run.errorWidth))
    try report.writeSummary(status)
    return status
  }

  /// Reads the inputs once only for their ids: an id that occurs twice can be in no batch.
  private func findDuplicates() throws {
    for input in inputs.inputs {
      if input.status.kind != .regular {
        account.duplicates.cannotLookAhead()
        continue
      }
      let source = try OpenInput(input, format: format)
      guard case .format(let format, _) = source.finding, format.contents == .documents else {
        continue
      }
      _ = try RatingEventReader.read(
        source.takeWindow(), as: format, into: ByteOutput(discarding: input.path),
        isSalvaging: run.shared.salvage, visitor: DuplicateFinder(account.duplicates))
    }
  }

  /// Deals with one input; nil where it is nothing that is migrated.
  private mutating func migrate(_ input: InputList.Input) throws -> MigrationReport.File? {
    let source = try OpenInput(input, format: format, hashes: run.options.batches != nil)
    progress.begin(input)
    let format: InputFormat
    switch source.finding {
    case .unknown(let reason, let hint):
      if input.isFound {
        run.diagnostics.note("skipped '\(input.path)': \(reason)")
        return nil
      }
      throw UnsuitableInput(input.shownPath, reason, hint: hint)
    case .empty:
      run.diagnostics.warning(
        "the file is empty: no documents", at: Place(file: input.shownPath))
      format = self.format ?? .ndjson
    case .format(let found, let reason):
      run.diagnostics.detail("\(input.shownPath) is taken for \(found.displayName): \(reason)")
      format = found
    }
    account.begin(input)
    let result: StreamResult
    switch format.contents {
    case .documents:
      result = try RatingEventReader.read(
        source.takeWindow(), as: format, into: plan.output(for: input),
        isSalvaging: run.shared.salvage, visitor: account)
    case .dumps:
      result = try DefaultsDumpReader.read(
        source.takeWindow(), as: format, into: plan.output(for: input),
        isSalvaging: run.shared.salvage, visitor: account)
    }
    return try finish(result, of: input, format)
  }

  private mutating func finish(
    _ result: consuming StreamResult, of input: InputList.Input, _ format: InputFormat
  ) throws -> MigrationReport.File {
    account.end(result.counts, byteCount: result.window.byteCountRead, format)
    if let digest = result.window.digest() {
      account.addSource(input.shownPath, byteCount: result.window.byteCountRead, digest)
    }
    let output = try result.output.finish()
    let isChanged = result.counts.changed + result.counts.dropped > 0
    // In place, a file that does not change is not touched at all.
    let isPublished = isChanged || !plan.isInPlace
    if isPublished { publication.add(output) } else { output.discard() }
    return MigrationReport.File(
      input: input.shownPath, format: format, isChanged: isChanged, isPublished: isPublished,
      output: output)
  }

  /// Gives everything its name, unless a guard is against it.
  private mutating func publish() throws {
    if let rejects = try account.ledger.finish() {
      // The list is published even where nothing else is: it says what to mend.
      try rejects.publish()
    }
    try account.ledger.checkLimit()
    if let batches = account.batches { publication.add(batches) }
    try publication.publish(run.signalAnswers)
  }
}
