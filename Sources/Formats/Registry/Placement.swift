/// Whether the path of a file is that of a document in a tree with a file for each.
package enum Placement: Sendable {
  case elsewhere
  /// The path has the form of a document's.
  case likely
  /// The path has that form, in a tree known to have a file for each document.
  case certain
}
