import ByteIO
import JSONText

/// Migrates the ordinary dumps among the lines of a chunk.
struct DumpLineWorker: LineWorker {
  private let migration: any OrdinaryMigration
  /// Whether what becomes of a dump is wanted, or only how many bytes it has.
  private let keepsBytes: Bool

  init(_ migration: any OrdinaryMigration, keepsBytes: Bool) {
    self.migration = migration
    self.keepsBytes = keepsBytes
  }

  func process(_ chunk: inout LineChunk) {
    let lines = chunk.lines
    let text = lines.bytes
    var (pieces, kept) = ([LineChunk.Piece](), chunk.kept)
    chunk.kept = []
    kept.removeAll(keepingCapacity: true)
    // A dump grows by the jokes that are saved.
    if keepsBytes { kept.reserveCapacity(text.count + text.count / 2) }
    var work = OrdinaryWork(migration)
    var offset = 0
    while offset < text.count {
      let start = offset
      let passed = passOrdinary(
        text, &offset, &work, &kept, keepsChanges: chunk.keepsChanges)
      if offset > start { pieces.append(.decided(passed)) }
      if offset < text.count { offset = pieces.appendOdd(text, from: offset) }
    }
    (chunk.pieces, chunk.kept) = (pieces, kept)
  }

  /// Migrates dumps that follow each other; the first line that is none, or not ordinary, is next.
  private func passOrdinary(
    _ text: Span<UInt8>, _ offset: inout Int, _ work: inout OrdinaryWork, _ kept: inout [UInt8],
    keepsChanges: Bool
  ) -> LineChunk.DecidedLines {
    let start = offset
    var lines = LineChunk.DecidedLines()
    var steps = DeltaSteps()
    var place = start
    while offset < text.count,
      let end = text.firstOffset(of: UInt8(ascii: "\n"), from: offset)
    {
      let countBefore = kept.count
      guard var line = migrate(text.extracting(0...end), offset, &work, &kept) else { break }
      if keepsChanges, line.outcome.isChange { work.enter(&steps, from: &place, of: text) }
      line.start = offset - start
      lines.dumps.append(line)
      lines.keptByteCount += kept.count - countBefore
      lines.lineEndByteCount = text[end - 1] == UInt8(ascii: "\r") ? 2 : 1
      offset = end + 1
      if !keepsBytes { kept.removeAll(keepingCapacity: true) }
    }
    (lines.lineCount, lines.end) = (lines.dumps.count, offset)
    if place > start {
      let end = offset - lines.lineEndByteCount
      if place < end { steps.append(copying: end - place) }
      lines.changes = LineChunk.Changes(
        steps: DeltaSteps.Finished(steps), lineEnd: text.extracting(end..<offset).copied)
    }
    return lines
  }

  /// Migrates the one dump of a line, and appends what the line becomes.
  ///
  /// - Parameter text: all up to its line end.
  /// - Returns: nil where it is not ordinary; then nothing is appended.
  private func migrate(
    _ text: Span<UInt8>, _ start: Int, _ work: inout OrdinaryWork, _ kept: inout [UInt8]
  ) -> MigratedLine? {
    let first = text.endOfWhitespace(from: start)
    let countBefore = kept.count
    if first > start { kept.append(contentsOf: text.extracting(start..<first)) }
    if let (outcome, end) = work.migrate(text, at: first, isLine: true, into: &kept),
      text.endOfWhitespace(from: end) == text.count
    {
      let unchanged = outcome.isChange ? end : first
      kept.append(contentsOf: text.extracting(unchanged..<text.count))
      return MigratedLine(outcome: outcome, start: 0, indent: first - start)
    }
    kept.removeLast(kept.count - countBefore)
    return nil
  }
}
