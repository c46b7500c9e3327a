/// How often each key came with each digit: a hash table over bytes as they stand in an input.
///
/// Open addressing; the slots are a power of two, and at most half of them are taken. Memory grows
/// with the number of distinct keys. The hash multiplies by numbers that are new in each process, so
/// that nobody can make keys which collide.
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

  /// A key, its hash, and where its bytes begin.
  private struct Entry: Sendable {
    var hash: UInt64
    var start: Int
    var byteCount: Int
  }

  /// For each digit, how often it came.
  package typealias Counts = SIMD8<Int>

  private var entries: [Entry] = []
  /// Eight for each entry.
  private var counts: [Int] = []
  private var keyBytes: [UInt8] = []
  /// An entry's number and one, or 0.
  private var slots = [UInt32](repeating: 0, count: 1 << 10)
  private let secret = UInt64.random(in: .min ... .max) | 1

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
    var start = records.start
    var digits: (Int, Int, Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0, 0, 0)
    // SAFETY: every key and digit lies in the bytes, as checked above, and a digit is below 8.
    unsafe bytes.withUnsafeBytes { bytes in
      unsafe withUnsafeMutableBytes(of: &digits) { digits in
        let digits = unsafe digits.assumingMemoryBound(to: Int.self)
        for _ in 0..<records.count {
          let digit = unsafe Int(bytes[start &+ records.digit] & 7)
          unsafe digits[digit] &+= 1
          let entry = unsafe entry(
            UnsafeRawBufferPointer(
              rebasing: bytes[
                start &+ records.key.lowerBound..<start &+ records.key.upperBound]))
          counts[entry &* 8 &+ digit] &+= 1
          start &+= records.byteCount
        }
      }
    }
    sums &+= Counts(
      digits.0, digits.1, digits.2, digits.3, digits.4, digits.5, digits.6, digits.7)
  }

  /// Lends each key and its counts, in the order in which they first came.
  package func forEach(_ body: (_ key: Span<UInt8>, _ counts: Counts) -> Void) {
    for (index, entry) in entries.enumerated() {
      body(
        keyBytes.span.extracting(entry.start..<entry.start + entry.byteCount),
        Counts(counts[index * 8..<index * 8 + 8]))
    }
  }

  // MARK: Finding

  /// The number of a key's entry, a new one where it never came.
  private mutating func entry(_ key: UnsafeRawBufferPointer) -> Int {
    let hash = unsafe hash(key)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count &- 1)
    while slots[slot] != 0 {
      let number = Int(slots[slot]) &- 1
      let entry = entries[number]
      if entry.hash == hash, entry.byteCount == key.count, unsafe holds(entry.start, key) {
        return number
      }
      slot = (slot &+ 1) & (slots.count &- 1)
    }
    return unsafe enter(key, hash, at: slot)
  }

  private mutating func enter(_ key: UnsafeRawBufferPointer, _ hash: UInt64, at slot: Int) -> Int {
    entries.append(Entry(hash: hash, start: keyBytes.count, byteCount: key.count))
    unsafe keyBytes.append(contentsOf: key)
    counts.append(contentsOf: repeatElement(0, count: 8))
    slots[slot] = UInt32(entries.count)
    if entries.count * 2 > slots.count {
      slots = [UInt32](repeating: 0, count: slots.count * 2)
      for (number, entry) in entries.enumerated() {
        var slot = Int(truncatingIfNeeded: entry.hash) & (slots.count - 1)
        while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = UInt32(number + 1)
      }
    }
    return entries.count - 1
  }

  /// Whether the bytes at a place are these.
  @inline(__always)
  private func holds(_ start: Int, _ key: UnsafeRawBufferPointer) -> Bool {
    // SAFETY: both are of the length that the entry has, and words are loaded within it.
    unsafe keyBytes.withUnsafeBytes { bytes in
      var offset = 0
      while offset &+ 8 <= key.count {
        let one = unsafe bytes.loadUnaligned(fromByteOffset: start &+ offset, as: UInt64.self)
        let other = unsafe key.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        if one != other { return false }
        offset &+= 8
      }
      if key.count >= 8 {
        let last = key.count &- 8
        let one = unsafe bytes.loadUnaligned(fromByteOffset: start &+ last, as: UInt64.self)
        return unsafe one == key.loadUnaligned(fromByteOffset: last, as: UInt64.self)
      }
      while offset < key.count {
        if unsafe bytes[start &+ offset] != key[offset] { return false }
        offset &+= 1
      }
      return true
    }
  }

  @inline(__always)
  private func hash(_ key: UnsafeRawBufferPointer) -> UInt64 {
    var hash = secret ^ UInt64(truncatingIfNeeded: key.count)
    // SAFETY: words are loaded within the key.
    if key.count >= 8 {
      var offset = 0
      while offset &+ 8 < key.count {
        hash = mixed(hash ^ unsafe key.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        offset &+= 8
      }
      return mixed(
        hash ^ unsafe key.loadUnaligned(fromByteOffset: key.count &- 8, as: UInt64.self))
    }
    var word: UInt64 = 0
    for offset in 0..<key.count { word = unsafe word << 8 | UInt64(key[offset]) }
    return mixed(hash ^ word)
  }

  /// Both halves of the product with the secret, so that every bit counts.
  @inline(__always)
  private func mixed(_ word: UInt64) -> UInt64 {
    let product = word.multipliedFullWidth(by: secret)
    return product.high ^ product.low
  }
}
