import Scan
import SystemIO

/// A document as node-firestore-backup writes it: a file of its own, `coll/ID/ID.json`, whose place
/// gives its name, and in it every field with its type (FORMATS §3.8).
///
/// Where the program met a value of a type that it does not know, it wrote that in the place of all
/// fields before it, in the document or in a map: `{"type":"unknown","value":…}`. Such a document has
/// lost data.
struct NodeBackupShape: DocumentShape {
  var spelling: FieldSpelling { .wrapped }

  func parts(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> DocumentParts {
    var parts = DocumentParts(fields: cursor.offset)
    try cursor.beginObject()
    var isFirst = true
    while let key = try cursor.nextMember(&isFirst) {
      let start = cursor.offset
      let finding = try WrappedValue.skip(&cursor)
      if finding.isLost { parts.object(to: key, .lostFields) }
      if finding.isWrapped { continue }
      let value = cursor.text.extracting(start..<cursor.offset)
      let isLoss =
        value.text == "\"\(WrappedValue.unknownType)\""
        && key.string(in: cursor.text) == WrappedValue.typeMember
      parts.object(to: key, isLoss ? .lostFields : .untyped)
    }
    return parts
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

extension DocumentProblem.Fault {
  fileprivate static let lostFields = Self(
    words: "tells of a value of an unknown type: its backup has lost fields")
  fileprivate static let untyped = Self(
    words: "has no type: it is no document of node-firestore-backup, or has lost fields")
}
