import ByteIO

/// Where the records of a log go: as they came while they can, framed anew from then on.
struct LogOutput: ~Copyable {
  private var output: ByteOutput
  /// Zeros that fill a block up, and are written only if what follows them leaves as it came.
  private var heldZeroCount = 0
  /// What frames records, once that is needed.
  private var writer: LogWriter?
  /// Framed bytes on their way out.
  private var framed: [UInt8] = []

  init(_ output: consuming ByteOutput) { self.output = output }

  /// Whether records are framed anew.
  var isFraming: Bool { writer != nil }

  /// Gives the output back.
  consuming func takeOutput() -> ByteOutput { output }

  /// Writes bytes that leave as they came.
  mutating func pass(_ bytes: Span<UInt8>) throws {
    guard !isFraming, !bytes.isEmpty else { return }
    try writeHeldZeros()
    try output.write(bytes)
  }

  /// Takes note of zeros that fill a block up.
  mutating func hold(zeros count: Int) { heldZeroCount += count }

  private mutating func writeHeldZeros() throws {
    while heldZeroCount > 0 {
      let count = min(heldZeroCount, LogFrames.blockByteCount)
      try output.write([UInt8](repeating: 0, count: count))
      heldZeroCount -= count
    }
  }

  /// From here on records are framed anew, and the zeros before them are the writer's to set.
  mutating func beginFraming() {
    guard writer == nil else { return }
    heldZeroCount = 0
    writer = LogWriter(at: output.byteCount)
  }

  /// Writes a record that came in one fragment, with its header; only where records are framed anew.
  mutating func keep(_ fragment: Span<UInt8>) throws {
    guard var writer else { return }
    framed.removeAll(keepingCapacity: true)
    writer.leaveShortBlock(&framed)
    let payload = fragment.extracting(LogFrames.headerByteCount..<fragment.count)
    if writer.fits(payload.count) {
      // One fragment as before: even its checksum is the same.
      if !framed.isEmpty { try output.write(framed) }
      try output.write(fragment)
      writer.pass(fragment.count)
    } else {
      writer.append(payload, to: &framed)
      try output.write(framed)
    }
    self.writer = writer
  }

  /// Writes records that came in one fragment each, one behind the other; only where records are
  /// framed anew.
  mutating func keep(records: Span<UInt8>) throws {
    var start = 0
    while start < records.count, let writer {
      // As many as fit leave at once.
      var end = start
      while end < records.count {
        let byteCount = LogFrames.Header(records, at: end).byteCount
        guard writer.fits(end - start + byteCount) else { break }
        end += LogFrames.headerByteCount + byteCount
      }
      if end == start {
        end += LogFrames.headerByteCount + LogFrames.Header(records, at: end).byteCount
        try keep(records.extracting(start..<end))
      } else {
        try output.write(records.extracting(start..<end))
        self.writer?.pass(end - start)
      }
      start = end
    }
  }

  /// Frames a record; only where records are framed anew.
  mutating func frame(_ payload: [UInt8]) throws {
    guard var writer else { return }
    framed.removeAll(keepingCapacity: true)
    writer.append(payload.span, to: &framed)
    try output.write(framed)
    self.writer = writer
  }

  /// Frames what comes next of a record that is never held as a whole; only where records are framed
  /// anew.
  mutating func frame(piece: Span<UInt8>, isLast: Bool) throws {
    guard var writer else { return }
    framed.removeAll(keepingCapacity: true)
    writer.append(piece: piece, isLast: isLast, to: &framed)
    if !framed.isEmpty { try output.write(framed) }
    self.writer = writer
  }

  /// Leaves a record that came in pieces without its end; only where records are framed anew.
  mutating func abandonRecord() throws {
    guard var writer else { return }
    framed.removeAll(keepingCapacity: true)
    writer.abandonRecord(&framed)
    if !framed.isEmpty { try output.write(framed) }
    self.writer = writer
  }

  /// Ends the log.
  ///
  /// - Parameter isPadded: whether its last block is to be filled up.
  mutating func end(isPadded: Bool) throws {
    guard var writer else { return try writeHeldZeros() }
    guard isPadded else { return }
    framed.removeAll(keepingCapacity: true)
    writer.fillBlock(&framed)
    try output.write(framed)
  }
}
