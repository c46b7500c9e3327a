package import Scan
import SystemIO

/// Decides the edits of dumps, on any thread.
package protocol DumpJob: RecordJob {
  /// Begins a part of the input that may report this number of changes.
  mutating func begin(showing outcomeCount: Int)
  /// Decides about one dump and keeps the outcome for the run.
  ///
  /// - Parameter record: the dump's record; offsets in the dump count from `record.valueStart`.
  /// - Returns: the byte edits to apply, or nil to keep the dump unchanged.
  /// - Throws: an error that ends the run.
  mutating func decide(_ dump: DefaultsDump, _ record: Record) throws -> [Edit]?
}

/// Receives the outcomes of a dump job in the order of the input.
///
/// To visit a single dump, it has a job decide about it and takes the outcomes.
package protocol DumpJobVisitor: DefaultsDumpVisitor, FindingVisitor {
  /// A new job without outcomes.
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

/// Receives the dumps of a JSON input from its handler.
protocol DumpHandlerDelegate {
  mutating func decide(_ dump: DefaultsDump, _ record: Record) throws -> [Edit]?
  mutating func reject(_ problem: RecordProblem) throws
  func advance(to byte: Int)

  /// A collector for parts of the input, on any thread; nil to read the dumps one by one.
  var collector: DumpFindingCollector? { get }
  /// How many more changes the run wants to show.
  var outcomesWanted: Int { get }
  mutating func take(_ outcomes: Range<Int>, of job: any RecordJob, from start: PartStart) throws
}

extension DumpHandlerDelegate {
  var collector: DumpFindingCollector? { nil }
  var outcomesWanted: Int { .max }
  func take(_ outcomes: Range<Int>, of job: any RecordJob, from start: PartStart) {}
}

/// Passes each dump to the run's visitor in order.
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

/// Collects a job's findings about the dumps of one part of the input.
struct DumpFindingCollector: DumpHandlerDelegate, PartCollector {
  private let idleJob: any DumpJob
  private var job: any DumpJob
  var findings = Findings()

  init(_ job: any DumpJob) { (idleJob, self.job) = (job, job) }

  mutating func show(_ outcomeCount: Int) { job.begin(showing: outcomeCount) }

  mutating func takeFindings() -> PartFindings? {
    guard let part = findings.take(of: job) else { return nil }
    job = idleJob
    return part
  }

  mutating func decide(_ dump: DefaultsDump, _ record: Record) throws -> [Edit]? {
    let edits = try job.decide(dump, record)
    findings.addOutcomes(of: job)
    return edits
  }
}
