import Scan
import SystemIO

/// What a document of an export is called, and what says so.
package struct DocumentIdentity: Sendable, Hashable {
  /// The document's id: the last part of its name.
  package var id: String
  /// The full name, `projects/P/databases/D/documents/…`, where the export gives it.
  package var name: String?
  /// The field that holds it, where one does; it was put there by the exporter.
  package var field: String?
  /// The id that the event's own fields make, where it is another.
  package var contradictedBy: String?

  /// The path of the collection it says that it is in: `users/u/rating_events`; nil where it does
  /// not say.
  package var collection: String?
  /// When it was last changed, spelled as the export spells it.
  package var updateTime: String?

  /// A document that is known by its id alone.
  init(id: String) { self.id = id }

  /// The document of a full name, `projects/P/databases/D/documents/c/id`, or of a path, `c/id`; nil
  /// where it is neither.
  init?(name: String) {
    let bytes = ContiguousArray(name.utf8)
    let text = bytes.span
    guard text.isDocumentName,
      let slash = text.lastOffset(of: UInt8(ascii: "/"), before: text.count)
    else { return nil }
    let start = text.pathStart
    id = text.extracting(slash + 1..<text.count).text
    collection = text.extracting(start..<slash).text
    if start > 0 { self.name = name }
  }

  /// Lends the id and, where the export gives it, the full name, or no bytes, as UTF-8.
  func withName(_ body: (_ id: Span<UInt8>, _ name: Span<UInt8>) -> Void) {
    body(ContiguousArray(id.utf8).span, ContiguousArray((name ?? "").utf8).span)
  }
}

/// What a full name begins with, and what follows the project's id and the database's.
private let projectsStep = Array("projects/".utf8)
private let databasesStep = Array("databases/".utf8)
private let documentsStep = Array("documents/".utf8)

extension Span<UInt8> {
  /// Whether this is the full name, or the path, of a document right in the collection.
  ///
  /// The same as asking `DocumentIdentity` for its collection, without making a string.
  func isName(ofDocumentIn collection: [UInt8]) -> Bool {
    guard let slash = lastOffset(of: UInt8(ascii: "/"), before: count) else { return false }
    let start = pathStart
    guard slash - start == collection.count, slash + 1 < count else { return false }
    for index in collection.indices where self[start + index] != collection[index] { return false }
    return true
  }

  /// Whether this is the full name, or the path, of a document.
  var isDocumentName: Bool {
    var start = pathStart
    var count = 1
    while let slash = firstOffset(of: UInt8(ascii: "/"), from: start) {
      if slash == start { return false }
      count += 1
      start = slash + 1
    }
    return start < self.count && count.isMultiple(of: 2)
  }

  /// Where the path begins that follows the database's name; 0 where no database is named.
  ///
  /// The same as asking `DatabaseName.divide`, without making a string.
  fileprivate var pathStart: Int {
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
