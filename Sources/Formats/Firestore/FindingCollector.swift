import ByteIO
import JSONText
import Jokes

/// One thing found in a part of an input, for the run to take in the order of the input.
enum DocumentFinding: Sendable {
  /// So many outcomes of a job, one after the other.
  case outcomes(Int)
  /// A record that could not be read and stays as it came.
  case reject(RecordProblem)
  /// Records one after the other that each hold so many documents of another collection, or none.
  case passedOver(documentCount: Int, times: Int)
  /// What a value says that is no document.
  case remark(DocumentRemark, Place)
  /// What ends the run when the findings before it are taken.
  case failure(any Error)
}

extension DocumentFinding: PartLocated {
  mutating func shift(by start: PartStart) {
    switch self {
    case .reject(var problem):
      problem.shift(by: start)
      self = .reject(problem)
    case .remark(let remark, var place):
      place.shift(by: start)
      self = .remark(remark, place)
    case .failure(let error):
      guard var located = error as? any Error & PartLocated else { return }
      located.shift(by: start)
      self = .failure(located)
    case .outcomes, .passedOver: break
    }
  }
}

/// The findings of one part of an input, in order.
struct DocumentFindings: Sendable {
  var all: [DocumentFinding] = []
  /// The job that keeps the outcomes.
  var job: any RatingEventJob
}

/// Collects what a job finds in a part of an input.
struct FindingCollector: DocumentHandlerDelegate, Sendable {
  private let idleJob: any RatingEventJob
  private var findings: DocumentFindings
  private let rules: OrdinaryRules
  /// Of how many more changed events of the part the outcomes are wanted.
  private(set) var outcomesWanted = Int.max
  /// How much of the part was taken already.
  private var taken = (findingCount: 0, outcomeCount: 0)
  private var hasFailed = false

  init(_ job: any RatingEventJob) {
    idleJob = job
    findings = DocumentFindings(job: job)
    rules = OrdinaryRules(of: job)
  }

  /// Begins a part of which the outcomes of so many changed events are wanted.
  mutating func begin(showing outcomeCount: Int) {
    outcomesWanted = outcomeCount
    taken = (0, 0)
    hasFailed = false
  }

  /// Gives the findings of the part since they were taken last; nil if there are none.
  mutating func takeFindings() -> DocumentFindings? {
    if findings.all.isEmpty { return nil }
    taken.findingCount += findings.all.count
    taken.outcomeCount += findings.job.outcomeCount
    let found = findings
    findings = DocumentFindings(job: idleJob)
    return found
  }

  /// Whether the rest of the part is to be read in its turn: the run ends here, or so much was found that
  /// memory would grow with what is odd.
  var isFull: Bool {
    hasFailed || taken.findingCount + findings.all.count >= Self.findingLimit
      || taken.outcomeCount + findings.job.outcomeCount >= Self.outcomeLimit
  }

  private static let findingLimit = 256
  private static let outcomeLimit = 4096

  /// Adds what ends the run.
  mutating func fail(_ error: any Error) {
    findings.all.append(.failure(error))
    hasFailed = true
  }

  mutating func decide(
    _ fields: RatingEventFields, _ record: Record, _ source: any DocumentSource
  ) -> RecordFate {
    let countBefore = findings.job.outcomeCount
    let decision = findings.job.decide(
      RatingEventDocument(record, fields: fields, source: source))
    let fate = fields.fate(for: decision, in: record)
    guard findings.job.outcomeCount > countBefore else { return fate }
    if case .outcomes(let count)? = findings.all.last {
      findings.all[findings.all.count - 1] = .outcomes(count + 1)
    } else {
      findings.all.append(.outcomes(1))
    }
    if fate.isChange { outcomesWanted = max(outcomesWanted - 1, 0) }
    return fate
  }

  mutating func reject(_ problem: RecordProblem) { findings.all.append(.reject(problem)) }

  mutating func passOver(documentCount: Int) {
    if case .passedOver(documentCount, let times)? = findings.all.last {
      findings.all[findings.all.count - 1] = .passedOver(
        documentCount: documentCount, times: times + 1)
    } else {
      findings.all.append(.passedOver(documentCount: documentCount, times: 1))
    }
  }

  mutating func holds(_ remark: DocumentRemark, at place: Place) -> Bool {
    findings.all.append(.remark(remark, place))
    return true
  }

  func advance(to byte: Int) {}

  var ordinaryRule: OrdinaryRule? { rule }
  /// What becomes of ordinary events while so many outcomes are wanted.
  var rule: OrdinaryRule { rules[outcomesWanted] }
}
