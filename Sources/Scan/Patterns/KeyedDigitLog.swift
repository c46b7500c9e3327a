/// Keys and digits in order, to be counted later.
///
/// A thread that reads ahead does not know which records will count. Finding the number of each key
/// is most of the work; counting by number is cheap.
package struct KeyedDigitLog: Sendable {
  private var keys = KeyInterner()
  /// The key's number and the digit of each record, as one number; with spare room.
  private var entries: [UInt32] = []
  /// The number, in the histogram counted into last, of each key; 0 if it has none.
  private var numbers: [UInt32] = []

  /// The number of records.
  package private(set) var count = 0

  /// Above this number of keys, memory matters more than speed.
  private static let keptKeyCount = 4096

  package init() {}

  /// Adds records.
  ///
  /// - Precondition: the records are inside the bytes, their keys and digits inside the records.
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

  /// Adds records whose short keys are known, for which there is room.
  ///
  /// - Returns: the index of the first whose key is not.
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

  /// Adds a key with a digit from 0 to 7.
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

  /// Removes all records and keeps the keys.
  package mutating func removeAll() {
    count = 0
    guard keys.end > Self.keptKeyCount else { return }
    keys.removeAll()
    numbers = []
  }

  /// Counts some of the records.
  ///
  /// - Parameter counts: the same histogram in each call.
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
