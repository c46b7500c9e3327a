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
