/// The name of a Firestore database, as document names begin: `projects/P/databases/D`.
package struct DatabaseName: Hashable, Sendable, CustomStringConvertible {
  package let description: String

  /// Nil where the text is no such name.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == "projects", parts[2] == "databases", !parts[1].isEmpty,
      !parts[3].isEmpty
    else { return nil }
    description = text
  }
}
