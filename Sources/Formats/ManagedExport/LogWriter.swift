import Scan
import SystemIO

/// Frames records as LevelDB's writer does: fragments fill their block, and a block with room for
/// just a header gets an empty first fragment.
struct LogWriter: Sendable {
  /// The file offset of the next byte.
  private(set) var offset: Int
  /// The unframed bytes of a record in pieces.
  private var pending: [UInt8] = []
  /// Whether a record is unfinished.
  private var isOpen = false

  /// Makes a writer that continues at a file offset.
  init(at offset: Int = 0) { self.offset = offset }

  /// Encodes a whole file of records.
  ///
  /// - Parameter isPadded: whether the last block is padded with zeros.
  static func file(of payloads: [[UInt8]], isPadded: Bool = false) -> [UInt8] {
    var writer = LogWriter()
    var bytes: [UInt8] = []
    for payload in payloads { writer.append(payload.span, to: &bytes) }
    if isPadded { writer.fillBlock(&bytes) }
    return bytes
  }

  /// Appends the fragments of one record, after the padding of a short block.
  mutating func append(_ payload: Span<UInt8>, to bytes: inout [UInt8]) {
    _ = appendFragments(of: payload, isEnding: true, to: &bytes)
  }

  /// Appends a piece of a record, fragmented as the whole record would be; holds back at most a
  /// block.
  mutating func append(piece: Span<UInt8>, isLast: Bool, to bytes: inout [UInt8]) {
    pending.append(contentsOf: piece)
    let kept = pending
    let byteCount = appendFragments(of: kept.span, isEnding: isLast, to: &bytes)
    pending.removeFirst(byteCount)
  }

  /// - Parameter isEnding: whether the record ends with these bytes; otherwise a possible last
  ///   fragment is held back.
  /// - Returns: the number of framed bytes.
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
      append(fragment: payload.extracting(start..<end), isLast: isLast, to: &bytes)
      start = end
      if isLast { return start }
    }
  }

  private mutating func append(
    fragment: Span<UInt8>, isLast: Bool, to bytes: inout [UInt8]
  ) {
    let kind = LogFrames.FragmentKind(isFirst: !isOpen, isLast: isLast)
    bytes.append(contentsOf: LogFrames.Header(kind, fragment).bytes)
    bytes.append(contentsOf: fragment)
    offset += LogFrames.headerByteCount + fragment.count
    isOpen = !isLast
  }

  /// Ends a record in pieces without a last fragment, after writing the held bytes.
  mutating func abandonRecord(_ bytes: inout [UInt8]) {
    let rest = pending
    if !rest.isEmpty { append(fragment: rest.span, isLast: false, to: &bytes) }
    pending.removeAll(keepingCapacity: true)
    isOpen = false
  }

  /// Pads a block that has no room for a header.
  mutating func leaveShortBlock(_ bytes: inout [UInt8]) {
    if LogFrames.byteCountLeft(inBlockAt: offset) < LogFrames.headerByteCount { fillBlock(&bytes) }
  }

  /// Whether a record of this size fits in the current block as one fragment.
  func fits(_ byteCount: Int) -> Bool {
    LogFrames.headerByteCount + byteCount <= LogFrames.byteCountLeft(inBlockAt: offset)
  }

  /// Counts bytes that were written unchanged.
  mutating func pass(_ byteCount: Int) { offset += byteCount }

  /// Pads the current block with zeros, unless it is empty.
  mutating func fillBlock(_ bytes: inout [UInt8]) {
    let left = LogFrames.byteCountLeft(inBlockAt: offset)
    guard left < LogFrames.blockByteCount else { return }
    bytes.append(contentsOf: repeatElement(0, count: left))
    offset += left
  }
}
