import Scan
import SystemIO

/// The bytes that an ordinary event of a shape may have.
extension [RecordPatterns.Place] {
  /// The places of an event's pattern, which matches only events in which the strict reader would
  /// find the same: the same keys, types and lengths, values of ASCII characters without escapes,
  /// and a document of the same collection.
  ///
  /// - Parameters:
  ///   - text: the event, with its separator; valid JSON.
  ///   - isLine: whether a line end follows.
  ///   - event: the event found in it.
  /// - Returns: nil if the event has bytes that a pattern does not support.
  init?(_ text: Span<UInt8>, isLine: Bool, _ event: OrdinaryEvent) {
    guard var places = RecordPatterns.Place.all(ofJSON: text) else { return nil }
    if isLine { places.append(.literal(UInt8(ascii: "\n"))) }
    if let name = event.name { places.narrow(name, of: text) }
    places[event.ratingOffset] = .range(UInt8(ascii: "1")...UInt8(ascii: "5"))
    self = places
  }
}

extension OrdinaryEvent {
  /// The event with its offsets moved.
  func moved(by distance: Int) -> OrdinaryEvent {
    OrdinaryEvent(
      ratingOffset: ratingOffset + distance, jokeID: jokeID.moved(by: distance),
      name: name?.moved(by: distance))
  }
}

extension Range<Int> {
  fileprivate func moved(by distance: Int) -> Range<Int> {
    lowerBound &+ distance..<upperBound &+ distance
  }
}

extension RecordPatterns.Place {
  /// The bytes allowed at each place of a text with the same structure.
  ///
  /// - Parameter text: complete, valid JSON tokens.
  static func all(ofJSON text: Span<UInt8>) -> [RecordPatterns.Place]? {
    var places: [RecordPatterns.Place] = []
    places.reserveCapacity(text.count)
    while places.count < text.count {
      let start = places.count
      switch text[start] {
      case UInt8(ascii: "\""):
        guard let end = endOfString(text, from: start) else { return nil }
        let isKey = text.isFollowedByColon(at: end)
        for offset in start..<end {
          let byte = text[offset]
          // A space or an exclamation mark is matched literally.
          let isLiteral = isKey || offset == start || offset == end - 1 || byte < UInt8(ascii: "#")
          places.append(isLiteral ? .literal(byte) : .plainText)
        }
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): appendNumber(text, to: &places)
      case let byte: places.append(.literal(byte))
      }
    }
    return places
  }

  /// The offset after a string's closing quote; nil if the string has escapes or bytes beyond
  /// ASCII.
  private static func endOfString(_ text: Span<UInt8>, from start: Int) -> Int? {
    let end = text.endOfPlainText(from: start + 1)
    return end < text.count && text[end] == UInt8(ascii: "\"") ? end + 1 : nil
  }

  /// A number with the same digit count and no leading zero (RFC 8259, section 6).
  private static func appendNumber(_ text: Span<UInt8>, to places: inout [RecordPatterns.Place]) {
    var offset = places.count
    let start = text[offset] == UInt8(ascii: "-") ? offset + 1 : offset
    while offset < text.count {
      switch text[offset] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let hasFollower = offset == start && offset + 1 < text.count && isDigit(text[offset + 1])
        places.append(.range(UInt8(ascii: hasFollower ? "1" : "0")...UInt8(ascii: "9")))
      case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"),
        UInt8(ascii: "E"):
        places.append(.literal(text[offset]))
      default: return
      }
      offset += 1
    }
  }
}

extension [RecordPatterns.Place] {
  /// Allows a document's name or path to differ only in its ID, which must have no slash.
  fileprivate mutating func narrow(_ name: Range<Int>, of text: Span<UInt8>) {
    let slash = text.lastOffset(of: UInt8(ascii: "/"), before: name.upperBound)
    for offset in name {
      let byte = text[offset]
      let isInID = offset > slash ?? name.upperBound
      self[offset] = isInID && byte >= UInt8(ascii: "0") ? .plainID : .literal(byte)
    }
  }
}

extension Span<UInt8> {
  /// Whether a colon follows, after optional white space.
  fileprivate func isFollowedByColon(at offset: Int) -> Bool {
    var cursor = JSONCursor(self, at: offset)
    cursor.skipWhitespace()
    return cursor.next == UInt8(ascii: ":")
  }
}
