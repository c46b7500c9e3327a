import Jokes
import Scan
import SystemIO

/// The byte ranges of a container's members: the entries of a dictionary or the elements of an
/// array.
///
/// All file formats share this index. A key is a range of bytes in the dump, or, if it is spelled
/// with escapes or as UTF-16, in the decoded bytes appended to it. Values are read on demand.
///
/// A class, to share it: copying its fields took a tenth of the time.
final class DumpIndex: Sendable {
  /// An entry or an element. A dump is smaller than 4 GiB, so 32-bit offsets suffice.
  struct Member: Sendable {
    private let startPlace, keyEndPlace, valueStart, valueEnd: UInt32
    private var nameStart, nameEnd: UInt32
    /// At the top level the `AppKey`'s raw value, in a dictionary below it the key's hash.
    let mark: UInt32

    /// - Parameters:
    ///   - key: the key with its quotes or tags; in an array the empty range before the element.
    ///   - value: the value with its quotes or tags.
    ///   - name: the range of the decoded key in the index's text.
    ///   - mark: the key's mark.
    init(key: Range<Int>, value: Range<Int>, name: Range<Int> = 0..<0, mark: UInt32 = 0) {
      self.mark = mark
      (startPlace, keyEndPlace) = (UInt32(key.lowerBound), UInt32(key.upperBound))
      (valueStart, valueEnd) = (UInt32(value.lowerBound), UInt32(value.upperBound))
      (nameStart, nameEnd) = (UInt32(name.lowerBound), UInt32(name.upperBound))
    }

    /// Makes a member of a binary list, whose value is the object with this index.
    init(object: Int, value: Range<Int>, name: Range<Int> = 0..<0, mark: UInt32 = 0) {
      self.init(key: object..<object, value: value, name: name, mark: mark)
    }

    /// The offset of the key's quote or tag; in an array, of the element.
    var start: Int { Int(startPlace) }
    /// The end of the key's quote or end tag; in an array the same as `start`.
    var keyEnd: Int { Int(keyEndPlace) }
    var value: Range<Int> { Int(valueStart)..<Int(valueEnd) }
    var end: Int { Int(valueEnd) }
    var name: Range<Int> { Int(nameStart)..<Int(nameEnd) }
    /// The index of the value's object in a binary list.
    var object: Int { start }

    /// Shifts the range of the decoded key.
    mutating func moveName(by distance: Int) {
      nameStart += UInt32(distance)
      nameEnd += UInt32(distance)
    }
  }

  let isDictionary: Bool
  /// The container's range, from the opening bracket or tag to the closing one.
  let range: Range<Int>
  /// The range between the brackets or tags; nil for an empty-element tag, `<dict/>`.
  let interior: Range<Int>?
  /// The bytes of the dump, followed by the decoded keys.
  let text: [UInt8]
  let members: [Member]
  /// The places of keys by hash, for large dictionaries.
  private let places: JokePlaces?

  private static let hash = KeyedHash()
  private static let noAppKey = UInt32.max
  /// The largest number of keys for a linear search.
  private static let fewCount = 24

  /// Makes the index of the top level or of an array.
  init(
    isDictionary: Bool, range: Range<Int>, interior: Range<Int>?, text: [UInt8],
    members: [Member]
  ) {
    (self.isDictionary, self.range, self.interior) = (isDictionary, range, interior)
    (self.text, self.members, places) = (text, members, nil)
  }

  /// Makes the index of a top-level key's dictionary.
  ///
  /// - Parameter problem: an error after the last of these members.
  /// - Throws: if a key occurs twice, otherwise the problem.
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

  /// An empty index in place of a missing dictionary.
  static let none = DumpIndex(
    isDictionary: true, range: 0..<0, interior: nil, text: [], members: [])

  var count: Int { members.count }

  // MARK: Keys

  /// The mark of a key at the top level or in a dictionary below it.
  @inline(__always)
  static func mark(of name: Span<UInt8>, isTop: Bool) -> UInt32 {
    if isTop { return AppKey(name).map { UInt32($0.rawValue) } ?? noAppKey }
    return UInt32(truncatingIfNeeded: hash.hash(name))
  }

  /// Whether the container of the top-level key with this mark is indexed with the top level,
  /// because every migration reads it.
  @inline(__always)
  static func isIndexed(_ mark: UInt32) -> Bool {
    switch AppKey(rawValue: UInt8(truncatingIfNeeded: mark)) {
    case .ratings, .ratingTimestamps, .savedJokes, .savedTimestamps: true
    case .impressions, .binaryMigrationCompleted, .binaryMigrationDone, .savedMigrationDone,
      .deviceID, .processedAssets, .cachedResults, .cachedJokes, nil:
      false
    }
  }

  /// The key at a place, as text.
  func name(at place: Int) -> String {
    let text = text
    return text.span.extracting(members[place].name).text
  }

  /// Whether the key at a place has this name.
  func isName(at place: Int, _ name: String) -> Bool {
    let range = members[place].name
    return range.count == name.utf8.count && text[range].elementsEqual(name.utf8)
  }

  /// Whether the key at a place of the top level is this app key.
  func isKey(at place: Int, _ key: AppKey) -> Bool { members[place].mark == key.rawValue }

  /// Whether the top level has one of the app's keys.
  var hasAppKey: Bool { members.contains { $0.mark != Self.noAppKey } }

  /// Whether the bytes of one key sort before those of another.
  func isSmaller(_ one: Int, _ other: Int) -> Bool {
    text[members[one].name].lexicographicallyPrecedes(text[members[other].name])
  }

  /// The place of a key, or nil.
  func place(of name: Span<UInt8>) -> Int? {
    members.isEmpty ? nil : place(of: name, Self.mark(of: name, isTop: false))
  }

  /// The place of another dictionary's key in this one, or nil.
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

  /// The white space before a member, starting at the last line end if there is one.
  func lead(of member: Member) -> [UInt8] {
    let spaces = whitespace(before: member.start)
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

/// Whether the byte is white space in both JSON and XML.
func isTextWhitespace(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x20, 0x0A, 0x0D, 0x09: true
  default: false
  }
}
