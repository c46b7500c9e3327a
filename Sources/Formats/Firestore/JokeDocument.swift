package import Jokes
package import Scan
import SystemIO

/// One document of `jokes`.
package struct JokeDocument: Sendable {
  /// The name of the collection.
  package static let collection = "jokes"

  /// The document ID; nil if the export lacks it.
  package let id: JokeID?
  /// The place of the document's first byte.
  package private(set) var place: Place
  /// Why and where the document is unusable; nil if it is usable.
  package private(set) var problem: (reason: String, place: Place)?
  /// The entry for the list of rejects, if there is a problem.
  package private(set) var kept: RejectedRecord?
  private let fields: JokeFields

  /// - Precondition: the job needs all fields of an entity.
  init(_ event: borrowing RatingEventDocument) {
    id = event.identity.map { JokeID($0.id) }
    place = event.record.place
    var fields = JokeFields()
    event.source.withFields(of: event.record) { fields = JokeFields($0, at: $1, $2) }
    self.fields = fields
    if id == nil {
      problem = ("the joke has no id", place)
    } else if let place = fields.hugeScorePlace {
      problem = ("popularity_score is too large for a number", place)
    }
    if problem != nil { kept = event.kept }
  }

  /// The text of the joke; empty if the field is missing.
  package var text: String { fields.text }

  /// The joke; nil if there is a problem.
  package var joke: Joke? {
    guard let id, problem == nil else { return nil }
    return Joke(
      id: id, text: fields.text, category: JokeCategory(text: fields.text, type: fields.type),
      isForChristmas: fields.isForChristmas, popularity: fields.popularity)
  }
}

extension JokeDocument: PartLocated {
  package mutating func shift(by start: PartStart) {
    place.shift(by: start)
    problem?.place.shift(by: start)
  }
}

/// Reads each document of a catalogue.
private struct JokeJob: DocumentJob {
  private(set) var jokes: [JokeDocument] = []

  var outcomeCount: Int { jokes.count }
  var entityFields: EntityFields { .all }

  mutating func decide(_ event: borrowing RatingEventDocument) -> Decision {
    jokes.append(JokeDocument(event))
    return .keep
  }
}

/// Receives the documents of an export of jokes, in order.
package protocol JokeVisitor: DocumentVisitor {
  /// Takes one document.
  func visit(_ document: JokeDocument) throws
}

extension JokeVisitor {
  package var job: any DocumentJob { JokeJob() }

  package func take(_ outcomes: Range<Int>, of job: any RecordJob, from start: PartStart) throws {
    guard let job = job as? JokeJob else { preconditionFailure("another job's outcomes") }
    for var document in job.jokes[outcomes] {
      document.shift(by: start)
      try visit(document)
    }
  }
}
