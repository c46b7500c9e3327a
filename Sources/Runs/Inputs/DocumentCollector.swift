package import Formats
import Jokes
import Scan
import SystemIO

/// What a run notes of a document before it decides about any.
package enum DocumentNote: Sendable {
  /// The fingerprint of its id, and in a shard another, to find what is in two shards.
  case id(Fingerprint, inShard: ShardFingerprint?)
  case collection(String)
}

/// Takes a note of each document, in order; nil of a document that has none or cannot be read.
///
/// A class, because the reader calls it. A job with a type parameter would take a thousand
/// instructions more for each document, because its type is looked up at run time.
package final class DocumentCollector: DocumentVisitor {
  /// Notes something of a document, on any thread.
  package typealias Look = @Sendable (borrowing RatingEventDocument) -> DocumentNote?

  package let job: any DocumentJob
  private let progress: RunProgress?
  private let take: (DocumentNote?) -> Void

  package init(
    _ progress: RunProgress? = nil, fields: EntityFields = .ofEvents, _ look: @escaping Look,
    take: @escaping (DocumentNote?) -> Void
  ) {
    job = Job(entityFields: fields, look: look)
    (self.progress, self.take) = (progress, take)
  }

  private struct Job: DocumentJob {
    let entityFields: EntityFields
    let look: Look
    var notes: [DocumentNote?] = []
    var outcomeCount: Int { notes.count }

    mutating func decide(_ event: borrowing RatingEventDocument) -> Decision {
      notes.append(look(event))
      return .keep
    }
  }

  package func take(_ outcomes: Range<Int>, of job: any RecordJob, from start: PartStart) {
    guard let job = job as? Job else { preconditionFailure("another job's outcomes") }
    progress?.recordCount += outcomes.count
    for note in job.notes[outcomes] { take(note) }
  }

  package func reject(_ problem: RecordProblem) { take(nil) }
  package func advance(to byte: Int) { progress?.advance(to: byte) }
}
