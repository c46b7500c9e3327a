import Scan
import SystemIO

/// Documents as node-firestore-import-export writes them: each is its fields and the member
/// `__collections__`, in which its subcollections stand by name; the root is such a document too.
///
///     {"__collections__":{"rating_events":{ID:{…,"__collections__":{}}}}}
struct ImportExportShape: DocumentShape {
  var spelling: FieldSpelling { .plain }

  /// What stands on a level: a document's members, its collections, a collection's documents.
  private enum Level: Int {
    case document, collections, collection
  }

  func role(
    of key: JSONString?, _ cursor: JSONCursor, in path: [String], wanted: String?
  ) -> RecordRole {
    let isObject = cursor.next == UInt8(ascii: "{")
    switch Level(rawValue: path.count % 3) {
    case .document:
      guard key?.equals(ImportExportDocument.collectionsKey, in: cursor.text) == true else {
        return .other
      }
      return isObject ? .container : .record
    case .collections: return isObject ? .container : .record
    case .collection, nil:
      guard let wanted, isObject, !Self.isPath(path, of: wanted) else { return .record }
      return .otherDocument
    }
  }

  func isKnownByKeys(in path: [String], wanted: String?) -> Bool {
    // Of documents there may be any number, and which of two counts is not for the reader to say.
    Level(rawValue: path.count % 3) != .collection
  }

  func parts(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> DocumentParts {
    try ImportExportDocument.parts(&cursor)
  }

  func identity(
    of record: Record, _ parts: DocumentParts, in path: [String]
  ) -> DocumentIdentity? {
    guard let key = record.key else { return nil }
    var identity = DocumentIdentity(id: key.string(in: record.text))
    identity.collection = Self.names(path).joined(separator: "/")
    return identity
  }

  func remainder(of record: Record, _ parts: DocumentParts) -> [UInt8]? {
    ImportExportDocument.remainder(of: record)
  }

  /// A document at the root has its own fields beside its collections.
  func remark(_ value: Record, in path: [String]) -> DocumentRemark? {
    path.isEmpty ? .beside(ImportExportDocument.collections) : nil
  }

  var nestedMember: String? { ImportExportDocument.collections }

  func conventions(of record: Record, _ parts: DocumentParts) -> any ValueConventions {
    ImportExportConventions()
  }

  func inner(of record: Record, in path: [String]) -> [InnerDocument] {
    ImportExportDocument.inner(of: record, in: path)
  }

  /// The collections and ids that lead to a collection.
  private static func names(_ path: [String]) -> [String] {
    path.indices.filter { $0 % 3 != 0 }.map { path[$0] }
  }

  private static func isPath(_ path: [String], of wanted: String) -> Bool {
    // Nearly all of them are at the root.
    if path.count == 2 { return path[1].utf8.elementsEqual(wanted.utf8) }
    return names(path).joined(separator: "/").utf8.elementsEqual(wanted.utf8)
  }
}

/// One collection as node-firestore-import-export writes it: `{ID:{…,"__collections__":{}}}`, without
/// its name; so what is below its documents is known by its id alone, too.
struct ImportExportCollectionShape: DocumentShape {
  var spelling: FieldSpelling { .plain }

  func parts(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> DocumentParts {
    try ImportExportDocument.parts(&cursor)
  }

  func identity(
    of record: Record, _ parts: DocumentParts, in path: [String]
  ) -> DocumentIdentity? {
    record.key.map { DocumentIdentity(id: $0.string(in: record.text)) }
  }

  func remainder(of record: Record, _ parts: DocumentParts) -> [UInt8]? {
    ImportExportDocument.remainder(of: record)
  }

  var nestedMember: String? { ImportExportDocument.collections }

  func conventions(of record: Record, _ parts: DocumentParts) -> any ValueConventions {
    ImportExportConventions()
  }

  func inner(of record: Record, in path: [String]) -> [InnerDocument] {
    ImportExportDocument.inner(of: record, in: path)
  }
}

/// What both shapes know of a document.
enum ImportExportDocument {
  static let collections = "__collections__"
  static let collectionsKey = Array(collections.utf8)

  static func parts(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> DocumentParts {
    var parts = DocumentParts(fields: cursor.offset)
    var (hasFields, hasCollections) = (false, false)
    try cursor.beginObject()
    var isFirst = true
    while let key = try cursor.nextMember(&isFirst) {
      if key.equals(collectionsKey, in: cursor.text) {
        hasCollections = hasCollections || cursor.holdsMembers
        parts.meet(key, 1)
        _ = try parts.object(of: key, &cursor)
      } else {
        hasFields = true
        try cursor.skipValue()
      }
    }
    // A parent that does not exist has nothing but collections below it.
    parts.isDocument = hasFields || !hasCollections || parts.problem != nil
    return parts
  }

  /// The documents right below a document.
  static func inner(of record: Record, in path: [String]) -> [InnerDocument] {
    guard let key = record.key, let range = record.firstValue(of: collections) else { return [] }
    return InnerDocument.all(
      inCollectionsAt: range.lowerBound, of: record,
      below: path + [key.string(in: record.text), collections])
  }

  /// The subcollections of a deleted document, which are deleted by nobody.
  static func remainder(of record: Record) -> [UInt8]? {
    guard let range = record.firstValue(of: collections),
      JSONCursor(record.text, at: range.lowerBound).holdsMembers
    else { return nil }
    return Array("{\"\(collections)\":".utf8) + record.text.extracting(range).copied
      + [UInt8(ascii: "}")]
  }
}

extension JSONCursor {
  /// Whether an object begins here that is not empty.
  fileprivate var holdsMembers: Bool {
    guard next == UInt8(ascii: "{") else { return false }
    var ahead = self
    ahead.offset += 1
    ahead.skipWhitespace()
    return ahead.next == UInt8(ascii: "\"")
  }
}
