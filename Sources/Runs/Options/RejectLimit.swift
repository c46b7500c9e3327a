import Scan

/// The most rejects with which a run still publishes: a number, or a share of all records.
package enum RejectLimit: Hashable, Sendable {
  /// This many rejects are allowed.
  case count(Int)
  /// This share of all records is allowed.
  case share(Percentage)

  /// The rejects beside the limit.
  ///
  /// - Parameter records: all records, rejects included.
  package func reading(rejects: Int, of records: Int) -> GuardReading {
    switch self {
    case .count(let most):
      GuardReading(
        "--max-rejects", rejects, most: most, "of \(Amount.count(records, of: "record")) rejected")
    case .share(let share):
      GuardReading("--max-rejects", rejects, of: records, "records rejected", most: share)
    }
  }
}

extension RejectLimit: ArgumentValue {
  package static var expectation: String { "a whole number, or \(Percentage.expectation)" }

  /// Parses `25`, `5%` or `0.5%`.
  package init?(argument: String) {
    if argument.utf8.last == UInt8(ascii: "%"), let share = Percentage(argument: argument) {
      self = .share(share)
    } else if let count = Int(argument: argument), count >= 0 {
      self = .count(count)
    } else {
      return nil
    }
  }
}

extension RejectLimit: CustomStringConvertible {
  package var description: String {
    switch self {
    case .count(let count): "\(count)"
    case .share(let share): "\(share)"
    }
  }
}
