import Jokes
import Scan
import SystemIO

/// The byte ranges of a container's members: the entries of a dictionary or the elements of an
/// array.
///
/// All file formats share this index. A member's name is its key, or in an array the element if it is
/// a string: a range of bytes in the dump, or, if it is spelled with escapes or as UTF-16, of decoded
/// bytes, whose offsets are greater. Other values are read on demand.
///
/// A class, to share it: copying its fields took a tenth of the time.
final class DumpIndex: Sendable {
  /// An entry or an element. A dump is smaller than 4 GiB, so 32-bit offsets suffice.
  struct Member: Sendable {
    private let startPlace, keyEndPlace, valueStart, valueEnd, nameStart, nameEnd: UInt32
    /// At the top level the key's, in a container below it some bytes of the name.
    let mark: UInt32

    /// - Parameters:
    ///   - key: the key with its quotes or tags; in an array the empty range before the element.
    ///   - value: the value with its quotes or tags.
    ///   - name: the range of the name in the dump or the decoded names.
    ///   - mark: the name's mark.
    init(
      key: Range<Int>, value: Range<Int>, name: Range<Int> = 0..<0,
      mark: UInt32 = DefaultsKey.noMark
    ) {
      // A key is before its value, and the index of an object is smaller than the list.
      precondition(Swift.max(value.upperBound, name.upperBound) <= UInt32.max)
      self.mark = mark
      startPlace = UInt32(truncatingIfNeeded: key.lowerBound)
      keyEndPlace = UInt32(truncatingIfNeeded: key.upperBound)
      valueStart = UInt32(truncatingIfNeeded: value.lowerBound)
      valueEnd = UInt32(truncatingIfNeeded: value.upperBound)
      nameStart = UInt32(truncatingIfNeeded: name.lowerBound)
      nameEnd = UInt32(truncatingIfNeeded: name.upperBound)
    }

    /// Makes a member of a binary list, whose value is the object with this index.
    init(object: Int, value: Range<Int>, name: Range<Int>, mark: UInt32) {
      self.init(key: object..<object, value: value, name: name, mark: mark)
    }

    /// The offset of the key's quote or tag; in an array, of the element.
    var start: Int { Int(startPlace) }
    /// The end of the key's quote or end tag; in an array the same as `start`.
    var keyEnd: Int { Int(keyEndPlace) }
    var value: Range<Int> { Int(valueStart)..<Int(valueEnd) }
    var end: Int { Int(valueEnd) }
    var name: Range<Int> { Int(nameStart)..<Int(nameEnd) }
    /// Whether it has a name: below the top level false for elements that are not strings.
    var isNamed: Bool { mark != DefaultsKey.noMark }
    /// The index of the value's object in a binary list.
    var object: Int { start }
  }

  let isDictionary: Bool
  /// The container's range, from the opening bracket or tag to the closing one.
  let range: Range<Int>
  /// The range between the brackets or tags; nil for an empty-element tag, `<dict/>`.
  let interior: Range<Int>?
  /// The bytes of the dump.
  let text: [UInt8]
  /// The names that are not in the dump as they are.
  let decoded: DecodedNames
  /// The members of this container, and perhaps of others.
  private let members: [Member]
  /// The places of this container's members among them.
  private let slice: Range<Int>
  /// The members of the containers that are indexed with the top level; nil if none are.
  private let innerMembers: [Member]?
  /// The places of names by hash, if they are many.
  private let places: JokePlaces?

  private static let hash = KeyedHash()
  /// The largest number of names for a linear search.
  private static let fewCount = 24

  /// Makes the index of a container.
  ///
  /// - Parameters:
  ///   - text: the bytes of the dump.
  ///   - members: members of several containers, so that their indices share one array.
  ///   - slice: the places of this container's members; nil for all of them.
  ///   - innerMembers: the members of the containers that are indexed with this one.
  init(
    isDictionary: Bool, range: Range<Int>, interior: Range<Int>?, text: [UInt8],
    _ decoded: DecodedNames, members: [Member], slice: Range<Int>? = nil,
    innerMembers: [Member]? = nil, _ places: JokePlaces? = nil
  ) {
    (self.isDictionary, self.range, self.interior) = (isDictionary, range, interior)
    (self.text, self.decoded, self.members, self.places) = (text, decoded, members, places)
    self.slice = slice ?? members.indices
    self.innerMembers = innerMembers
  }

  /// The index of a container of JSON, if containers are indexed with this one.
  func inner(_ range: Range<Int>, isDictionary: Bool) -> DumpIndex? {
    guard let members = innerMembers else { return nil }
    var start = 0
    while start < members.count, members[start].start < range.lowerBound { start &+= 1 }
    var end = start
    while end < members.count, members[end].start < range.upperBound { end &+= 1 }
    return DumpIndex(
      isDictionary: isDictionary, range: range,
      interior: range.lowerBound + 1..<range.upperBound - 1, text: text, decoded,
      members: members, slice: start..<end)
  }

  /// The index for finding members by name, with the places of the names if they are many.
  ///
  /// - Parameter key: the top-level key of a dictionary; nil for an array of strings.
  /// - Throws: if a key of the dictionary occurs twice or is not a string.
  func searchable(of key: DefaultsKey? = nil) throws(DefaultsDumpError) -> DumpIndex {
    if key == nil, count <= Self.fewCount { return self }
    var places = count > Self.fewCount ? JokePlaces(minimumCapacity: count) : nil
    let (text, decoded) = (text, decoded)
    for place in 0..<count {
      let member = self[place]
      guard member.isNamed else {
        // Its name is empty, at the place of the key.
        throw DefaultsDumpError(
          .unusable, "a key of a dictionary is not a string", at: member.name.lowerBound)
      }
      let name = decoded.name(member.name, in: text)
      if self.place(of: name, member.mark, before: place, places) == nil {
        places?.insert(hash: Self.hash.hash(name), at: place)
      } else if let key {
        throw DefaultsDumpError(
          .unusable, "'\(key.name)' holds the key '\(self.name(at: place))' twice",
          at: member.value.lowerBound)
      }
    }
    guard let places else { return self }
    return DumpIndex(
      isDictionary: isDictionary, range: range, interior: interior, text: text, decoded,
      members: members, slice: slice, places)
  }

  /// An empty index in place of a missing dictionary.
  static let none = DumpIndex(
    isDictionary: true, range: 0..<0, interior: nil, text: [], DecodedNames(after: 0),
    members: [])

  // MARK: Keys

  /// The mark of a name at the top level or in a container below it.
  @inline(__always)
  static func mark(of name: Span<UInt8>, isTop: Bool) -> UInt32 {
    if isTop { return DefaultsKey.mark(of: name) }
    // UTF-8 has no bytes of which the mark is that of no name.
    return name.count < 8 ? 0 : UInt32(truncatingIfNeeded: name.word(at: name.count - 8))
  }

  /// The key at a place, as text.
  func name(at place: Int) -> String {
    let (text, decoded) = (text, decoded)
    return decoded.name(self[place].name, in: text).text
  }

  /// Whether the top level has one of the app's keys.
  var hasAppKey: Bool { firstPlace { $0.mark != DefaultsKey.noMark } != nil }

  /// Whether the bytes of one key sort before those of another.
  func isSmaller(_ one: Int, _ other: Int) -> Bool {
    let (text, decoded) = (text, decoded)
    let first = decoded.name(self[one].name, in: text)
    let second = decoded.name(self[other].name, in: text)
    for place in 0..<Swift.min(first.count, second.count)
    where first[place] != second[place] {
      return first[place] < second[place]
    }
    return first.count < second.count
  }

  /// The place of a key, or nil.
  func place(of name: Span<UInt8>) -> Int? {
    isEmpty ? nil : place(of: name, Self.mark(of: name, isTop: false), before: count, places)
  }

  /// The place of the name of another container's member in this one, or nil.
  func place(of other: DumpIndex, at place: Int) -> Int? {
    let (member, text) = (other[place], other.text)
    guard member.name.lowerBound < other.decoded.start else {
      let decoded = other.decoded
      return self.place(of: decoded.name(member.name, in: text))
    }
    return self.place(of: text.span.extracting(member.name), member.mark, before: count, places)
  }

  @inline(__always)
  private func place(
    of name: Span<UInt8>, _ mark: UInt32, before end: Int, _ places: JokePlaces?
  ) -> Int? {
    let (text, decodedStart) = (text, decoded.start)
    @inline(__always)
    func isName(_ member: Member) -> Bool {
      member.name.lowerBound < decodedStart
        ? text.span.extracting(member.name).isEqual(to: name) : isDecoded(member, name)
    }
    if let places { return places.place(ofHash: Self.hash.hash(name)) { isName(self[$0]) } }
    return firstPlace(before: end) { $0.mark == mark && isName($0) }
  }

  /// Whether a decoded name is this one; such names are rare.
  @inline(never)
  private func isDecoded(_ member: Member, _ name: Span<UInt8>) -> Bool {
    let (text, decoded) = (text, decoded)
    return decoded.name(member.name, in: text).isEqual(to: name)
  }

  /// The first place in a range whose member fulfils a condition.
  @inline(__always)
  func firstPlace(
    after start: Int = -1, before end: Int? = nil, where condition: (Member) -> Bool
  ) -> Int? {
    let members = members
    let own = members.span.extracting(slice)
    let end = end ?? own.count
    var place = start + 1
    while place < end {
      if condition(own[place]) { return place }
      place &+= 1
    }
    return nil
  }

  // MARK: Layout

  /// The white space before a member, starting at the last line end if there is one.
  func lead(of member: Member) -> [UInt8] {
    let spaces = whitespace(before: member.start)
    if spaces.isEmpty { return [] }
    guard let newline = text[spaces].lastIndex(of: UInt8(ascii: "\n")) else {
      return Array(text[spaces])
    }
    let isCRLF = newline > spaces.lowerBound && text[newline - 1] == UInt8(ascii: "\r")
    return Array(text[(isCRLF ? newline - 1 : newline)..<spaces.upperBound])
  }

  /// The range of white space directly before a place inside the container.
  func whitespace(before place: Int) -> Range<Int> {
    var start = place
    let limit = interior?.lowerBound ?? range.upperBound
    while start > limit, isTextWhitespace(text[start - 1]) { start -= 1 }
    return start..<place
  }
}

/// Names that a dump spells with escapes or in another encoding, decoded.
///
/// The index refers to a range of the dump or of these bytes by the same numbers.
struct DecodedNames: Sendable {
  /// The offset of the first byte, behind those of the dump.
  let start: Int
  private(set) var bytes: [UInt8] = []

  init(after start: Int) { self.start = start }

  /// The name in a range of the dump or of the decoded bytes.
  @inline(__always)
  @_lifetime(borrow self, borrow text)
  func name(_ range: Range<Int>, in text: borrowing [UInt8]) -> Span<UInt8> {
    if range.lowerBound < start { return text.span.extracting(range) }
    return bytes.span.extracting(range.lowerBound - start..<range.upperBound - start)
  }

  /// Appends a name, and returns its range.
  mutating func append(_ name: Span<UInt8>) -> Range<Int> {
    let first = start + bytes.count
    bytes.append(contentsOf: name)
    return first..<first + name.count
  }
}

extension DumpIndex: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { slice.count }
  var count: Int { slice.count }

  /// The member at a place.
  subscript(place: Int) -> Member { members[slice.lowerBound + place] }
}
