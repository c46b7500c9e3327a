/// The most rejects with which a run still publishes: a number, or a share of all records.
package enum RejectLimit: Hashable, Sendable {
  /// This many rejects are allowed.
  case count(Int)
  /// This share of all records is allowed.
  case share(Percentage)

  /// Whether the rejects exceed the limit.
  ///
  /// - Parameter records: all records, rejects included.
  package func isExceeded(rejects: Int, of records: Int) -> Bool {
    switch self {
    case .count(let most): rejects > most
    case .share(let share): share.isExceeded(by: rejects, of: records)
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

  package var argumentText: String? { description }
}

extension RejectLimit: CustomStringConvertible {
  package var description: String {
    switch self {
    case .count(let count): "\(count)"
    case .share(let share): "\(share)"
    }
  }
}
