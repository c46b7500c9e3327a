import ByteIO
import JSONText
import Jokes

/// Decides about the documents in the lines of a chunk.
struct EventLineWorker: LineWorker {
  private var handler: DocumentHandler<FindingCollector>
  private let reader: LineReader
  /// What becomes of the lines; what stays of them is wanted if edits are.
  private var passed: PassedEvents
  /// What became of the records that were decided about one by one.
  private var records = RecordCounts()

  init(_ handler: DocumentHandler<FindingCollector>, keepsBytes: Bool) {
    self.handler = handler
    reader = LineReader(
      formatName: handler.format.displayName, isSalvaging: handler.isSalvaging)
    passed = PassedEvents(keepsEdits: keepsBytes)
  }

  var tally: Tally { handler.scanner?.tally ?? Tally() }

  mutating func process(_ chunk: inout LineChunk) {
    chunk.kept.removeAll(keepingCapacity: true)
    // Out of the chunk, they belong to nobody else.
    var (lines, kept) = (FileStretch(), [UInt8]())
    swap(&lines, &chunk.lines)
    swap(&kept, &chunk.kept)
    // In one piece: what grows is twice as large as it has to be.
    if passed.keepsEdits { kept.reserveCapacity(lines.bytes.count) }
    passed.removeAll()
    records = RecordCounts()
    handler.delegate.begin(showing: chunk.outcomesWanted)
    handler.adoptRule()
    let end = decide(lines.bytes, chunk)
    chunk.pieces = []
    if end > 0 {
      chunk.pieces = [.decided(settle(lines, 0..<end, &kept, chunk.keepsChanges))]
    }
    if end < lines.bytes.count { chunk.pieces.append(.odd(end..<lines.bytes.count)) }
    swap(&lines, &chunk.lines)
    swap(&kept, &chunk.kept)
  }

  /// Decides about every line, or those up to one that ends the run, or as many as there is room for what
  /// is found in them.
  ///
  /// - Returns: where the last of them ends.
  private mutating func decide(_ text: Span<UInt8>, _ chunk: LineChunk) -> Int {
    var offset = 0
    while offset < text.count, !handler.delegate.isFull {
      handler.scanner?.pass(text, from: &offset, dropping: true, into: &passed)
      guard offset < text.count,
        let end = text.firstOffset(of: UInt8(ascii: "\n"), from: offset)
      else { break }
      do {
        if try showEvents(text, &offset, chunk) { continue }
        try decideLine(text, offset..<end, chunk)
      } catch {
        handler.delegate.fail(error)
        return end + 1
      }
      offset = end + 1
    }
    return offset
  }

  /// Where a record begins, its line counted from the chunk's first.
  private func origin(
    of offset: Int, inLineAt lineStart: Int, _ chunk: LineChunk
  ) -> Record.Origin {
    let byte = chunk.range.lowerBound + offset
    return Record.Origin(
      file: chunk.path, byte: byte, line: passed.count + 1,
      column: byte - (passed.count == 0 ? chunk.lineStart : chunk.range.lowerBound + lineStart) + 1)
  }

  /// Decides about events of a known shape whose outcomes are wanted.
  ///
  /// - Returns: whether there were any.
  private mutating func showEvents(
    _ text: Span<UInt8>, _ offset: inout Int, _ chunk: LineChunk
  ) throws -> Bool {
    guard let (events, event, document) = handler.scanner?.find(text, at: offset) else {
      return false
    }
    let (range, parts) = (document.record, document.parts)
    var fields = RatingEventFields(of: event)
    fields.votePlaces = document.votePlaces
    let source: any DocumentSource = handler.source(parts)
    for _ in 0..<events.count where !handler.delegate.isFull {
      let line = offset..<offset + events.byteCount
      // Of each, what was found in the first of its shape stands in the same place.
      let record = Record(
        text.extracting(line), range: range, valueStart: range.lowerBound, key: nil,
        origin: origin(of: offset + range.lowerBound, inLineAt: offset, chunk))
      enter(try handler.decide(fields, record, source, parts), of: range, line: line)
      offset = line.upperBound
    }
    return events.count > 0
  }

  /// Decides about one line, its line end left out of the range.
  private mutating func decideLine(
    _ text: Span<UInt8>, _ range: Range<Int>, _ chunk: LineChunk
  ) throws {
    let line = range.lowerBound..<range.upperBound + 1
    let countBefore = handler.scanner?.count
    let decision = try reader.decide(
      0..<range.count, of: text.extracting(range),
      from: origin(of: range.lowerBound, inLineAt: range.lowerBound, chunk), &handler)
    guard let (fate, record) = decision else { return passed.keep(line) }
    enter(fate, of: record, line: line, isCounted: countBefore != handler.scanner?.count)
  }

  /// Counts a fate and keeps the edit that carries it out.
  ///
  /// - Parameters:
  ///   - record: where the record stands in its line.
  ///   - line: the line in the chunk, its line end included.
  ///   - isCounted: whether the record is counted among the ordinary events.
  private mutating func enter(
    _ fate: RecordFate, of record: Range<Int>, line: Range<Int>, isCounted: Bool = false
  ) {
    if !isCounted { records.enter(fate) }
    switch fate {
    case .keep: passed.keep(line)
    case .drop: passed.drop(line)
    case .edit(let edits):
      precondition(edits.count == 1, "a decision about an event changes one digit")
      passed.keep(line, making: edits[0].moved(by: line.lowerBound + record.lowerBound))
    case .dropLeaving(let bytes):
      passed.keep(line, making: Edit(record, bytes).moved(by: line.lowerBound))
    }
  }

  /// Puts together what stays of the lines, and, where that is wanted, how it differs from what was
  /// there.
  ///
  /// Each edit is carried out and written down at once, so that the one cannot be without the other.
  private mutating func settle(
    _ lines: FileStretch, _ range: Range<Int>, _ kept: inout [UInt8], _ keepsChanges: Bool
  ) -> LineChunk.DecidedLines {
    var settled = LineChunk.DecidedLines(lineCount: passed.count, end: range.upperBound)
    settled.counts = handler.scanner?.takeCounts() ?? OrdinaryCounts()
    settled.records = records
    if let rule = handler.scanner?.rule { settled.records += settled.counts.records(rule) }
    settled.findings = handler.delegate.takeFindings()
    settled.keptByteCount = range.count - passed.droppedByteCount
    if let end = passed.keptEnd, end > range.lowerBound + 1,
      lines.bytes[end - 2] == UInt8(ascii: "\r")
    {
      settled.lineEndByteCount = 2
    }
    guard passed.keepsEdits else { return settled }
    var writer: ChangeWriter?
    if keepsChanges, !passed.edits.isEmpty {
      let keptEnd = passed.keptEnd.map { $0 - settled.lineEndByteCount }
      writer = ChangeWriter(range, keptEnd: keptEnd, passed, lines.bytes)
    }
    var start = range.lowerBound
    for edit in passed.edits {
      writer?.enter(edit, lines.bytes)
      kept.append(contentsOf: lines.bytes.extracting(start..<edit.range.lowerBound))
      kept += edit.replacement
      start = edit.range.upperBound
    }
    kept.append(contentsOf: lines.bytes.extracting(start..<range.upperBound))
    settled.changes = writer?.finished(lines.bytes)
    return settled
  }
}

/// Writes down how lines become what stays of them.
private struct ChangeWriter: ~Copyable {
  /// The lines, but for the last one's end.
  private let range: Range<Int>
  private let lineEnd: [UInt8]
  /// Where the text ends of the last line that stays, or all begins where none does: what follows goes.
  private let keptEnd: Int
  private var steps: DeltaSteps
  /// Up to here they are dealt with.
  private var place: Int

  init(_ lines: Range<Int>, keptEnd: Int?, _ passed: PassedEvents, _ text: Span<UInt8>) {
    let hasReturn = lines.count > 1 && text[lines.upperBound - 2] == UInt8(ascii: "\r")
    let end = lines.upperBound - (hasReturn ? 2 : 1)
    range = lines.lowerBound..<end
    lineEnd = text.extracting(end..<lines.upperBound).copied
    self.keptEnd = keptEnd ?? lines.lowerBound
    place = lines.lowerBound
    steps = DeltaSteps(capacity: passed.droppedByteCount + 8 * passed.edits.count)
  }

  mutating func enter(_ edit: Edit, _ text: Span<UInt8>) {
    guard edit.range.lowerBound < keptEnd else { return }
    steps.append(
      copying: edit.range.lowerBound - place, passing: edit.replacement.span,
      inserting: text.extracting(edit.range))
    place = edit.range.upperBound
  }

  consuming func finished(_ text: Span<UInt8>) -> LineChunk.Changes {
    let (keptEnd, end, lineEnd) = (keptEnd, range.upperBound, lineEnd)
    var place = place
    var steps = steps
    if keptEnd < end {
      steps.append(copying: keptEnd - place, inserting: keptEnd..<end, of: text)
      place = end
    }
    if place < end { steps.append(copying: end - place) }
    return LineChunk.Changes(steps: DeltaSteps.Finished(steps), lineEnd: lineEnd)
  }
}
