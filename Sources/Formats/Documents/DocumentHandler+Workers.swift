import Jokes
import Scan
import SystemIO

/// Workers for runs of documents.
extension DocumentHandler {
  func worker(keepsEdits: Bool) -> (any RunWorker)? {
    var handler = self
    // Without a collection, and if all fields are needed, every document is read strictly.
    if collection != nil, !layout.spelling.tellsInStrings, collector.entityFields != .all {
      handler.collector.scanner = EventScanner(collector.rule, isLines: isLines)
    }
    return RecordWorker(
      handler, LineReader(formatName: format.displayName, isSalvaging: isSalvaging),
      keepsEdits: keepsEdits)
  }

  var runPath: [String]? { nestedDepth == nil ? path : nil }
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
