/// How often each key came with each digit, counted from the bytes of records as they stand.
///
/// Open addressing; the slots are a power of two, and at most half of them are taken. Memory grows
/// with the number of distinct keys. A key of up to 32 bytes is held as words, a longer one as an
/// array, and both have a number. The hash multiplies by numbers that are new in each process, so that
/// nobody can make keys which collide.
package struct KeyedDigitCounts: Sendable {
  /// Records of one shape that follow each other, and where in each the key and the digit stand.
  package struct Records: Sendable {
    package var start: Int
    /// How many bytes each has.
    package var byteCount: Int
    package var count: Int
    package var key: Range<Int>
    /// The offset of an ASCII digit from 0 to 7.
    package var digit: Int

    package init(start: Int, byteCount: Int, count: Int, key: Range<Int>, digit: Int) {
      (self.start, self.byteCount, self.count) = (start, byteCount, count)
      (self.key, self.digit) = (key, digit)
    }
  }

  /// A number for each digit.
  package typealias Counts = SIMD8<Int>

  /// The bytes of a short key: of each length they make other words. Of a long one, its number alone.
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

  /// From the second on; no key is like the first.
  private(set) var keys = [Key(words: (0, 0, 0, 0), byteCount: -1)]
  /// Eight for each key.
  var counts = [Int](repeating: 0, count: 8)
  /// A short key's number, or 0.
  private var slots = [UInt32](repeating: 0, count: 1 << 10)
  /// A long key's number, and all of them in the order of these.
  private var longKeys: [[UInt8]: Int] = [:]
  private var longKeyBytes: [[UInt8]] = []
  private let secret: Secret = (
    .random(in: .min ... .max), .random(in: .min ... .max), .random(in: .min ... .max),
    .random(in: .min ... .max)
  )

  private typealias Secret = (UInt64, UInt64, UInt64, UInt64)

  fileprivate static var longestKey: Int { 32 }

  package init() {}

  /// Counts records, and adds to the sums of their digits.
  ///
  /// - Precondition: the records lie in the bytes, and their keys and digits in them.
  package mutating func add(
    _ records: Records, in bytes: Span<UInt8>, to sums: inout Counts
  ) {
    records.check(bytes)
    var done = 0
    while done < records.count {
      if records.hasShortKeys { done = addKnown(records, from: done, bytes, &sums) }
      guard done < records.count else { return }
      let digit = records.digit(done, in: bytes)
      counts[number(of: records.key(done, in: bytes)) &* 8 &+ digit] &+= 1
      sums[digit] &+= 1
      done &+= 1
    }
  }

  /// Counts lines in which a key and a digit were found.
  ///
  /// - Parameters:
  ///   - key: the role of the one; no value of it is empty.
  ///   - digit: that of the other.
  /// - Precondition: they were found in these bytes.
  package mutating func add(
    _ lines: ArraySlice<ByteMembers.Line>, key: Int, digit: Int, in bytes: Span<UInt8>,
    to sums: inout Counts
  ) {
    for line in lines { precondition(line.range.upperBound <= bytes.count) }
    var done = lines.startIndex
    while done < lines.endIndex {
      // Where keys are long, each takes its turn.
      let end = lines[done...].firstIndex { $0[key].count > Self.longestKey } ?? lines.endIndex
      done = countKnown(&sums) { table, take in
        Self.findKnown(done..<end, bytes, table, take) { number in
          (0, KeyPlaces(lines[number][key]), lines[number][digit].lowerBound)
        }
      }
      guard done < lines.endIndex else { return }
      let found = Int(bytes[lines[done][digit].lowerBound] & 7)
      add(bytes.extracting(lines[done][key]), digit: found)
      sums[found] &+= 1
      done &+= 1
    }
  }

  /// Counts a key with a digit from 0 to 7.
  package mutating func add(_ key: Span<UInt8>, digit: Int) {
    counts[number(of: key) &* 8 &+ digit] &+= 1
  }

  /// The number of a key, which is a new one where there was none.
  mutating func number(of key: Span<UInt8>) -> Int {
    guard key.count > Self.longestKey else { return number(of: self.key(key)) }
    let bytes = key.copied
    if let number = longKeys[bytes] { return number }
    longKeys[bytes] = keys.count
    longKeyBytes.append(bytes)
    return enter(numbered: Key(words: (0, 0, 0, 0), byteCount: -1 - longKeys.count))
  }

  /// The number of a key, which is a new one where there was none.
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

  /// Forgets all keys.
  mutating func removeAll() {
    keys.removeLast(keys.count - 1)
    counts.removeLast(counts.count - 8)
    slots = [UInt32](repeating: 0, count: 1 << 10)
    (longKeys, longKeyBytes) = ([:], [])
  }

  /// Counts records whose short keys are known.
  ///
  /// - Returns: the number of the first whose key is not.
  private mutating func addKnown(
    _ records: Records, from first: Int, _ bytes: Span<UInt8>, _ sums: inout Counts
  ) -> Int {
    countKnown(&sums) { table, take in
      Self.findKnown(records, from: first, bytes, table, take)
    }
  }

  /// Counts what is found of records whose short keys are known.
  @inline(__always)
  private mutating func countKnown(
    _ sums: inout Counts, _ find: (_ table: Table, _ take: (Int, Int) -> Void) -> Int
  ) -> Int {
    let table = (slots, keys, secret)
    var digits: (Int, Int, Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0, 0, 0)
    // SAFETY: a digit is below 8, and there are eight counts for each key.
    let done = unsafe counts.withUnsafeMutableBufferPointer { counts in
      unsafe withUnsafeMutableBytes(of: &digits) { digits in
        let digits = unsafe digits.assumingMemoryBound(to: Int.self)
        return find(table) { number, digit in
          unsafe digits[digit] &+= 1
          unsafe counts[number &* 8 &+ digit] &+= 1
        }
      }
    }
    sums &+= Counts(
      digits.0, digits.1, digits.2, digits.3, digits.4, digits.5, digits.6, digits.7)
    return done
  }

  /// Finds the numbers of records' short keys, for as long as these are known.
  ///
  /// - Parameters:
  ///   - log: where each number is put, times eight and with the digit added.
  ///   - place: for the first; there is room for all.
  /// - Returns: the number of the first whose key is not known.
  func findKnown(
    _ records: Records, from first: Int, _ bytes: Span<UInt8>, _ log: inout [UInt32],
    at place: Int
  ) -> Int {
    precondition(place + records.count - first <= log.count)
    // SAFETY: there is room for each record.
    return unsafe log.withUnsafeMutableBufferPointer { log in
      var place = place
      return Self.findKnown(records, from: first, bytes, (slots, keys, secret)) { number, digit in
        unsafe log[place] = UInt32(truncatingIfNeeded: number &* 8 &+ digit)
        place &+= 1
      }
    }
  }

  private typealias Table = (slots: [UInt32], keys: [Key], secret: Secret)

  /// Finds the numbers of records' short keys, for as long as these are known.
  ///
  /// - Returns: the number of the first whose key is not.
  @inline(__always)
  private static func findKnown(
    _ records: Records, from first: Int, _ bytes: Span<UInt8>, _ table: Table,
    _ take: (_ number: Int, _ digit: Int) -> Void
  ) -> Int {
    let places = KeyPlaces(records.key)
    return findKnown(first..<records.count, bytes, table, take) { number in
      (records.start &+ number &* records.byteCount, places, records.digit)
    }
  }

  /// The same, of records each of which has its own places.
  ///
  /// - Parameter place: where a record is, and where in it the key and the digit are, all of which lie
  ///   in the bytes.
  @inline(__always)
  private static func findKnown(
    _ numbers: Range<Int>, _ bytes: Span<UInt8>, _ table: Table,
    _ take: (_ number: Int, _ digit: Int) -> Void,
    _ place: (_ number: Int) -> (record: Int, key: KeyPlaces, digit: Int)
  ) -> Int {
    let (secret, mask) = (table.secret, table.slots.count &- 1)
    // SAFETY: every key and digit lies in the bytes, as was checked; a slot's number is below the
    // number of keys.
    return unsafe bytes.withUnsafeBytes { bytes in
      unsafe table.slots.withUnsafeBufferPointer { slots in
        unsafe table.keys.withUnsafeBufferPointer { keys in
          guard let base = bytes.baseAddress else { return numbers.lowerBound }
          var number = numbers.lowerBound
          while number < numbers.upperBound {
            let (start, places, digitPlace) = place(number)
            let record = unsafe base + start
            let key = unsafe places.key(in: record)
            var slot = Self.hash(key, secret) & mask
            while true {
              let found = unsafe Int(slots[slot])
              if unsafe keys[found] == key {
                take(found, unsafe Int((record + digitPlace).load(as: UInt8.self) & 7))
                break
              }
              if found == 0 { return number }
              slot = (slot &+ 1) & mask
            }
            number &+= 1
          }
          return number
        }
      }
    }
  }

  /// Lends each key and its counts.
  package func forEach(_ body: (_ key: Span<UInt8>, _ counts: Counts) -> Void) {
    for number in 1..<keys.count {
      let counts = Counts(counts[number * 8..<number * 8 + 8])
      body(bytes(ofKey: number).span, counts)
    }
  }

  /// The number of a key of another table, which is a new one where there was none.
  mutating func number(of key: Int, in other: KeyedDigitCounts) -> Int {
    let words = other.keys[key]
    return words.byteCount < 0
      ? number(of: other.bytes(ofKey: key).span) : number(of: words)
  }

  /// Makes an entry for a key that has none.
  private mutating func enter(_ key: Key) {
    let number = enter(numbered: key)
    if keys.count * 2 > slots.count {
      slots = [UInt32](repeating: 0, count: slots.count * 2)
      for number in 1..<keys.count where keys[number].byteCount >= 0 { take(slotFor: number) }
    } else {
      take(slotFor: number)
    }
  }

  private mutating func enter(numbered key: Key) -> Int {
    keys.append(key)
    for _ in 0..<8 { counts.append(0) }
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

  /// Where in a record the words of a key stand, which overlap unless it is as long as they are.
  private struct KeyPlaces {
    private let places: (Int, Int, Int, Int)
    private let byteCount: Int

    @inline(__always)
    init(_ range: Range<Int>) {
      let (start, last) = (range.lowerBound, max(range.lowerBound, range.upperBound - 8))
      places = (start, min(start + 8, last), min(start + 16, last), last)
      byteCount = range.count
    }

    /// The key of a record, which has as many bytes.
    @inline(__always)
    func key(in record: UnsafeRawPointer) -> Key {
      guard byteCount >= 8 else { return unsafe shortKey(in: record) }
      // SAFETY: every word lies in the key.
      return unsafe Key(
        words: (
          record.loadUnaligned(fromByteOffset: places.0, as: UInt64.self),
          record.loadUnaligned(fromByteOffset: places.1, as: UInt64.self),
          record.loadUnaligned(fromByteOffset: places.2, as: UInt64.self),
          record.loadUnaligned(fromByteOffset: places.3, as: UInt64.self)
        ), byteCount: byteCount)
    }

    private func shortKey(in record: UnsafeRawPointer) -> Key {
      var word: UInt64 = 0
      for place in places.0..<places.0 + byteCount {
        // SAFETY: the byte lies in the key.
        word = unsafe word << 8 | UInt64(record.load(fromByteOffset: place, as: UInt8.self))
      }
      return Key(words: (word, 0, 0, 0), byteCount: byteCount)
    }
  }

  private func bytes(ofKey number: Int) -> [UInt8] {
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

  /// Two products, of which both halves count; they wait for nothing but the words.
  @inline(__always)
  private static func hash(_ key: Key, _ secret: Secret) -> Int {
    let one = (key.words.0 ^ secret.0).multipliedFullWidth(by: key.words.1 ^ secret.1)
    let other = (key.words.2 ^ secret.2).multipliedFullWidth(by: key.words.3 ^ secret.3)
    return Int(truncatingIfNeeded: one.high ^ one.low ^ other.high ^ other.low)
  }
}

extension KeyedDigitCounts.Records {
  /// Holds the records, if there are any, to the bytes that they are said to lie in.
  func check(_ bytes: Span<UInt8>) {
    precondition(
      count == 0
        || start >= 0 && digit >= 0 && digit < byteCount && key.lowerBound >= 0
          && key.upperBound <= byteCount && start + count * byteCount <= bytes.count
    )
  }

  var hasShortKeys: Bool { key.count <= KeyedDigitCounts.longestKey }

  /// The key of a record.
  @_lifetime(copy bytes)
  func key(_ number: Int, in bytes: Span<UInt8>) -> Span<UInt8> {
    let start = start + number * byteCount
    return bytes.extracting(start + key.lowerBound..<start + key.upperBound)
  }

  /// The digit of a record.
  func digit(_ number: Int, in bytes: Span<UInt8>) -> Int {
    Int(bytes[start + number * byteCount + digit] & 7)
  }

  /// How many of them have each digit.
  ///
  /// - Precondition: the digits lie in the bytes.
  package func digitCounts(in bytes: Span<UInt8>) -> KeyedDigitCounts.Counts {
    var sums = KeyedDigitCounts.Counts(repeating: 0)
    var (place, left) = (start &+ digit, count)
    while left > 0 {
      // Eight sums of a byte each, which so many do not overflow.
      let stepCount = min(left, 255)
      var packed: UInt64 = 0
      for _ in 0..<stepCount {
        packed &+= 1 &<< (UInt64(bytes[place] & 7) &* 8)
        place &+= byteCount
      }
      for digit in 0..<8 { sums[digit] &+= Int(packed &>> UInt64(8 &* digit) & 0xFF) }
      left &-= stepCount
    }
    return sums
  }
}
