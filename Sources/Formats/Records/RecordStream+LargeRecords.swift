import Scan
import SystemIO

/// The window is at its limit, and the record is incomplete.
struct RecordTooLarge: Error {}

/// Copying of records that are too large for memory.
extension RecordStream {
  /// The beginning of a large record.
  private struct Head {
    var start: Int
    var valueStart: Int
    var key: String
    /// Whether it is to be traversed as a container.
    var isContainer: Bool
  }

  /// Processes a record that exceeds the window.
  ///
  /// - Returns: false if the rest of the input was copied unread.
  mutating func readLargeRecord(in framing: Framing, isFirst: Bool) throws -> Bool {
    guard let head = try largeHead(in: framing, isFirst: isFirst),
      head.isContainer || handler.nestedMember != nil
    else { return try passLargeRecord(isFirst: isFirst) }
    if head.isContainer {
      advance(to: head.valueStart + 1)
      handler.enter(head.key)
      guard try runContainer(.object) else { return false }
      handler.leave()
      return true
    }
    advance(to: head.start)
    return try readDivided(key: head.key, valueStart: head.valueStart)
  }

  /// The head of a record that is an object and a member of an object; nil otherwise.
  private mutating func largeHead(in framing: Framing, isFirst: Bool) throws -> Head? {
    guard framing == .object else { return nil }
    do {
      return try attempt { cursor, handler, _ throws(JSONSyntaxError) in
        try Self.head(&cursor, isFirst: isFirst, handler)
      }.0
    } catch is RecordTooLarge {
      return nil
    } catch let error as JSONSyntaxError {
      throw damage(error)
    }
  }

  private static func head(
    _ cursor: inout JSONCursor, isFirst: Bool, _ handler: Handler
  ) throws(JSONSyntaxError) -> Head? {
    var isFirst = isFirst
    guard let key = try cursor.nextMember(&isFirst), try cursor.kind() == .object,
      try handler.role(of: key, cursor) == .record
    else { return nil }
    return Head(
      start: key.quotedRange.lowerBound, valueStart: cursor.offset,
      key: key.string(in: cursor.text),
      isContainer: try handler.largeRole(of: key, cursor) == .container)
  }

  /// Marks everything before a place as written, with the edits in it.
  mutating func settle(before place: Int) {
    advance(to: place)
    written = position
    _ = pending.take(upTo: window.offset + position)
  }

  /// The offset of the next record, with its key.
  func recordStart(isFirst: Bool) -> Int {
    var cursor = JSONCursor(window.bytes, at: position)
    cursor.skipWhitespace()
    if cursor.next == UInt8(ascii: ","), !isFirst {
      cursor.offset += 1
      cursor.skipWhitespace()
    }
    return cursor.offset
  }

  /// Copies a record unread.
  ///
  /// - Returns: false if it does not end.
  private mutating func passLargeRecord(isFirst: Bool) throws -> Bool {
    advance(to: recordStart(isFirst: isFirst))
    try rejectLargeRecord()
    do {
      try skim()
    } catch let error as JSONSyntaxError {
      try rejectRest(error)
      try abandon()
      return false
    }
    return true
  }

  /// Rejects the record at `position`, with the document ID from its first bytes.
  mutating func rejectLargeRecord() throws {
    let (key, valueStart) = largeValueStart
    let record = Record(
      window.bytes, range: position..<window.count, valueStart: valueStart, key: key,
      origin: origin)
    try visitor.reject(
      .tooLarge(
        record.place, limit: recordLimit, documentID: handler.documentID(ofBeginning: record)))
  }

  /// The key of the record at `position`, if it has one, and the offset of its value.
  private var largeValueStart: (key: JSONString?, offset: Int) {
    var cursor = JSONCursor(window.bytes, at: position)
    cursor.skipWhitespace()
    guard cursor.next == UInt8(ascii: "\"") else { return (nil, cursor.offset) }
    do throws(JSONSyntaxError) {
      let key = try cursor.key()
      cursor.skipWhitespace()
      return (key, cursor.offset)
    } catch {
      return (nil, cursor.offset)
    }
  }

  /// Copies the value or member at `position`.
  mutating func skim() throws {
    let isMember = window.bytes.byte(at: position) == UInt8(ascii: "\"")
    try skimValue()
    guard isMember else { return }
    try skimWhitespace()
    guard window.bytes[position] == UInt8(ascii: ":") else {
      throw JSONSyntaxError(.expectedColon, at: position)
    }
    advance(to: position + 1)
    try skimWhitespace()
    try skimValue()
  }

  private mutating func skimWhitespace() throws {
    guard try passWhitespace() else { throw JSONSyntaxError(.unexpectedEnd, at: position) }
  }

  private mutating func skimValue() throws {
    _ = try JSONCursor(window.bytes, at: position).kind()
    var skimmer = JSONSkimmer()
    while true {
      if let end = skimmer.end(in: window.bytes, from: position) { return advance(to: end) }
      advance(to: window.count)
      if try refill(settled: position) == .end {
        throw JSONSyntaxError(.unexpectedEnd, at: position)
      }
    }
  }
}
