import JSONText

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
        if try cursor.kind() == .object {
          try Self.readPath(&cursor, into: &parts)
        } else {
          _ = try parts.object(of: key, &cursor)
        }
      } else {
        try cursor.skipValue()
      }
    }
    return parts
  }

  private static func readPath(
    _ cursor: inout JSONCursor, into parts: inout DocumentParts
  ) throws(JSONSyntaxError) {
    try cursor.beginObject()
    var isFirst = true
    while let key = try cursor.nextMember(&isFirst) {
      if key.equals(pathKey, in: cursor.text) {
        try parts.readName(key, 2, &cursor)
      } else {
        try cursor.skipValue()
      }
    }
  }

  func conventions(of record: Record, _ parts: DocumentParts) -> any ValueConventions {
    UntaggedConventions(hiddenMembers: [Self.keyMember])
  }
}
