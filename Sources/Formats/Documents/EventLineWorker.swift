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
    let (lines, keepsChanges) = (chunk.lines, chunk.keepsChanges)
    let text = lines.bytes
    var pieces: [LineChunk.Piece] = []
    var kept = chunk.kept
    chunk.kept = []
    // In one piece: what grows is twice as large as it has to be.
    if passed.keepsEdits { kept.reserveCapacity(text.count) }
    var offset = 0
    while offset < text.count {
      let start = offset
      passOrdinary(text, &offset)
      if offset > start {
        pieces.append(.ordinary(settle(text, start..<offset, &kept, keepsChanges)))
      }
      guard offset < text.count else { break }
      offset = pieces.appendOdd(text, from: offset)
    }
    chunk.pieces = pieces
    chunk.kept = kept
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
      case .keep, .replace, .dropLeaving: return EventEdit.none
      }
    } catch {
      return nil
    }
  }

  /// Puts together what stays of ordinary lines.
  private mutating func settle(
    _ text: Span<UInt8>, _ range: Range<Int>, _ kept: inout [UInt8], _ keepsChanges: Bool
  ) -> LineChunk.OrdinaryLines {
    var lines = LineChunk.OrdinaryLines(lineCount: passed.count, end: range.upperBound)
    lines.counts = handler.scanner?.takeCounts() ?? OrdinaryCounts()
    lines.keptByteCount = range.count - passed.droppedByteCount
    if let end = passed.keptEnd, end > range.lowerBound + 1, text[end - 2] == UInt8(ascii: "\r") {
      lines.lineEndByteCount = 2
    }
    guard passed.keepsEdits else { return lines }
    let before = kept.count
    var start = range.lowerBound
    for edit in passed.edits {
      guard case .drop(let dropped) = edit else { continue }
      kept.append(contentsOf: text.extracting(start..<dropped.lowerBound))
      start = dropped.upperBound
    }
    kept.append(contentsOf: text.extracting(start..<range.upperBound))
    var distance = before - range.lowerBound
    for edit in passed.edits {
      switch edit {
      case .none: break
      case .drop(let dropped): distance -= dropped.count
      case .patch(let offset, let byte): kept[offset + distance] = byte
      }
    }
    if keepsChanges, let end = passed.keptEnd {
      lines.changes = changes(
        text, range.lowerBound..<end - lines.lineEndByteCount,
        kept.span.extracting(before..<kept.count), lines.lineEndByteCount)
    }
    return lines
  }

  /// How lines differ from what stays of them; nil where that is not as the edits say.
  private func changes(
    _ text: Span<UInt8>, _ range: Range<Int>, _ kept: Span<UInt8>, _ lineEndByteCount: Int
  ) -> LineChunk.Changes? {
    var steps = DeltaSteps(capacity: passed.droppedByteCount + 8 * passed.edits.count)
    let none = kept.extracting(0..<0)
    var (place, byteCount) = (range.lowerBound, 0)
    func isSame(_ count: Int) -> Bool {
      guard count >= 0, byteCount + count <= kept.count else { return false }
      return text.extracting(place..<place + count).isEqual(
        to: kept.extracting(byteCount..<byteCount + count))
    }
    for edit in passed.edits {
      switch edit {
      case .none: break
      case .drop(let dropped):
        guard dropped.lowerBound < range.upperBound else { continue }
        let count = dropped.lowerBound - place
        guard isSame(count) else { return nil }
        steps.append(copying: count, passing: none, inserting: text.extracting(dropped))
        place = dropped.upperBound
        byteCount += count
      case .patch(let offset, _):
        let count = offset - place
        guard isSame(count) else { return nil }
        let changed = byteCount + count..<byteCount + count + 1
        steps.append(
          copying: count, passing: kept.extracting(changed),
          inserting: text.extracting(offset..<offset + 1))
        place = offset + 1
        byteCount = changed.upperBound
      }
    }
    let count = range.upperBound - place
    guard isSame(count + lineEndByteCount) else { return nil }
    if count > 0 { steps.append(copying: count, passing: none, inserting: none) }
    byteCount += count
    return LineChunk.Changes(
      original: range, byteCount: byteCount, lineEndByteCount: lineEndByteCount,
      checksum: CRC32C.checksum(kept.extracting(0..<byteCount)), steps: steps.finished)
  }
}
