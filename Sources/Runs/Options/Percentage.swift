import Scan
import SystemIO

/// A percentage with at most four decimals: of a whole, up to 100%; of growth, beyond.
package struct Percentage: Hashable, Sendable {
  /// The value in millionths; one percent is 10,000.
  package let partsPerMillion: Int

  /// - Precondition: 0 or more.
  package init(partsPerMillion: Int) {
    precondition(partsPerMillion >= 0)
    self.partsPerMillion = partsPerMillion
  }

  /// Whether a part exceeds this share of the whole.
  ///
  /// Integer arithmetic: exactly 0.1 % of 1,000 is never too many.
  package func isExceeded(by part: Int, of whole: Int) -> Bool {
    let found = part.multipliedFullWidth(by: 1_000_000)
    let allowed = whole.multipliedFullWidth(by: partsPerMillion)
    return (found.high, found.low) > (allowed.high, allowed.low)
  }
}

extension Percentage {
  /// The share of a part that exceeds this one, in words.
  ///
  /// It has two significant digits, or as many as are needed to differ from the limit.
  package func excess(of part: Int, in whole: Int) -> String {
    let parts = Double(part) / Double(max(whole, 1)) * 1_000_000
    var unit = 10_000
    if parts < 100_000 { unit = parts < 10_000 ? 100 : 1_000 }
    func rounded() -> Int {
      Int(min((parts / Double(unit)).rounded(unit == 1 ? .up : .toNearestOrEven), 1e12)) * unit
    }
    while unit > 1, rounded() <= partsPerMillion { unit /= 10 }
    if rounded() > 1_000_000 { return "\(Amount.count(rounded() / 10_000))%" }
    return Percentage(partsPerMillion: rounded()).description
  }
}

extension Percentage: ArgumentValue {
  package static var expectation: String {
    "a percentage from 0% to 100% with at most four decimals"
  }

  /// Parses `5%`, `0.5%`, or the same without the sign.
  package init?(argument: String) { self.init(argument, atMost: 100) }

  /// Parses a percentage up to a limit.
  fileprivate init?(_ argument: String, atMost limit: Int) {
    let isSigned = argument.utf8.last == UInt8(ascii: "%")
    let parts = argument.dropLast(isSigned ? 1 : 0).split(
      separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let decimals = parts.count == 2 ? String(parts[1]) : "0"
    guard let whole = Self.digits(String(parts[0])), whole <= limit, decimals.utf8.count <= 4,
      let fraction = Self.digits(
        decimals + String(repeating: "0", count: 4 - decimals.utf8.count)),
      parts.count == 1 || !decimals.isEmpty
    else { return nil }
    let share = whole * 10_000 + fraction
    guard share <= limit * 10_000 else { return nil }
    self.init(partsPerMillion: share)
  }

  private static func digits(_ text: String) -> Int? {
    guard !text.isEmpty, text.utf8.count <= 9, text.utf8.allSatisfy(isDigit) else { return nil }
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

/// The allowed growth, in percent of the earlier number: 100% is twice as many.
package struct GrowthLimit: Hashable, Sendable {
  /// The growth: 0 % allows no more than before.
  package let percentage: Percentage
}

extension GrowthLimit: ArgumentValue {
  private static let mostPercent = 1_000_000

  package static var expectation: String {
    "a percentage from 0% to \(mostPercent)% with at most four decimals"
  }

  /// Parses `5%`, `0.5%`, or the same without the sign.
  package init?(argument: String) {
    guard let percentage = Percentage(argument, atMost: Self.mostPercent) else { return nil }
    self.percentage = percentage
  }

  package var argumentText: String? { percentage.description }
}
