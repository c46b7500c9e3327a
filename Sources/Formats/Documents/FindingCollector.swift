import Jokes
import Scan
import SystemIO

/// Collects the findings of a job in the documents of a part of an input.
struct FindingCollector: FindingCollecting {
  private let idleJob: any DocumentJob
  private var job: any DocumentJob
  var findings = Findings()
  /// The decision tables while outcomes of changed events are wanted, and afterwards.
  private let rules: (showing: RatingDecisionTable, rest: RatingDecisionTable)
  let entityFields: EntityFields
  /// How many more outcomes of changed events are wanted.
  var outcomesWanted = Int.max {
    didSet {
      guard (outcomesWanted > 0) != (oldValue > 0) else { return }
      let rule = rule
      scanner?.rule = rule
    }
  }
  var scanner: EventScanner?
  /// The keys of the containers around the events whose shapes the scanner knows.
  var learnedPath: [String]?
  /// The number of ordinary events that were decided individually and not recognised by the scanner.
  private var decidedCount = 0

  init(_ job: any DocumentJob) {
    (idleJob, self.job) = (job, job)
    rules = (job.ordinaryRule(showing: .max), job.ordinaryRule(showing: 0))
    entityFields = job.entityFields
  }

  /// The number of ordinary events so far.
  var metCount: Int { decidedCount + (scanner?.metCount ?? 0) }

  mutating func show(_ outcomeCount: Int) { outcomesWanted = outcomeCount }

  mutating func takeFindings() -> PartFindings? {
    guard let part = findings.take(of: job) else { return nil }
    job = idleJob
    // Parts are alike; arrays that grow are copied, and take more than they need.
    job.reserveCapacity(like: part.job)
    return part
  }

  mutating func decide(
    _ fields: RatingEventFields, _ record: Record, _ source: any DocumentSource
  ) -> RecordFate {
    if fields.ordinaryEvent(in: record.text) != nil { decidedCount &+= 1 }
    return decide(RatingEventDocument(record, fields: fields, source: source))
  }

  /// Decides about an event that the scanner recognised and counted, or that was counted here.
  mutating func decide(_ event: borrowing RatingEventDocument) -> RecordFate {
    let decision = job.decide(event)
    let hasOutcome = findings.addOutcomes(of: job) > 0
    guard decision != .keep else { return .keep }
    let fate = event.fields.fate(for: decision, in: event.record)
    if hasOutcome, fate.isChange { outcomesWanted = max(outcomesWanted - 1, 0) }
    return fate
  }

  mutating func passOver(documentCount: Int, recordCount: Int = 1) {
    findings.passOver(documentCount: documentCount, recordCount: recordCount)
  }

  /// The decision table for ordinary events, given how many outcomes are still wanted.
  var rule: RatingDecisionTable { outcomesWanted > 0 ? rules.showing : rules.rest }
}
