package import JSONText
package import Jokes

/// What the rules need of one rating event, as places in its bytes; nothing is copied.
package struct RatingEventFields: Sendable {
  /// What the field `joke_id` holds.
  package enum JokeIDField: Sendable {
    case missing
    case text(JSONString)
    case notAString
  }

  /// A field that must not occur twice.
  package enum Field: String, Sendable {
    case jokeID = "joke_id"
    case rating = "rating"
  }

  package private(set) var jokeID = JokeIDField.missing
  /// The range of the rating's value, where the document has one.
  package private(set) var rating: Range<Int>?
  package private(set) var ratingKind: JSONKind?
  /// A field that occurs twice, and the place of its second key.
  package private(set) var duplicate: (field: Field, offset: Int)?
  /// A field in which exporters put the document's path, where it holds one.
  private var path: JSONString?
  /// Whether that field may hold a path from the database's root; `name` holds full ones alone.
  private var isRelativePath = false
  /// Whether every value is an object, as in a collection of documents.
  package private(set) var holdsObjectsOnly = true
  package private(set) var memberCount = 0

  private static let jokeIDKey = Array(Field.jokeID.rawValue.utf8)
  private static let ratingKey = Array(Field.rating.rawValue.utf8)

  /// Reads the document that begins at the cursor and moves past it, checking all of it.
  init(_ cursor: inout JSONCursor) throws(JSONSyntaxError) {
    try cursor.beginObject()
    var isFirst = true
    while let key = try cursor.nextMember(&isFirst) {
      let kind = try cursor.kind()
      memberCount += 1
      if kind != .object { holdsObjectsOnly = false }
      if key.equals(Self.ratingKey, in: cursor.text) {
        if rating != nil { duplicate = duplicate ?? (.rating, key.quotedRange.lowerBound) }
        ratingKind = kind
        rating = try cursor.skipValue()
      } else if key.equals(Self.jokeIDKey, in: cursor.text) {
        if case .missing = jokeID {
        } else {
          duplicate = duplicate ?? (.jokeID, key.quotedRange.lowerBound)
        }
        if kind == .string {
          jokeID = .text(try cursor.string())
        } else {
          jokeID = .notAString
          try cursor.skipValue()
        }
      } else if kind == .string, Self.pathKeys.contains(where: { key.equals($0, in: cursor.text) })
      {
        isRelativePath = !key.equals(Self.pathKeys[1], in: cursor.text)
        path = try cursor.string()
      } else {
        try cursor.skipValue()
      }
    }
  }

  private static let pathKeys = ["__name__", "name", "path"].map { Array($0.utf8) }

  /// The path of the collection that the document says it is in; nil where it says nothing.
  func collection(in text: Span<UInt8>) -> String? {
    guard let path else { return nil }
    let name = path.string(in: text)
    guard isRelativePath || name.contains("/documents/") else { return nil }
    let relative = name.firstRange(of: "/documents/").map { name[$0.upperBound...] } ?? name[...]
    let segments = relative.split(separator: "/", omittingEmptySubsequences: false)
    guard segments.count > 1, segments.count % 2 == 0, !segments.contains("") else { return nil }
    return segments.dropLast().joined(separator: "/")
  }

  /// What the rating was found to be.
  package func reading(in text: Span<UInt8>) -> RatingReading {
    guard let rating, let ratingKind else { return .unexpected("missing") }
    switch ratingKind {
    case .number:
      if rating.count == 1 {
        let digit = Int(text[rating.lowerBound] - UInt8(ascii: "0"))
        return Rating(rawValue: digit).map { .rating($0) } ?? .unexpected(String(digit))
      }
      let number = JSONNumber(text.extracting(rating))
      return number.integer.flatMap(Rating.init(rawValue:)).map { .rating($0) }
        ?? .unexpected(number.label)
    case .string: return .unexpected(Self.label(text, rating))
    case .true: return .unexpected("true")
    case .false: return .unexpected("false")
    case .null: return .unexpected("null")
    case .array: return .unexpected("an array")
    case .object: return .unexpected("an object")
    }
  }

  /// The patch that turns the rating into another.
  ///
  /// Every spelling of a one-digit number has exactly one digit that is not zero, and changing that
  /// one keeps the spelling: `4.0` becomes `5.0`, `40e-1` becomes `50e-1`.
  package func patch(to newRating: Rating, in text: Span<UInt8>) -> RecordFate {
    guard let rating, let digit = JSONNumber(text.extracting(rating)).firstDigitOffset else {
      return .keep
    }
    return .patch(
      offset: rating.lowerBound + digit, byte: UInt8(ascii: "0") + UInt8(newRating.rawValue))
  }

  /// The string as it is written, cut where it is long.
  private static func label(_ text: Span<UInt8>, _ range: Range<Int>) -> String {
    let string = JSONString(range: range.lowerBound + 1..<range.upperBound - 1, isEscaped: true)
      .string(in: text)
    var label: [UInt8] = []
    label.appendJSONString((string.count > 38 ? string.prefix(37) + "…" : string[...]).utf8)
    return String(decoding: label, as: UTF8.self)
  }
}
