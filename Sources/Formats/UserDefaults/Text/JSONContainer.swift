import Scan
import SystemIO

/// A JSON object or array and the byte ranges of its members.
struct JSONContainer: Sendable {
  private let isObject: Bool
  private var range = 0..<0
  private var members: [DumpIndex.Member] = []
  /// The members of containers inside it. Only of a small dump's top level, and under the keys that
  /// every migration reads; otherwise nil.
  private var innerMembers: [DumpIndex.Member]?
  private var decoded: DecodedNames

  /// The size of a small dump. In a larger one, containers are indexed one after another, because
  /// all of them at once would take more memory.
  private static let smallByteCount = 1 << 20

  /// Parses the object or array at the cursor.
  ///
  /// - Parameter isTop: whether it is the top level of a dump.
  @_lifetime(cursor: copy cursor)
  init(_ cursor: inout JSONCursor, isTop: Bool = false) throws(JSONSyntaxError) {
    let start = cursor.offset
    isObject = cursor.next == UInt8(ascii: "{")
    decoded = DecodedNames(after: cursor.text.count)
    var members: [DumpIndex.Member] = []
    if isTop {
      members.reserveCapacity(16)
      if cursor.text.count - start <= Self.smallByteCount {
        var inner: [DumpIndex.Member] = []
        inner.reserveCapacity(64)
        innerMembers = inner
      }
    }
    try read(&cursor, isTop: isTop, into: &members)
    self.members = members
    range = start..<cursor.offset
  }

  /// Reads the members of the object or array at the cursor.
  @_lifetime(cursor: copy cursor)
  private mutating func read(
    _ cursor: inout JSONCursor, isTop: Bool, into members: inout [DumpIndex.Member]
  ) throws(JSONSyntaxError) {
    var isFirst = true
    let isObject = cursor.next == UInt8(ascii: "{")
    cursor.offset += 1
    guard isObject else {
      while try cursor.nextElement(&isFirst) {
        let start = cursor.offset
        guard cursor.next == UInt8(ascii: "\"") else {
          members.append(.init(key: start..<start, value: try cursor.skipValue()))
          continue
        }
        let (name, mark) = name(try cursor.string(), in: cursor.text, isTop: false)
        members.append(
          .init(key: start..<start, value: start..<cursor.offset, name: name, mark: mark))
      }
      return
    }
    while let key = try cursor.nextMember(&isFirst) {
      let (name, mark) = name(key, in: cursor.text, isTop: isTop)
      let value =
        try isTop && DefaultsKey.isAlwaysRead(mark)
        ? readInner(&cursor) : cursor.skipValue()
      members.append(.init(key: key.quotedRange, value: value, name: name, mark: mark))
    }
  }

  /// The range and the mark of the name that a string is.
  @inline(__always)
  private mutating func name(
    _ string: JSONString, in text: Span<UInt8>, isTop: Bool
  ) -> (range: Range<Int>, mark: UInt32) {
    guard string.isEscaped else {
      return (string.range, DumpIndex.mark(of: text.extracting(string.range), isTop: isTop))
    }
    let utf8 = string.utf8(in: text)
    return (decoded.append(utf8.span), DumpIndex.mark(of: utf8.span, isTop: isTop))
  }

  /// Moves over a value, and indexes its members if it is an object or array and they are wanted.
  @_lifetime(cursor: copy cursor)
  private mutating func readInner(
    _ cursor: inout JSONCursor
  ) throws(JSONSyntaxError) -> Range<Int> {
    guard cursor.next == UInt8(ascii: "{") || cursor.next == UInt8(ascii: "["),
      var members = innerMembers.take()
    else {
      return try cursor.skipValue()
    }
    let start = cursor.offset
    try read(&cursor, isTop: false, into: &members)
    innerMembers = members
    return start..<cursor.offset
  }

  /// Makes the index of the container.
  consuming func index(in bytes: [UInt8]) -> DumpIndex {
    DumpIndex(
      isDictionary: isObject, range: range,
      interior: range.lowerBound + 1..<range.upperBound - 1, text: bytes, decoded,
      members: members, innerMembers: innerMembers)
  }
}

extension DumpIndex {
  /// The edits that remove members of a JSON container, each with one comma.
  ///
  /// - Parameter removed: the places of members, ascending; at least one, possibly all.
  func removal(ofJSON removed: [Int]) -> [Edit] {
    guard removed.count < count else { return [Edit(interior ?? range, [])] }
    var edits: [Edit] = []
    var next = 0
    while next < removed.count {
      let first = removed[next]
      var end = first
      while next < removed.count, removed[next] == end { (next, end) = (next + 1, end + 1) }
      // The next member takes the first removed one's place. Without a next member, the preceding
      // comma is removed.
      let range =
        end < count ? self[first].start..<self[end].start : self[first - 1].end..<self[end - 1].end
      edits.append(Edit(range, []))
    }
    return edits
  }
}
