import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// One run of `aggregate-top10`: counts all events, then publishes the rankings atomically.
struct Aggregation {
  let run: ToolRun
  let outputs: OutputSet
  private(set) var pass: InputPass
  private let catalogue: InputList
  /// The events that the main ranking is of.
  let period: RankingPeriod
  /// The rankings of weeks; nil without `--by week`, or before all events are counted.
  private(set) var weeks: RankedWeeks?
  let previous: Ranking?
  let replaced: Ranking?
  /// Whether the output is a file that is not a ranking of the period.
  let isOverOtherFile: Bool
  /// The time of computation; nil if the server sets it.
  let now: Timestamp?
  let rejectLog: RejectLog
  let counter: EventCounter
  let watchers: Watchers
  /// What decides what counts; of the partial results, if they are merged.
  private(set) var settings: PartialSettings
  /// The partial results of earlier runs; nil without `--partials`.
  let memory: PartialMemory?
  /// What the partial results cover, if they are merged.
  private var pieces: [CoveredPiece] = []
  private var shares: [CoveredShare] = []
  private var exports: [ExportCounts] = []

  /// Validates the options and opens the outputs, before any input is read.
  init(_ run: ToolRun) throws {
    let arguments = run.arguments
    self.run = run
    if arguments[.shape] == .commit, arguments[.database] == nil {
      throw UsageError(
        "'--as commit' needs '--database projects/P/databases/D' to name the document")
    }
    if arguments[.check], arguments[.output] == nil {
      throw UsageError("'--check' needs '-o PATH', the ranking to compare with")
    }
    if arguments.gives(.explainAs), arguments[.explain] == nil {
      throw UsageError("'--explain-as' needs '--explain JOKE_ID'")
    }
    try arguments.checkShape()
    try Self.checkServerTimestamp(arguments)
    try arguments.checkPartials()
    try arguments.checkWeeks()
    period = RankingPeriod(arguments.weekRange)
    if arguments[.maxUnmigrated] != nil, arguments[.scale] == .fivePoint {
      throw UsageError.unmigratedHasNoEffect
    }
    let format = try OpenInput.format(arguments[.format], readBy: run.tool)
    now = arguments[.serverTimestamp] == nil ? try run.now : nil
    try OutputSet.refuseOutputs(of: run, in: arguments[.partials], of: "partial results")
    // The directory itself, so that other outputs in it are known as the files of weeks.
    if let directory = arguments[.weeks] { OutputSet.makeWay(to: directory + "/week", run) }
    var outputs = try OutputSet(locking: run, others: [arguments[.weeks]].compactMap { $0 })
    let all = try InputList(arguments.operands).mended(by: arguments[.mended])
    let inputs = try all.shared(arguments[.shard], .bytes, format: format)
    let guards = try InputGuards(arguments, inputs, age: arguments[.maxInputAge])
    // Only lists have the texts of jokes: a document is verified without them.
    let isVerifiedDocument = arguments[.verify] != nil && arguments[.shape].ofDocument != nil
    let jokes = isVerifiedDocument ? nil : arguments[.jokes]
    catalogue = try InputList(jokes.map { [$0] } ?? [])
    outputs.read(all)
    try outputs.read(jokes, option: "--jokes")
    outputs.read(catalogue)
    try outputs.read(arguments[.mended], option: "--mended")
    try outputs.writeResult(replacing: Self.replaceable(arguments, period))
    if let directory = arguments[.weeks] {
      try outputs.checkDirectory(directory, option: "--weeks")
    }
    try outputs.write(arguments[.partials], option: "--partials", isWritten: true)
    try outputs.read(arguments[.previous], option: "--previous")
    try outputs.writeReports()
    self.outputs = outputs
    let (period, result) = (period, arguments.emitsPartial ? nil : outputs.result)
    replaced = try result.flatMap { try PreviousRanking.replaced(by: $0, of: period) }
    isOverOtherFile = replaced == nil && result?.existing != nil
    previous =
      try arguments[.previous].map { try PreviousRanking.read($0, of: period) } ?? replaced
    rejectLog = try RejectLog(run)
    pass = InputPass(
      run, inputs, format: format, guards,
      hashes: arguments.emitsPartial || arguments[.partials] != nil)
    pass.isOfShare = arguments.emitsPartial
    watchers = try Watchers(run, rejectLog, outputs)
    settings = PartialSettings(
      scale: arguments[.scale], collection: arguments[.collection].description,
      isSalvaging: arguments[.salvage])
    counter = EventCounter(
      arguments.job,
      tallying: (
        all: watchers.book == nil || arguments[.dedupeReport], weeks: watchers.book == nil
      ),
      rejectLog: rejectLog, progress: pass.progress, watchers: watchers)
    let (settings, counter, rejectLog) = (settings, counter, rejectLog)
    memory = try arguments[.partials].flatMap { directory in
      try run.warnOfObstacles {
        try PartialMemory(
          directory, settings, variant: arguments[.format] ?? "", of: inputs, rejectLog, run
        ) { counter.takeCounts() }
      }
    }
    pass.memory = memory
  }

  mutating func perform() throws -> ExitStatus {
    if run.arguments[.merge] { try merge() } else { try read() }
    let ranking = Ranking(of: tally, length: run.arguments[.top])
    if run.arguments[.by] == .week {
      weeks = RankedWeeks(watchers.weeks(counter.counts), length: run.arguments[.top])
    }
    // The published documents contain these ids.
    for named in [ranking, previous] {
      let jokes = (named?.hilarious.jokes ?? []) + (named?.horrible.jokes ?? [])
      run.diagnostics.style.fileRedactor.spare(jokes.map(\.id.text))
    }
    if !run.arguments.emitsPartial { warn() }
    let texts = try catalogueTexts(ranking)
    var report = AggregationReport(self, ranking, texts: texts)
    run.facts.figures = report.facts.named(
      "events", "counted", "rejects", "total_hilarious_ratings", "total_horrible_ratings")
    let rejects = try rejectLog.finish {
      (report.output, report.weekOutputs) = try checked(report)
    }
    // If a guard stops the run, its error covers this.
    if !run.arguments.emitsPartial { warnOfEmptiness(report.ranking) }
    return try report.publish(
      report.output, after: report.weekOutputs, rejects: rejects, under: outputs)
  }

  /// Runs the guards, then writes the result, and the rankings of weeks if they have files of their
  /// own.
  private func checked(
    _ report: AggregationReport
  ) throws -> (result: FinishedOutput, weeks: [FinishedOutput]) {
    if run.arguments.emitsPartial { return (try finishPartial(), []) }
    try pass.check(
      CollectionPath(settings.collection),
      documentCount: counter.counts.eventCount + rejectLog.rejectCount,
      otherCount: counter.counts.otherDocumentCount, areMerged: run.arguments[.merge])
    try checkInputs()
    if let explainer = watchers.explainer {
      return (try explainer.finish(in: tally, length: run.arguments[.top]), [])
    }
    // A verified ranking has passed the guards when it was published.
    if run.arguments[.verify] == nil {
      try checkIsMigrated()
      try checkEventCount(report.ranking)
      try check(report.ranking)
    }
    try pass.record.checkIsWhole()
    return try finish(report)
  }

  private func checkInputs() throws {
    try pass.guards.checkAge(run.facts)
    try pass.guards.check(recordCount: rejectLog.recordCount, run.facts)
  }

  /// Checks that `--server-timestamp` names the document's time field and comes with `--as commit`.
  private static func checkServerTimestamp(_ arguments: Arguments) throws {
    guard let field = arguments[.serverTimestamp] else { return }
    guard field == RankingDocument.timeField else {
      throw UsageError(
        "'--server-timestamp' takes '\(RankingDocument.timeField)', the one time that the document "
          + "has, not '\(field)'")
    }
    guard arguments[.shape] == .commit else {
      throw UsageError(
        "'--server-timestamp' needs '--as commit': only a request has the server set a time")
    }
  }

  /// The counted votes, all or those under the vote policy.
  var tally: Tally { watchers.book?.tally ?? counter.counts.tally }

  private mutating func read() throws {
    try pass.read(
      .init(run.arguments, of: run.arguments[.collection], to: counter),
      refusal: (
        "it is a UserDefaults dump, and aggregate-top10 reads exports of rating_events",
        "migrate-ratings and migrate-saved take dumps; the ranking is made from an export"
      ), absence: "no export of rating events found", salvagingInto: rejectLog)
    if let memory { counter.add(try memory.finish()) }
  }

  /// Adds up the partial results that the operands are.
  private mutating func merge() throws {
    let sum = try pass.readPartials(salvagingInto: rejectLog)
    settings = sum.settings
    try run.arguments.check(against: settings)
    counter.add(sum.counts)
    (pieces, shares, exports) = (sum.pieces, sum.shares, sum.exports)
  }

  /// The texts of the ranked jokes; warns of each joke that is not in the catalogue.
  private mutating func catalogueTexts(_ ranking: Ranking) throws -> [JokeID: String] {
    guard !catalogue.operands.isEmpty else { return [:] }
    let ranked = (ranking.hilarious.jokes + ranking.horrible.jokes).map(\.id)
    var texts: [JokeID: String] = [:]
    var audit = ExportAudit(catalogue)
    let isSalvaging = run.arguments[.salvage]
    var ahead = ChangelogIndex(run, catalogue, format: nil, progress: nil)
    run.diagnostics.passOver(in: catalogue)
    let sharing = WorkSharing(threadCount: run.arguments.workerCount)
    for input in catalogue.inputs {
      let source = try OpenInput(input, format: nil)
      let finding = source.finding
      switch finding {
      case .empty: continue
      case .format(let format, _) where format.contents == .documents:
        let found = JokeTexts(of: Set(ranked)) { [run] damage in
          run.diagnostics.warning(
            "\(damage.message); left out of the catalogue", kind: "damaged joke", at: damage.place,
            documentID: damage.documentID)
        }
        let result = try ExportReader.read(
          source.takeWindow(), as: format, collection: JokeDocument.collection,
          isSalvaging: isSalvaging, knowing: ahead.context(of: input, format), sharing: sharing,
          visitor: found)
        audit.enter(result.log, of: input)
        texts.merge(found.texts) { first, _ in first }
        try record(ofCatalogue: input)
      case .format:
        throw UnsuitableInput(input.shownPath, "it is a UserDefaults dump, not jokes", hint: nil)
      case .serverError(let reason, let hint):
        throw UnsuitableInput(input.shownPath, reason, hint: hint)
      case .unknown(let reason, let hint):
        if case .beside = input.role { continue }
        throw UnsuitableInput(input.shownPath, reason, hint: hint)
      }
    }
    try audit.finish(salvagingInto: nil, run.diagnostics)
    for id in Set(ranked).subtracting(texts.keys).sorted() {
      run.diagnostics.warning(
        "the ranked joke '\(id)' is not in the catalogue", kind: "joke not in the catalogue")
    }
    return texts
  }

  /// Notes a file of jokes whose texts the result has, unless it is an input anyway.
  private mutating func record(ofCatalogue input: InputList.Input) throws {
    guard run.arguments[.shape].ofDocument == nil,
      !pass.inputs.identities.contains(input.status.identity)
    else { return }
    try pass.record.enter(reading: input.path)
  }

  /// Writes the documents, or the lists, to temporary files.
  private func finish(
    _ report: AggregationReport
  ) throws -> (result: FinishedOutput, weeks: [FinishedOutput]) {
    let (arguments, database) = (run.arguments, run.arguments[.database]?.description)
    let document = RankingDocument(report.ranking, of: period, computedAt: now)
    let ofWeeks = weeks?.documents(computedAt: now) ?? []
    try check(weeks: ofWeeks)
    let text: [UInt8]
    if let shape = arguments[.shape].ofDocument {
      text =
        arguments.writesWeeksInResult
        ? RankingDocument.importText(of: [document] + ofWeeks)
        : document.text(as: shape, database: database)
    } else {
      let table = report.table
      text = Array((arguments[.shape] == .csv ? table.csv : table.markdown).utf8)
    }
    var outputs = outputs
    var finished: [FinishedOutput] = []
    if let directory = arguments[.weeks], let shape = arguments[.shape].ofDocument {
      finished = try ofWeeks.map { week in
        try outputs.finish(
          week.text(as: shape, database: database), as: RankedWeeks.fileName(of: week),
          in: directory, option: "--weeks", replacing: PreviousRanking.file(of: week.period))
      }
    }
    return (try outputs.finishResult { try $0.write(text) }, finished)
  }

  /// Writes the partial result to a temporary file.
  private func finishPartial() throws -> FinishedOutput {
    try checkInputs()
    try pass.record.checkIsWhole()
    var partial = PartialResult(settings)
    let share = pass.share
    partial.pieces = try pass.pieces(of: share) + pieces
    partial.shares = shares + [share].compactMap { $0 }
    partial.exports = pass.unfinishedExports + exports
    (partial.counts, partial.totals) = (counter.counts, rejectLog.totals)
    partial.respell(with: rejectLog)
    return try outputs.finishResult { try PartialFile.write(partial, to: &$0) }
  }

  /// The files of its own kind, which the result may replace.
  private static func replaceable(
    _ arguments: Arguments, _ period: RankingPeriod
  ) -> ReplacementCheck? {
    if arguments[.explain] != nil { return nil }
    return arguments.emitsPartial
      ? PreviousRanking.partial
      : PreviousRanking.file(of: period, withWeeks: arguments.writesWeeksInResult)
  }
}
