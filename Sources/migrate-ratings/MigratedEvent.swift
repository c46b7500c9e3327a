import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// What is found of one document, whatever other documents there are.
struct MigratedEvent: Sendable {
  let reading: RatingReading
  let decision: Decision
  /// Where the document stands, and its rating.
  private(set) var place: Place
  private(set) var ratingPlace: Place
  /// What it is called, where it is changed or anything is to be said of it.
  var documentID: String?
  /// Why it is rejected, and what a list of rejects keeps of it.
  var problem: (kind: Problem, kept: RejectedRecord?)?
  /// Its document's id, which its fields contradict, and what they make of it.
  var contradictedBy: String?
  /// What its id is known by, where no two documents may have the same.
  var fingerprint: Fingerprint?
  /// The writes that change it in the database.
  var writes: MigrationWrites?

  /// Why a document is rejected.
  enum Problem: Sendable {
    /// A field that counts occurs twice, and where it does.
    case ambiguous(String, Place)
    /// No batch can change it.
    case unwritable(String)
    /// No write can name it, unless somebody says in which database it is.
    case withoutDatabase
    /// What ends the run.
    case failure(any Error)
  }

  /// Whether anything is to be said of it by its id.
  var isNamed: Bool {
    if case .unexpected = reading { return true }
    return decision != .keep
  }

  init(_ event: RatingEventDocument, _ decision: Decision) {
    reading = event.reading
    self.decision = decision
    (place, ratingPlace) = (event.record.place, event.ratingPlace)
  }
}

extension MigratedEvent: PartLocated {
  mutating func shift(by start: PartStart) {
    place.shift(by: start)
    ratingPlace.shift(by: start)
    if case .ambiguous(let reason, var place)? = problem?.kind {
      place.shift(by: start)
      problem?.kind = .ambiguous(reason, place)
    }
  }
}
