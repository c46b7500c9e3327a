/// How many rejects a run may have before it publishes nothing: a number, or a share of all.
package enum RejectLimit: Hashable, Sendable {
  /// So many rejects are still allowed.
  case count(Int)
  /// Such a share of all records is still allowed.
  case share(Percentage)

  /// Whether there are too many rejects among the records read, the rejects included.
  package func isExceeded(rejects: Int, of records: Int) -> Bool {
    switch self {
    case .count(let most): rejects > most
    case .share(let share): share.isExceeded(by: rejects, of: records)
    }
  }
}

extension RejectLimit: ArgumentValue {
  package static var expectation: String { "a whole number, or \(Percentage.expectation)" }

  /// Reads `25`, `5%` or `0.5%`.
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
