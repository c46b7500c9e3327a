import ByteIO
import JSONText
import Jokes

/// Counts and rewrites the ordinary events among the lines of a chunk.
struct EventLineWorker: LineWorker {
  private var handler: DocumentHandler<OddSpotter>
  /// Whether what stays of the lines is wanted.
  private let keepsBytes: Bool
  private var edits: [EventEdit] = []

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

  private static let pieceLimit = 500

  init(_ handler: DocumentHandler<OddSpotter>, keepsBytes: Bool) {
    self.handler = handler
    self.keepsBytes = keepsBytes
  }

  /// What the jokes of all ordinary events counted as.
  var tally: Tally { handler.scanner?.tally ?? Tally() }

  mutating func process(_ chunk: inout LineChunk) {
    chunk.kept.removeAll(keepingCapacity: true)
    let lines = chunk.lines
    let text = lines.bytes
    var pieces: [LineChunk.Piece] = []
    var kept = chunk.kept
    chunk.kept = []
    var offset = 0
    while offset < text.count {
      let start = offset
      let lineCount = passOrdinary(text, &offset)
      if offset > start {
        let lines = settle(text, start..<offset, lineCount, &kept)
        pieces.append(.ordinary(lines))
      }
      guard offset < text.count else { break }
      // Where much is odd, all that follows is left to the one that reads in turn.
      let end =
        pieces.count < Self.pieceLimit
        ? (text.firstOffset(of: UInt8(ascii: "\n"), from: offset) ?? text.count - 1) + 1
        : text.count
      if case .odd(let before) = pieces.last, before.upperBound == offset {
        pieces[pieces.count - 1] = .odd(before.lowerBound..<end)
      } else {
        pieces.append(.odd(offset..<end))
      }
      offset = end
    }
    chunk.pieces = pieces
    chunk.kept = kept
  }

  /// Moves over ordinary events, of known shape or not; the first line that is none is next.
  ///
  /// - Returns: how many lines there were.
  private mutating func passOrdinary(_ text: Span<UInt8>, _ offset: inout Int) -> Int {
    edits.removeAll(keepingCapacity: true)
    var lineCount = 0
    while offset < text.count {
      lineCount +=
        handler.scanner?.pass(text, from: &offset, dropping: true, edits: &edits) ?? 0
      guard offset < text.count,
        let end = text.firstOffset(of: UInt8(ascii: "\n"), from: offset),
        passUnknown(text, offset..<end)
      else { break }
      lineCount += 1
      offset = end + 1
    }
    return lineCount
  }

  /// Reads one line strictly; false where it is no ordinary event.
  private mutating func passUnknown(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    let line = text.extracting(0..<range.upperBound)
    var cursor = JSONCursor(line, at: range.lowerBound)
    let countBefore = handler.scanner?.count ?? 0
    do {
      cursor.skipWhitespace()
      let start = cursor.offset
      guard start < range.upperBound else { return false }
      let reading = try handler.read(&cursor)
      let end = cursor.offset
      cursor.skipWhitespace()
      guard cursor.next == nil else { return false }
      let record = Record(
        line, range: start..<end, valueStart: start, key: nil,
        origin: Record.Origin(file: "", byte: 0, line: 0, column: 0))
      let fate = try handler.decide(reading, record)
      guard handler.scanner?.count != countBefore else { return false }
      switch fate {
      case .drop: edits.append(.drop(range.lowerBound..<range.upperBound + 1))
      case .patch(let offset, let bytes): edits.append(.patch(offset: offset, byte: bytes[0]))
      case .keep, .replace, .dropLeaving: break
      }
      return true
    } catch {
      return false
    }
  }

  /// Puts together what stays of ordinary lines.
  private mutating func settle(
    _ text: Span<UInt8>, _ range: Range<Int>, _ lineCount: Int, _ kept: inout [UInt8]
  ) -> LineChunk.OrdinaryLines {
    var lines = LineChunk.OrdinaryLines(lineCount: lineCount, end: range.upperBound)
    lines.counts = handler.scanner?.takeCounts() ?? OrdinaryCounts()
    guard keepsBytes else {
      lines.keptByteCount = range.count
      for case .drop(let dropped) in edits { lines.keptByteCount -= dropped.count }
      lines.lineEndByteCount = lastLineEndByteCount(text, range)
      return lines
    }
    let before = kept.count
    var start = range.lowerBound
    for edit in edits {
      guard case .drop(let dropped) = edit else { continue }
      kept.append(contentsOf: text.extracting(start..<dropped.lowerBound))
      start = dropped.upperBound
    }
    kept.append(contentsOf: text.extracting(start..<range.upperBound))
    var distance = before - range.lowerBound
    for edit in edits {
      switch edit {
      case .none: break
      case .drop(let dropped): distance -= dropped.count
      case .patch(let offset, let byte): kept[offset + distance] = byte
      }
    }
    lines.keptByteCount = kept.count - before
    return lines
  }

  /// The length of the line end of the last line that stays.
  private func lastLineEndByteCount(_ text: Span<UInt8>, _ range: Range<Int>) -> Int {
    var end = range.upperBound
    for case .drop(let dropped) in edits.reversed() {
      guard dropped.upperBound == end else { break }
      end = dropped.lowerBound
    }
    return end > range.lowerBound + 1 && text[end - 2] == UInt8(ascii: "\r") ? 2 : 1
  }
}
