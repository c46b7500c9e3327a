import Scan
import SystemIO

extension RecordStream {
  /// Reads the whole lines that follow in a file, by several threads where that pays.
  ///
  /// Workers decide about lines, chunk by chunk and in any order; what they find is taken here, in the
  /// order in which it stands, and so are lines that they leave. So whatever the number of threads,
  /// messages, counts and output are the same. What is left comes next in the window: a line without
  /// an end.
  mutating func runChunks() throws {
    let start = window.offset + position
    let keepsBytes = !output.isCounting
    guard sharing.threadCount > 0, let worker = handler.lineWorker(keepsBytes: keepsBytes),
      let file = try window.positionedFile(entersDigest: true), file.byteCount > start
    else { return }
    try hold(before: position)
    // Only the last line of a chunk may be longer than the chunk; then it is read alone, so that
    // memory does not grow with the threads that meet such lines.
    let size = min(sharing.chunkByteCount, recordLimit)
    var part = LineChunk()
    part.keepsChanges = output.tracksEdits
    part.keepsLines = window.isHashing
    part.path = window.path
    part.outcomesWanted = handler.outcomesWanted
    var work = try OrderedWork(
      partCount: (file.byteCount - start + size - 1) / size, threadCount: sharing.threadCount,
      worker: ChunkReader(worker: worker), part: part, for: window.path
    ) { (reader: inout ChunkReader, number, chunk: inout LineChunk) in
      let begin = start + number * size
      reader.read(
        &chunk, file, begin..<min(begin + size, file.byteCount), isFirst: number == 0, limit: size)
    }
    var end = start
    while var chunk = work.next() {
      if let failure = chunk.failure { throw failure }
      try window.enterDigest(chunk.lines.bytes, at: chunk.range.lowerBound)
      try settle(&chunk, keepsBytes: keepsBytes)
      if !chunk.range.isEmpty { end = chunk.range.upperBound }
      if chunk.ending == .tooLong { end = try passLine(at: end) }
      handler.advance(to: end)
      if chunk.ending == .unfinished { break }
      chunk.pieces = []
      chunk.outcomesWanted = handler.outcomesWanted
      work.reuse(chunk)
    }
    for reader in work.finish() { handler.merge(reader.worker) }
    try window.move(to: end)
    (position, written) = (0, 0)
  }

  /// Reads a line that is too long for a chunk, or for any record.
  ///
  /// - Returns: where in the input the next one begins.
  private mutating func passLine(at start: Int) throws -> Int {
    try window.move(to: start)
    (position, written) = (0, 0)
    try passLineAlone()
    return window.offset + position
  }

  /// Writes what stays of a chunk, reading what is odd in it.
  private mutating func settle(_ chunk: inout LineChunk, keepsBytes: Bool) throws {
    var (start, written) = (0, 0)
    for piece in chunk.pieces {
      switch piece {
      case .decided(let lines):
        let byte = chunk.range.lowerBound + start
        counts += try handler.enter(
          lines,
          from: Record.Origin(
            file: window.path, byte: byte, line: self.lines.line,
            column: self.lines.column(of: byte)))
        start = lines.end
        if keepsBytes {
          let end = written + lines.keptByteCount
          try write(lines, chunk.kept.span.extracting(written..<end))
          written = end
        } else {
          try skip(lines)
        }
        self.lines.line += lines.lineCount
        self.lines.start = chunk.range.lowerBound + lines.end
      case .odd(let range):
        window.exchange(with: &chunk.lines)
        try settleOdd(range)
        window.exchange(with: &chunk.lines)
        start = range.upperBound
      }
    }
  }

  /// Reads lines that stand in the window, and writes what stays of them.
  private mutating func settleOdd(_ range: Range<Int>) throws {
    position = range.lowerBound
    while position < range.upperBound {
      let end = window.bytes.firstOffset(of: UInt8(ascii: "\n"), from: position)
      guard let end else { return }
      written = position
      if try keepsLine(position..<end) {
        try hold(before: end + 1)
      } else {
        try leaveOutLine(upTo: end + 1)
      }
      advanceLine(to: end + 1)
    }
  }

  /// Writes what stays of whole lines, holding the last line end back.
  private mutating func write(_ lines: LineChunk.DecidedLines, _ kept: Span<UInt8>) throws {
    let end = kept.count - (kept.isEmpty ? 0 : lines.lineEndByteCount)
    if kept.isEmpty {
      try leaveOutHeld()
    } else {
      try writeHeld()
    }
    if let changes = lines.changes {
      try output.write(kept.extracting(0..<end))
      try output.enter(changes.steps)
    } else {
      try output.copy(kept.extracting(0..<end))
    }
    // Where all lines before are gone, too, there is no line end that could take the place of the last.
    let original = lines.changes?.lineEnd ?? kept.extracting(end..<kept.count).copied
    if kept.isEmpty, held.replacement.isEmpty { return try output.leaveOut(original.span) }
    held.original = original
    if !kept.isEmpty { held.replacement = kept.extracting(end..<kept.count).copied }
  }

  /// Counts lines that nobody wants as if they were written.
  private mutating func skip(_ lines: LineChunk.DecidedLines) throws {
    guard lines.keptByteCount > 0 else { return }
    try writeHeld()
    output.skip(lines.keptByteCount - lines.lineEndByteCount)
    held = HeldSeparator(Array(lines.lineEndByteCount == 1 ? "\n".utf8 : "\r\n".utf8))
  }
}

/// What a thread reads chunks with.
private struct ChunkReader: Sendable {
  var worker: any LineWorker
  /// Lines that nobody else looks at stay with the thread, and so in the cache of its processor.
  private var lines = FileStretch()

  init(worker: any LineWorker) { self.worker = worker }

  mutating func read(
    _ chunk: inout LineChunk, _ file: PositionedFile, _ stretch: Range<Int>, isFirst: Bool,
    limit: Int
  ) {
    do throws(SystemError) {
      chunk.ending = try lines.read(file, stretch, isFirst: isFirst, limit: limit)
    } catch {
      chunk.failure = error
      return
    }
    chunk.range = lines.offset..<lines.offset + lines.bytes.count
    swap(&lines, &chunk.lines)
    worker.process(&chunk)
    if !chunk.hasOddLines, !chunk.keepsLines { swap(&lines, &chunk.lines) }
  }
}
