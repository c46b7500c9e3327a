/// Counts of ratings by joke: how often each key occurs with each digit, counted from the bytes of
/// records.
///
/// Memory grows with the number of distinct keys.
package struct JokeHistogram: Sendable {
  /// The length of a record, and the places of key and digit in it.
  package struct Layout: Sendable {
    // Of 32 bits each, because most runs of records are of one record, and copy this.
    private let (length, keyStart, keyEnd, digitPlace): (UInt32, UInt32, UInt32, UInt32)

    /// - Parameters:
    ///   - key: the offsets of the key.
    ///   - digit: the offset of an ASCII digit from 0 to 7.
    /// - Precondition: both are inside the record.
    package init(byteCount: Int, key: Range<Int>, digit: Int) {
      precondition(digit >= 0 && digit < byteCount)
      precondition(key.lowerBound >= 0 && key.upperBound <= byteCount)
      (length, digitPlace) = (UInt32(byteCount), UInt32(digit))
      (keyStart, keyEnd) = (UInt32(key.lowerBound), UInt32(key.upperBound))
    }

    /// The length of a record in bytes.
    package var byteCount: Int { Int(length) }
    /// The offsets of the key in a record.
    package var key: Range<Int> { Int(keyStart)..<Int(keyEnd) }
    /// The offset of the digit in a record.
    package var digit: Int { Int(digitPlace) }
  }

  /// Consecutive records of one shape.
  package struct Records: Sendable {
    /// The offset of the first record.
    package var start: Int
    /// The number of records.
    package var count: Int
    /// The index of the shape among those of its patterns.
    package var shape: Int
    /// The layout of each record.
    package var layout: Layout

    package init(start: Int, count: Int, shape: Int = 0, _ layout: Layout) {
      (self.start, self.count, self.shape, self.layout) = (start, count, shape, layout)
    }

    /// The length of each record.
    package var byteCount: Int { layout.byteCount }
  }

  /// A sum for each digit.
  package typealias Counts = SIMD8<Int>

  private var numbers = KeyInterner()
  /// Eight counts for each key.
  private var counts = ContiguousArray(repeating: 0, count: 8)

  package init() {}

  /// Counts records, and adds to the sums of their digits.
  ///
  /// - Precondition: the records are inside the bytes, their keys and digits inside the records.
  package mutating func add(
    _ runs: [Records], in bytes: Span<UInt8>, to sums: inout Counts
  ) {
    var place = Records.Position()
    while !countKnown(runs, from: &place, in: bytes, to: &sums) {
      let records = runs[place.run]
      let digit = records.digit(place.record, in: bytes)
      add(records.key(place.record, in: bytes), digit: digit)
      sums[digit] &+= 1
      place.record &+= 1
    }
  }

  /// Counts a key with a digit from 0 to 7.
  package mutating func add(_ key: Span<UInt8>, digit: Int) {
    let number = numbers.number(of: key)
    makeRoom()
    counts[number &* 8 &+ digit] &+= 1
  }

  /// The number, for counting, of a key from another table; added if needed.
  mutating func number(of key: Int, in others: KeyInterner) -> Int {
    numbers.number(of: key, in: others)
  }

  /// Counts keys with digits from 0 to 7.
  ///
  /// - Parameters:
  ///   - entries: for each, its number in the other table times eight, plus the digit.
  ///   - numbered: the number here for each number there.
  mutating func add(_ entries: Span<UInt32>, numbered: Span<UInt32>) {
    makeRoom()
    var counts = counts.mutableSpan
    for index in entries.indices {
      let entry = entries[index]
      counts[Int(numbered[Int(entry >> 3)]) &* 8 &+ Int(entry & 7)] &+= 1
    }
  }

  /// Makes room for new keys.
  private mutating func makeRoom() {
    while counts.count < 8 * numbers.end { counts.append(0) }
  }

  /// Counts records whose short keys are known, from a position on.
  ///
  /// - Parameter place: set to the first record whose key is not.
  /// - Returns: whether all are.
  @inline(__always)
  private mutating func countKnown(
    _ runs: [Records], from place: inout Records.Position, in bytes: Span<UInt8>,
    to sums: inout Counts
  ) -> Bool {
    let numbers = numbers
    var digits: (Int, Int, Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0, 0, 0)
    // SAFETY: a digit is below 8, and there are eight counts for each key.
    let areAllKnown = unsafe counts.withUnsafeMutableBufferPointer { counts in
      unsafe withUnsafeMutableBytes(of: &digits) { digits in
        let digits = unsafe digits.assumingMemoryBound(to: Int.self)
        return numbers.findKnown(runs, from: &place, bytes) { number, digit in
          unsafe digits[digit] &+= 1
          unsafe counts[number &* 8 &+ digit] &+= 1
        }
      }
    }
    sums &+= Counts(
      digits.0, digits.1, digits.2, digits.3, digits.4, digits.5, digits.6, digits.7)
    return areAllKnown
  }

  /// Lends each key with its counts.
  package func forEach(_ body: (_ key: Span<UInt8>, _ counts: Counts) -> Void) {
    for number in 1..<numbers.end {
      let counts = Counts(counts[number * 8..<number * 8 + 8])
      body(numbers.bytes(ofKey: number).span, counts)
    }
  }
}

extension JokeHistogram.Records {
  /// The position of a record in a list of runs.
  struct Position {
    var run = 0
    /// The index of the record in its run; the count of the run for the start of the next.
    var record = 0
  }

  /// The end of the last record.
  package var end: Int { start &+ count &* byteCount }

  /// Checks that the records are inside the bytes.
  @inline(__always)
  func check(_ bytes: Span<UInt8>) {
    precondition(start >= 0 && count >= 0 && start + count * byteCount <= bytes.count)
  }

  /// A record's key.
  @_lifetime(copy bytes)
  func key(_ number: Int, in bytes: Span<UInt8>) -> Span<UInt8> {
    let start = start + number * byteCount
    return bytes.extracting(start + layout.key.lowerBound..<start + layout.key.upperBound)
  }

  /// A record's digit.
  func digit(_ number: Int, in bytes: Span<UInt8>) -> Int {
    Int(bytes[start + number * byteCount + layout.digit] & 7)
  }

  /// The number of records with each digit.
  ///
  /// - Precondition: the digits are inside the bytes.
  package func digitCounts(in bytes: Span<UInt8>) -> JokeHistogram.Counts {
    var sums = JokeHistogram.Counts(repeating: 0)
    var (place, left) = (start &+ layout.digit, count)
    while left > 0 {
      // Eight sums of a byte each; this many records do not overflow them.
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
