import Jokes
import Scan
import SystemIO

/// The shapes of ordinary events that were read before, in which others are recognised without being
/// taken apart.
///
/// What the strict reader would find the same in is allowed: the same tags, lengths, names and key
/// path; of the event's own name and the joke's id any ASCII, the former without a slash; and any
/// bytes at all in values that nobody looks into. The rating is looked at every time.
struct EntityShapes: Sendable {
  /// What is known of the entities of one shape.
  struct Shape: Sendable {
    var event: EntityEvent
    /// What the checksum before it is masked changes by where the rating becomes another, at the
    /// place of the rating's number.
    var checksumChanges: SIMD8<UInt32>
  }

  private var patterns = BitPatterns()
  private var shapes: [Shape] = []
  private var learnedCount = 0
  /// How many entities were recognised.
  private(set) var recognisedCount = 0

  // Together they fit the cache that a processor has for itself.
  private static let limit = 64
  /// How long an event may be whose shape is learned.
  private static let lengthLimit = 4 << 10

  /// The shape that an entity has; nil where it is unknown.
  @inline(__always)
  mutating func recognise(_ bytes: Span<UInt8>, _ payload: Range<Int>) -> Shape? {
    let number = patterns.match(bytes, at: payload.lowerBound, byteCount: payload.count)
    guard let number else { return nil }
    recognisedCount &+= 1
    return shapes[number]
  }

  /// Takes an entity's shape for that of others to come, unless shapes do not repeat.
  ///
  /// - Parameters:
  ///   - text: an entity, checked, with a key of one element that has a name.
  ///   - rule: what becomes of each rating.
  mutating func learn(_ event: EntityEvent, _ text: Span<UInt8>, _ rule: RatingDecisionTable) {
    guard learnedCount <= 64 + recognisedCount / 32, text.count >= 32,
      text.count <= Self.lengthLimit
    else { return }
    learnedCount += 1
    guard let (mask, name) = Self.mask(of: text, event) else { return }
    if shapes.count == Self.limit { (patterns, shapes) = (BitPatterns(), []) }
    patterns.add(text, mask: mask, excluding: UInt8(ascii: "/"), in: name)
    var changes = SIMD8<UInt32>(repeating: 0)
    for (index, decision) in rule.decisions.enumerated() {
      guard case .update(let other) = decision else { continue }
      changes[index + 1] = event.checksumChange(from: index + 1, to: other.rawValue, in: text)
    }
    shapes.append(Shape(event: event, checksumChanges: changes))
  }

  /// Which bits of an entity others of its shape must have, and where its name stands.
  private static func mask(
    of text: Span<UInt8>, _ event: EntityEvent
  ) -> (mask: [UInt8], name: Range<Int>)? {
    do throws(MalformedMessage) {
      let entity = try Entity(text)
      guard let path = try entity.readKey().path else { return nil }
      var elements = ProtobufCursor(text, path)
      guard let name = try PathElement(&elements, in: .entityPath)?.id else { return nil }
      var mask = [UInt8](repeating: 0xFF, count: text.count)
      try free(&mask, entity)
      for place in name { mask[place] = 0x80 }
      for place in event.jokeID { mask[place] = 0x80 }
      for place in 0..<(event.isDouble ? 8 : 1) { mask[event.ratingOffset + place] = 0 }
      let isASCII = [name, event.jokeID].allSatisfy { $0.allSatisfy { text[$0] < 0x80 } }
      return isASCII ? (mask, name) : nil
    } catch {
      return nil
    }
  }

  /// Allows anything in the values that nobody looks into.
  private static func free(
    _ mask: inout [UInt8], _ entity: borrowing Entity
  ) throws(MalformedMessage) {
    let text = entity.bytes
    var properties = entity.properties
    while let property = try properties.next() {
      guard !text.holds(RatingEventFields.ratingKey, in: property.name),
        !text.holds(RatingEventFields.jokeIDKey, in: property.name)
      else { continue }
      for place in property.value { mask[place] = 0 }
    }
    // The group that an entity belongs to names it once more.
    var cursor = ProtobufCursor(text)
    while let tag = try cursor.nextTag() {
      if tag.field == 16, tag.type == .bytes {
        for place in try cursor.lengthDelimited() { mask[place] = 0 }
      } else {
        try cursor.skipValue(of: tag)
      }
    }
  }
}
