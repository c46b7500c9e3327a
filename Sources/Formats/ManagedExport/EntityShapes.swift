import Jokes
import Scan
import SystemIO

/// Recognises ordinary events by the shape of earlier ones, without parsing them.
///
/// An entity of the same shape has the same tags, lengths, names and key path. The event's id and
/// the joke's id may be any ASCII, the former without a slash; values that the job ignores may be
/// any bytes. The strict reader would find the same in it. The rating is read every time.
struct EntityShapes: Sendable {
  /// The known properties of one shape.
  struct Shape: Sendable {
    var event: EntityEvent
    /// The change of the unmasked checksum when the rating changes, indexed by the old rating.
    var checksumChanges: SIMD8<UInt32>
  }

  private var patterns = RecordPatterns(.sized, limit: EntityShapes.limit)
  private var shapes: [Shape] = []
  private var learnedCount = 0
  /// The number of recognised entities.
  private(set) var recognisedCount = 0

  // This many patterns fit the cache of one core.
  private static let limit = 64
  /// The maximum size of an entity whose shape is learned.
  private static let lengthLimit = 4 << 10

  /// The shape of an entity; nil if it is unknown.
  @inline(__always)
  mutating func recognise(_ bytes: Span<UInt8>, _ payload: Range<Int>) -> Shape? {
    let number = patterns.match(bytes, at: payload.lowerBound, byteCount: payload.count)
    guard let number else { return nil }
    recognisedCount &+= 1
    return shapes[number]
  }

  /// Learns the shape of an entity, unless shapes rarely repeat.
  ///
  /// - Parameters:
  ///   - text: a validated entity whose key has one element with a name.
  ///   - rule: the decision about each rating.
  mutating func learn(_ event: EntityEvent, _ text: Span<UInt8>, _ rule: RatingDecisionTable) {
    guard learnedCount <= 64 + recognisedCount / 32, text.count <= Self.lengthLimit else { return }
    learnedCount += 1
    guard let places = Self.places(of: text, event) else { return }
    patterns.add(places, key: event.jokeID, digit: event.ratingOffset)
    if shapes.count == patterns.count { shapes.removeFirst() }
    var changes = SIMD8<UInt32>(repeating: 0)
    for (index, decision) in rule.decisions.enumerated() {
      guard case .update(let other) = decision else { continue }
      changes[index + 1] = event.checksumChange(from: index + 1, to: other.rawValue, in: text)
    }
    shapes.append(Shape(event: event, checksumChanges: changes))
  }

  /// The bytes that entities of the same shape may have; nil if its IDs are not ASCII.
  private static func places(
    of text: Span<UInt8>, _ event: EntityEvent
  ) -> [RecordPatterns.Place]? {
    do throws(MalformedMessage) {
      let entity = try Entity(text)
      guard let path = try entity.readKey().path else { return nil }
      var elements = ProtobufCursor(text, path)
      guard let name = try PathElement(&elements, in: .entityPath)?.id else { return nil }
      guard [name, event.jokeID].allSatisfy({ $0.allSatisfy { text[$0] < 0x80 } }) else {
        return nil
      }
      var places = text.indices.map { RecordPatterns.Place.literal(text[$0]) }
      try free(&places, entity)
      let slash = UInt8(ascii: "/")
      for place in name { places[place] = text[place] > slash ? .plainID : .range(0...slash - 1) }
      for place in event.jokeID { places[place] = .ascii }
      for place in 0..<(event.isDouble ? 8 : 1) { places[event.ratingOffset + place] = .any }
      return places
    } catch {
      return nil
    }
  }

  /// Allows any bytes in the values that the job ignores.
  private static func free(
    _ places: inout [RecordPatterns.Place], _ entity: borrowing Entity
  ) throws(MalformedMessage) {
    let text = entity.bytes
    var properties = entity.properties
    while let property = try properties.next() {
      guard !text.holds(RatingEventFields.ratingKey, in: property.name),
        !text.holds(RatingEventFields.jokeIDKey, in: property.name)
      else { continue }
      for place in property.value { places[place] = .any }
    }
    // The entity group repeats the key.
    var cursor = ProtobufCursor(text)
    while let tag = try cursor.nextTag() {
      if tag.field == 16, tag.type == .bytes {
        for place in try cursor.lengthDelimited() { places[place] = .any }
      } else {
        try cursor.skipValue(of: tag)
      }
    }
  }
}
