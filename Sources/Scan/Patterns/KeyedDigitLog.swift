/// Keys and digits that may have to be counted, in the order in which they came.
///
/// Who looks at records ahead of their turn does not know yet which of them count. To find the number
/// of each key is most of the work; to count it then, by its number, takes next to none.
package struct KeyedDigitLog: Sendable {
  private var keys = KeyInterner()
  /// The number of each record's key and its digit, as one; and room for more.
  private var entries: [UInt32] = []
  /// By the number of a key, what it is where it was counted last; 0 where it was not.
  private var numbers: [UInt32] = []

  /// How many records were entered.
  package private(set) var count = 0

  /// With more keys than these, memory is better than speed.
  private static let keptKeyCount = 4096

  package init() {}

  /// Enters records.
  ///
  /// - Precondition: the records lie in the bytes, and their keys and digits in them.
  package mutating func add(_ records: JokeHistogram.Records, in bytes: Span<UInt8>) {
    records.check(bytes)
    makeRoom(for: records.count)
    var done = 0
    while done < records.count {
      if records.hasShortKeys {
        done = addKnown(records, from: done, bytes)
      }
      guard done < records.count else { return }
      add(records.key(done, in: bytes), digit: records.digit(done, in: bytes))
      done += 1
    }
  }

  /// Enters records whose short keys are known, for which there is room.
  ///
  /// - Returns: the number of the first whose key is not.
  private mutating func addKnown(
    _ records: JokeHistogram.Records, from first: Int, _ bytes: Span<UInt8>
  ) -> Int {
    let keys = keys
    var place = count
    // SAFETY: there is room for each record.
    let done = unsafe entries.withUnsafeMutableBufferPointer { entries in
      keys.findKnown(records, from: first, bytes) { number, digit in
        unsafe entries[place] = UInt32(truncatingIfNeeded: number &* 8 &+ digit)
        place &+= 1
      }
    }
    count = place
    return done
  }

  /// Enters a key with a digit from 0 to 7.
  package mutating func add(_ key: Span<UInt8>, digit: Int) {
    makeRoom(for: 1)
    entries[count] = UInt32(truncatingIfNeeded: keys.number(of: key) << 3 | digit)
    count += 1
  }

  private mutating func makeRoom(for more: Int) {
    guard count + more > entries.count else { return }
    let wanted = max(2 * entries.count, count + more, 64)
    entries += Array(repeating: 0, count: wanted - entries.count)
  }

  /// Forgets all records; their keys may come again.
  package mutating func removeAll() {
    count = 0
    guard keys.end > Self.keptKeyCount else { return }
    keys.removeAll()
    numbers = []
  }

  /// Counts some of the records.
  ///
  /// - Parameter counts: always the same.
  package mutating func count(_ range: Range<Int>, in counts: inout JokeHistogram) {
    precondition(range.upperBound <= count)
    numbers += Array(repeating: 0, count: keys.end - numbers.count)
    for entry in entries[range] where numbers[Int(entry >> 3)] == 0 {
      let key = Int(entry >> 3)
      numbers[key] = UInt32(counts.number(of: key, in: keys))
    }
    counts.add(entries.span.extracting(range), numbered: numbers.span)
  }
}
