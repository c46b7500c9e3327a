import Formats
import Runs
import Scan
import SystemIO

/// One run of `migrate-ratings`: reads and rewrites all inputs, then publishes all outputs
/// together.
struct Migration {
  private let run: ToolRun
  private let account: MigrationAccount
  private var rewriter: Rewriter
  /// The batches of an interrupted run, which this run resumes.
  private let earlierBatches: ComparedFiles?

  /// Validates the options and opens the outputs, before any input is read.
  init(_ run: ToolRun) throws {
    let arguments = run.arguments
    let isDiscarding = arguments.isDiscarding
    if arguments[.serverTimestamp] != nil, arguments[.batchSize] == 1 {
      throw UsageError(
        "an update with '--server-timestamp' counts as two, and needs '--batch-size 2'")
    }
    if arguments[.serverTimestamp] == "rating" {
      throw UsageError("'--server-timestamp rating' would set the rating to a time")
    }
    if let problem = arguments[.serverTimestamp].flatMap(FieldName.problem) {
      throw UsageError("'--server-timestamp': \(problem)")
    }
    let ofBatches = ["batch-size", "batch-bytes", "server-timestamp"]
    if arguments[.batches] == nil, let option = arguments.firstGiven(of: ofBatches) {
      throw UsageError("'\(option)' needs '--batches DIR'")
    }
    try Self.checkShare(arguments)
    self.run = run
    rewriter = try Rewriter(
      run, alternatives: ["--dry-run", "-o PATH", "--in-place", "--batches DIR", "--check"],
      batches: arguments[.batches])
    let directory = arguments[.verify] == nil ? arguments[.batches] : nil
    earlierBatches = try directory.flatMap {
      [rewriter] in try rewriter.batchesToRecognize($0)
    }
    let comparisons = earlierBatches ?? run.expectation?.verifiedOutputs
    let rejectLog = try RejectLog(run, plan: rewriter.plan)
    let batches = try arguments[.batches].map { path in
      try BatchDirectory(
        path, limits: arguments.batchLimits,
        stampsTime: arguments[.serverTimestamp] != nil,
        isDiscarding: isDiscarding || comparisons != nil, comparing: comparisons)
    }
    account = MigrationAccount(
      arguments, rejectLog: rejectLog, progress: rewriter.pass.progress, batches: batches)
  }

  /// Refuses what does not hold for a share of the inputs.
  private static func checkShare(_ arguments: Arguments) throws(UsageError) {
    guard arguments[.shard] != nil else { return }
    let ofUndo = ["journal", "prove-undo"]
    if !arguments[.inPlace], let option = arguments.firstGiven(of: ofUndo) {
      throw UsageError(
        "'\(option)' with '--shard' needs '--in-place': what a share writes is a part of a file, "
          + "which cannot be restored from it")
    }
    if arguments[.batches] != nil, arguments[.inPlace] {
      throw UsageError(
        "'--batches' with '--shard' cannot be given with '--in-place': what the first share "
          + "changes would be missing from the inputs of the next",
        hint: "make the batches of all shares first, then migrate in place")
    }
  }

  mutating func perform() throws -> ExitStatus {
    if run.arguments[.batches] != nil { try findDuplicates() }
    let (account, isSalvaging) = (account, run.arguments[.salvage])
    let takesAny = rewriter.format != nil
    let sharing = WorkSharing(threadCount: run.arguments.workerCount)
    let (collection, database) = (run.arguments[.collection], run.arguments[.database])
    rewriter.pass.progress.beginPass(for: "changes")
    try rewriter.rewrite(salvagingInto: account.rejectLog) {
      window, format, output, context in
      switch format.contents {
      case .documents:
        return try ExportReader.read(
          window, as: format, into: output, collection: collection.description,
          database: database?.description, isSalvaging: isSalvaging, knowing: context,
          sharing: sharing, visitor: account)
      case .dumps:
        return try DefaultsDumpReader.read(
          window, as: format, into: output, isSalvaging: isSalvaging, takesAny: takesAny,
          sharing: sharing, visitor: account.dumps)
      }
    }
    try account.checkBooks(
      documents: rewriter.counts(of: .documents), dumps: rewriter.counts(of: .dumps))
    let report = MigrationReport(account: account, rewriter: rewriter)
    run.facts.figures = report.counts
    try rewriter.pass.check(
      run.arguments[.collection], documentCount: account.documentCount,
      otherCount: account.otherDocumentCount)
    try account.checkDumps(areWritten: rewriter.outputs.namesOutputs)
    try account.checkRatings()
    try account.checkShares(run.facts)
    try account.finishBatches(of: rewriter)
    if let earlierBatches, let path = run.arguments[.batches] {
      try rewriter.checkRecognized(earlierBatches, at: path)
    }
    account.warnOfStrangers(byteCountRead: rewriter.pass.byteCountRead)
    return try rewriter.publish(report, account.rejectLog, batches: account.batches)
  }

  /// Reads the inputs once for their ids, because a batch cannot contain an id that occurs twice.
  private mutating func findDuplicates() throws {
    account.duplicates.looksAhead = rewriter.inputs.inputs.allSatisfy(\.canBeReadTwice)
    guard account.duplicates.looksAhead else { return }
    let (arguments, account) = (run.arguments, account)
    let migration = arguments[.shard].map { _ in account.migration }
    let finder = DocumentCollector(rewriter.pass.progress) { event in
      var inShard: ShardFingerprint?
      if let isWritten = migration?.changes(event) {
        event.withName { id, _ in inShard = ShardFingerprint(ofID: id, isWritten: isWritten) }
      }
      return DocumentKey(of: event).map { .id($0.id, inShard: inShard) }
    } take: { note in
      guard case .id(let id, let inShard)? = note else { return }
      account.duplicates.enter(id)
      if let inShard { account.fingerprints.enter(inShard) }
    }
    try rewriter.readAhead(
      for: "ids", .init(arguments, of: arguments[.collection], to: finder))
    account.duplicates.endLookingAhead()
  }
}
