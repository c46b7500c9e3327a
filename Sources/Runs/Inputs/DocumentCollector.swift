package import Formats
import Jokes
import Scan
import SystemIO

/// Takes one value of each document, in order; nil of a document that has none or cannot be read.
///
/// A class, because the reader calls it.
package final class DocumentCollector<Value: Sendable>: DocumentVisitor {
  /// Finds the value of a document, on any thread.
  package typealias Look = @Sendable (borrowing RatingEventDocument) -> Value?

  package let job: any DocumentJob
  private let progress: RunProgress?
  private let take: (Value?) -> Void

  package init(
    _ progress: RunProgress? = nil, fields: EntityFields = .ofEvents, _ look: @escaping Look,
    take: @escaping (Value?) -> Void
  ) {
    job = Job(entityFields: fields, look: look)
    (self.progress, self.take) = (progress, take)
  }

  private struct Job: DocumentJob {
    let entityFields: EntityFields
    let look: Look
    var values: [Value?] = []
    var outcomeCount: Int { values.count }

    mutating func decide(_ event: borrowing RatingEventDocument) -> Decision {
      values.append(look(event))
      return .keep
    }
  }

  package func take(_ outcomes: Range<Int>, of job: any RecordJob, from start: PartStart) {
    guard let job = job as? Job else { preconditionFailure("another job's outcomes") }
    progress?.recordCount += outcomes.count
    for value in job.values[outcomes] { take(value) }
  }

  package func reject(_ problem: RecordProblem) { take(nil) }
  package func advance(to byte: Int) { progress?.advance(to: byte) }
}
