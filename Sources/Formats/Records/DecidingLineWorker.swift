import ByteIO
import JSONText
import Jokes

/// A handler of records that keeps what it finds, so that it can decide about lines on any thread.
protocol CollectingHandler: RecordHandler, Sendable {
  /// Begins a part of which the outcomes of so many changes are wanted.
  mutating func begin(showing outcomeCount: Int)
  /// Whether so much was found that the rest of the part is to be read in its turn.
  var isFull: Bool { get }
  /// Adds what ends the run.
  mutating func fail(_ error: any Error)
  /// Gives the findings of the part; nil if there are none.
  mutating func takeFindings() -> PartFindings?

  /// Decides about records that follow each other and need not be read one by one.
  ///
  /// - Parameters:
  ///   - offset: where the first begins, with what separates it from the one before it; in the end, where
  ///     the first does that is to be read.
  ///   - limit: none is wanted that begins there or later.
  ///   - container: what they follow each other in; nil where each stands in a line.
  ///   - origin: where in the input a record begins.
  mutating func passKnown(
    _ text: Span<UInt8>, from offset: inout Int, before limit: Int, in container: Container?,
    into decided: inout DecidedRecords, _ records: inout RecordCounts,
    origin: (_ record: Int) -> Record.Origin
  ) throws
  /// Gives what was counted of the part in passing.
  mutating func takeCounts() -> (events: OrdinaryCounts, records: RecordCounts)
  /// What the jokes of all ordinary events counted as.
  var tally: Tally { get }
}

extension CollectingHandler {
  func passKnown(
    _ text: Span<UInt8>, from offset: inout Int, before limit: Int, in container: Container?,
    into decided: inout DecidedRecords, _ records: inout RecordCounts,
    origin: (_ record: Int) -> Record.Origin
  ) {}
  func takeCounts() -> (events: OrdinaryCounts, records: RecordCounts) {
    (OrdinaryCounts(), RecordCounts())
  }
  var tally: Tally { Tally() }
}

/// Decides about the records in the lines of a chunk.
struct DecidingLineWorker<Handler: CollectingHandler>: LineWorker {
  private var handler: Handler
  private let reader: LineReader
  /// What becomes of the lines; what stays of them is wanted if edits are.
  private var decided: DecidedRecords
  /// What became of the records that were decided about one by one.
  private var records = RecordCounts()

  init(_ handler: Handler, _ reader: LineReader, keepsBytes: Bool) {
    self.handler = handler
    self.reader = reader
    decided = DecidedRecords(keepsEdits: keepsBytes)
  }

  var tally: Tally { handler.tally }

  @_specialize(where Handler == DocumentHandler<FindingCollector>)
  @_specialize(where Handler == DumpHandler<DumpFindingCollector>)
  mutating func process(_ chunk: inout LineChunk) {
    chunk.kept.removeAll(keepingCapacity: true)
    // Out of the chunk, they belong to nobody else.
    var (lines, kept) = (FileStretch(), [UInt8]())
    swap(&lines, &chunk.lines)
    swap(&kept, &chunk.kept)
    decided.removeAll()
    records = RecordCounts()
    handler.begin(showing: chunk.outcomesWanted)
    let end = decide(lines.bytes, from: chunk.origin)
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
  private mutating func decide(_ text: Span<UInt8>, from start: Record.Origin) -> Int {
    var (offset, places) = (0, PlacesInOrder(start, at: 0))
    while offset < text.count, !handler.isFull {
      do {
        try handler.passKnown(
          text, from: &offset, before: text.count, in: nil, into: &decided, &records
        ) { places.origin(at: $0, in: text) }
        guard offset < text.count, !handler.isFull,
          let end = text.firstOffset(of: UInt8(ascii: "\n"), from: offset)
        else { break }
        try decideLine(text, offset..<end, &places)
        offset = end + 1
      } catch {
        handler.fail(error)
        let end = text.firstOffset(of: UInt8(ascii: "\n"), from: offset)
        return end.map { $0 + 1 } ?? text.count
      }
    }
    return offset
  }

  /// Decides about one line, its line end left out of the range.
  private mutating func decideLine(
    _ text: Span<UInt8>, _ range: Range<Int>, _ places: inout PlacesInOrder
  ) throws {
    let line = range.lowerBound..<range.upperBound + 1
    let decision = try reader.decide(
      0..<range.count, of: text.extracting(range),
      from: { places.origin(at: range.lowerBound, in: text) }, &handler)
    guard let (fate, record) = decision else { return decided.keep(line) }
    records.enter(fate)
    decided.add(fate, of: record, line: line)
  }

  /// Puts together what stays of the lines, and, where that is wanted, how it differs from what was
  /// there.
  ///
  /// Each edit is carried out and written down at once, so that the one cannot be without the other.
  private mutating func settle(
    _ lines: FileStretch, _ range: Range<Int>, _ kept: inout [UInt8], _ keepsChanges: Bool
  ) -> LineChunk.DecidedLines {
    var settled = LineChunk.DecidedLines(lineCount: decided.count, end: range.upperBound)
    let passed = handler.takeCounts()
    settled.counts = passed.events
    settled.records = records
    settled.records += passed.records
    settled.findings = handler.takeFindings()
    settled.keptByteCount = range.count - decided.droppedByteCount
    if let end = decided.keptEnd, end > range.lowerBound + 1,
      lines.bytes[end - 2] == UInt8(ascii: "\r")
    {
      settled.lineEndByteCount = 2
    }
    guard decided.keepsEdits else { return settled }
    // In one piece: what grows is twice as large as it has to be.
    kept.reserveCapacity(settled.keptByteCount)
    var writer: ChangeWriter?
    if keepsChanges, !decided.edits.isEmpty {
      let keptEnd = decided.keptEnd.map { $0 - settled.lineEndByteCount }
      writer = ChangeWriter(range, keptEnd: keptEnd, decided, lines.bytes)
    }
    var start = range.lowerBound
    for edit in decided.edits {
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
