import ByteIO

/// Finds what the rules need of an ordinary event in one pass over its entity, as exporters encode it.
///
/// It says yes or nothing: what is encoded otherwise, of another collection or odd in any way is left to
/// the strict reader (`Entity`, `EntityKey`, `RatingEventFields`), which finds the same in all that
/// passes here. Lengths may be any, properties in any order, and values that nobody looks into
/// anything.
struct EventEntityWalk: ~Escapable {
  private let text: Span<UInt8>
  private let collection: [UInt8]
  private var offset = 0
  private var hasKey = false
  private var jokeID = 0..<0
  private var rating = (offset: -1, isDouble: false)

  /// Tags of one byte each: a field's number and how it is encoded.
  private enum Tag {
    static let key: UInt8 = 0x6A
    static let property: UInt8 = 0x72
    static let rawProperty: UInt8 = 0x7A
    /// The first byte of fields 16 to 31 that have a length.
    static let longBytes: UInt8 = 0x82
  }

  @_lifetime(copy text)
  private init(_ text: Span<UInt8>, _ collection: [UInt8]) {
    self.text = text
    self.collection = collection
  }

  /// The event that an entity is; nil where that is for the strict reader to say.
  ///
  /// - Parameter collection: the name of the wanted collection, without a slash.
  static func event(in text: Span<UInt8>, of collection: [UInt8]) -> EntityEvent? {
    var walk = EventEntityWalk(text, collection)
    guard walk.pass(), walk.hasKey, walk.rating.offset >= 0, !walk.jokeID.isEmpty else {
      return nil
    }
    let event = EntityEvent(
      jokeID: walk.jokeID, ratingOffset: walk.rating.offset, isDouble: walk.rating.isDouble)
    return event.rating(in: text, from: 0) == nil ? nil : event
  }

  private mutating func pass() -> Bool {
    while offset < text.count {
      let tag = text[offset]
      offset &+= 1
      switch tag {
      case Tag.rawProperty, Tag.property:
        let end = lengthEnd(before: text.count)
        guard end >= 0, passProperty(before: end) else { return false }
      case Tag.key:
        let end = lengthEnd(before: text.count)
        guard end >= 0, !hasKey, passKey(before: end) else { return false }
        hasKey = true
      case Tag.longBytes:
        // The group that it belongs to, which nobody looks into.
        guard next(is: 0x01, before: text.count) else { return false }
        let end = lengthEnd(before: text.count)
        guard end >= 0 else { return false }
        offset = end
      default: return false
      }
    }
    return true
  }

  // MARK: Key

  private mutating func passKey(before end: Int) -> Bool {
    var hasPath = false
    while offset < end {
      let tag = text[offset]
      offset &+= 1
      switch tag {
      case 0x6A, 0xBA:
        // The application, and the database.
        if tag == 0xBA { guard next(is: 0x01, before: end) else { return false } }
        let valueEnd = lengthEnd(before: end)
        guard valueEnd >= 0 else { return false }
        offset = valueEnd
      case 0x72:
        let pathEnd = lengthEnd(before: end)
        guard pathEnd >= 0, !hasPath, passPath(before: pathEnd) else { return false }
        hasPath = true
      default: return false
      }
    }
    return hasPath
  }

  /// One element, of the wanted collection and with a name.
  private mutating func passPath(before end: Int) -> Bool {
    guard next(is: 0x0B, before: end), next(is: 0x12, before: end) else { return false }
    let collectionEnd = lengthEnd(before: end)
    guard collectionEnd &- offset == collection.count,
      text.holds(collection, in: offset..<collectionEnd)
    else { return false }
    offset = collectionEnd
    guard next(is: 0x22, before: end) else { return false }
    let nameEnd = lengthEnd(before: end)
    guard nameEnd > offset, isText(offset..<nameEnd, without: UInt8(ascii: "/")) else {
      return false
    }
    offset = nameEnd
    return next(is: 0x0C, before: end) && offset == end
  }

  // MARK: Properties

  private mutating func passProperty(before end: Int) -> Bool {
    var meaning: UInt8 = 0
    if offset &+ 2 <= end, text[offset] == 0x08 {
      meaning = text[offset &+ 1]
      offset &+= 2
    }
    guard meaning < 0x80, next(is: 0x1A, before: end) else { return false }
    let nameEnd = lengthEnd(before: end)
    guard nameEnd >= 0 else { return false }
    let (name, nameCount) = (offset, nameEnd &- offset)
    offset = nameEnd
    var isElement: UInt8 = 0
    if offset &+ 2 <= end, text[offset] == 0x20 {
      isElement = text[offset &+ 1]
      offset &+= 2
    }
    guard isElement < 0x80, next(is: 0x2A, before: end), lengthEnd(before: end) == end else {
      return false
    }
    let isOdd = isElement != 0
    if nameCount == 6, text.holds("rating", at: name) {
      return !isOdd && meaning == 0 && passRating(before: end)
    }
    if nameCount == 7, text.holds("joke_id", at: name) {
      return !isOdd && (meaning == 0 || meaning == 15) && passJokeID(before: end)
    }
    offset = end
    return true
  }

  private mutating func passRating(before end: Int) -> Bool {
    guard rating.offset < 0, offset < end else { return false }
    switch text[offset] {
    case 0x08 where end &- offset == 2: rating = (offset &+ 1, false)
    case 0x21 where end &- offset == 9: rating = (offset &+ 1, true)
    default: return false
    }
    offset = end
    return true
  }

  private mutating func passJokeID(before end: Int) -> Bool {
    // An empty id is odd, and would hide that there is a second one.
    guard jokeID.isEmpty, next(is: 0x1A, before: end), lengthEnd(before: end) == end, offset < end,
      isText(offset..<end, without: nil)
    else { return false }
    jokeID = offset..<end
    offset = end
    return true
  }

  // MARK: Bytes

  @inline(__always)
  private mutating func next(is byte: UInt8, before end: Int) -> Bool {
    guard offset < end, text[offset] == byte else { return false }
    offset &+= 1
    return true
  }

  /// Moves over a length of one or two bytes.
  ///
  /// - Returns: where what has it ends; -1 where it is longer, or goes past the end.
  @inline(__always)
  private mutating func lengthEnd(before end: Int) -> Int {
    guard offset < end else { return -1 }
    var count = Int(text[offset])
    offset &+= 1
    if count >= 0x80 {
      guard offset < end, text[offset] < 0x80 else { return -1 }
      count = count & 0x7F | Int(text[offset]) << 7
      offset &+= 1
    }
    return count <= end &- offset ? offset &+ count : -1
  }

  /// Whether a part of the text is UTF-8 in which an ASCII character does not occur.
  private func isText(_ range: Range<Int>, without excluded: UInt8?) -> Bool {
    let part = text.extracting(range)
    if let excluded, part.firstOffset(of: excluded, from: 0) != nil { return false }
    if part.isASCII { return true }
    do throws(MalformedMessage) {
      try text.checkUTF8(in: range)
      return true
    } catch {
      return false
    }
  }
}

extension Span<UInt8> {
  /// Whether no byte is above 0x7F.
  fileprivate var isASCII: Bool {
    var (bits, place) = (UInt64(0), 0)
    while place &+ 8 <= count {
      bits |= word(at: place)
      place &+= 8
    }
    while place < count {
      bits |= UInt64(self[place])
      place &+= 1
    }
    return bits & 0x8080_8080_8080_8080 == 0
  }
}
