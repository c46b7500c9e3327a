/// Numbers distinct keys from 1, by the bytes of records.
///
/// Open addressing; the slots are a power of two, at most half of them taken. Memory grows with the
/// number of distinct keys. A key of up to 32 bytes is held as words, a longer one as an array. The
/// hash multiplies by numbers drawn for each process, so that no input can be built to collide.
struct KeyInterner: Sendable {
  /// A short key's bytes as words that depend on its length; for a long key, its number.
  struct Key: Sendable, Equatable {
    var words: (UInt64, UInt64, UInt64, UInt64)
    var byteCount: Int

    @inline(__always)
    static func == (one: Key, other: Key) -> Bool {
      (one.words.0 ^ other.words.0) | (one.words.1 ^ other.words.1)
        | (one.words.2 ^ other.words.2) | (one.words.3 ^ other.words.3)
        | UInt64(truncatingIfNeeded: one.byteCount ^ other.byteCount) == 0
    }
  }

  /// The entries, from the second on; the first equals no key.
  private var keys = [Key(words: (0, 0, 0, 0), byteCount: -1)]
  /// A short key's number, or 0.
  private var slots = [UInt32](repeating: 0, count: 1 << 10)
  /// The number of each long key, and the long keys in order.
  private var longKeys: [[UInt8]: Int] = [:]
  private var longKeyBytes: [[UInt8]] = []
  private let secret = KeyInterner.drawn

  private static let drawn: Secret = (
    .random(in: .min ... .max), .random(in: .min ... .max), .random(in: .min ... .max),
    .random(in: .min ... .max)
  )

  private typealias Secret = (UInt64, UInt64, UInt64, UInt64)

  static var longestKey: Int { 32 }

  /// An upper bound of all numbers.
  var end: Int { keys.count }

  /// The number of a key, added if needed.
  mutating func number(of key: Span<UInt8>) -> Int {
    guard key.count > Self.longestKey else { return number(of: self.key(key)) }
    let bytes = key.copied
    if let number = longKeys[bytes] { return number }
    longKeys[bytes] = keys.count
    longKeyBytes.append(bytes)
    return append(Key(words: (0, 0, 0, 0), byteCount: -1 - longKeys.count))
  }

  /// The number of a key, added if needed.
  @inline(__always)
  mutating func number(of key: Key) -> Int {
    var slot = Self.hash(key, secret) & (slots.count &- 1)
    while true {
      let found = Int(slots[slot])
      if keys[found] == key { return found }
      if found == 0 {
        enter(key)
        slot = Self.hash(key, secret) & (slots.count &- 1)
      } else {
        slot = (slot &+ 1) & (slots.count &- 1)
      }
    }
  }

  /// The number of a key from another table, added if needed.
  mutating func number(of key: Int, in other: KeyInterner) -> Int {
    let words = other.keys[key]
    return words.byteCount < 0
      ? number(of: other.bytes(ofKey: key).span) : number(of: words)
  }

  /// Removes all keys.
  mutating func removeAll() {
    keys.removeLast(keys.count - 1)
    slots = [UInt32](repeating: 0, count: 1 << 10)
    (longKeys, longKeyBytes) = ([:], [])
  }

  /// Looks up the numbers of records' short keys from a position on, as long as they are known.
  ///
  /// - Parameter place: set to the first record whose key is not.
  /// - Returns: whether all are.
  @inline(__always)
  func findKnown(
    _ runs: [JokeHistogram.Records], from place: inout JokeHistogram.Records.Position,
    _ bytes: Span<UInt8>, _ take: (_ number: Int, _ digit: Int) -> Void
  ) -> Bool {
    let (secret, mask) = (secret, slots.count &- 1)
    var (run, number) = (place.run, place.record)
    // SAFETY: every key and digit lies in the bytes, as is checked for each run; a slot's number is
    // below the number of keys.
    let areAllKnown = unsafe bytes.withUnsafeBytes { text in
      unsafe slots.withUnsafeBufferPointer { slots in
        unsafe keys.withUnsafeBufferPointer { keys in
          while run < runs.count {
            let records = runs[run]
            records.check(bytes)
            guard let base = text.baseAddress else { return true }
            let (byteCount, digit, key) = (
              records.byteCount, records.layout.digit, records.layout.key
            )
            if number < records.count, key.count > Self.longestKey { return false }
            let places = KeyPlaces(key)
            var record = unsafe base + (records.start &+ number &* byteCount)
            while number < records.count {
              let key = unsafe places.key(in: record)
              var slot = Self.hash(key, secret) & mask
              while true {
                let found = unsafe Int(slots[slot])
                if unsafe keys[found] == key {
                  take(found, unsafe Int((record + digit).load(as: UInt8.self) & 7))
                  break
                }
                if found == 0 { return false }
                slot = (slot &+ 1) & mask
              }
              number &+= 1
              unsafe record += byteCount
            }
            number = 0
            run &+= 1
          }
          return true
        }
      }
    }
    (place.run, place.record) = (run, number)
    return areAllKnown
  }

  /// Adds an entry for a new key.
  private mutating func enter(_ key: Key) {
    let number = append(key)
    if keys.count * 2 > slots.count {
      slots = [UInt32](repeating: 0, count: slots.count * 2)
      for number in 1..<keys.count where keys[number].byteCount >= 0 { take(slotFor: number) }
    } else {
      take(slotFor: number)
    }
  }

  private mutating func append(_ key: Key) -> Int {
    keys.append(key)
    return keys.count - 1
  }

  private mutating func take(slotFor number: Int) {
    let mask = slots.count - 1
    var slot = Self.hash(keys[number], secret) & mask
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    slots[slot] = UInt32(number)
  }

  // MARK: Keys

  private func key(_ bytes: Span<UInt8>) -> Key {
    // SAFETY: the key is all of the bytes.
    unsafe bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return Key(words: (0, 0, 0, 0), byteCount: 0) }
      return unsafe KeyPlaces(0..<bytes.count).key(in: base)
    }
  }

  /// The offsets of a key's words in a record; they overlap unless the key fills them.
  struct KeyPlaces {
    private let places: (Int, Int, Int, Int)
    private let byteCount: Int

    @inline(__always)
    init(_ range: Range<Int>) {
      let (start, last) = (range.lowerBound, max(range.lowerBound, range.upperBound &- 8))
      places = (start, min(start &+ 8, last), min(start &+ 16, last), last)
      byteCount = range.upperBound &- range.lowerBound
    }

    /// A record's key of this length.
    @inline(__always)
    func key(in record: UnsafeRawPointer) -> Key {
      guard byteCount >= 8 else { return unsafe Self.shortKey(in: record + places.0, byteCount) }
      // SAFETY: every word lies in the key.
      return unsafe Key(
        words: (
          record.loadUnaligned(fromByteOffset: places.0, as: UInt64.self),
          record.loadUnaligned(fromByteOffset: places.1, as: UInt64.self),
          record.loadUnaligned(fromByteOffset: places.2, as: UInt64.self),
          record.loadUnaligned(fromByteOffset: places.3, as: UInt64.self)
        ), byteCount: byteCount)
    }

    @inline(never)
    private static func shortKey(in bytes: UnsafeRawPointer, _ byteCount: Int) -> Key {
      var word: UInt64 = 0
      for place in 0..<byteCount {
        // SAFETY: the byte lies in the key.
        word = unsafe word << 8 | UInt64(bytes.load(fromByteOffset: place, as: UInt8.self))
      }
      return Key(words: (word, 0, 0, 0), byteCount: byteCount)
    }
  }

  /// A key's bytes.
  func bytes(ofKey number: Int) -> [UInt8] {
    let key = keys[number]
    if key.byteCount < 0 { return longKeyBytes[-2 - key.byteCount] }
    guard key.byteCount >= 8 else {
      return (0..<key.byteCount).map {
        UInt8(truncatingIfNeeded: key.words.0 >> UInt64(8 * (key.byteCount - 1 - $0)))
      }
    }
    var bytes = [UInt8](repeating: 0, count: key.byteCount)
    func place(_ word: UInt64, at start: Int) {
      for offset in 0..<8 {
        bytes[start + offset] = UInt8(
          truncatingIfNeeded: UInt64(littleEndian: word) >> UInt64(8 * offset))
      }
    }
    let last = key.byteCount - 8
    place(key.words.0, at: 0)
    place(key.words.1, at: min(8, last))
    place(key.words.2, at: min(16, last))
    place(key.words.3, at: last)
    return bytes
  }

  /// Two multiplications, independent of each other, of which both halves count.
  @inline(__always)
  private static func hash(_ key: Key, _ secret: Secret) -> Int {
    let one = (key.words.0 ^ secret.0).multipliedFullWidth(by: key.words.1 ^ secret.1)
    let other = (key.words.2 ^ secret.2).multipliedFullWidth(by: key.words.3 ^ secret.3)
    return Int(truncatingIfNeeded: one.high ^ one.low ^ other.high ^ other.low)
  }
}
