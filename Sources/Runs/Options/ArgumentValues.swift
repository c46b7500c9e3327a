package import Formats
package import Jokes

// The values of options that other modules declare.
extension DatabaseName: ArgumentValue {
  package static var expectation: String { "a name like projects/P/databases/D" }
  package init?(argument: String) { self.init(argument) }
  package var argumentText: String? { description }
}

extension UnexpectedRatingPolicy: ArgumentValue {}

extension RatingScale: ArgumentValue {}

extension BinaryRating: ArgumentValue {}

extension VotePolicy: ArgumentValue {}

extension ISOWeek: ArgumentValue {
  package static var expectation: String { "a week of ISO 8601, as in '2026-W07'" }
  package init?(argument: String) { self.init(argument) }
}

extension JokeCategory: ArgumentValue {}

extension CollectionPath: ArgumentValue {
  package static var expectation: String { "the path of a collection, as rating_events" }
  package init?(argument: String) { self.init(argument) }
  package var argumentText: String? { description }
}
