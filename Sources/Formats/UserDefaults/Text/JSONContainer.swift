import Scan
import SystemIO

/// A JSON object or array and the byte ranges of its members.
struct JSONContainer: Sendable {
  let isObject: Bool
  let range: Range<Int>
  private(set) var members: [DumpIndex.Member]
  /// The decoded bytes of escaped keys; names refer to them until the index is made.
  private let decoded: [UInt8]
  /// At the top level of a small dump, the containers under keys that every migration reads.
  let inner: [JSONContainer]

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
    var (decoded, members, isFirst) = ([UInt8](), [DumpIndex.Member](), true)
    var inner: [JSONContainer] = []
    let isSmallTop = isTop && cursor.text.count - start <= Self.smallByteCount
    isObject = cursor.next == UInt8(ascii: "{")
    cursor.offset += 1
    if cursor.next != UInt8(ascii: "}"), cursor.next != UInt8(ascii: "]") {
      members.reserveCapacity(16)
    }
    if isObject {
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
          try isSmallTop && DumpIndex.isIndexed(mark)
          ? Self.read(&cursor, in: base, into: &inner) : cursor.skipValue()
        members.append(
          .init(
            key: key.range.lowerBound &- 1 &- base..<key.range.upperBound &+ 1 &- base,
            value: value.moved(by: -base), name: name, mark: mark))
      }
    } else {
      while try cursor.nextElement(&isFirst) {
        let value = try cursor.skipValue().moved(by: -base)
        members.append(.init(key: value.lowerBound..<value.lowerBound, value: value))
      }
    }
    range = start - base..<cursor.offset - base
    (self.members, self.decoded, self.inner) = (members, decoded, inner)
  }

  /// Moves over a value, and keeps its members if it is an object or array.
  @_lifetime(cursor: copy cursor)
  private static func read(
    _ cursor: inout JSONCursor, in base: Int, into inner: inout [JSONContainer]
  ) throws(JSONSyntaxError) -> Range<Int> {
    guard cursor.next == UInt8(ascii: "{") || cursor.next == UInt8(ascii: "[") else {
      return try cursor.skipValue()
    }
    let start = cursor.offset
    if inner.isEmpty { inner.reserveCapacity(4) }
    inner.append(try JSONContainer(&cursor, in: base))
    return start..<cursor.offset
  }

  /// Makes the index of the top level of a dump or of an array.
  func index(in bytes: [UInt8]) -> DumpIndex {
    let (text, members) = adopted(bytes)
    return DumpIndex(
      isDictionary: isObject, range: range, interior: interior, text: text, members: members)
  }

  /// Makes the index of a top-level key's dictionary.
  func index(
    in bytes: [UInt8], ofDictionary key: String
  ) throws(DefaultsDumpError) -> DumpIndex {
    let (text, members) = adopted(bytes)
    return try DumpIndex(
      dictionaryOf: key, range: range, interior: interior, text: text, members: members)
  }

  private func adopted(_ bytes: [UInt8]) -> (text: [UInt8], members: [DumpIndex.Member]) {
    if decoded.isEmpty { return (bytes, members) }
    var members = members
    // A decoded key is shorter than its escaped spelling.
    for place in members.indices
    where members[place].name.count < members[place].keyEnd - members[place].start - 2 {
      members[place].moveName(by: bytes.count)
    }
    return (bytes + decoded, members)
  }

  /// The edits that remove members, each with one comma.
  func removal(of removed: [Int]) -> [Edit] {
    Self.removal(of: removed, from: members, within: interior)
  }

  /// The edits that remove members of any JSON container.
  ///
  /// - Parameter removed: the places of members, ascending; at least one, possibly all.
  static func removal(
    of removed: [Int], from members: [DumpIndex.Member], within interior: Range<Int>
  ) -> [Edit] {
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
