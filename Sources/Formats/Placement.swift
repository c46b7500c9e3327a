/// Whether a file lies where a document would in a tree that has a file for each.
package enum Placement: Sendable {
  case elsewhere
  /// It lies like one.
  case likely
  /// It lies like one in a tree that is known to have a file for each.
  case certain
}
