import Jokes
import Scan
import SystemIO

/// The fields of a rating event that the rules need, as ranges in its bytes.
struct RatingEventFields {
  /// The value of the field `joke_id`.
  enum JokeIDField: Sendable {
    case missing
    case text(JSONString)
    case notAString
  }

  /// The value of the field `rating`.
  enum RatingField: Sendable {
    case missing
    /// The range of a decimal number.
    case decimal(Range<Int>)
    /// A binary integer, and the offset of its lowest seven bits.
    case integer(Int64, at: Int)
    /// A little-endian 64-bit double, and its offset.
    case double(Double, at: Int)
    case text(JSONString)
    /// Any other value, by its label in messages.
    case other(ValueLabel)
  }

  /// A field that must be unique.
  enum Field: Sendable {
    case jokeID
    case rating

    /// The field's name, a literal that comparisons compile to immediate operands.
    @inline(__always)
    var name: StaticString {
      switch self {
      case .jokeID: "joke_id"
      case .rating: "rating"
      }
    }
  }

  private(set) var jokeID = JokeIDField.missing
  private(set) var rating = RatingField.missing
  /// The offset of the rating's value, if there is one.
  private(set) var ratingOffset: Int?
  /// The first duplicate field, and the offset of its second key.
  private(set) var duplicate: (field: Field, offset: Int)?
  /// Whether every value is an object, as in a collection of documents.
  var holdsObjectsOnly = true
  var memberCount = 0
  /// The most explicit string that may hold the document's path, in a format where it is a field,
  /// and its index in `NamingFields.idFields`.
  private(set) var path: (number: Int, value: JSONString)?
  /// Whether the member for subcollections is an object with members.
  private(set) var hasNested = false

  /// A document without fields.
  init() {}

  /// Sets the joke ID, and notes a duplicate.
  mutating func setJokeID(_ field: JokeIDField, keyOffset: Int) {
    if case .missing = jokeID {} else { duplicate = duplicate ?? (.jokeID, keyOffset) }
    jokeID = field
  }

  /// Sets the rating, and notes a duplicate.
  mutating func setRating(_ field: RatingField, at offset: Int, keyOffset: Int) {
    if case .missing = rating {} else { duplicate = duplicate ?? (.rating, keyOffset) }
    rating = field
    ratingOffset = offset
  }

  /// The rating as the rules see it.
  func reading(in text: Span<UInt8>) -> RatingReading {
    switch rating {
    case .missing: .unexpected("missing")
    case .decimal(let range): RatingReading(number: text.extracting(range))
    case .integer(let value, _):
      Int(exactly: value).flatMap(Rating.init(rawValue:)).map { .rating($0) }
        ?? .unexpected(String(value))
    case .double(let value, _): RatingReading(value)
    case .text(let string): RatingReading(text: string.string(in: text))
    case .other(let label): .unexpected(label.string(in: text))
    }
  }

  /// The fate of the record for a decision.
  func fate(for decision: Decision, in record: Record) -> RecordFate {
    let (text, start) = (record.text, record.valueStart)
    return RecordFate(decision) { edit(to: $0, in: text)?.moved(by: -start) }
  }

  /// The edit that replaces the rating, without changing its length.
  ///
  /// A decimal spelling of a one-digit number has exactly one nonzero digit. Changing that digit
  /// keeps the spelling: `4.0` becomes `5.0`, `40e-1` becomes `50e-1`.
  private func edit(to newRating: Rating, in text: Span<UInt8>) -> Edit? {
    let value = newRating.rawValue
    switch rating {
    case .decimal(let range):
      guard let digit = JSONNumber.firstDigitOffset(in: text.extracting(range)) else { return nil }
      let place = range.lowerBound + digit
      return Edit(place..<place + 1, newRating.digits)
    case .integer(_, let place):
      // The highest bit, the continuation bit of the varint, is kept.
      return Edit(place..<place + 1, [text[place] & 0x80 | UInt8(value)])
    case .double(_, let place):
      return Edit(place..<place + 8, Array(littleEndian: Double(value).bitPattern))
    case .missing, .text, .other: return nil
    }
  }

  func ordinaryEvent(in text: Span<UInt8>) -> OrdinaryEvent? {
    guard case .decimal(let digits) = rating, digits.count == 1, case .text(let id) = jokeID,
      !id.isEscaped, !id.range.isEmpty, duplicate == nil
    else { return nil }
    let digit = text[digits.lowerBound]
    guard digit >= UInt8(ascii: "1"), digit <= UInt8(ascii: "5") else { return nil }
    return OrdinaryEvent(ratingOffset: digits.lowerBound, jokeID: id.range)
  }

  /// Creates the fields of a recognised event.
  init(of event: OrdinaryEvent) {
    jokeID = .text(JSONString(range: event.jokeID, isEscaped: false))
    rating = .decimal(event.ratingOffset..<event.ratingOffset + 1)
    ratingOffset = event.ratingOffset
    holdsObjectsOnly = false
  }

  static let jokeIDKey = Array("\(Field.jokeID.name)".utf8)
  static let ratingKey = Array("\(Field.rating.name)".utf8)
}

extension RatingEventFields {
  /// Reads and checks the object of fields at the cursor, and moves past it.
  ///
  /// - Parameter nestedMember: the member that holds subcollections, if the format has one.
  init(
    _ cursor: inout JSONCursor, _ spelling: FieldSpelling, nestedMember: StaticString? = nil
  ) throws(JSONSyntaxError) {
    self.init()
    try cursor.beginObject()
    // A local cursor stays in registers.
    var walker = cursor
    var isFirst = true
    while let key = try walker.nextMember(&isFirst) {
      memberCount += 1
      if walker.next != UInt8(ascii: "{") {
        holdsObjectsOnly = false
      } else if try Self.nests(walker, key, nestedMember) {
        hasNested = true
      }
      let isRating = key.equals(Field.rating.name, in: walker.text)
      guard isRating || key.equals(Field.jokeID.name, in: walker.text) else {
        if let number = NamingFields.path(key, in: walker.text),
          walker.next == UInt8(ascii: "\""), number < path?.number ?? .max
        {
          path = (number, try walker.string())
        } else {
          try walker.skipValue()
        }
        continue
      }
      cursor.offset = walker.offset
      let keyOffset = key.range.lowerBound - 1
      if isRating {
        let (field, offset) = try Self.ratingField(&cursor, spelling)
        setRating(field, at: offset ?? walker.offset, keyOffset: keyOffset)
      } else {
        setJokeID(try Self.jokeIDField(&cursor, spelling), keyOffset: keyOffset)
      }
      walker.offset = cursor.offset
    }
    cursor.offset = walker.offset
  }

  /// Whether an object at the cursor holds subcollections.
  @inline(never)
  private static func nests(
    _ cursor: JSONCursor, _ key: JSONString, _ nestedMember: StaticString?
  ) throws(JSONSyntaxError) -> Bool {
    guard let nestedMember, key.equals(nestedMember, in: cursor.text) else { return false }
    return try cursor.firstMember() != nil
  }

  private static func jokeIDField(
    _ cursor: inout JSONCursor, _ spelling: FieldSpelling
  ) throws(JSONSyntaxError) -> JokeIDField {
    switch spelling {
    case .plain:
      if cursor.next == UInt8(ascii: "\"") { return .text(try cursor.string()) }
      try cursor.skipValue()
      return .notAString
    case .columns where cursor.next == UInt8(ascii: "\""):
      // A string of digits may be an ID.
      return .text(try cursor.string())
    case .typed, .wrapped, .columns:
      if case .string(let text) = try spelling.value(&cursor) { return .text(text) }
      return .notAString
    }
  }

  /// The rating, and the offset of its digits if they are not at the first byte.
  private static func ratingField(
    _ cursor: inout JSONCursor, _ spelling: FieldSpelling
  ) throws(JSONSyntaxError) -> (RatingField, offset: Int?) {
    switch spelling {
    // By `FieldSpelling.value`, an event of no known shape takes 1.4 % more instructions.
    case .plain:
      let kind = try cursor.kind()
      switch kind {
      case .string: return (.text(try cursor.string()), nil)
      case .number: return (.decimal(try cursor.number()), nil)
      case .true, .false, .null, .array, .object:
        try cursor.skipValue()
        return (.other(kind.label), nil)
      }
    case .typed, .wrapped, .columns:
      switch try spelling.value(&cursor) {
      case .number(let range): return (.decimal(range), range.lowerBound)
      case .string(let text): return (.text(text), text.quotedRange.lowerBound)
      case .other(let label): return (.other(label), nil)
      case .array: return (.other("an array"), nil)
      }
    }
  }
}
