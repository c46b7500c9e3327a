import ByteIO
import JSONText
import Jokes

/// Counts and rewrites the ordinary events among the lines of a chunk.
struct EventLineWorker: LineWorker {
  private var handler: DocumentHandler<OddSpotter>
  /// What a stretch of ordinary lines comes to; what stays of them is wanted if edits are.
  private var passed: PassedEvents

  /// Finds everything odd that is not an ordinary event.
  struct OddSpotter: DocumentHandlerDelegate, Sendable {
    let ordinaryRule: OrdinaryRule?

    func decide(
      _ fields: RatingEventFields, _ record: Record, _ source: any DocumentSource
    ) throws -> RecordFate { throw OddRecord() }
    func reject(_ problem: RecordProblem) throws { throw OddRecord() }
    func passOver(documentCount: Int) {}
    func advance(to byte: Int) {}
  }

  private struct OddRecord: Error {}

  init(_ handler: DocumentHandler<OddSpotter>, keepsBytes: Bool) {
    self.handler = handler
    passed = PassedEvents(keepsEdits: keepsBytes)
  }

  /// What the jokes of all ordinary events counted as.
  var tally: Tally { handler.scanner?.tally ?? Tally() }

  mutating func process(_ chunk: inout LineChunk) {
    chunk.kept.removeAll(keepingCapacity: true)
    // Out of the chunk, they belong to nobody else.
    var (lines, kept) = (FileStretch(), [UInt8]())
    swap(&lines, &chunk.lines)
    swap(&kept, &chunk.kept)
    let byteCount = lines.bytes.count
    var pieces: [LineChunk.Piece] = []
    // In one piece: what grows is twice as large as it has to be.
    if passed.keepsEdits { kept.reserveCapacity(byteCount) }
    var offset = 0
    while offset < byteCount {
      let start = offset
      passOrdinary(lines.bytes, &offset)
      if offset > start {
        pieces.append(.ordinary(settle(&lines, start..<offset, &kept, chunk.keepsChanges)))
      }
      guard offset < byteCount else { break }
      offset = pieces.appendOdd(lines.bytes, from: offset)
    }
    chunk.pieces = pieces
    swap(&lines, &chunk.lines)
    swap(&kept, &chunk.kept)
  }

  /// Moves over ordinary events, of known shape or not; the first line that is none is next.
  private mutating func passOrdinary(_ text: Span<UInt8>, _ offset: inout Int) {
    passed.removeAll()
    while offset < text.count {
      handler.scanner?.pass(text, from: &offset, dropping: true, into: &passed)
      guard offset < text.count,
        let end = text.firstOffset(of: UInt8(ascii: "\n"), from: offset),
        let edit = passUnknown(text, offset..<end)
      else { break }
      passed.add(edit, offset..<end + 1)
      offset = end + 1
    }
  }

  /// Reads one line strictly, its line end left out.
  ///
  /// - Returns: what is to be done to it; nil where it is no ordinary event.
  private mutating func passUnknown(_ text: Span<UInt8>, _ range: Range<Int>) -> EventEdit? {
    let line = text.extracting(0..<range.upperBound)
    var cursor = JSONCursor(line, at: range.lowerBound)
    let countBefore = handler.scanner?.count ?? 0
    do {
      cursor.skipWhitespace()
      let start = cursor.offset
      guard start < range.upperBound else { return nil }
      let reading = try handler.read(&cursor)
      let end = cursor.offset
      cursor.skipWhitespace()
      guard cursor.next == nil else { return nil }
      let record = Record(
        line, range: start..<end, valueStart: start, key: nil,
        origin: Record.Origin(file: "", byte: 0, line: 0, column: 0))
      let fate = try handler.decide(reading, record)
      guard handler.scanner?.count != countBefore else { return nil }
      switch fate {
      case .drop: return .drop(range.lowerBound..<range.upperBound + 1)
      case .patch(let offset, let bytes): return .patch(offset: offset, byte: bytes[0])
      case .keep, .edit, .dropLeaving: return EventEdit.none
      }
    } catch {
      return nil
    }
  }

  /// Puts together what stays of ordinary lines, and, where that is wanted, how it differs from what was
  /// there.
  ///
  /// Each edit is carried out and written down at once, so that the one cannot be without the other.
  private mutating func settle(
    _ lines: inout FileStretch, _ range: Range<Int>, _ kept: inout [UInt8], _ keepsChanges: Bool
  ) -> LineChunk.OrdinaryLines {
    var settled = LineChunk.OrdinaryLines(lineCount: passed.count, end: range.upperBound)
    settled.counts = handler.scanner?.takeCounts() ?? OrdinaryCounts()
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
      switch edit {
      case .none: break
      case .drop(let dropped):
        writer?.drop(dropped, lines.bytes)
        kept.append(contentsOf: lines.bytes.extracting(start..<dropped.lowerBound))
        start = dropped.upperBound
      case .patch(let offset, let byte):
        writer?.replace(offset, lines.bytes, with: byte)
        lines.replaceByte(at: offset, with: byte)
      }
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

  mutating func drop(_ dropped: Range<Int>, _ text: Span<UInt8>) {
    guard dropped.lowerBound < keptEnd else { return }
    steps.append(copying: dropped.lowerBound - place, inserting: dropped, of: text)
    place = dropped.upperBound
  }

  mutating func replace(_ offset: Int, _ text: Span<UInt8>, with byte: UInt8) {
    steps.append(copying: offset - place, passing: byte, inserting: text[offset])
    place = offset + 1
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
