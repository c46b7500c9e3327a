/// How a result's bytes become those that they were made from, and back: bytes that both have, then bytes
/// of the result and those of the original that stand in their place.
///
/// A step is three numbers, seven bits a byte with the lowest first, and bytes: how many bytes are
/// copied; how many of the result, and how many of the original, differ; those of the result, and those
/// of the original.
package struct DeltaSteps: Sendable {
  /// What differs in one step, at most: long differences are several steps.
  private static let pieceByteCount = 64 << 10

  /// The steps so far, as they are written down.
  package private(set) var bytes: [UInt8] = []

  /// - Parameter capacity: how many bytes they will have, about.
  package init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  /// Adds a step.
  package mutating func append(
    copying count: Int, passing passed: Span<UInt8>, inserting inserted: Span<UInt8>
  ) {
    var (count, start, insertedStart) = (count, 0, 0)
    repeat {
      let end = min(passed.count, start + Self.pieceByteCount)
      let insertedEnd = min(inserted.count, insertedStart + Self.pieceByteCount)
      append(count)
      append(end - start)
      append(insertedEnd - insertedStart)
      bytes.append(contentsOf: passed.extracting(start..<end))
      bytes.append(contentsOf: inserted.extracting(insertedStart..<insertedEnd))
      (count, start, insertedStart) = (0, end, insertedEnd)
    } while start < passed.count || insertedStart < inserted.count
  }

  private mutating func append(_ number: Int) {
    var left = UInt(number)
    while left >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: left) | 0x80)
      left >>= 7
    }
    bytes.append(UInt8(left))
  }

  /// Begins again.
  package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }
}
