/// How many rejects a run may have before it publishes nothing: a number, or a share of all.
package enum RejectLimit: Hashable, Sendable {
  /// So many rejects are still allowed.
  case count(Int)
  /// So many rejects in a million records are still allowed; a percent is 10,000.
  case partsPerMillion(Int)

  /// Whether there are too many rejects among the records read, the rejects included.
  ///
  /// Computed in whole numbers, so that exactly 0.1 % of 1,000 is never too many.
  package func isExceeded(rejects: Int, of records: Int) -> Bool {
    switch self {
    case .count(let most): return rejects > most
    case .partsPerMillion(let share):
      let found = rejects.multipliedFullWidth(by: 1_000_000)
      let allowed = records.multipliedFullWidth(by: share)
      return (found.high, found.low) > (allowed.high, allowed.low)
    }
  }
}

extension RejectLimit: ArgumentValue {
  package static var expectation: String {
    "a whole number, or a percentage from 0% to 100% with at most four decimals"
  }

  /// Reads `25`, `5%` or `0.5%`.
  package init?(argument: String) {
    guard argument.utf8.last == UInt8(ascii: "%") else {
      guard let count = Int(argument: argument), count >= 0 else { return nil }
      self = .count(count)
      return
    }
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
    self = .partsPerMillion(share)
  }

  package var argumentText: String? { description }

  private static func digits(_ text: String) -> Int? {
    guard !text.isEmpty, text.utf8.count <= 9,
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int(text)
  }
}

extension RejectLimit: CustomStringConvertible {
  package var description: String {
    switch self {
    case .count(let count): return "\(count)"
    case .partsPerMillion(let share):
      if share % 10_000 == 0 { return "\(share / 10_000)%" }
      var decimals = String(share % 10_000 + 10_000).dropFirst()
      while decimals.last == "0" { decimals.removeLast() }
      return "\(share / 10_000).\(decimals)%"
    }
  }
}
