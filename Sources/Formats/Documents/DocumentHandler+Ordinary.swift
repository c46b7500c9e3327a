import ByteIO
import JSONText
import Jokes

/// How ordinary events are counted in passing, without asking the delegate about each.
extension DocumentHandler {
  /// Begins to recognise ordinary events, and to count those that the delegate's rule decides about.
  mutating func adoptRule() {
    // Who wants all collections wants to see all documents.
    guard collection != nil, !shape.spelling.tellsInStrings, let rule = delegate.ordinaryRule,
      rule != scanner?.rule
    else { return }
    if scanner == nil {
      scanner = EventScanner(rule, isLines: isLines, collection: collectionBytes)
    } else {
      scanner?.rule = rule
    }
  }

  /// What becomes of a document of the wanted collection if it is an ordinary event that the rule
  /// decides about; nil for all others.
  mutating func ordinaryFate(
    _ parts: DocumentParts, _ fields: Delegate.Fields, _ record: Record
  ) -> RecordFate? {
    guard scanner != nil, var event = fields.ordinaryEvent(in: record.text) else { return nil }
    let decision = scanner?.count(event, in: record.text)
    if scanner?.isLearning == true {
      event.name = parts.name?.range
      // A pattern tells the collection by the name alone.
      if parts.name == nil || shape.isPlainly(in: collectionBytes, record, parts) {
        learn(event, record)
      }
    }
    let place = event.ratingOffset - record.valueStart
    return decision.map { RecordFate($0) { Edit(place..<place + 1, $0.digits) } }
  }

  private mutating func learn(_ event: OrdinaryEvent, _ record: Record) {
    // What separates events in one container may not do so in another.
    if path != learnedPath {
      scanner?.forget()
      learnedPath = path
    }
    guard record.key == nil else { return }
    let text = record.text
    let lead = record.range.lowerBound
    if isLines {
      guard lead == 0 || text[lead - 1] == UInt8(ascii: "\n") else { return }
      learn(event, text, range: lead..<text.count, valueStart: record.valueStart)
    } else {
      let start = text.startOfSeparator(before: lead)
      let hasComma = text.extracting(start..<lead).firstOffset(of: UInt8(ascii: ",")) != nil
      let range = start..<record.range.upperBound
      // The first element of an array follows none, and what is like it may not follow another.
      if hasComma == (format.framing == .array || !path.isEmpty) {
        learn(event, text, range: range, valueStart: record.valueStart)
      }
    }
  }

  private mutating func learn(
    _ event: OrdinaryEvent, _ text: Span<UInt8>, range: Range<Int>, valueStart: Int
  ) {
    let isShown = scanner?.rule.isTold == false
    let document =
      isShown ? eventDocument(text.extracting(range), at: valueStart - range.lowerBound) : nil
    let isFlat = shape.isFlat
    scanner?.learn(event, text, range: range, document, isFlat: isFlat)
  }

  /// What it takes to decide about events of the shape of this one.
  private func eventDocument(_ text: Span<UInt8>, at start: Int) -> EventDocument? {
    do throws(JSONSyntaxError) {
      var cursor = JSONCursor(text, at: start)
      var parts = try read(&cursor).parts
      let record = Record(
        text, range: start..<cursor.offset, valueStart: start, key: nil,
        origin: Record.Origin(file: "", byte: 0, .derived))
      if shape.isFlat {
        let naming = parts.naming ?? NamingFields(of: record)
        parts.naming = naming.dependsOnValues ? nil : naming
      }
      return EventDocument(record, parts)
    } catch {
      return nil
    }
  }

  func lineWorker(keepsBytes: Bool) -> (any LineWorker)? {
    delegate.collector.map {
      DecidingLineWorker(
        DocumentHandler<FindingCollector>($0, like: self),
        LineReader(formatName: format.displayName, isSalvaging: isSalvaging),
        keepsBytes: keepsBytes)
    }
  }

  var outcomesWanted: Int { delegate.outcomesWanted }

  func merge(_ worker: any LineWorker) { delegate.merge(worker.tally) }

  mutating func enter(
    _ lines: LineChunk.DecidedLines, from origin: Record.Origin
  ) throws -> RecordCounts {
    delegate.enter(lines.counts)
    if let findings = lines.findings { try take(findings, from: PartStart(of: origin)) }
    return lines.records
  }

  mutating func pass(_ text: Span<UInt8>, in stretch: RunStretch, _ found: inout FoundRuns) {
    guard nestedDepth == nil else { return }
    if runWorker == nil {
      runWorker = delegate.collector.map {
        EventRunWorker(DocumentHandler<FindingCollector>($0, like: self))
      }
    }
    let (path, wanted) = (path, outcomesWanted)
    runWorker?.pass(text, in: stretch, around: path, showing: wanted, &found)
  }

  mutating func workerAhead() -> (any RunWorker)? {
    guard nestedDepth == nil, let worker = runWorker?.copyAhead(around: path) else { return nil }
    runPath = path
    return worker
  }

  func isAhead() -> Bool { nestedDepth == nil && path == runPath }

  mutating func enter(
    _ run: RecordRun, _ votes: inout KeyedDigitLog, from start: PartStart
  ) throws {
    runWorker?.enter(run, &votes)
    delegate.enter(run.counts)
    if let findings = run.findings { try take(findings, from: start) }
  }

  func finish() {
    if let runWorker { delegate.merge(runWorker.tally) }
  }
}

extension DocumentHandler: FindingTaker {
  mutating func take(_ outcomes: Range<Int>, of job: any RecordJob, from start: PartStart) throws {
    try delegate.take(outcomes, of: job, from: start)
  }

  mutating func passOver(documentCount: Int) { delegate.passOver(documentCount: documentCount) }
}

extension RecordFate {
  /// What a decision about an event comes to.
  ///
  /// - Parameter edit: the edit that gives it another rating; nil if its rating is no number.
  init(_ decision: Decision, _ edit: (Rating) -> Edit?) {
    switch decision {
    case .keep, .refuse: self = .keep
    case .delete: self = .drop
    case .update(let rating): self = edit(rating).map { .edit([$0]) } ?? .keep
    }
  }
}
