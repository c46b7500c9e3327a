import Scan

/// Documents as the Python program leveldb-export writes them: the fields, and in `_key` the
/// document's path.
struct LevelDBExportShape: NamedDocumentShape {
  static let keyMember = "_key"
  private static let keyKey = Array(keyMember.utf8)
  private static let pathKey = Array("path".utf8)

  var spelling: FieldSpelling { .plain }

  func parts(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> DocumentParts {
    var parts = DocumentParts(fields: cursor.offset)
    try cursor.beginObject()
    var isFirst = true
    while let key = try cursor.nextMember(&isFirst) {
      if key.equals(Self.keyKey, in: cursor.text) {
        parts.meet(key, 1)
        try parts.readName(of: key, in: Self.pathKey, 2, &cursor)
      } else {
        try cursor.skipValue()
      }
    }
    return parts
  }

  func conventions(of record: Record, _ parts: DocumentParts) -> any ValueConventions {
    UntaggedConventions(hiddenMembers: [Self.keyMember])
  }
}
