/// How a result's bytes become those that they were made from, and back: bytes that both have, then bytes
/// of the result and those of the original that stand in their place.
///
/// A step is three numbers, seven bits a byte with the lowest first, and bytes: how many bytes are
/// copied; how many of the result, and how many of the original, differ; those of the result, and those
/// of the original.
package struct DeltaSteps: ~Copyable, Sendable {
  /// What differs in one step, at most: long differences are several steps.
  private static let pieceByteCount = 64 << 10

  private var written: ScratchArray<UInt8>

  /// - Parameter capacity: how many bytes they will have, about.
  package init(capacity: Int = 0) { written = ScratchArray(capacity: capacity) }

  /// The steps so far, as they are written down.
  package var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { written.span }
  }

  /// The steps so far, to be handed on to another thread.
  package var finished: Finished {
    Finished(bytes: bytes.copied, checksum: CRC32C.checksum(bytes))
  }

  /// Steps that nobody adds to, and whose checksum is made while they are at hand.
  package struct Finished: Sendable {
    package let bytes: [UInt8]
    /// Their CRC-32C.
    package let checksum: UInt32
  }

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
      written.append(start..<end, of: passed)
      written.append(insertedStart..<insertedEnd, of: inserted)
      (count, start, insertedStart) = (0, end, insertedEnd)
    } while start < passed.count || insertedStart < inserted.count
  }

  private mutating func append(_ number: Int) {
    var left = UInt(number)
    while left >= 0x80 {
      written.append(UInt8(truncatingIfNeeded: left) | 0x80)
      left >>= 7
    }
    written.append(UInt8(left))
  }

  /// Begins again.
  package mutating func removeAll() { written.removeAll(keeping: .max) }
}
