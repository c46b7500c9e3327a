import Scan
import SystemIO

/// A JSON object or array and the byte ranges of its members.
struct JSONContainer: Sendable {
  let isObject: Bool
  private(set) var range = 0..<0
  /// The members of containers inside it, if they are indexed, and then its own.
  private(set) var members: [DumpIndex.Member] = []
  /// The number of its own members.
  private var count = 0
  /// Whether the containers under keys that every migration reads are indexed: those in a small
  /// dump's top level.
  let indexesInner: Bool
  /// The decoded bytes of escaped keys; names refer to them until the index is made.
  private var decoded: [UInt8] = []

  /// The size of a small dump. In a larger one, containers are indexed one after another, because
  /// all of them at once would take more memory.
  private static let smallByteCount = 1 << 20

  private var interior: Range<Int> { range.lowerBound + 1..<range.upperBound - 1 }

  /// Parses the object or array at the cursor.
  ///
  /// - Parameters:
  ///   - base: the offset from which the members' offsets count.
  ///   - isTop: whether it is the top level of a dump.
  @_lifetime(cursor: copy cursor)
  init(
    _ cursor: inout JSONCursor, in base: Int = 0, isTop: Bool = false
  ) throws(JSONSyntaxError) {
    let start = cursor.offset
    isObject = cursor.next == UInt8(ascii: "{")
    indexesInner = isTop && cursor.text.count - start <= Self.smallByteCount
    if indexesInner { members.reserveCapacity(32) }
    var own: [DumpIndex.Member] = []
    try read(&cursor, in: base, isTop: isTop, into: &own)
    range = start - base..<cursor.offset - base
    count = own.count
    if members.isEmpty { members = own } else { members += own }
  }

  /// Reads the members of the object or array at the cursor.
  @_lifetime(cursor: copy cursor)
  private mutating func read(
    _ cursor: inout JSONCursor, in base: Int, isTop: Bool, into own: inout [DumpIndex.Member]
  ) throws(JSONSyntaxError) {
    var isFirst = true
    let isObject = cursor.next == UInt8(ascii: "{")
    cursor.offset += 1
    guard isObject else {
      while try cursor.nextElement(&isFirst) {
        let value = try cursor.skipValue().moved(by: -base)
        own.append(.init(key: value.lowerBound..<value.lowerBound, value: value))
      }
      return
    }
    if isTop { own.reserveCapacity(16) }
    while let key = try cursor.nextMember(&isFirst) {
      var name = key.range.moved(by: -base)
      let mark: UInt32
      if key.isEscaped {
        let utf8 = key.utf8(in: cursor.text)
        name = decoded.count..<decoded.count + utf8.count
        decoded += utf8
        mark = DumpIndex.mark(of: utf8.span, isTop: isTop)
      } else {
        mark = DumpIndex.mark(of: cursor.text.extracting(key.range), isTop: isTop)
      }
      let value =
        try isTop && indexesInner && DumpIndex.isIndexed(mark)
        ? readInner(&cursor, in: base) : cursor.skipValue()
      own.append(
        .init(
          key: key.range.lowerBound &- 1 &- base..<key.range.upperBound &+ 1 &- base,
          value: value.moved(by: -base), name: name, mark: mark))
    }
  }

  /// Moves over a value, and indexes its members if it is an object or array.
  @_lifetime(cursor: copy cursor)
  private mutating func readInner(
    _ cursor: inout JSONCursor, in base: Int
  ) throws(JSONSyntaxError) -> Range<Int> {
    guard cursor.next == UInt8(ascii: "{") || cursor.next == UInt8(ascii: "[") else {
      return try cursor.skipValue()
    }
    let start = cursor.offset
    var inner: [DumpIndex.Member] = []
    swap(&inner, &members)
    try read(&cursor, in: base, isTop: false, into: &inner)
    swap(&inner, &members)
    return start..<cursor.offset
  }

  /// Makes the index of the container.
  func index(in bytes: [UInt8]) -> DumpIndex {
    var (text, members) = (bytes, members)
    if !decoded.isEmpty {
      text += decoded
      // A decoded key is shorter than its escaped spelling.
      for place in members.indices
      where members[place].name.count < members[place].keyEnd - members[place].start - 2 {
        members[place].moveName(by: bytes.count)
      }
    }
    return DumpIndex(
      isDictionary: isObject, range: range, interior: interior, text: text, members: members,
      slice: members.count - count..<members.count)
  }

  /// The edits that remove members, each with one comma.
  func removal(of removed: [Int]) -> [Edit] {
    Self.removal(of: removed, from: members, within: interior)
  }

  /// The edits that remove members of any JSON container.
  ///
  /// - Parameter removed: the places of members, ascending; at least one, possibly all.
  static func removal<Members: RandomAccessCollection<DumpIndex.Member>>(
    of removed: [Int], from members: Members, within interior: Range<Int>
  ) -> [Edit] where Members.Index == Int {
    guard removed.count < members.count else { return [Edit(interior, [])] }
    var edits: [Edit] = []
    var next = 0
    while next < removed.count {
      let first = removed[next]
      var end = first
      while next < removed.count, removed[next] == end { (next, end) = (next + 1, end + 1) }
      // The next member takes the first removed one's place. Without a next member, the preceding
      // comma is removed.
      let range =
        end < members.count
        ? members[first].start..<members[end].start
        : members[first - 1].end..<members[end - 1].end
      edits.append(Edit(range, []))
    }
    return edits
  }
}

extension Range<Int> {
  fileprivate func moved(by distance: Int) -> Range<Int> {
    lowerBound &+ distance..<upperBound &+ distance
  }
}
