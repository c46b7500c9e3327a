package import Jokes

/// Words for ratings in reports and warnings.
extension RatingReading {
  /// The label that the rating is counted under.
  package var label: String {
    switch self {
    case .rating(let rating): String(rating.rawValue)
    case .unexpected(let label): label
    }
  }

  /// The message for an unexpected rating with this label.
  package static func complaint(about label: String) -> String {
    label == "missing"
      ? "the rating is missing" : "the rating is \(label), not a whole number from 1 to 5"
  }
}
