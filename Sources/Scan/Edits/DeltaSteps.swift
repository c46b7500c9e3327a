/// The journal's steps between a result and its original: bytes that both share, then bytes of the
/// result and the bytes of the original that they replace.
///
/// A step is three numbers in seven bits a byte, the lowest first, and bytes: the count of shared
/// bytes; the counts of differing bytes of the result and the original; those bytes.
package struct DeltaSteps: ~Copyable, Sendable {
  private var written: ScratchBytes

  /// - Parameter capacity: the expected byte count.
  package init(capacity: Int = 0) { written = ScratchBytes(capacity: capacity) }

  /// The encoded steps so far.
  package var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { written.span }
  }

  private borrowing func withBytes(_ body: (Span<UInt8>) throws -> Void) rethrows {
    try body(bytes)
  }

  /// Finished steps with their checksum.
  ///
  /// A class, so that other threads receive them without a copy.
  package final class Finished: Sendable {
    private let steps: DeltaSteps
    /// Their CRC-32C.
    package let checksum: UInt32

    package init(_ steps: consuming DeltaSteps) {
      checksum = CRC32C.checksum(steps.bytes)
      self.steps = steps
    }

    /// Lends the encoded steps.
    package func withBytes(_ body: (Span<UInt8>) throws -> Void) rethrows {
      try steps.withBytes(body)
    }
  }

  /// Appends encoded steps.
  package mutating func append(written bytes: Span<UInt8>) { written.append(bytes) }

  /// Appends a step.
  package mutating func append(
    copying count: Int, passing passed: Span<UInt8>, inserting inserted: Span<UInt8>
  ) {
    if let copied = Self.short(count), let passing = Self.short(passed.count),
      let inserting = Self.short(inserted.count)
    {
      let start = 8 * copied.byteCount
      let end = start + 8 * passing.byteCount
      written.append(
        copied.byteCount + passing.byteCount + inserting.byteCount,
        of: copied.bytes | passing.bytes << start | inserting.bytes << end)
    } else {
      append(count)
      append(passed.count)
      append(inserted.count)
    }
    if !passed.isEmpty { written.append(passed) }
    written.append(inserted)
  }

  /// Appends shared bytes.
  package mutating func append(copying count: Int) {
    append(count)
    written.append(2, of: 0)
  }

  /// A number's encoding as one word, the first byte lowest; nil if it takes more than two bytes,
  /// which is rare.
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
