import Jokes
import Scan
import SystemIO

// Reading of a rating event in a managed export.
extension RatingEventFields {
  /// Reads the joke and the rating of an entity.
  init(_ entity: Entity) throws(MalformedMessage) {
    self.init()
    var hasRatings = false
    var hasJokeIDs = false
    var properties = entity.properties
    while let property = try properties.next() {
      // An array is encoded as several properties with one name; further elements do not count as
      // duplicates.
      if entity.bytes.holds(Self.ratingKey, in: property.name) {
        if hasRatings, property.isElement { continue }
        hasRatings = property.isElement
        let (rating, offset) = try Self.rating(property, in: entity.bytes)
        setRating(rating, at: offset, keyOffset: property.offset)
      } else if entity.bytes.holds(Self.jokeIDKey, in: property.name) {
        if hasJokeIDs, property.isElement { continue }
        hasJokeIDs = property.isElement
        setJokeID(try Self.jokeID(property, in: entity.bytes), keyOffset: property.offset)
      }
    }
  }

  private static func rating(
    _ property: EntityProperty, in bytes: Span<UInt8>
  ) throws(MalformedMessage) -> (RatingField, offset: Int) {
    let value = try EntityValue(property, in: bytes)
    if property.isElement { return (.other("an array"), value.offset) }
    let field: RatingField =
      switch value.content {
      case .integer(let number): .integer(number, at: value.offset)
      case .double(let number): .double(number, at: value.offset)
      case .text(let range): .text(JSONString(range: range, isEscaped: false))
      case .boolean(let isTrue): .other(isTrue ? "true" : "false")
      case .null: .other("null")
      case .moment: .other("a timestamp")
      case .data: .other("bytes")
      case .place: .other("a place")
      case .reference: .other("a reference")
      case .map: .other("a map")
      case .emptyArray: .other("an array")
      }
    if case .text(let range) = value.content { try bytes.checkUTF8(in: range) }
    return (field, value.offset)
  }

  private static func jokeID(
    _ property: EntityProperty, in bytes: Span<UInt8>
  ) throws(MalformedMessage) -> JokeIDField {
    let value = try EntityValue(property, in: bytes)
    guard !property.isElement, case .text(let range) = value.content else { return .notAString }
    try bytes.checkUTF8(in: range)
    return .text(JSONString(range: range, isEscaped: false))
  }
}
