import Scan
import SystemIO

/// The name of a Firestore database, as document names begin: `projects/P/databases/D`.
package struct DatabaseName: Hashable, Sendable, CustomStringConvertible {
  package let description: String

  /// Nil where the text is no such name.
  package init?(_ text: String) {
    let parts = text.dividedAtSlashes(omittingEmpty: false)
    guard parts.count == 4, parts[0] == "projects", parts[2] == "databases", !parts[1].isEmpty,
      !parts[3].isEmpty
    else { return nil }
    description = text
  }

  /// Divides a document's full name, `projects/P/databases/D/documents/…`, into its database's and the
  /// path below it; anything else is a path, in which a collection may well be called `documents`
  /// (Firestore reference, v1, `Document.name`).
  static func divide(_ name: String) -> (database: DatabaseName?, path: Substring) {
    let parts = name.dividedAtSlashes(maxSplits: 5, omittingEmpty: false)
    guard parts.count == 6, parts[4] == "documents",
      let database = DatabaseName(parts[..<4].joined(separator: "/"))
    else { return (nil, name[...]) }
    return (database, parts[5])
  }
}
