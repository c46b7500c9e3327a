import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// What is found of one document, whatever other documents there are.
///
/// Its texts stand among the job's, so that most events own nothing.
struct MigratedEvent: Sendable {
  let reading: RatingReading
  let decision: Decision
  /// Its id, as UTF-8 among the job's texts, where it is changed or anything is to be said of it.
  var documentID: Range<Int>?
  /// Its line of a plan.
  var planned: PlannedChange?
  /// The writes that change it in the database.
  var writes: MigrationWrites?
  /// The number of the job's oddity that it is, where anything is to be said of it that its decision
  /// does not say.
  var oddity: Int?

  init(_ reading: RatingReading, _ decision: Decision) {
    (self.reading, self.decision) = (reading, decision)
  }
}

/// A line of a plan, spelled but for the numbers of the place.
struct PlannedChange: Sendable {
  /// Where among the job's texts it stands.
  let text: Range<Int>
  private(set) var line: Int?
  private(set) var column: Int?
  let byte: Int?

  init(_ text: Range<Int>, at place: Place) {
    self.text = text
    (line, column, byte) = (place.line, place.column, place.byte)
  }
}

extension PlannedChange: PartLocated {
  mutating func shift(by start: PartStart) {
    var place = Place(file: "", line: line, column: column)
    place.shift(by: start)
    (line, column) = (place.line, place.column)
  }
}

/// A document of which more is to be said than what its rating becomes.
struct OddEvent: Sendable {
  /// Where the document stands, and its rating.
  private(set) var place: Place
  private(set) var ratingPlace: Place
  let documentID: String?
  /// Why it is rejected, and what a list of rejects keeps of it.
  private(set) var problem: (kind: Problem, kept: RejectedRecord?)?
  /// The id that its fields make, where it is another.
  var contradictedBy: String?
  /// What its id is known by, where no document before it may have the same.
  var fingerprint: Fingerprint?

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

  init(_ event: RatingEventDocument, _ documentID: String?, _ problem: Problem?) {
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
