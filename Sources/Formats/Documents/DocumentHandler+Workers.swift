import Jokes
import Scan
import SystemIO

/// Workers that decide about documents instead of the delegate.
extension DocumentHandler {
  func worker(keepsEdits: Bool) -> (any RunWorker)? {
    guard let collector = delegate.collector else { return nil }
    var handler = DocumentHandler<FindingCollector>(collector, like: self)
    // Without a collection, and if all fields are needed, every document is read strictly.
    if let collection, !layout.spelling.tellsInStrings, collector.entityFields != .all {
      handler.delegate.scan(isLines: isLines, collection: Array(collection.utf8))
    }
    return RecordWorker(
      handler, LineReader(formatName: format.displayName, isSalvaging: isSalvaging),
      keepsEdits: keepsEdits)
  }

  var runPath: [String]? { nestedDepth == nil ? path : nil }
}

extension DocumentHandler: DocumentRunHandler {}

/// A handler that passes the runs of documents on to its delegate.
protocol DocumentRunHandler: RunHandler, FindingTaker {
  associatedtype Delegate: DocumentHandlerDelegate
  var delegate: Delegate { get set }
}

extension DocumentRunHandler {
  var outcomesWanted: Int { delegate.outcomesWanted }

  mutating func enter(_ run: RecordRun, from start: PartStart) throws {
    delegate.enter(run.counts)
    if let findings = run.findings { try take(findings, from: start) }
  }

  func merge(_ tally: Tally) { delegate.merge(tally) }

  mutating func take(_ outcomes: Range<Int>, of job: any RecordJob, from start: PartStart) throws {
    try delegate.take(outcomes, of: job, from: start)
  }

  mutating func passOver(documentCount: Int) { delegate.passOver(documentCount: documentCount) }
}

extension RecordFate {
  /// The fate of a record for a decision.
  ///
  /// - Parameter edit: makes the edit to another rating; nil if the rating is not a number.
  init(_ decision: Decision, _ edit: (Rating) -> Edit?) {
    switch decision {
    case .keep, .refuse: self = .keep
    case .delete: self = .drop
    case .update(let rating): self = edit(rating).map { .edit([$0]) } ?? .keep
    }
  }
}
