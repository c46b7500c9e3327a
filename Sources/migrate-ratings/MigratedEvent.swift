import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// The migration of one document, of which there is one for each that a batch might contain.
struct MigratedEvent: Sendable {
  let reading: RatingReading
  let decision: Decision
  /// The index of its `MigratedChange` in the job's changes, if it has one.
  var change: Int?
  /// The index of its `OddEvent` in the job's oddities, if it has one.
  var oddity: Int?

  init(_ reading: RatingReading, _ decision: Decision) {
    (self.reading, self.decision) = (reading, decision)
  }
}

extension PlanFile.Change {
  /// The change of a document's rating.
  init(_ event: MigratedEvent, at place: Place) {
    let before: Value =
      switch event.reading {
      case .rating(let rating): .whole(rating.rawValue)
      case .unexpected(let label): .number(spelled: label)
      }
    var after: Value?
    if case .update(let rating) = event.decision { after = .whole(rating.rawValue) }
    self.init(at: place, before: before, after: after)
  }
}

/// What is written and shown of a changed document.
///
/// Its texts are ranges of the job's texts, so that most changes allocate nothing.
struct MigratedChange: Sendable {
  /// The range of its id in the job's texts, if changes are shown or planned.
  var documentID: Range<Int>?
  /// The place of its rating, if changes are planned.
  var ratingPlace: Place?
  /// Its database writes, for batches.
  var writes: MigrationWrites?
}

/// A document that needs more than its decision: a warning, a rejection, its place or its
/// fingerprint.
struct OddEvent: Sendable {
  /// The places of the document and of its rating.
  private(set) var place: Place
  private(set) var ratingPlace: Place
  let documentID: String?
  /// The reason of a rejection, and the bytes for the list of rejects.
  private(set) var problem: (kind: Problem, kept: RejectedRecord?)?
  /// The id computed from its fields, if it differs from the document's id.
  var contradictedBy: String?
  /// The fingerprint of its id, for the check of standard input, which is read only once.
  var fingerprint: Fingerprint?

  /// The reason of a rejection or of a failed run.
  enum Problem: Sendable {
    /// A relevant field occurs twice; the reason and the place.
    case ambiguous(String, Place)
    /// No batch can contain the document.
    case unwritable(String)
    /// Its id occurs twice; the database that it names, if that decides where writes go.
    case repeated(DatabaseName?)
    /// The export lacks the database name, and `--database` was not given.
    case withoutDatabase
    /// An error that ends the run.
    case failure(any Error)
  }

  init(_ event: borrowing RatingEventDocument, _ documentID: String?, _ problem: Problem?) {
    (place, ratingPlace) = (event.record.place, event.ratingPlace)
    self.documentID = documentID
    self.problem = problem.map { ($0, event.kept) }
  }
}

extension OddEvent: PartLocated {
  mutating func shift(by start: PartStart) {
    place.shift(by: start)
    ratingPlace.shift(by: start)
    if case .ambiguous(let reason, var place)? = problem?.kind {
      place.shift(by: start)
      problem?.kind = .ambiguous(reason, place)
    }
  }
}
