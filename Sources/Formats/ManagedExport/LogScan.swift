import Scan
import SystemIO

/// Scans a log for the next record, as far as its bytes are available.
///
/// It resumes when more bytes arrive. Offsets count from the start of the record's bytes, so that
/// they stay valid when earlier bytes are dropped. A record that is too large to hold is scanned in
/// parts.
struct LogScan {
  /// A fragment of a record.
  struct Fragment: Sendable {
    /// The start of its header.
    var start: Int
    /// The range of its bytes.
    var payload: Range<Int>
  }

  /// The result of a scan.
  enum Finding {
    /// A complete record.
    case record
    /// Padding zeros to the end of a block, outside any record.
    case padding
    /// A fragment of a skipped record.
    case orphan
    /// The end of the input, between records.
    case end
    /// More bytes are needed.
    case unfinished
  }

  /// Damage in a log.
  struct Damage: Error {
    var reason: String
    /// The offset of the damage.
    var place: Int
    /// The offset at which reading can resume; nil for the next block.
    var resumption: Int?
    /// Whether the input is truncated.
    var isCut = false
  }

  /// The number of scanned bytes.
  private(set) var byteCount = 0
  /// The first fragment, for most records the only one.
  private(set) var first = Fragment(start: 0, payload: 0..<0)
  /// All fragments of a record that has several.
  private(set) var fragments: [Fragment] = []
  /// The total size of the fragments.
  private(set) var payloadByteCount = 0
  /// Whether fragments of a skipped record may follow.
  var isResuming = false
  /// Whether the record exceeds the size limit and must not be held.
  private(set) var isTooLarge = false
  private var isOpen: Bool { !fragments.isEmpty || isTooLarge }
  /// Whether nothing of the next record has been scanned.
  var isFresh: Bool { byteCount == 0 && !isOpen }

  /// Starts the next record after the scanned bytes.
  mutating func restart() {
    forgetFragments()
    payloadByteCount = 0
    isTooLarge = false
  }

  /// Continues the same record after its fragments were processed.
  mutating func forgetFragments() {
    byteCount = 0
    fragments.removeAll(keepingCapacity: true)
  }

  /// Marks the record as too large to hold.
  ///
  /// - Precondition: a record has begun.
  mutating func giveUpHolding() {
    precondition(isOpen)
    isTooLarge = true
  }

  /// Scans for the next finding.
  ///
  /// - Parameters:
  ///   - bytes: the bytes from the record's start.
  ///   - offset: the file offset of the bytes.
  ///   - isAtEnd: whether the file ends after the bytes.
  ///   - limit: the size limit of a record to hold.
  mutating func scan(
    _ bytes: Span<UInt8>, at offset: Int, isAtEnd: Bool, limit: Int
  ) throws(Damage) -> Finding {
    while true {
      let left = LogFrames.byteCountLeft(inBlockAt: offset + byteCount)
      let available = bytes.count - byteCount
      if available < min(left, LogFrames.headerByteCount) {
        guard isAtEnd else { return .unfinished }
        if available == 0, !isOpen { return .end }
        throw cut(isOpen && available == 0 ? "it has no end" : "its header is cut short")
      }
      if left < LogFrames.headerByteCount {
        try checkZeros(bytes, left)
        byteCount += left
        if isOpen { continue }
        return .padding
      }
      let header = LogFrames.Header(bytes, at: byteCount)
      if header.isPadding { return try pad(bytes, left, isAtEnd: isAtEnd) }
      let end = byteCount + LogFrames.headerByteCount + header.byteCount
      let kind = try kind(header, left)
      guard end <= bytes.count else {
        if isAtEnd { throw cut("it is cut short") }
        return .unfinished
      }
      if let finding = try add(kind, header, bytes, end: end, limit: limit) { return finding }
    }
  }

  private func kind(
    _ header: LogFrames.Header, _ left: Int
  ) throws(Damage) -> LogFrames.FragmentKind {
    guard let kind = header.kind else {
      throw Damage(reason: "unknown record type \(header.type)", place: byteCount)
    }
    guard LogFrames.headerByteCount + header.byteCount <= left else {
      throw Damage(reason: "its length goes past the end of its block", place: byteCount)
    }
    return kind
  }

  /// Adds a complete fragment; nil if its record continues.
  private mutating func add(
    _ kind: LogFrames.FragmentKind, _ header: LogFrames.Header, _ bytes: Span<UInt8>, end: Int,
    limit: Int
  ) throws(Damage) -> Finding? {
    let fragment = Fragment(
      start: byteCount, payload: byteCount + LogFrames.headerByteCount..<end)
    guard header.verifies(bytes, at: byteCount) else {
      throw Damage(reason: "the checksum does not match", place: byteCount)
    }
    switch kind {
    case .full, .first:
      if isOpen {
        throw Damage(
          reason: "its LAST fragment is missing", place: byteCount, resumption: byteCount)
      }
      isResuming = false
      first = fragment
    case .middle, .last:
      guard isOpen else {
        byteCount = end
        if isResuming { return .orphan }
        throw Damage(
          reason: "it has no beginning", place: fragment.start, resumption: end)
      }
    }
    byteCount = end
    payloadByteCount += fragment.payload.count
    if payloadByteCount > limit { isTooLarge = true }
    if kind == .full, !isTooLarge { return .record }
    fragments.append(fragment)
    return kind == .last || kind == .full ? .record : nil
  }

  /// Scans the padding of a block.
  private mutating func pad(
    _ bytes: Span<UInt8>, _ left: Int, isAtEnd: Bool
  ) throws(Damage) -> Finding {
    if isOpen { throw Damage(reason: "it has no end", place: byteCount) }
    guard bytes.count - byteCount >= left else {
      if isAtEnd { throw cut("the zeros at the end are cut short") }
      return .unfinished
    }
    try checkZeros(bytes, left)
    byteCount += left
    return .padding
  }

  private func checkZeros(_ bytes: Span<UInt8>, _ count: Int) throws(Damage) {
    for place in byteCount..<byteCount + count where bytes[place] != 0 {
      throw Damage(reason: "the padding of a block is not zero", place: place)
    }
  }

  private func cut(_ reason: String) -> Damage {
    Damage(reason: reason, place: byteCount, isCut: true)
  }
}
