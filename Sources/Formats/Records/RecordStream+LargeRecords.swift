import Scan
import SystemIO

/// The window is as large as it may be, and the record goes on.
struct RecordTooLarge: Error {}

/// How records leave that are too large to be held.
extension RecordStream {
  /// Where such a record begins and what it is, as far as its first bytes tell.
  private struct Head {
    var start: Int
    var valueStart: Int
    var key: String
    /// Whether it is a container after all.
    var isContainer: Bool
    /// Whether what stands in it can be left out of it.
    var isDivisible: Bool
  }

  /// Deals with a record that is longer than the window may be.
  ///
  /// - Returns: whether the records behind it can be read; false where all passed unread.
  mutating func readLargeRecord(in container: Container, isFirst: Bool) throws -> Bool {
    guard let head = try largeHead(in: container, isFirst: isFirst),
      head.isContainer || head.isDivisible
    else {
      try passLargeRecord(isFirst: isFirst)
      return true
    }
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

  /// The head of a record that is the member of an object; nil where it is none, or no object.
  private mutating func largeHead(in container: Container, isFirst: Bool) throws -> Head? {
    guard case .object = container else { return nil }
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
      isContainer: try handler.largeRole(of: key, cursor) == .container,
      isDivisible: handler.nestedMember != nil)
  }

  /// Everything before a place has its fate, and so have the edits in it.
  mutating func settle(before place: Int) {
    advance(to: place)
    written = position
    _ = pending.take(upTo: window.offset + position)
  }

  /// Where the next record begins, key included.
  func recordStart(isFirst: Bool) -> Int {
    var cursor = JSONCursor(window.bytes, at: position)
    cursor.skipWhitespace()
    if cursor.next == UInt8(ascii: ","), !isFirst {
      cursor.offset += 1
      cursor.skipWhitespace()
    }
    return cursor.offset
  }

  /// Passes a record through unread.
  private mutating func passLargeRecord(isFirst: Bool) throws {
    advance(to: recordStart(isFirst: isFirst))
    try rejectLargeRecord()
    try skim()
  }

  /// Makes the record that begins at `position` a reject, under the name that its first bytes tell.
  mutating func rejectLargeRecord() throws {
    let (key, valueStart) = largeValueStart
    let record = Record(
      window.bytes, range: position..<window.count, valueStart: valueStart, key: key,
      origin: origin)
    try handler.reject(
      .tooLarge(
        record.place, limit: recordLimit, documentID: handler.documentID(ofBeginning: record)))
  }

  /// The key of the record that begins at `position`, if it has one, and where its value begins.
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

  /// Passes the value, or the member, through that begins at `position`.
  mutating func skim() throws {
    do throws(JSONSyntaxError) {
      var cursor = JSONCursor(window.bytes, at: position)
      if cursor.next == UInt8(ascii: "\"") { _ = try cursor.key() }
      position = cursor.offset
    } catch {
      throw damage(error)
    }
    var skimmer = JSONSkimmer()
    while true {
      if let end = skimmer.end(in: window.bytes, from: position) { return advance(to: end) }
      advance(to: window.count)
      if try refill(settled: position) == .end {
        throw damage(JSONSyntaxError(.unexpectedEnd, at: position))
      }
    }
  }
}
