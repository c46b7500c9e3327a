import Scan
import SystemIO

/// Frames records as LevelDB's writer does: a fragment fills its block, and a block in which exactly
/// a header fits gets an empty first fragment.
struct LogWriter: Sendable {
  /// Where in the file the next byte goes.
  private(set) var offset: Int
  /// The bytes of a record in pieces that are not framed yet.
  private var pending: [UInt8] = []
  /// Whether fragments of a record are written, and not its last.
  private var isOpen = false

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
    _ = appendFragments(of: payload, isEnding: true, to: &bytes)
  }

  /// Appends what can be framed of a record that comes in pieces, in the fragments that it would
  /// have as a whole; no more than a block of it is kept back.
  mutating func append(piece: Span<UInt8>, isLast: Bool, to bytes: inout [UInt8]) {
    pending.append(contentsOf: piece)
    let kept = pending
    let byteCount = appendFragments(of: kept.span, isEnding: isLast, to: &bytes)
    pending.removeFirst(byteCount)
  }

  /// - Parameter isEnding: whether the record ends with the bytes; else a fragment that may be its
  ///   last is left.
  /// - Returns: how many of the bytes are framed.
  private mutating func appendFragments(
    of payload: Span<UInt8>, isEnding: Bool, to bytes: inout [UInt8]
  ) -> Int {
    var start = 0
    while true {
      leaveShortBlock(&bytes)
      let room = LogFrames.byteCountLeft(inBlockAt: offset) - LogFrames.headerByteCount
      let end = min(start + room, payload.count)
      let isLast = end == payload.count
      if isLast, !isEnding { return start }
      let fragment = payload.extracting(start..<end)
      let kind = LogFrames.FragmentKind(isFirst: !isOpen, isLast: isLast)
      bytes.append(contentsOf: LogFrames.Header(kind, fragment).bytes)
      bytes.append(contentsOf: fragment)
      offset += LogFrames.headerByteCount + fragment.count
      isOpen = !isLast
      start = end
      if isLast { return start }
    }
  }

  /// Ends a record whose last piece does not come: what is kept back of it leaves, and it has no end.
  mutating func abandonRecord(_ bytes: inout [UInt8]) {
    if !pending.isEmpty {
      let kind = LogFrames.FragmentKind(isFirst: !isOpen, isLast: false)
      bytes.append(contentsOf: LogFrames.Header(kind, pending.span).bytes)
      bytes.append(contentsOf: pending)
      offset += LogFrames.headerByteCount + pending.count
    }
    pending.removeAll(keepingCapacity: true)
    isOpen = false
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
