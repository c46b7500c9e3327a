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

  func worker(in container: Container?, keepsEdits: Bool) -> (any RunWorker)? {
    collecting.map {
      RecordWorker(
        $0, LineReader(formatName: format.displayName, isSalvaging: isSalvaging),
        keepsEdits: keepsEdits)
    }
  }

  var runPath: [String]? { nestedDepth == nil ? path : nil }

  var outcomesWanted: Int { delegate.outcomesWanted }

  mutating func enter(_ run: RecordRun, from start: PartStart) throws {
    delegate.enter(run.counts)
    if let findings = run.findings { try take(findings, from: start) }
  }

  func merge(_ tally: Tally) { delegate.merge(tally) }
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
