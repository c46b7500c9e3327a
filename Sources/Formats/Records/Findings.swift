import Scan
import SystemIO

/// One thing found in a part of an input, for the run to take in the order of the input.
enum Finding: Sendable {
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

extension Finding: PartLocated {
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

/// The findings of one part of an input, in order, as far as they were not taken.
struct Findings: Sendable {
  private(set) var all: [Finding] = []
  /// How much of the part was taken already.
  private var taken = (findingCount: 0, outcomeCount: 0)

  /// Begins another part.
  mutating func begin() { taken = (0, 0) }

  /// Takes the findings, with the job that keeps their outcomes; nil if there are none.
  mutating func take(of job: any RecordJob) -> PartFindings? {
    if all.isEmpty { return nil }
    taken.findingCount += all.count
    taken.outcomeCount += job.outcomeCount
    defer { all = [] }
    return PartFindings(all: all, job: job)
  }

  /// Adds outcomes of the job.
  mutating func addOutcomes(_ count: Int) {
    guard count > 0 else { return }
    if case .outcomes(let before)? = all.last {
      all[all.count - 1] = .outcomes(before + count)
    } else {
      all.append(.outcomes(count))
    }
  }

  /// Adds a record that holds so many documents of another collection.
  mutating func passOver(documentCount: Int) {
    if case .passedOver(documentCount, let times)? = all.last {
      all[all.count - 1] = .passedOver(documentCount: documentCount, times: times + 1)
    } else {
      all.append(.passedOver(documentCount: documentCount, times: 1))
    }
  }

  mutating func reject(_ problem: RecordProblem) { all.append(.reject(problem)) }
  mutating func add(_ remark: DocumentRemark, at place: Place) {
    all.append(.remark(remark, place))
  }
  /// Adds what ends the run.
  mutating func fail(_ error: any Error) { all.append(.failure(error)) }

  /// Whether the rest of the part is to be read in its turn: the run ends here, or so much was found that
  /// memory would grow with what is odd.
  ///
  /// - Parameter outcomeCount: how many outcomes the job keeps.
  func isFull(outcomeCount: Int) -> Bool {
    if case .failure? = all.last { return true }
    return taken.findingCount + all.count >= Self.findingLimit
      || taken.outcomeCount + outcomeCount >= Self.outcomeLimit
  }

  private static let findingLimit = 256
  private static let outcomeLimit = 4096
}

/// What was found in one part of an input, and the job that keeps the outcomes.
struct PartFindings: Sendable {
  var all: [Finding]
  var job: any RecordJob
}

/// Takes the findings of a part in its turn.
protocol FindingTaker {
  mutating func take(_ outcomes: Range<Int>, of job: any RecordJob, from start: PartStart) throws
  mutating func reject(_ problem: RecordProblem) throws
  mutating func passOver(documentCount: Int)
  mutating func heed(_ remark: DocumentRemark, at place: Place) throws
}

extension FindingTaker {
  mutating func passOver(documentCount: Int) {}
  mutating func heed(_ remark: DocumentRemark, at place: Place) {}

  /// Takes what was found on another thread.
  ///
  /// - Parameter start: where the part begins in which it was found.
  mutating func take(_ part: PartFindings, from start: PartStart) throws {
    var outcomeCount = 0
    for var finding in part.all {
      finding.shift(by: start)
      switch finding {
      case .outcomes(let count):
        try take(
          outcomeCount..<outcomeCount + count, of: part.job, from: start)
        outcomeCount += count
      case .reject(let problem): try reject(problem)
      case .passedOver(let documentCount, let times):
        for _ in 0..<times { passOver(documentCount: documentCount) }
      case .remark(let remark, let place): try heed(remark, at: place)
      case .failure(let error): throw error
      }
    }
  }
}
