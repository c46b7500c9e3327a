import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// One run of `preview-feed`: reads the dump, then the catalogue, then writes the result.
struct Preview {
  private let run: ToolRun
  private let outputs: OutputSet
  private var pass: InputPass
  private let dump: InputList
  /// The format of `--format`, if it is one of dumps.
  private let dumpFormat: InputFormat?
  private let rejectLog: RejectLog
  private let date: CalendarDate

  /// Validates the options and opens the output, before any input is read.
  init(_ run: ToolRun) throws {
    let arguments = run.arguments
    self.run = run
    if arguments[.explain] != nil, arguments[.shape] == .ids {
      throw UsageError("'--explain' has no ids to show; it takes '--as table' or '--as json'")
    }
    let format = try OpenInput.format(arguments[.format])
    var outputs = try OutputSet(locking: run)
    let catalogue = try InputList([arguments.operands[0]])
    dump = try InputList(dump: arguments.operands[1], of: arguments[.device])
    outputs.read(catalogue)
    for input in dump.inputs { try outputs.read(input.path, option: "the dump") }
    outputs.read(dump)
    try outputs.writeResult()
    try outputs.writeReports()
    self.outputs = outputs
    rejectLog = try RejectLog(run)
    let byteCounts = [catalogue.byteCount, dump.byteCount].compactMap { $0 }
    dumpFormat = format?.contents == .dumps ? format : nil
    pass = InputPass(
      run, catalogue, format: format?.contents == .documents ? format : nil,
      try InputGuards(arguments, catalogue),
      progress: RunProgress(
        run, bytesTotal: byteCounts.count == 2 ? byteCounts.reduce(0, +) : nil))
    date = try Self.date(run)
  }

  /// The day of `--date`, or today in UTC.
  private static func date(_ run: ToolRun) throws -> CalendarDate {
    if let date = run.arguments[.date] { return date }
    let date = try Timestamp.present(run.surroundings.environment).date
    if !run.arguments[.saved], run.arguments[.rated] == nil {
      run.diagnostics.note("the feed is that of \(date), in UTC; set another date with --date")
    }
    return date
  }

  mutating func perform() throws -> ExitStatus {
    let order = try readDump()
    pass.otherByteCount = pass.progress.byteCount
    let collector = CatalogueCollector(rejectLog, pass.progress)
    try readCatalogue(collector)
    for input in dump.inputs { try pass.record.enter(reading: input.path) }
    try pass.record.checkIsWhole()
    var report = PreviewReport(
      run: run, pass: pass, date: date, rejectLog: rejectLog, catalogue: collector)
    run.facts.figures = report.facts.named("jokes", "rejects", "other_documents", "bytes_read")
    let rejects = try rejectLog.finish {
      try pass.check(
        run.arguments[.collection],
        documentCount: rejectLog.recordCount + rejectLog.rejectCount,
        otherCount: collector.otherDocumentCount)
    }
    warn(ofNoTextIn: collector.jokes)
    warnOfUnknown(collector.ids)
    warn(ofUnknownIn: order, collector.ids)
    let made = try finish(collector.jokes, in: order)
    report.made = made
    return try report.publish(made.output, rejects: rejects, under: outputs)
  }

  // MARK: Reading

  private func readDump() throws -> FeedListing.Order {
    let (arguments, date) = (run.arguments, date)
    let device = SingleDump<FeedListing.Order>(
      pass.progress, because: "a feed is that of one device",
      device: DeviceChoice(arguments[.device])
    ) { dump, _ in
      if arguments[.saved] { return (.saved(try SavedJokes(of: dump)), nil) }
      guard let verdict = arguments[.rated] else {
        return (.feed(Self.order(try FeedDefaults(of: dump), arguments, on: date)), nil)
      }
      return (.rated(try RatedJokes(of: dump), verdict), nil)
    }
    return try device.find(
      in: dump, dumpFormat,
      documentsHint: "the CATALOGUE comes first, then the DUMP", run.diagnostics)
  }

  private mutating func readCatalogue(_ collector: CatalogueCollector) throws {
    try pass.read(
      .init(run.arguments, of: run.arguments[.collection], to: collector), called: "jokes",
      refusal: ("it is a UserDefaults dump", "the CATALOGUE comes first, then the DUMP"),
      absence: "no export of jokes found", salvagingInto: rejectLog)
  }

  /// Warns of documents that are hardly jokes, as rating events, which would fill the feed.
  private func warn(ofNoTextIn jokes: [Joke]) {
    guard !jokes.isEmpty, jokes.allSatisfy(\.text.isEmpty) else { return }
    run.diagnostics.warning(
      "no joke in the catalogue has a text", kind: "catalogue without texts",
      hint: "the CATALOGUE is an export of the jokes, not of their ratings")
  }

  /// Where an unknown joke was looked for. If records were rejected, it may be one of them.
  private var amongKnown: String {
    rejectLog.rejectCount == 0 ? "in the catalogue" : "among the jokes that could be read"
  }

  /// Warns of ids in the options that are not in the catalogue, which would silently change
  /// nothing.
  private func warnOfUnknown(_ known: JokeIndex) {
    let named = run.arguments[.viewed].texts + run.arguments[.sessionRated].texts
    let unknown = named.map { JokeID($0) }.filter { !known.contains($0) }
    let ids = NearestIDs.searched(known.ids, forUnknown: unknown.count)
    for id in unknown {
      run.diagnostics.warning(
        "the joke '\(id)' is not \(amongKnown)" + NearestIDs.question(id, among: ids),
        kind: "joke not in the catalogue")
    }
  }

  /// Warns of jokes in the device's list that are not in the catalogue, and so are not shown.
  private func warn(ofUnknownIn order: FeedListing.Order, _ known: JokeIndex) {
    let (listed, adjective) =
      switch order {
      case .feed: ([JokeID](), "")
      case .saved(let saved): (saved.newestFirst, "saved")
      case .rated(let rated, let verdict):
        (rated.ratings.keys.filter { rated.verdict(on: $0) == verdict }.sorted(), "rated")
      }
    let unknown = listed.filter { !known.contains($0) }
    guard !unknown.isEmpty else { return }
    let shown = unknown.prefix(3).map { "'\($0)'" } + (unknown.count > 3 ? ["…"] : [])
    run.diagnostics.warning(
      "\(Amount.count(unknown.count, of: "\(adjective) joke")) "
        + "\(unknown.count == 1 ? "is" : "are") not \(amongKnown), and not shown: "
        + shown.joined(separator: ", "),
      kind: "joke not in the catalogue")
  }

  // MARK: Writing

  private func finish(
    _ jokes: [Joke], in order: FeedListing.Order
  ) throws -> PreviewResult {
    let category = run.arguments[.category]
    let chosen = category == nil ? jokes : jokes.filter { $0.category == category }
    switch order {
    case .saved(let saved): return try finish(saved.list(of: chosen), order)
    case .rated(let rated, let verdict):
      warn(ofOtherRatings: rated.otherCount)
      return try finish(rated.list(verdict, of: chosen), order)
    case .feed(let order): return try finish(jokes, order)
    }
  }

  /// Warns of ratings that are in neither list.
  private func warn(ofOtherRatings count: Int) {
    guard count > 0 else { return }
    run.diagnostics.warning(
      "\(Amount.count(count, of: "rating")) in the dump \(count == 1 ? "is" : "are") neither 5 nor 1, "
        + "and not shown",
      kind: "ratings that are not binary", hint: "migrate-ratings makes 4 a 5, and 2 a 1")
  }

  private func finish(_ jokes: [Joke], _ order: FeedOrder) throws -> PreviewResult {
    guard let id = run.arguments[.explain].map({ JokeID($0) }) else {
      return try finish(
        order.feed(jokes, limit: run.arguments[.limit] ?? jokes.count), .feed(order))
    }
    let isKnown = jokes.contains { $0.id == id }
    let explanation = FeedExplanation(
      of: id, in: jokes, order: order, date: date, limit: run.arguments[.limit],
      nearest: isKnown ? [] : NearestIDs.of(id, among: jokes.map(\.id)))
    let output = try outputs.finishResult { output in
      let isJSON = run.arguments[.shape] == .json
      try output.write(isJSON ? explanation.json : Array(explanation.text.utf8))
    }
    return PreviewResult(output: output, shown: nil, order: .feed(order))
  }

  private func finish(_ jokes: [Joke], _ order: FeedListing.Order) throws -> PreviewResult {
    let shown = jokes.prefix(run.arguments[.limit] ?? jokes.count)
    if run.arguments[.shape] == .ids {
      let ids = shown.lazy.map(\.id.text)
      run.diagnostics.warn(ofLineBreaksIn: ids, consequence: "--as json keeps it whole")
    }
    let output = try outputs.finishResult { output in
      try FeedListing(shown, order: order).write(
        as: run.arguments[.shape], width: outputs.resultWidth(), to: &output)
    }
    return PreviewResult(output: output, shown: shown, order: order)
  }

  /// The device's feed order, with the effects of `--viewed`, `--session-rated` and `--refresh`.
  private static func order(
    _ defaults: FeedDefaults, _ arguments: Arguments, on date: CalendarDate
  ) -> FeedOrder {
    var order = FeedOrder(
      impressions: defaults.impressions, rated: defaults.rated, category: arguments[.category],
      isChristmasSeason: FeedOrder.isChristmasSeason(month: date.month))
    for text in arguments[.viewed].texts { order.impressions.mark(JokeID(text)) }
    for text in arguments[.sessionRated].texts { order.rate(JokeID(text)) }
    if arguments[.refresh] { order.refresh() }
    return order
  }
}

/// The result of a run.
struct PreviewResult {
  let output: FinishedOutput
  /// The shown jokes in order; nil under `--explain`.
  let shown: ArraySlice<Joke>?
  let order: FeedListing.Order
}
