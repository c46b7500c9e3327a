import ByteIO

/// Frames records as LevelDB's writer does: a fragment fills its block, and a block in which exactly
/// a header fits gets an empty first fragment.
struct LogWriter: Sendable {
  /// Where in the file the next byte goes.
  private(set) var offset: Int

  /// A writer that goes on at an offset in a file, or begins one.
  init(at offset: Int = 0) { self.offset = offset }

  /// The bytes of a file of these records.
  ///
  /// - Parameter isPadded: whether the last block is filled up with zeros.
  static func file(of payloads: [[UInt8]], isPadded: Bool = false) -> [UInt8] {
    var writer = LogWriter()
    var bytes: [UInt8] = []
    for payload in payloads { writer.append(payload.span, to: &bytes) }
    if isPadded { writer.fillBlock(&bytes) }
    return bytes
  }

  /// Appends the fragments of one record, and before them what is left of a block they begin after.
  mutating func append(_ payload: Span<UInt8>, to bytes: inout [UInt8]) {
    var start = 0
    var isFirst = true
    repeat {
      leaveShortBlock(&bytes)
      let room = LogFrames.byteCountLeft(inBlockAt: offset) - LogFrames.headerByteCount
      let end = min(start + room, payload.count)
      let fragment = payload.extracting(start..<end)
      let kind = LogFrames.FragmentKind(isFirst: isFirst, isLast: end == payload.count)
      bytes.append(contentsOf: LogFrames.Header(kind, fragment).bytes)
      bytes.append(contentsOf: fragment)
      offset += LogFrames.headerByteCount + fragment.count
      isFirst = false
      start = end
    } while start < payload.count
  }

  /// Fills what is left of a block in which no header fits.
  mutating func leaveShortBlock(_ bytes: inout [UInt8]) {
    if LogFrames.byteCountLeft(inBlockAt: offset) < LogFrames.headerByteCount { fillBlock(&bytes) }
  }

  /// Whether a record of so many bytes has room in this block as one fragment.
  func fits(_ byteCount: Int) -> Bool {
    LogFrames.headerByteCount + byteCount <= LogFrames.byteCountLeft(inBlockAt: offset)
  }

  /// Takes note of a fragment that was written as it came.
  mutating func pass(_ byteCount: Int) { offset += byteCount }

  /// Fills the block up with zeros, where it was begun.
  mutating func fillBlock(_ bytes: inout [UInt8]) {
    let left = LogFrames.byteCountLeft(inBlockAt: offset)
    guard left < LogFrames.blockByteCount else { return }
    bytes.append(contentsOf: repeatElement(0, count: left))
    offset += left
  }
}
