package import Scan
import SystemIO

/// What is done with each dump.
package protocol DumpJob: RecordJob {
  /// Begins a part of which the outcomes of so many changes are wanted.
  mutating func begin(showing outcomeCount: Int)
  /// Decides about one dump, and keeps what the run is to be told of it.
  ///
  /// - Parameter record: where it stands; offsets in the dump count from `record.valueStart`.
  /// - Returns: the edits of its bytes that are to be made, or nil where it stays as it came.
  /// - Throws: what ends the run.
  mutating func decide(_ dump: DefaultsDump, _ record: Record) throws -> [Edit]?
}

/// Takes what a job finds in the dumps of an input.
///
/// It visits a dump whose turn it is by having the job decide about it, and taking the outcomes.
package protocol DumpJobVisitor: DefaultsDumpVisitor, FindingVisitor {
  /// Decides about the dumps; it keeps no outcomes yet.
  var dumpJob: any DumpJob { get }
}

extension DumpJobVisitor {
  package func visit(_ dump: DefaultsDump, _ record: Record) throws -> [Edit]? {
    var job = dumpJob
    job.begin(showing: outcomesWanted)
    let edits = try job.decide(dump, record)
    try take(0..<job.outcomeCount, of: job, from: PartStart())
    return edits
  }
}

/// What the dumps of a JSON input are read for.
protocol DumpHandlerDelegate {
  mutating func decide(_ dump: DefaultsDump, _ record: Record) throws -> [Edit]?
  mutating func reject(_ problem: RecordProblem) throws
  func advance(to byte: Int)

  /// Collects what is found in a part of the input, on any thread; nil if each dump is read in its turn.
  var collector: DumpFindingCollector? { get }
  /// Of how many more changes the outcomes are wanted.
  var outcomesWanted: Int { get }
  mutating func take(_ outcomes: Range<Int>, of job: any RecordJob, from start: PartStart) throws
}

extension DumpHandlerDelegate {
  var collector: DumpFindingCollector? { nil }
  var outcomesWanted: Int { .max }
  func take(_ outcomes: Range<Int>, of job: any RecordJob, from start: PartStart) {}
}

/// Hands each dump to the run's visitor in its turn.
struct VisitingDelegate: DumpHandlerDelegate {
  let visitor: any DefaultsDumpVisitor
  private let jobVisitor: (any DumpJobVisitor)?

  init(_ visitor: any DefaultsDumpVisitor) {
    self.visitor = visitor
    jobVisitor = visitor as? any DumpJobVisitor
  }

  func decide(_ dump: DefaultsDump, _ record: Record) throws -> [Edit]? {
    try visitor.visit(dump, record)
  }

  func reject(_ problem: RecordProblem) throws { try visitor.reject(problem) }
  func advance(to byte: Int) { visitor.advance(to: byte) }

  var collector: DumpFindingCollector? {
    jobVisitor.map { DumpFindingCollector($0.dumpJob) }
  }

  var outcomesWanted: Int { jobVisitor?.outcomesWanted ?? .max }

  func take(_ outcomes: Range<Int>, of job: any RecordJob, from start: PartStart) throws {
    try jobVisitor?.take(outcomes, of: job, from: start)
  }
}

/// Collects what a job finds in the dumps of a part of an input.
struct DumpFindingCollector: DumpHandlerDelegate, Sendable {
  private let idleJob: any DumpJob
  private var job: any DumpJob
  private var findings = Findings()

  init(_ job: any DumpJob) { (idleJob, self.job) = (job, job) }

  mutating func begin(showing outcomeCount: Int) {
    findings.begin()
    job.begin(showing: outcomeCount)
  }

  /// Gives the findings of the part; nil if there are none.
  mutating func takeFindings() -> PartFindings? {
    guard let part = findings.take(of: job) else { return nil }
    job = idleJob
    return part
  }

  /// Whether the rest of the part is to be read in its turn.
  var isFull: Bool { findings.isFull(outcomeCount: job.outcomeCount) }

  /// Adds what ends the run.
  mutating func fail(_ error: any Error) { findings.fail(error) }

  mutating func decide(_ dump: DefaultsDump, _ record: Record) throws -> [Edit]? {
    let countBefore = job.outcomeCount
    let edits = try job.decide(dump, record)
    findings.addOutcomes(job.outcomeCount - countBefore)
    return edits
  }

  mutating func reject(_ problem: RecordProblem) { findings.reject(problem) }

  func advance(to byte: Int) {}
}
