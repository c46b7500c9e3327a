import Jokes
import Scan
import SystemIO

/// Keys in the order in which they first came, each once, and the place of each.
///
/// Keys are their UTF-8 bytes: to make a string of each, and to hash that, would take most of the time
/// that a dump takes.
struct KeyIndex: Sendable {
  private struct Entry {
    let hash: UInt64
    /// Where the key ends in the text.
    let end: Int
  }

  /// The keys, one behind the other.
  private var text: [UInt8] = []
  private var entries: [Entry] = []
  /// The places by hash, where there are too many keys to look through.
  private var places: JokePlaces?

  private static let hash = KeyedHash()
  /// How many keys are looked through.
  private static let fewCount = 24

  /// How many keys there are.
  var count: Int { entries.count }

  /// The place of a key; nil where it is not there.
  func place(of key: Span<UInt8>) -> Int? {
    entries.isEmpty ? nil : place(of: key, hash: Self.hash.hash(key))
  }

  private func place(of key: Span<UInt8>, hash: UInt64) -> Int? {
    if let places {
      return places.place(ofHash: hash) { isKey($0, key) }
    }
    for place in entries.indices where entries[place].hash == hash {
      if isKey(place, key) { return place }
    }
    return nil
  }

  /// Puts a key last, unless it is there.
  ///
  /// - Returns: its place, and whether it is new.
  @discardableResult
  mutating func insert(_ key: Span<UInt8>) -> (place: Int, isNew: Bool) {
    let hash = Self.hash.hash(key)
    if let place = place(of: key, hash: hash) { return (place, false) }
    if entries.isEmpty {
      entries.reserveCapacity(8)
      text.reserveCapacity(240)
    }
    let place = entries.count
    text.append(contentsOf: key)
    entries.append(Entry(hash: hash, end: text.count))
    if places != nil {
      places?.insert(hash: hash, at: place)
    } else if count > Self.fewCount {
      var places = JokePlaces(minimumCapacity: 2 * count)
      for place in entries.indices { places.insert(hash: entries[place].hash, at: place) }
      self.places = places
    }
    return (place, true)
  }

  /// The same of a key that is a text.
  @discardableResult
  mutating func insert(_ key: String) -> (place: Int, isNew: Bool) {
    let bytes = Array(key.utf8)
    return insert(bytes.span)
  }

  /// The key at a place, as text.
  func string(at place: Int) -> String { text.span.extracting(range(at: place)).text }

  /// Lends the key at a place.
  func withKey<Result>(
    at place: Int, _ body: (Span<UInt8>) throws(DefaultsDumpError) -> Result
  ) throws(DefaultsDumpError) -> Result { try body(text.span.extracting(range(at: place))) }

  /// Whether the key at one place has smaller bytes than the one at another.
  func isSmaller(_ one: Int, _ other: Int) -> Bool {
    text[range(at: one)].lexicographicallyPrecedes(text[range(at: other)])
  }

  private func isKey(_ place: Int, _ key: Span<UInt8>) -> Bool {
    text.span.extracting(range(at: place)).isEqual(to: key)
  }

  private func range(at place: Int) -> Range<Int> {
    (place == 0 ? 0 : entries[place - 1].end)..<entries[place].end
  }
}
