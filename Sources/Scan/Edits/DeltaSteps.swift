/// How a result's bytes become those that they were made from, and back: bytes that both have, then bytes
/// of the result and those of the original that stand in their place.
///
/// A step is three numbers, seven bits a byte with the lowest first, and bytes: how many bytes are
/// copied; how many of the result, and how many of the original, differ; those of the result, and those
/// of the original.
package struct DeltaSteps: ~Copyable, Sendable {
  private var written: ScratchArray<UInt8>

  /// - Parameter capacity: how many bytes they will have, about.
  package init(capacity: Int = 0) { written = ScratchArray(capacity: capacity) }

  /// The steps so far, as they are written down.
  package var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { written.span }
  }

  private borrowing func withBytes(_ body: (Span<UInt8>) throws -> Void) rethrows {
    try body(bytes)
  }

  /// Steps that nobody adds to, and whose checksum is made while they are at hand.
  ///
  /// A class, so that they are handed on to another thread without being copied.
  package final class Finished: Sendable {
    private let steps: DeltaSteps
    /// Their CRC-32C.
    package let checksum: UInt32

    package init(_ steps: consuming DeltaSteps) {
      checksum = CRC32C.checksum(steps.bytes)
      self.steps = steps
    }

    /// Lends the steps as they are written down.
    package func withBytes(_ body: (Span<UInt8>) throws -> Void) rethrows {
      try steps.withBytes(body)
    }
  }

  /// Adds steps as they were written down.
  package mutating func append(written bytes: Span<UInt8>) { written.append(bytes) }

  /// Adds a step.
  package mutating func append(
    copying count: Int, passing passed: Span<UInt8>, inserting inserted: Span<UInt8>
  ) {
    append(count)
    append(passed.count)
    append(inserted.count)
    written.append(passed)
    written.append(inserted)
  }

  /// Adds that bytes are copied, and that others are in the place of none then.
  @inline(__always)
  package mutating func append(
    copying count: Int, inserting range: Range<Int>, of text: Span<UInt8>
  ) {
    guard let copied = Self.short(count), let inserted = Self.short(range.count) else {
      return append(
        copying: count, passing: text.extracting(0..<0), inserting: text.extracting(range))
    }
    let shift = UInt64(8 * copied.byteCount + 8)
    written.append(
      copied.byteCount + 1 + inserted.byteCount, of: copied.bytes | inserted.bytes << shift)
    written.append(range, of: text)
  }

  /// Adds that bytes are copied, and that one stands for another then.
  @inline(__always)
  package mutating func append(
    copying count: Int, passing passed: UInt8, inserting inserted: UInt8
  ) {
    let exchange = 0x01_01 | UInt64(passed) << 16 | UInt64(inserted) << 24
    if let copied = Self.short(count) {
      let shift = UInt64(8 * copied.byteCount)
      written.append(copied.byteCount + 4, of: copied.bytes | exchange << shift)
    } else {
      append(count)
      written.append(4, of: exchange)
    }
  }

  /// Adds that bytes are copied.
  package mutating func append(copying count: Int) {
    append(count)
    written.append(2, of: 0)
  }

  /// A number as it is written down, the first byte lowest; nil where that takes more than two, which is
  /// seldom.
  @inline(__always)
  private static func short(_ number: Int) -> (bytes: UInt64, byteCount: Int)? {
    guard number >= 0, number < 1 << 14 else { return nil }
    let (low, high) = (UInt64(number & 0x7F), UInt64(number >> 7))
    return high == 0 ? (low, 1) : (low | 0x80 | high << 8, 2)
  }

  private mutating func append(_ number: Int) {
    var left = UInt(number)
    while left >= 0x80 {
      written.append(UInt8(truncatingIfNeeded: left) | 0x80)
      left >>= 7
    }
    written.append(UInt8(left))
  }
}
