/// A whole number of any size in decimal digits, built from digits of another base.
///
/// Property lists hold integers of 128 bits. `Int128` needs newer systems than the oldest ones that
/// the app supports.
struct DecimalMagnitude {
  /// The digits, lowest first.
  private var digits: [Int] = [0]

  /// Appends one digit of another base.
  mutating func multiply(by base: Int, adding digit: Int) {
    var carry = digit
    for index in digits.indices {
      let value = digits[index] * base + carry
      digits[index] = value % 10
      carry = value / 10
    }
    while carry > 0 {
      digits.append(carry % 10)
      carry /= 10
    }
  }

  /// The decimal spelling.
  var text: String { digits.reversed().map(String.init).joined() }
}
