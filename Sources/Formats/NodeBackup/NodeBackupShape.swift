import JSONText

/// A document as node-firestore-backup writes it: a file of its own, `coll/ID/ID.json`, whose place
/// gives its name, and in it every field with its type (FORMATS §3.8).
///
/// Where the program met a value of a type that it does not know, it wrote that in the place of all
/// fields before it: `{"type":"unknown","value":…}`. Such a document has lost data.
struct NodeBackupShape: DocumentShape {
  var spelling: FieldSpelling { .wrapped }

  func parts(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> DocumentParts {
    var parts = DocumentParts(fields: cursor.offset)
    try cursor.beginObject()
    var isFirst = true
    while try cursor.nextMember(&isFirst) != nil {
      if try !WrappedValue.skip(&cursor) { parts.isWhole = false }
    }
    return parts
  }

  func reasonForRejecting(_ record: Record) -> String {
    record.firstString(of: WrappedValue.typeMember) == WrappedValue.unknownType
      ? "its backup has lost fields: a value of an unknown type stands in their place"
      : "a field of it has no type: it is no document of node-firestore-backup, or has lost fields"
  }

  func identity(
    of record: Record, _ parts: DocumentParts, in path: [String]
  ) -> DocumentIdentity? {
    guard let id = path.last else { return nil }
    var identity = DocumentIdentity(id: id)
    identity.collection = collection(of: record, parts, in: path)
    return identity
  }

  func collection(of record: Record, _ parts: DocumentParts, in path: [String]) -> String? {
    path.count > 1 ? path.dropLast().joined(separator: "/") : nil
  }
}
