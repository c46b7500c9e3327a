import Scan

/// What a guard measured, and its limit.
///
/// Noted before the guard decides: the page shows all guards, not only one that stopped the run.
package struct GuardReading: Sendable {
  /// The option that sets the limit, as in `--max-rejects`.
  let option: String
  /// What was measured, in words.
  let measured: String
  /// The limit, in words.
  let limit: String
  /// Whether the guard stopped the run.
  package let isExceeded: Bool
  /// The share of the limit that was reached, in thousandths; nil if it has no such share.
  let permille: Int?

  package init(
    _ option: String, _ measured: String, limit: String, isExceeded: Bool, permille: Int? = nil
  ) {
    (self.option, self.measured, self.limit) = (option, measured, limit)
    (self.isExceeded, self.permille) = (isExceeded, permille)
  }

  /// A reading of a guard that allows a share of a whole.
  package init(
    _ option: String, _ part: Int, of whole: Int, _ things: String, most limit: Percentage
  ) {
    let isExceeded = limit.isExceeded(by: part, of: whole)
    let reached = Bar.share(
      Self.product(part, 1_000_000), of: Self.product(whole, limit.partsPerMillion), in: 1000)
    self.init(
      option, "\(Amount.count(part)) of \(Amount.count(whole)) \(things)", limit: "\(limit)",
      isExceeded: isExceeded, permille: isExceeded ? 1000 : reached)
  }

  /// A reading of a guard that allows a number.
  package init(_ option: String, _ count: Int, most limit: Int, _ things: String) {
    let isExceeded = count > limit
    self.init(
      option, "\(Amount.count(count)) \(things)", limit: Amount.count(limit),
      isExceeded: isExceeded,
      permille: isExceeded ? 1000 : Bar.share(count, of: limit, in: 1000))
  }

  private static func product(_ one: Int, _ other: Int) -> Int {
    let (product, isTooLarge) = one.multipliedReportingOverflow(by: other)
    return isTooLarge ? .max : product
  }
}
