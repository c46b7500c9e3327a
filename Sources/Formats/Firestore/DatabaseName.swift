import Scan
import SystemIO

/// The name of a Firestore database, the prefix of its document names: `projects/P/databases/D`.
package struct DatabaseName: Hashable, Sendable, CustomStringConvertible {
  /// The name as given: `projects/P/databases/D`.
  package let description: String

  /// Parses a name; nil if the text is not one.
  package init?(_ text: String) {
    let parts = text.dividedAtSlashes(omittingEmpty: false)
    guard parts.count == 4, parts[0] == "projects", parts[2] == "databases", !parts[1].isEmpty,
      !parts[3].isEmpty
    else { return nil }
    description = text
  }

  /// Splits a document's full name, `projects/P/databases/D/documents/…`, into its database and the
  /// path below it. Any other text is a path, in which a collection may be called `documents`
  /// (Firestore reference, v1, `Document.name`).
  static func divide(_ name: String) -> (database: DatabaseName?, path: Substring) {
    let parts = name.dividedAtSlashes(maxSplits: 5, omittingEmpty: false)
    guard parts.count == 6, parts[4] == "documents",
      let database = DatabaseName(parts[..<4].joined(separator: "/"))
    else { return (nil, name[...]) }
    return (database, parts[5])
  }
}
