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
  package mutating func add(_ runs: [JokeHistogram.Records], in bytes: Span<UInt8>) {
    var place = JokeHistogram.Records.Position()
    makeRoom(for: runs.reduce(0) { $0 + $1.count })
    while !addKnown(runs, from: &place, bytes) {
      let records = runs[place.run]
      add(records.key(place.record, in: bytes), digit: records.digit(place.record, in: bytes))
      place.record += 1
    }
  }

  /// Adds records whose short keys are known, from a position on; there is room for them.
  ///
  /// - Parameter place: set to the first record whose key is not.
  /// - Returns: whether all are.
  private mutating func addKnown(
    _ runs: [JokeHistogram.Records], from place: inout JokeHistogram.Records.Position,
    _ bytes: Span<UInt8>
  ) -> Bool {
    let keys = keys
    var end = count
    // SAFETY: there is room for each record.
    let areAllKnown = unsafe entries.withUnsafeMutableBufferPointer { entries in
      keys.findKnown(runs, from: &place, bytes) { number, digit in
        unsafe entries[end] = UInt32(truncatingIfNeeded: number &* 8 &+ digit)
        end &+= 1
      }
    }
    count = end
    return areAllKnown
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
