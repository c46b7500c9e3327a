/// Combines the checksums of adjacent pieces of data: a checksum is a polynomial over the field of
/// two elements, and each byte that follows multiplies it by a power of *x*.
extension CRC32C {
  /// The checksum of a piece of data followed by another.
  ///
  /// - Parameter byteCount: the length of the second piece.
  /// - Complexity: O(log *n*) in that length.
  package static func combined(_ first: UInt32, _ second: UInt32, byteCount: Int) -> UInt32 {
    product(power(byteCount: byteCount), first) ^ second
  }

  /// The power of *x* for this many bytes; the highest bit is the coefficient of one.
  private static func power(byteCount: Int) -> UInt32 {
    var (power, rest) = (UInt32(1) << 31, byteCount)
    while rest > 0 {
      power = product(powers[rest.trailingZeroBitCount], power)
      rest &= rest - 1
    }
    return power
  }

  /// The powers of *x* for one byte, two, four and so on.
  private static let powers: [UInt32] = {
    var powers = [UInt32(1) << 23]
    for index in 1..<Int.bitWidth { powers.append(product(powers[index - 1], powers[index - 1])) }
    return powers
  }()

  /// The product of two polynomials, reduced.
  private static func product(_ one: UInt32, _ other: UInt32) -> UInt32 {
    var (sum, shifted) = (UInt32(0), other)
    for bit in stride(from: 31, through: 0, by: -1) {
      if one >> UInt32(bit) & 1 == 1 { sum ^= shifted }
      shifted = shifted & 1 == 0 ? shifted >> 1 : shifted >> 1 ^ reversedPolynomial
    }
    return sum
  }
}
