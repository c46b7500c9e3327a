import Scan
import SystemIO

/// Looks for the next record of a log, as far as its bytes are there.
///
/// It goes on where it stopped when more bytes come in. Places count from where the record's bytes
/// begin, so that they stay right when the bytes before them go. A record that is too large to be held
/// is looked at all the same, in as many parts as its reader takes it in.
struct LogScan {
  /// A fragment of a record.
  struct Fragment: Sendable {
    /// Where its header begins.
    var start: Int
    /// Where its bytes stand.
    var payload: Range<Int>
  }

  /// What was found.
  enum Finding {
    /// A record: its fragments are complete.
    case record
    /// Zeros up to the end of a block, outside of any record.
    case padding
    /// A fragment that belongs to a record passed over.
    case orphan
    /// The input ends where a record may.
    case end
    /// More bytes are needed to tell.
    case unfinished
  }

  /// What is wrong with a log, and where.
  struct Damage: Error {
    var reason: String
    /// Where the damage is.
    var place: Int
    /// Where reading can go on; nil is the next block.
    var resumption: Int?
    /// Whether bytes are missing at the input's end.
    var isCut = false
  }

  /// How many bytes were looked at.
  private(set) var byteCount = 0
  /// The first fragment; the only one of most records.
  private(set) var first = Fragment(start: 0, payload: 0..<0)
  /// The fragments of a record that has several.
  private(set) var fragments: [Fragment] = []
  /// The bytes in all fragments.
  private(set) var payloadByteCount = 0
  /// Whether fragments of a record passed over may follow.
  var isResuming = false
  /// Whether the record is larger than it may be, so that it is not to be held.
  private(set) var isTooLarge = false
  private var isOpen: Bool { !fragments.isEmpty || isTooLarge }
  /// Whether nothing was looked at yet of what comes next.
  var isFresh: Bool { byteCount == 0 && !isOpen }

  /// Begins anew, behind all that was looked at.
  mutating func restart() {
    forgetFragments()
    payloadByteCount = 0
    isTooLarge = false
  }

  /// Goes on in the same record, behind all that was looked at, whose fragments are dealt with.
  mutating func forgetFragments() {
    byteCount = 0
    fragments.removeAll(keepingCapacity: true)
  }

  /// Takes note that the record so far is more than can be held.
  ///
  /// - Precondition: it has begun.
  mutating func giveUpHolding() {
    precondition(isOpen)
    isTooLarge = true
  }

  /// Looks on.
  ///
  /// - Parameters:
  ///   - bytes: from where the record's begin.
  ///   - offset: where in the file that is.
  ///   - isAtEnd: whether the file ends with the bytes.
  ///   - limit: how many bytes a record may have that is held.
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
      throw Damage(reason: "there are no records of type \(header.type)", place: byteCount)
    }
    guard LogFrames.headerByteCount + header.byteCount <= left else {
      throw Damage(reason: "its length goes past the end of its block", place: byteCount)
    }
    return kind
  }

  /// Takes in a fragment that is there as a whole; nil where its record goes on.
  private mutating func add(
    _ kind: LogFrames.FragmentKind, _ header: LogFrames.Header, _ bytes: Span<UInt8>, end: Int,
    limit: Int
  ) throws(Damage) -> Finding? {
    let fragment = Fragment(
      start: byteCount, payload: byteCount + LogFrames.headerByteCount..<end)
    let sum = LogFrames.storedChecksum(header.type, bytes.extracting(fragment.payload))
    guard sum == header.storedChecksum else {
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

  /// Passes the zeros that fill a block up.
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
      throw Damage(reason: "what fills a block up is not zero", place: place)
    }
  }

  private func cut(_ reason: String) -> Damage {
    Damage(reason: reason, place: byteCount, isCut: true)
  }
}
