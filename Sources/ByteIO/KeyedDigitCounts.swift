/// How often each key came with each digit, counted from the bytes of records as they stand.
///
/// Open addressing; the slots are a power of two, and at most half of them are taken. Memory grows
/// with the number of distinct keys. A key of up to 32 bytes is held as words, a longer one as an
/// array. The hash multiplies by numbers that are new in each process, so that nobody can make keys
/// which collide.
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

  /// The bytes of a short key: of each length they make other words.
  private struct Key: Sendable, Equatable {
    var words: (UInt64, UInt64, UInt64, UInt64)
    var byteCount: Int

    @inline(__always)
    static func == (one: Key, other: Key) -> Bool {
      (one.words.0 ^ other.words.0) | (one.words.1 ^ other.words.1)
        | (one.words.2 ^ other.words.2) | (one.words.3 ^ other.words.3)
        | UInt64(truncatingIfNeeded: one.byteCount ^ other.byteCount) == 0
    }
  }

  private var keys: [Key] = []
  /// Eight for each key.
  private var counts: [Int] = []
  /// A key's number and one, or 0.
  private var slots = [UInt32](repeating: 0, count: 1 << 10)
  private var longKeys: [[UInt8]: Counts] = [:]
  private let secret = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))

  private static var longestKey: Int { 32 }

  package init() {}

  /// Counts records, and adds to the sums of their digits.
  ///
  /// - Precondition: the records lie in the bytes, and their keys and digits in them.
  package mutating func add(
    _ records: Records, in bytes: Span<UInt8>, to sums: inout Counts
  ) {
    guard records.count > 0 else { return }
    precondition(
      records.start >= 0 && records.digit >= 0 && records.digit < records.byteCount
        && records.key.lowerBound >= 0 && records.key.upperBound <= records.byteCount
        && records.start + records.count * records.byteCount <= bytes.count)
    var done = 0
    while done < records.count {
      if records.key.count <= Self.longestKey {
        done = addKnown(records, from: done, bytes, &sums)
      }
      guard done < records.count else { return }
      let start = records.start + done * records.byteCount
      let range = start + records.key.lowerBound..<start + records.key.upperBound
      if records.key.count <= Self.longestKey {
        enter(key(bytes.extracting(range)))
      } else {
        let digit = Int(bytes[start + records.digit] & 7)
        longKeys[bytes.extracting(range).copied, default: Counts(repeating: 0)][digit] += 1
        sums[digit] += 1
        done += 1
      }
    }
  }

  /// Counts records whose short keys are known.
  ///
  /// - Returns: the number of the first whose key is not.
  private mutating func addKnown(
    _ records: Records, from first: Int, _ bytes: Span<UInt8>, _ sums: inout Counts
  ) -> Int {
    let (secret, mask) = (secret, slots.count &- 1)
    var digits: (Int, Int, Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0, 0, 0)
    // SAFETY: every key and digit lies in the bytes, as `add` has checked; a slot's number is below
    // their count, a key's below that of the keys, and a digit below 8.
    let done = unsafe bytes.withUnsafeBytes { bytes in
      unsafe slots.withUnsafeBufferPointer { slots in
        unsafe keys.withUnsafeBufferPointer { keys in
          unsafe counts.withUnsafeMutableBufferPointer { counts in
            unsafe withUnsafeMutableBytes(of: &digits) { digits in
              let digits = unsafe digits.assumingMemoryBound(to: Int.self)
              var start = records.start &+ first &* records.byteCount
              for number in first..<records.count {
                let key = unsafe Self.key(
                  bytes, at: start &+ records.key.lowerBound, records.key.count)
                var slot = Self.hash(key, secret) & mask
                while true {
                  let found = unsafe Int(slots[slot])
                  if found == 0 { return number }
                  if unsafe keys[found &- 1] == key {
                    let digit = unsafe Int(bytes[start &+ records.digit] & 7)
                    unsafe digits[digit] &+= 1
                    unsafe counts[(found &- 1) &* 8 &+ digit] &+= 1
                    break
                  }
                  slot = (slot &+ 1) & mask
                }
                start &+= records.byteCount
              }
              return records.count
            }
          }
        }
      }
    }
    sums &+= Counts(
      digits.0, digits.1, digits.2, digits.3, digits.4, digits.5, digits.6, digits.7)
    return done
  }

  /// Lends each key and its counts.
  package func forEach(_ body: (_ key: Span<UInt8>, _ counts: Counts) -> Void) {
    for (number, key) in keys.enumerated() {
      body(Self.bytes(of: key).span, Counts(counts[number * 8..<number * 8 + 8]))
    }
    for (key, counts) in longKeys { body(key.span, counts) }
  }

  /// Makes an entry for a key that has none.
  private mutating func enter(_ key: Key) {
    keys.append(key)
    counts.append(contentsOf: repeatElement(0, count: 8))
    if keys.count * 2 > slots.count {
      slots = [UInt32](repeating: 0, count: slots.count * 2)
      for number in keys.indices { take(slotFor: number) }
    } else {
      take(slotFor: keys.count - 1)
    }
  }

  private mutating func take(slotFor number: Int) {
    let mask = slots.count - 1
    var slot = Self.hash(keys[number], secret) & mask
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    slots[slot] = UInt32(number + 1)
  }

  // MARK: Keys

  private func key(_ bytes: Span<UInt8>) -> Key {
    // SAFETY: the key is all of the bytes.
    unsafe bytes.withUnsafeBytes { unsafe Self.key($0, at: 0, $0.count) }
  }

  /// The key at an offset; its last word may overlap the one before it.
  @inline(__always)
  private static func key(_ bytes: UnsafeRawBufferPointer, at start: Int, _ count: Int) -> Key {
    var key = Key(words: (0, 0, 0, 0), byteCount: count)
    // SAFETY: every word lies in the key, which lies in the bytes.
    if count >= 8 {
      key.words.0 = unsafe bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)
      key.words.3 = unsafe bytes.loadUnaligned(
        fromByteOffset: start &+ count &- 8, as: UInt64.self)
      if count > 16 {
        key.words.1 = unsafe bytes.loadUnaligned(fromByteOffset: start &+ 8, as: UInt64.self)
      }
      if count > 24 {
        key.words.2 = unsafe bytes.loadUnaligned(fromByteOffset: start &+ 16, as: UInt64.self)
      }
    } else {
      for offset in 0..<count {
        key.words.0 = unsafe key.words.0 << 8 | UInt64(bytes[start &+ offset])
      }
    }
    return key
  }

  private static func bytes(of key: Key) -> [UInt8] {
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
    place(key.words.0, at: 0)
    if key.byteCount > 16 { place(key.words.1, at: 8) }
    if key.byteCount > 24 { place(key.words.2, at: 16) }
    place(key.words.3, at: key.byteCount - 8)
    return bytes
  }

  /// Two products, of which both halves count; they wait for nothing but the words.
  @inline(__always)
  private static func hash(_ key: Key, _ secret: (UInt64, UInt64)) -> Int {
    let one = (key.words.0 ^ secret.0).multipliedFullWidth(by: key.words.1 ^ secret.1)
    let other = (key.words.3 ^ secret.1).multipliedFullWidth(by: key.words.2 ^ secret.0)
    let length = UInt64(truncatingIfNeeded: key.byteCount)
    let mixed = (one.high ^ one.low ^ length)
      .multipliedFullWidth(by: other.high ^ other.low ^ secret.0)
    return Int(truncatingIfNeeded: mixed.high ^ mixed.low)
  }
}
