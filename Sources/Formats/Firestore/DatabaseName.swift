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
    let start = name.withUTF8Bytes { $0.pathStart }
    let database = name.utf8.prefix(max(0, start - "/documents/".utf8.count))
    return (DatabaseName(String(Substring(database))), Substring(name.utf8.dropFirst(start)))
  }
}

/// The fixed parts of a full name.
private let projectsStep = Array("projects/".utf8)
private let databasesStep = Array("databases/".utf8)
private let documentsStep = Array("documents/".utf8)

extension Span<UInt8> {
  /// The offset of the path after the database name; 0 without a database name.
  var pathStart: Int {
    guard begins(with: projectsStep) else { return 0 }
    let project = projectsStep.count
    guard let projectEnd = firstOffset(of: UInt8(ascii: "/"), from: project),
      projectEnd > project, extracting(projectEnd + 1..<count).begins(with: databasesStep)
    else { return 0 }
    let database = projectEnd + 1 + databasesStep.count
    guard let databaseEnd = firstOffset(of: UInt8(ascii: "/"), from: database),
      databaseEnd > database, extracting(databaseEnd + 1..<count).begins(with: documentsStep)
    else { return 0 }
    return databaseEnd + 1 + documentsStep.count
  }
}
