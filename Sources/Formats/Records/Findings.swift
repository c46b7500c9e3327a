import Scan
import SystemIO

/// Something found in a part of an input, which the run takes in input order.
enum Finding: Sendable {
  /// A number of consecutive outcomes of a job.
  case outcomes(Int)
  /// An unreadable record, copied unchanged.
  case reject(RecordProblem)
  /// Documents of other collections, and the records that hold nothing else.
  case passedOver(documentCount: Int, recordCount: Int)
  /// An error that ends the run once the earlier findings are taken.
  case failure(any Error)
}

extension Finding: PartLocated {
  mutating func shift(by start: PartStart) {
    switch self {
    case .reject(var problem):
      problem.shift(by: start)
      self = .reject(problem)
    case .failure(let error):
      guard var located = error as? any Error & PartLocated else { return }
      located.shift(by: start)
      self = .failure(located)
    case .outcomes, .passedOver: break
    }
  }
}

/// The findings of one part of an input, in order, that have not been taken yet.
struct Findings: Sendable {
  private var all: [Finding] = []
  /// The number of outcomes after all of these.
  private var laterOutcomeCount = 0
  /// The number of the job's outcomes.
  private var outcomeCount = 0
  /// How many of the part's findings and outcomes were taken.
  private var taken = (findingCount: 0, outcomeCount: 0)

  /// Starts another part.
  mutating func begin() { taken = (0, 0) }

  /// Removes the findings, with the job that holds their outcomes; nil if there are none.
  mutating func take(of job: any RecordJob) -> PartFindings? {
    addLaterOutcomes()
    if all.isEmpty { return nil }
    taken.findingCount += all.count
    taken.outcomeCount += outcomeCount
    defer { (all, outcomeCount) = ([], 0) }
    return PartFindings(all: all, job: job)
  }

  /// Adds the outcomes that the job has collected since the last call.
  ///
  /// - Returns: the number of them.
  @discardableResult
  mutating func addOutcomes(of job: any RecordJob) -> Int {
    let count = job.outcomeCount - outcomeCount
    outcomeCount += count
    laterOutcomeCount += count
    return count
  }

  private mutating func addLaterOutcomes() {
    if laterOutcomeCount > 0 { all.append(.outcomes(laterOutcomeCount)) }
    laterOutcomeCount = 0
  }

  private mutating func add(_ finding: Finding) {
    addLaterOutcomes()
    all.append(finding)
  }

  /// Adds documents of other collections, and the records that hold nothing else.
  mutating func passOver(documentCount: Int, recordCount: Int) {
    addLaterOutcomes()
    if case .passedOver(let documents, let records)? = all.last {
      all[all.count - 1] = .passedOver(
        documentCount: documents + documentCount, recordCount: records + recordCount)
    } else {
      all.append(.passedOver(documentCount: documentCount, recordCount: recordCount))
    }
  }

  mutating func reject(_ problem: RecordProblem) { add(.reject(problem)) }
  /// Adds an error that ends the run.
  mutating func fail(_ error: any Error) { add(.failure(error)) }

  /// Whether the rest of the part must wait for its turn, because the run ends here or because the
  /// number of findings is at its limit, which bounds memory for input with many anomalies.
  var isFull: Bool {
    if laterOutcomeCount == 0, case .failure? = all.last { return true }
    return taken.findingCount + all.count + (laterOutcomeCount > 0 ? 1 : 0) >= Self.findingLimit
      || taken.outcomeCount + outcomeCount >= Self.outcomeLimit
  }

  private static let findingLimit = 256
  private static let outcomeLimit = 4096
}

/// The findings of one part of an input, and the job that holds their outcomes.
package struct PartFindings: Sendable {
  var all: [Finding]
  var job: any RecordJob
}
