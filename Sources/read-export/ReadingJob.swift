import Formats
import Jokes
import Runs
import Scan

/// What to make of each document, which depends on the document alone.
struct ReadingJob: DocumentJob {
  /// What a run does with the documents.
  enum Purpose {
    case count
    /// Checks every value.
    case check
    case print(isPlain: Bool)
  }

  /// The outcome for one document.
  struct Outcome {
    var collection: String?
    var isNamed: Bool
    /// The range of its line in the job's lines, if it is printed.
    var line = 0..<0
    var remark: Remark?
  }

  /// What few documents have.
  indirect enum Remark {
    /// A member next to the fields that the line omits.
    case memberLeftOut(name: String, Place, documentID: String?)
    /// Firestore cannot hold the document.
    case reject(RecordProblem)
    case failure(any Error)
  }

  let purpose: Purpose
  private let collection: String?
  /// The documents of the current part; nil for one whose field names another collection.
  private(set) var outcomes: [Outcome?] = []
  /// The printed documents, each with its line end.
  private(set) var lines: [UInt8] = []

  init(_ arguments: Arguments) {
    purpose =
      arguments[.check]
      ? .check : arguments[.count] ? .count : .print(isPlain: arguments[.plain])
    collection = arguments[.collection]?.description
  }

  var isPrinting: Bool { if case .print = purpose { true } else { false } }

  var outcomeCount: Int { outcomes.count }

  // Printing and checking look at every field, counting at none.
  var entityFields: EntityFields { .none }

  mutating func decide(_ event: borrowing RatingEventDocument) -> Decision {
    let document = ExportedDocument(event)
    if let collection, document.identity?.collection?.hasBytes(of: collection) == false {
      outcomes.append(nil)
    } else {
      outcomes.append(outcome(of: document))
    }
    return .keep
  }

  private mutating func outcome(of document: borrowing ExportedDocument) -> Outcome {
    let identity = document.identity
    var outcome = Outcome(collection: identity?.collection, isNamed: identity != nil)
    do {
      switch purpose {
      case .count: break
      case .check: try document.check()
      case .print(let isPlain):
        let start = lines.count
        lines += isPlain ? try document.plain() : try document.typed()
        lines.append(UInt8(ascii: "\n"))
        outcome.line = start..<lines.count
        if let (name, place) = document.memberLeftOut(isPlain: isPlain) {
          outcome.remark = .memberLeftOut(name: name, place, documentID: identity?.id)
        }
      }
    } catch let error as Unrepresentable {
      let record = document.record
      let place = error.offset.map { record.place(of: $0) } ?? record.place
      outcome.remark = .reject(
        .unusable(error.reason, place, documentID: identity?.id, record: document.kept))
    } catch {
      outcome.remark = .failure(error)
    }
    return outcome
  }
}
