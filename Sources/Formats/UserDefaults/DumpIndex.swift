import Jokes
import Scan
import SystemIO

/// The entries of a dictionary of a dump, or the elements of an array, by where they stand.
///
/// Every kind of dump is read into this one form. A key is a range of bytes: those of the dump, or,
/// where it is spelled with escapes or as UTF-16, those that are put behind them. Values stay where
/// they are, and are read when they are asked for.
///
/// A class, so that whoever looks at one shares it: copies of its fields took a tenth of the time.
final class DumpIndex: Sendable {
  /// An entry or an element. A dump has less than 4 GiB, so that half a word is enough for a place.
  struct Member: Sendable {
    private let startPlace, keyEndPlace, valueStart, valueEnd: UInt32
    private var nameStart, nameEnd: UInt32
    /// At the top level the number of the app's key, in a dictionary below it the key's hash.
    let mark: UInt32

    /// - Parameters:
    ///   - key: the key with its quotes or tags; in an array nothing, before the element.
    ///   - value: the value, with its quotes or tags.
    ///   - name: the bytes that the key means, in the text of the index.
    ///   - mark: that of these bytes.
    init(key: Range<Int>, value: Range<Int>, name: Range<Int> = 0..<0, mark: UInt32 = 0) {
      self.mark = mark
      (startPlace, keyEndPlace) = (UInt32(key.lowerBound), UInt32(key.upperBound))
      (valueStart, valueEnd) = (UInt32(value.lowerBound), UInt32(value.upperBound))
      (nameStart, nameEnd) = (UInt32(name.lowerBound), UInt32(name.upperBound))
    }

    /// A value of a binary list, which is the object with this number.
    init(object: Int, value: Range<Int>, name: Range<Int> = 0..<0, mark: UInt32 = 0) {
      self.init(key: object..<object, value: value, name: name, mark: mark)
    }

    /// The first byte of the key's quote or tag; in an array, of the element.
    var start: Int { Int(startPlace) }
    /// Behind the key's quote or end tag; in an array the same as `start`.
    var keyEnd: Int { Int(keyEndPlace) }
    var value: Range<Int> { Int(valueStart)..<Int(valueEnd) }
    var end: Int { Int(valueEnd) }
    var name: Range<Int> { Int(nameStart)..<Int(nameEnd) }
    /// The number of the value's object in a binary list.
    var object: Int { start }

    /// Moves the key's bytes.
    mutating func moveName(by distance: Int) {
      nameStart += UInt32(distance)
      nameEnd += UInt32(distance)
    }
  }

  let isDictionary: Bool
  /// All of it, from the first bracket or tag to the last.
  let range: Range<Int>
  /// What is between the brackets or tags; nil for a tag that is its own end, `<dict/>`.
  let interior: Range<Int>?
  /// The bytes of the dump, and behind them what keys mean that are spelled otherwise.
  let text: [UInt8]
  let members: [Member]
  /// The places of keys by hash, where there are too many to look through.
  private let places: JokePlaces?

  private static let hash = KeyedHash()
  private static let noAppKey = UInt32.max
  /// How many keys are looked through.
  private static let fewCount = 24

  /// The index of the top level, or of an array.
  init(
    isDictionary: Bool, range: Range<Int>, interior: Range<Int>?, text: [UInt8],
    members: [Member]
  ) {
    (self.isDictionary, self.range, self.interior) = (isDictionary, range, interior)
    (self.text, self.members, places) = (text, members, nil)
  }

  /// The index of the dictionary of a top-level key.
  ///
  /// - Parameter problem: why there are no more members than these.
  /// - Throws: where a key comes twice, and the problem.
  init(
    dictionaryOf key: String, range: Range<Int>, interior: Range<Int>?, text: [UInt8],
    members: [Member], problem: DefaultsDumpError? = nil
  ) throws(DefaultsDumpError) {
    var places = members.count > Self.fewCount ? JokePlaces(minimumCapacity: members.count) : nil
    for place in members.indices {
      let name = text.span.extracting(members[place].name)
      let mark = members[place].mark
      if Self.place(of: name, mark, among: members, before: place, places, in: text) != nil {
        throw DefaultsDumpError(
          .unusable, "'\(key)' holds the key '\(name.text)' twice",
          at: members[place].value.lowerBound)
      }
      places?.insert(hash: UInt64(mark), at: place)
    }
    if let problem { throw problem }
    (isDictionary, self.range, self.interior) = (true, range, interior)
    (self.text, self.members, self.places) = (text, members, places)
  }

  /// A dictionary that is not there.
  static let none = DumpIndex(
    isDictionary: true, range: 0..<0, interior: nil, text: [], members: [])

  var count: Int { members.count }

  // MARK: Keys

  /// The mark of a key at the top level, or of one in a dictionary below it.
  @inline(__always)
  static func mark(of name: Span<UInt8>, isTop: Bool) -> UInt32 {
    if isTop { return AppKey(name).map { UInt32($0.rawValue) } ?? noAppKey }
    return UInt32(truncatingIfNeeded: hash.hash(name))
  }

  /// The key at a place, as text.
  func name(at place: Int) -> String {
    let text = text
    return text.span.extracting(members[place].name).text
  }

  /// Whether the key at a place is this one.
  func isName(at place: Int, _ name: String) -> Bool {
    let range = members[place].name
    return range.count == name.utf8.count && text[range].elementsEqual(name.utf8)
  }

  /// Whether the key at a place of the top level is this one.
  func isKey(at place: Int, _ key: AppKey) -> Bool { members[place].mark == key.rawValue }

  /// Whether one of the keys of the top level is the app's own.
  var hasAppKey: Bool { members.contains { $0.mark != Self.noAppKey } }

  /// Whether the key at one place has smaller bytes than the one at another.
  func isSmaller(_ one: Int, _ other: Int) -> Bool {
    text[members[one].name].lexicographicallyPrecedes(text[members[other].name])
  }

  /// The place of a key; nil where it is not there.
  func place(of name: Span<UInt8>) -> Int? {
    members.isEmpty ? nil : place(of: name, Self.mark(of: name, isTop: false))
  }

  /// The place of the key that another dictionary has at a place.
  func place(of other: DumpIndex, at place: Int) -> Int? {
    let (member, text) = (other.members[place], other.text)
    return self.place(of: text.span.extracting(member.name), member.mark)
  }

  private func place(of name: Span<UInt8>, _ mark: UInt32) -> Int? {
    Self.place(of: name, mark, among: members, before: members.count, places, in: text)
  }

  private static func place(
    of name: Span<UInt8>, _ mark: UInt32, among members: [Member], before end: Int,
    _ places: JokePlaces?, in text: [UInt8]
  ) -> Int? {
    if let places {
      return places.place(ofHash: UInt64(mark)) {
        text.span.extracting(members[$0].name).isEqual(to: name)
      }
    }
    for place in 0..<end where members[place].mark == mark {
      if text.span.extracting(members[place].name).isEqual(to: name) { return place }
    }
    return nil
  }

  // MARK: Layout

  /// The white space before a member, from the last line end on where there is one.
  func lead(of member: Member) -> [UInt8] {
    let spaces = whitespace(before: member.start)
    guard let newline = text[spaces].lastIndex(of: UInt8(ascii: "\n")) else {
      return Array(text[spaces])
    }
    let isCRLF = newline > spaces.lowerBound && text[newline - 1] == UInt8(ascii: "\r")
    return Array(text[(isCRLF ? newline - 1 : newline)..<spaces.upperBound])
  }

  /// The white space inside the container that stands directly before a place.
  func whitespace(before place: Int) -> Range<Int> {
    var start = place
    let limit = interior?.lowerBound ?? range.upperBound
    while start > limit, isTextWhitespace(text[start - 1]) { start -= 1 }
    return start..<place
  }
}

/// Whether JSON and XML both take the byte for white space.
func isTextWhitespace(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x20, 0x0A, 0x0D, 0x09: true
  default: false
  }
}
