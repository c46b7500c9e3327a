import Jokes
import Scan
import SystemIO

/// How workers decide about documents, in the place of the delegate.
extension DocumentHandler {
  /// A reader of the same documents that keeps what is found in them; nil where the delegate wants to see
  /// each of them in its turn.
  private var collecting: DocumentHandler<FindingCollector>? {
    guard let collector = delegate.collector else { return nil }
    var handler = DocumentHandler<FindingCollector>(collector, like: self)
    // Who wants all collections wants to see all documents.
    if let collection, !layout.spelling.tellsInStrings {
      handler.delegate.scan(isLines: isLines, collection: Array(collection.utf8))
    }
    return handler
  }

  func lineWorker(keepsBytes: Bool) -> (any LineWorker)? {
    collecting.map {
      DecidingLineWorker(
        $0,
        LineReader(formatName: format.displayName, isSalvaging: isSalvaging),
        keepsBytes: keepsBytes)
    }
  }

  var outcomesWanted: Int { delegate.outcomesWanted }

  func merge(_ worker: any LineWorker) { delegate.merge(worker.tally) }

  mutating func enter(
    _ lines: LineChunk.DecidedLines, from origin: Record.Origin
  ) throws -> RecordCounts {
    delegate.enter(lines.counts)
    if let findings = lines.findings { try take(findings, from: PartStart(of: origin)) }
    return lines.records
  }

  mutating func pass(_ text: Span<UInt8>, in stretch: RunStretch, _ found: inout FoundRuns) {
    guard nestedDepth == nil else { return }
    if runWorker == nil {
      runWorker = collecting.map { EventRunWorker($0) }
    }
    let (path, wanted) = (path, outcomesWanted)
    runWorker?.pass(text, in: stretch, around: path, showing: wanted, &found)
  }

  mutating func workerAhead() -> (any RunWorker)? {
    guard nestedDepth == nil, let worker = runWorker?.copyAhead(around: path) else { return nil }
    runPath = path
    return worker
  }

  func isAhead() -> Bool { nestedDepth == nil && path == runPath }

  mutating func enter(
    _ run: RecordRun, _ votes: inout KeyedDigitLog, from start: PartStart
  ) throws {
    runWorker?.enter(run, &votes)
    delegate.enter(run.counts)
    if let findings = run.findings { try take(findings, from: start) }
  }

  func finish() {
    if let runWorker { delegate.merge(runWorker.tally) }
  }
}

extension DocumentHandler: FindingTaker {
  mutating func take(_ outcomes: Range<Int>, of job: any RecordJob, from start: PartStart) throws {
    try delegate.take(outcomes, of: job, from: start)
  }

  mutating func passOver(documentCount: Int) { delegate.passOver(documentCount: documentCount) }
}

extension RecordFate {
  /// What a decision about an event comes to.
  ///
  /// - Parameter edit: the edit that gives it another rating; nil if its rating is no number.
  init(_ decision: Decision, _ edit: (Rating) -> Edit?) {
    switch decision {
    case .keep, .refuse: self = .keep
    case .delete: self = .drop
    case .update(let rating): self = edit(rating).map { .edit([$0]) } ?? .keep
    }
  }
}
