import Scan
import SystemIO

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

  /// Writes bytes that leave as they came, but for edits.
  mutating func pass(_ bytes: Span<UInt8>, making edits: ArraySlice<Edit>, at offset: Int) throws {
    guard !bytes.isEmpty else { return }
    try writeHeldZeros()
    try output.copy(bytes, making: edits, at: offset)
  }

  /// Leaves bytes out that nothing stands for, or what was framed before them; only where records are
  /// framed anew.
  mutating func leaveOut(_ original: Span<UInt8>) throws { try output.leaveOut(original) }

  /// Takes note of zeros that fill a block up.
  mutating func hold(zeros count: Int) throws {
    heldZeroCount += count
    if isFraming { try leaveOutHeldZeros() }
  }

  private mutating func writeHeldZeros() throws {
    try takeHeldZeros { output, zeros in try output.copy(zeros) }
  }

  private mutating func leaveOutHeldZeros() throws {
    try takeHeldZeros { output, zeros in try output.leaveOut(zeros) }
  }

  private mutating func takeHeldZeros(
    _ body: (inout ByteOutput, Span<UInt8>) throws -> Void
  ) throws {
    while heldZeroCount > 0 {
      let count = min(heldZeroCount, LogFrames.blockByteCount)
      try body(&output, [UInt8](repeating: 0, count: count).span)
      heldZeroCount -= count
    }
  }

  /// From here on records are framed anew, and the zeros before them are the writer's to set.
  mutating func beginFraming() throws {
    guard writer == nil else { return }
    try leaveOutHeldZeros()
    writer = LogWriter(at: output.byteCount)
  }

  /// Writes a record that came in one fragment, with its header; only where records are framed anew.
  ///
  /// - Parameters:
  ///   - lead: what stood before it and is not dealt with.
  ///   - edits: what changes in it, and in the checksum in its header.
  ///   - offset: where in the input it begins.
  mutating func keep(
    _ fragment: Span<UInt8>, after lead: Span<UInt8>, making edits: ArraySlice<Edit>, at offset: Int
  ) throws {
    guard var writer else { return }
    framed.removeAll(keepingCapacity: true)
    writer.leaveShortBlock(&framed)
    if writer.fits(fragment.count - LogFrames.headerByteCount) {
      // One fragment as before: even its checksum is the same.
      try replace(lead)
      try output.copy(fragment, making: edits, at: offset)
      writer.pass(fragment.count)
    } else {
      let changed = Edit.apply(edits, to: fragment, at: offset)
      writer.append(
        changed.span.extracting(LogFrames.headerByteCount..<changed.count), to: &framed)
      try output.leaveOut(lead)
      try replace(fragment)
    }
    self.writer = writer
  }

  /// Whether records that came in one fragment each, so many bytes, have room in this block; only where
  /// records are framed anew.
  func fits(_ byteCount: Int) -> Bool { writer?.fits(byteCount) ?? false }

  /// Writes records that have room in this block as they came; only where records are framed anew.
  mutating func keep(
    records: Span<UInt8>, after lead: Span<UInt8>, making edits: ArraySlice<Edit>, at offset: Int
  ) throws {
    try output.leaveOut(lead)
    try output.copy(records, making: edits, at: offset)
    writer?.pass(records.count)
  }

  /// Frames a record; only where records are framed anew.
  ///
  /// - Parameter original: what it stands for, and what stood before that and is not dealt with.
  mutating func frame(_ payload: [UInt8], insteadOf original: Span<UInt8>) throws {
    guard var writer else { return }
    framed.removeAll(keepingCapacity: true)
    writer.append(payload.span, to: &framed)
    try replace(original)
    self.writer = writer
  }

  /// Frames what comes next of a record that is never held as a whole; only where records are framed
  /// anew.
  mutating func frame(piece: Span<UInt8>, isLast: Bool) throws {
    guard var writer else { return }
    framed.removeAll(keepingCapacity: true)
    writer.append(piece: piece, isLast: isLast, to: &framed)
    try insertFramed()
    self.writer = writer
  }

  /// Leaves a record that came in pieces without its end; only where records are framed anew.
  mutating func abandonRecord() throws {
    guard var writer else { return }
    framed.removeAll(keepingCapacity: true)
    writer.abandonRecord(&framed)
    try insertFramed()
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
    try insertFramed()
  }

  /// Writes the framed bytes in the place of others.
  private mutating func replace(_ original: Span<UInt8>) throws {
    let framed = framed
    try output.replace(original, with: framed.span)
  }

  /// Writes the framed bytes where no others stood.
  private mutating func insertFramed() throws {
    let nothing: [UInt8] = []
    try replace(nothing.span)
  }
}
