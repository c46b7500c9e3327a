import Jokes
import Scan
import SystemIO

/// A dump that is text, edited by splicing.
///
/// Nothing but the edited bytes changes; new entries take over the indentation, the line end and the
/// spacing of those beside them.
protocol TextDefaults: DefaultsFormat where Location == Range<Int> {
  /// What stands between two entries, besides white space.
  static var separator: [UInt8] { get }
  static func brackets(isDictionary: Bool) -> (open: [UInt8], close: [UInt8])

  var bytes: [UInt8] { get }
  var top: TextContainer { get }
  var layout: TextLayout { get }

  /// The dictionary or array that stands there, with its entries; nil where it is something else.
  func container(at range: Range<Int>) throws(DefaultsDumpError) -> TextContainer?
  /// Lends the bytes of a key.
  func withKey<Result>(of entry: TextContainer.Entry, _ body: (Span<UInt8>) -> Result) -> Result
  /// Whether this is the key of an entry.
  func isKey(of entry: TextContainer.Entry, _ name: String) -> Bool

  /// Makes the number there another rating, its spelling kept where one digit says it all.
  func setRating(at range: Range<Int>, to rating: Rating) throws(DefaultsDumpError) -> Edit
  /// Puts other bytes in the place of those that a value holds; nil where it cannot hold them.
  func setData(at range: Range<Int>, to data: [UInt8]) throws(DefaultsDumpError) -> Edit?
  /// Takes entries out; at least one, and as many as all.
  func removal(of entries: Set<Int>, from container: TextContainer) -> [Edit]

  func append(key: Span<UInt8>, to text: inout [UInt8]) throws(DefaultsDumpError)
  func append(string: String, to text: inout [UInt8]) throws(DefaultsDumpError)
  func token(_ flag: Bool) -> [UInt8]
  func append(_ number: DefaultsNumber, to text: inout [UInt8])
  func token(_ data: [UInt8]) -> [UInt8]
  /// What stands between a key and its value.
  func link(like sibling: TextContainer.Entry?, in frame: TextFrame) -> [UInt8]
}

extension TextDefaults {
  func hasAppKey() -> Bool {
    top.entries.contains { withKey(of: $0) { DefaultsKey.isAppKey($0) } }
  }

  func values(of key: String) -> [Range<Int>] {
    top.entries.filter { isKey(of: $0, key) }.map(\.value)
  }

  func find(_ key: String) throws(DefaultsDumpError) -> Range<Int>? {
    var found: Range<Int>?
    let count = key.utf8.count
    for entry in top.entries where entry.key.count > count && isKey(of: entry, key) {
      if found != nil { throw twice(key, at: entry.value) }
      found = entry.value
    }
    return found
  }

  func forEachMember(
    at location: Range<Int>, _ body: (Span<UInt8>, Range<Int>) throws(DefaultsDumpError) -> Void
  ) throws(DefaultsDumpError) -> Bool {
    guard let container = try container(at: location), container.isDictionary else { return false }
    for entry in container.entries {
      let key = withKey(of: entry) { $0.copied }
      try body(key.span, entry.value)
    }
    return true
  }

  func elements(at location: Range<Int>) throws(DefaultsDumpError) -> [Range<Int>]? {
    guard let container = try container(at: location), !container.isDictionary else { return nil }
    return container.entries.map(\.value)
  }

  func byteOffset(of location: Range<Int>) -> Int { location.lowerBound }
}
