import Scan
import SystemIO

/// Writes the records of a log: unchanged at first, reframed from the first record on that is
/// removed or changes its size.
struct LogOutput: ~Copyable {
  private var output: ByteOutput
  /// Padding zeros, which are written only if the following bytes stay unchanged.
  private var heldZeroCount = 0
  /// The writer, once records are reframed.
  private var writer: LogWriter?
  /// The framed bytes that are not written yet.
  private var framed: [UInt8] = []

  init(_ output: consuming ByteOutput) { self.output = output }

  /// Whether records are reframed.
  var isFraming: Bool { writer != nil }

  /// Returns the output.
  consuming func takeOutput() -> ByteOutput { output }

  /// Writes unframed input bytes with edits.
  mutating func pass(_ bytes: Span<UInt8>, making edits: ArraySlice<Edit>, at offset: Int) throws {
    guard !bytes.isEmpty else { return }
    try takeHeldZeros()
    try output.copy(bytes, making: edits, at: offset)
  }

  /// Omits input bytes that were removed, or whose replacement was already written; only while
  /// reframing.
  mutating func leaveOut(_ original: Span<UInt8>) throws { try output.leaveOut(original) }

  /// Holds padding zeros.
  mutating func hold(zeros count: Int) throws {
    heldZeroCount += count
    if isFraming { try takeHeldZeros() }
  }

  /// Writes the held zeros; while reframing, omits them.
  private mutating func takeHeldZeros() throws {
    while heldZeroCount > 0 {
      let zeros = [UInt8](repeating: 0, count: min(heldZeroCount, LogFrames.blockByteCount))
      if isFraming { try output.leaveOut(zeros.span) } else { try output.copy(zeros.span) }
      heldZeroCount -= zeros.count
    }
  }

  /// Reframes all records from here on; the writer sets the padding.
  mutating func beginFraming() throws {
    guard writer == nil else { return }
    writer = LogWriter(at: output.byteCount)
    try takeHeldZeros()
  }

  /// Writes records of one fragment each, given with their headers; only while reframing.
  ///
  /// - Parameters:
  ///   - records: as many as fit in the block, or a single record.
  ///   - lead: the unwritten input bytes before them.
  ///   - edits: the edits of the records and of the checksums in their headers.
  ///   - offset: the records' offset in the input.
  mutating func keep(
    _ records: Span<UInt8>, after lead: Span<UInt8>, making edits: ArraySlice<Edit>, at offset: Int
  ) throws {
    guard var writer else { return }
    writer.leaveShortBlock(&framed)
    if writer.fits(records.count - LogFrames.headerByteCount) {
      // Each stays one fragment, with the same checksum.
      try replace(lead)
      try output.copy(records, making: edits, at: offset)
      writer.pass(records.count)
    } else {
      let changed = Edit.apply(edits, to: records, at: offset)
      writer.append(
        changed.span.extracting(LogFrames.headerByteCount..<changed.count), to: &framed)
      try output.leaveOut(lead)
      try replace(records)
    }
    self.writer = writer
  }

  /// Whether one-fragment records of this total size fit in the current block; only while
  /// reframing.
  func fits(_ byteCount: Int) -> Bool { writer?.fits(byteCount) ?? false }

  /// Frames a record; only while reframing.
  ///
  /// - Parameter original: the input bytes that it replaces, including unwritten ones before it.
  mutating func frame(_ payload: [UInt8], insteadOf original: Span<UInt8>) throws {
    guard isFraming else { return }
    writer?.append(payload.span, to: &framed)
    try replace(original)
  }

  /// Frames the next piece of a record that is too large to hold; only while reframing.
  mutating func frame(piece: Span<UInt8>, isLast: Bool) throws {
    writer?.append(piece: piece, isLast: isLast, to: &framed)
    try replace(Span())
  }

  /// Ends a record in pieces without its last fragment; only while reframing.
  mutating func abandonRecord() throws {
    writer?.abandonRecord(&framed)
    try replace(Span())
  }

  /// Ends the log.
  ///
  /// - Parameter isPadded: whether the last block is padded.
  mutating func end(isPadded: Bool) throws {
    guard isFraming else { return try takeHeldZeros() }
    guard isPadded else { return }
    writer?.fillBlock(&framed)
    try replace(Span())
  }

  /// Writes the framed bytes in place of input bytes.
  private mutating func replace(_ original: Span<UInt8>) throws {
    var bytes: [UInt8] = []
    swap(&bytes, &framed)
    try output.replace(original, with: bytes.span)
    bytes.removeAll(keepingCapacity: true)
    framed = bytes
  }
}
