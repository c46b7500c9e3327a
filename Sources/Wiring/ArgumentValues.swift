import Console
package import Formats
package import Jokes

extension DatabaseName: ArgumentValue {
  package static var expectation: String { "a name like projects/P/databases/D" }
  package init?(argument: String) { self.init(argument) }
  package var argumentText: String? { description }
}

extension UnexpectedRatingPolicy: ArgumentValue {}

extension RatingScale: ArgumentValue {}

extension RankingDocument.Shape: ArgumentValue {}
