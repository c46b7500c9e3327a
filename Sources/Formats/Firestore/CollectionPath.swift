import Scan
import SystemIO

/// The path of a collection: `rating_events`, or `users/u/rating_events` of a subcollection.
package struct CollectionPath: Sendable, Hashable, CustomStringConvertible {
  /// The names and ids, joined by slashes.
  package let description: String

  /// The path that these words spell; nil where it is none.
  package init?(_ text: String) {
    let steps = text.dividedAtSlashes(omittingEmpty: false)
    guard steps.count % 2 == 1, !steps.contains("") else { return nil }
    description = text
  }

  /// A collection at the root.
  init(root name: String) { description = name }

  /// The collection of the app's ratings.
  package static let ratingEvents = CollectionPath(root: RatingEventReader.collection)
  /// The collection of its jokes.
  package static let jokes = CollectionPath(root: JokeCatalogueReader.collection)
}
