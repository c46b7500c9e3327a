import JSONText

/// Documents as plain JSON: the fields are the members of the record's object, and the id is its key
/// or one of them.
struct PlainShape: DocumentShape {
  var spelling: FieldSpelling { .plain }
  var isFlat: Bool { true }

  func role(
    of key: JSONString?, _ cursor: JSONCursor, in path: [String], wanted: String?
  ) throws(JSONSyntaxError) -> RecordRole {
    guard path.isEmpty, let key else { return .record }
    guard let wanted else { return try cursor.holdsOnlyObjects() ? .container : .record }
    return key.equals(Array(wanted.utf8), in: cursor.text) && cursor.holdsObjects
      ? .container : .record
  }

  func parts(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> DocumentParts {
    let start = cursor.offset
    try cursor.skipValue()
    return DocumentParts(fields: start)
  }

  func identity(
    of record: Record, _ parts: DocumentParts, in path: [String]
  ) -> DocumentIdentity? {
    var identity = DocumentIdentity(of: record)
    if identity?.collection == nil { identity?.collection = path.last }
    return identity
  }
}
