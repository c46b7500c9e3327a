import Formats
import Jokes
import Wiring

/// Reads documents only for their ids.
final class DuplicateFinder: RatingEventVisitor {
  private let duplicates: DuplicateIDs
  private let progress: RunProgress

  init(_ duplicates: DuplicateIDs, _ progress: RunProgress) {
    self.duplicates = duplicates
    self.progress = progress
  }

  func visit(_ event: RatingEventDocument) -> Decision {
    progress.recordCount += 1
    if let identity = event.identity { duplicates.enter(identity.id) }
    return .keep
  }

  func reject(_ problem: RecordProblem) {}
  func passOver(documentCount: Int) {}
  func advance(to byte: Int) { progress.advance(to: byte) }
}
