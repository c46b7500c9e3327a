import Scan
import SystemIO

/// The path of a collection, such as `rating_events` or, for a subcollection,
/// `users/u/rating_events`.
package struct CollectionPath: Sendable, Hashable, CustomStringConvertible {
  /// The names and IDs, joined by slashes.
  package let description: String

  /// Parses a path; nil if the text is not one.
  package init?(_ text: String) {
    let steps = text.dividedAtSlashes(omittingEmpty: false)
    guard steps.count % 2 == 1, !steps.contains("") else { return nil }
    description = text
  }

  /// Creates the path of a root collection.
  init(root name: String) { description = name }

  /// The collection of the app's ratings.
  package static let ratingEvents = CollectionPath(root: RatingEventDocument.collection)
  /// The collection of the app's jokes.
  package static let jokes = CollectionPath(root: JokeDocument.collection)
}
