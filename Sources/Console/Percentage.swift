/// A share of all, from 0% to 100% with at most four decimals.
package struct Percentage: Hashable, Sendable {
  /// In millionths; a percent is 10,000.
  package let partsPerMillion: Int

  /// - Precondition: from 0 to 1,000,000.
  package init(partsPerMillion: Int) {
    precondition((0...1_000_000).contains(partsPerMillion))
    self.partsPerMillion = partsPerMillion
  }

  /// Whether a part is more than this share of the whole.
  ///
  /// Computed in whole numbers, so that exactly 0.1 % of 1,000 is never too many.
  package func isExceeded(by part: Int, of whole: Int) -> Bool {
    let found = part.multipliedFullWidth(by: 1_000_000)
    let allowed = whole.multipliedFullWidth(by: partsPerMillion)
    return (found.high, found.low) > (allowed.high, allowed.low)
  }
}

extension Percentage: ArgumentValue {
  package static var expectation: String {
    "a percentage from 0% to 100% with at most four decimals"
  }

  /// Reads `5%` or `0.5%`.
  package init?(argument: String) {
    guard argument.utf8.last == UInt8(ascii: "%") else { return nil }
    let parts = argument.dropLast().split(
      separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let decimals = parts.count == 2 ? String(parts[1]) : "0"
    guard let whole = Self.digits(String(parts[0])), whole <= 100, decimals.utf8.count <= 4,
      let fraction = Self.digits(
        decimals + String(repeating: "0", count: 4 - decimals.utf8.count)),
      parts.count == 1 || !decimals.isEmpty
    else { return nil }
    let share = whole * 10_000 + fraction
    guard share <= 1_000_000 else { return nil }
    self.init(partsPerMillion: share)
  }

  private static func digits(_ text: String) -> Int? {
    guard !text.isEmpty, text.utf8.count <= 9,
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int(text)
  }
}

extension Percentage: CustomStringConvertible {
  package var description: String {
    if partsPerMillion % 10_000 == 0 { return "\(partsPerMillion / 10_000)%" }
    var decimals = String(partsPerMillion % 10_000 + 10_000).dropFirst()
    while decimals.last == "0" { decimals.removeLast() }
    return "\(partsPerMillion / 10_000).\(decimals)%"
  }
}
