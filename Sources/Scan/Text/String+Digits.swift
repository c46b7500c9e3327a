// Numbers of a fixed length, which sort and align as they count.
extension String {
  /// The digits of a number, with zeros before them if there are fewer than `count`.
  package init(
    _ number: some BinaryInteger, digits count: Int, radix: Int = 10, uppercase: Bool = false
  ) {
    let digits = String(number, radix: radix, uppercase: uppercase)
    self = String(repeating: "0", count: Swift.max(0, count - digits.utf8.count)) + digits
  }
}

extension UInt {
  /// Calls a closure with the decimal digits in ASCII, at most eight in a word, the first of them
  /// lowest.
  func forEachDigits(_ body: (_ count: Int, _ word: UInt64) -> Void) {
    let (upper, lower) = quotientAndRemainder(dividingBy: 100_000_000)
    if upper > 0 { upper.forEachDigits(body) }
    var (rest, digits, count) = (UInt32(lower), UInt64(0), 0)
    repeat {
      digits = digits << 8 | UInt64(rest % 10 + 0x30)
      rest /= 10
      count += 1
    } while rest > 0 || upper > 0 && count < 8
    body(count, digits)
  }
}
