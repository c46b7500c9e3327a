import JSONText

/// Documents as the REST API has them: `{"name":…,"fields":{…},"createTime":…,"updateTime":…}`
/// (Firestore reference, v1, `Document`).
struct RESTShape: DocumentShape {
  var spelling: FieldSpelling { .typed }

  func parts(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> DocumentParts {
    var parts = DocumentParts()
    try cursor.beginObject()
    var isFirst = true
    while let key = try cursor.nextMember(&isFirst) {
      let kind = try cursor.kind()
      if kind == .object, key.equals(Self.fieldsKey, in: cursor.text) {
        parts.fields = cursor.offset
        try cursor.skipValue()
      } else if kind == .string, key.equals(Self.nameKey, in: cursor.text) {
        parts.name = try cursor.string()
      } else if kind == .string, key.equals(Self.updateTimeKey, in: cursor.text) {
        parts.updateTime = try cursor.string()
      } else if kind == .string, key.equals(Self.createTimeKey, in: cursor.text) {
        parts.createTime = try cursor.string()
      } else {
        try cursor.skipValue()
      }
    }
    // A parent that only has collections below it is listed by its name alone.
    parts.isDocument =
      parts.fields != nil || parts.createTime != nil || parts.updateTime != nil
    return parts
  }

  func identity(
    of record: Record, _ parts: DocumentParts, in path: [String]
  ) -> DocumentIdentity? {
    guard let name = parts.name else { return nil }
    var identity = DocumentIdentity(name: name.string(in: record.text))
    identity?.createTime = parts.createTime?.string(in: record.text)
    identity?.updateTime = parts.updateTime?.string(in: record.text)
    return identity
  }

  func collection(of record: Record, _ parts: DocumentParts, in path: [String]) -> String? {
    identity(of: record, parts, in: path)?.collection
  }

  private static let nameKey = Array("name".utf8)
  private static let fieldsKey = Array("fields".utf8)
  private static let createTimeKey = Array("createTime".utf8)
  private static let updateTimeKey = Array("updateTime".utf8)
}

/// Pages of `documents.list`: `{"documents":[…],"nextPageToken":…}`; also documents beside them.
struct RESTPageShape: DocumentShape {
  private let document = RESTShape()

  var spelling: FieldSpelling { document.spelling }

  func role(
    of key: JSONString?, _ cursor: JSONCursor, in path: [String], wanted: String?
  ) -> RecordRole {
    switch path.count {
    case 0: cursor.next == UInt8(ascii: "{") && !cursor.beginsDocument ? .container : .record
    case 1:
      key?.equals(Self.documentsKey, in: cursor.text) == true
        && cursor.next == UInt8(ascii: "[") ? .container : .other
    default: .record
    }
  }

  func parts(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> DocumentParts {
    try document.parts(&cursor)
  }

  func identity(
    of record: Record, _ parts: DocumentParts, in path: [String]
  ) -> DocumentIdentity? { document.identity(of: record, parts, in: path) }

  func collection(of record: Record, _ parts: DocumentParts, in path: [String]) -> String? {
    document.collection(of: record, parts, in: path)
  }

  private static let documentsKey = Array("documents".utf8)
}

/// Answers of `runQuery`: `[{"document":{…},"readTime":…},…]`; an element without a document is none.
struct RESTAnswerShape: DocumentShape {
  private let document = RESTShape()

  var spelling: FieldSpelling { document.spelling }

  func parts(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> DocumentParts {
    var parts = DocumentParts(isDocument: false)
    try cursor.beginObject()
    var isFirst = true
    while let key = try cursor.nextMember(&isFirst) {
      if key.equals(Self.documentKey, in: cursor.text), try cursor.kind() == .object {
        parts = try document.parts(&cursor)
      } else {
        try cursor.skipValue()
      }
    }
    return parts
  }

  func identity(
    of record: Record, _ parts: DocumentParts, in path: [String]
  ) -> DocumentIdentity? { document.identity(of: record, parts, in: path) }

  func collection(of record: Record, _ parts: DocumentParts, in path: [String]) -> String? {
    document.collection(of: record, parts, in: path)
  }

  private static let documentKey = Array("document".utf8)
}

extension JSONCursor {
  /// Whether the object that begins here has a document's name for its first key.
  fileprivate var beginsDocument: Bool {
    var ahead = self
    do throws(JSONSyntaxError) {
      try ahead.beginObject()
      var isFirst = true
      guard let key = try ahead.nextMember(&isFirst) else { return false }
      return ["name", "fields", "createTime", "updateTime"].contains(key.string(in: ahead.text))
    } catch {
      // Read again once more of it is there.
      return true
    }
  }
}
