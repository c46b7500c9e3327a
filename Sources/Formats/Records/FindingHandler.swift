/// Decides about records, and keeps what it finds until it is asked for.
package protocol FindingHandler {
  /// Begins a part of the input, of which the outcomes of this many changes are wanted.
  mutating func begin(showing outcomeCount: Int)
  /// Removes and returns the findings of the part; without any, returns nil.
  mutating func takeFindings() -> PartFindings?
}

extension FindingHandler {
  package mutating func begin(showing outcomeCount: Int) {}
  package mutating func takeFindings() -> PartFindings? { nil }

  /// Decides about something in its turn, and tells a visitor the findings, also those before an
  /// error.
  mutating func decide<Fate>(
    telling visitor: any FindingVisitor, _ body: (inout Self) throws -> Fate
  ) throws -> Fate {
    begin(showing: visitor.outcomesWanted)
    let fate = Result { try body(&self) }
    try tell(takeFindings(), from: PartStart(), to: visitor)
    return try fate.get()
  }

  /// The same for a record of the caller's window, to which the caller has access again afterwards.
  mutating func decide<Fate>(
    _ record: Record, telling visitor: any FindingVisitor,
    _ body: (inout Self, Record) throws -> Fate
  ) throws -> Fate { try decide(telling: visitor) { try body(&$0, record) } }

  /// Tells a visitor the findings of a part.
  mutating func tell(
    _ part: PartFindings?, from start: PartStart, to visitor: any FindingVisitor
  ) throws {
    guard let part else { return }
    var outcomeCount = 0
    for var finding in part.all {
      finding.shift(by: start)
      switch finding {
      case .outcomes(let count):
        try visitor.take(outcomeCount..<outcomeCount + count, of: part.job, from: start)
        outcomeCount += count
      case .reject(let problem): try visitor.reject(problem)
      case .passedOver(let documentCount, let recordCount):
        visitor.passOver(documentCount: documentCount, recordCount: recordCount)
      case .failure(let error): throw error
      }
    }
  }
}

/// Collects the findings about the records of a part.
protocol FindingCollecting: Sendable {
  /// The findings of the part.
  var findings: Findings { get set }
  /// Counts ordinary events without parsing them; nil if none are counted.
  var scanner: EventScanner? { get set }
  /// Restarts the count of wanted outcomes.
  mutating func show(_ outcomeCount: Int)
  /// Removes and returns the findings of the part; without any, returns nil.
  mutating func takeFindings() -> PartFindings?
}

extension FindingCollecting {
  var scanner: EventScanner? {
    get { nil }
    set {}
  }

  /// Starts a part, of which the outcomes of this many changes are wanted.
  mutating func begin(showing outcomeCount: Int) {
    show(outcomeCount)
    findings.begin()
  }
}

/// A handler with a collector.
protocol CollectingHandler: FindingHandler, Sendable {
  associatedtype Collector: FindingCollecting
  var collector: Collector { get set }
}

extension CollectingHandler {
  package mutating func begin(showing outcomeCount: Int) { collector.begin(showing: outcomeCount) }
  package mutating func takeFindings() -> PartFindings? { collector.takeFindings() }
  package mutating func reject(_ problem: RecordProblem) { collector.findings.reject(problem) }

  /// Rejects a record, which stays as it is.
  mutating func keepRejected(_ problem: RecordProblem) -> RecordFate {
    reject(problem)
    collector.findings.passOver(documentCount: 0, recordCount: 1)
    return .keep
  }
}
