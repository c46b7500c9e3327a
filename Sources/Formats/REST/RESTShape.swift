import Scan
import SystemIO

/// Documents as the REST API has them: `{"name":…,"fields":{…},"createTime":…,"updateTime":…}`
/// (Firestore reference, v1, `Document`).
struct RESTShape: NamedDocumentShape {
  var spelling: FieldSpelling { .typed }

  func parts(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> DocumentParts {
    var parts = DocumentParts()
    let start = cursor.offset
    try cursor.beginObject()
    var isFirst = true
    var isWithoutFields = false
    while let key = try cursor.nextMember(&isFirst) {
      if key.equals(Self.fieldsKey, in: cursor.text) {
        parts.meet(key, 1)
        // Null is as good as nothing in the JSON of protocol buffers, but says that there is a document.
        isWithoutFields = try cursor.kind() == .null
        parts.fields = try parts.object(of: key, &cursor)
      } else if key.equals(Self.nameKey, in: cursor.text) {
        try parts.readName(key, 2, &cursor)
      } else if key.equals(Self.updateTimeKey, in: cursor.text) {
        parts.meet(key, 4)
        parts.updateTime = try parts.string(of: key, &cursor)
      } else if key.equals(Self.createTimeKey, in: cursor.text) {
        parts.meet(key, 8)
        parts.createTime = try parts.string(of: key, &cursor)
      } else {
        parts.meetStranger(key, inObjectAt: start)
        try cursor.skipValue()
      }
    }
    // A parent that only has collections below it is listed by its name alone.
    parts.isDocument =
      parts.fields != nil || parts.createTime != nil || parts.updateTime != nil
      || (parts.name != nil && isWithoutFields)
    return parts
  }

  func identity(
    of record: Record, _ parts: DocumentParts, in path: [String]
  ) -> DocumentIdentity? {
    guard let name = parts.name else { return nil }
    let text = name.string(in: record.text)
    var identity = DocumentIdentity(name: text)
    if identity == nil, !text.isEmpty, !text.hasSlash { identity = DocumentIdentity(id: text) }
    identity?.updateTime = parts.updateTime?.string(in: record.text)
    return identity
  }

  func remark(_ value: Record, in path: [String]) -> DocumentRemark? {
    guard let object = SmallObject(JSONCursor(value.text, at: value.valueStart), memberLimit: 16)
    else { return .stranger }
    if let error = value.firstValue(of: "error"), object.string("name") == nil {
      return .failure(RESTError.summary(value.text, at: error.lowerBound))
    }
    return object.isParent ? nil : .stranger
  }

  /// The members that a document has.
  static let members = ["name", "fields", "createTime", "updateTime"]

  private static let nameKey = Array("name".utf8)
  private static let fieldsKey = Array("fields".utf8)
  private static let createTimeKey = Array("createTime".utf8)
  private static let updateTimeKey = Array("updateTime".utf8)
}

/// Pages of `documents.list`: `{"documents":[…],"nextPageToken":…}`; also documents beside them.
struct RESTPageShape: NamedDocumentShape {
  private let document = RESTShape()

  var spelling: FieldSpelling { document.spelling }
  var hasPages: Bool { true }

  func remark(_ value: Record, in path: [String]) -> DocumentRemark? {
    guard path.count == 1, let key = value.key else { return document.remark(value, in: path) }
    if key.equals(Self.errorKey, in: value.text) {
      return .failure(RESTError.summary(value.text, at: value.valueStart))
    }
    // The last page has no token, or an empty one.
    let isToken =
      key.equals(Self.tokenKey, in: value.text) && value.bytes[0] == UInt8(ascii: "\"")
      && value.valueRange.count > 2
    return isToken ? .continues : nil
  }

  func role(
    of key: JSONString?, _ cursor: JSONCursor, in path: [String], wanted: String?
  ) -> RecordRole {
    switch path.count {
    case 0: cursor.beginsPage ? .container : .record
    case 1:
      key?.equals(Self.documentsKey, in: cursor.text) == true
        && cursor.next == UInt8(ascii: "[") ? .container : .other
    default: .record
    }
  }

  func isKnownByKeys(in path: [String], wanted: String?) -> Bool { path.count == 1 }

  /// The members that a page has.
  static let members = ["documents", "nextPageToken", "error"]

  func parts(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> DocumentParts {
    try document.parts(&cursor)
  }

  func identity(
    of record: Record, _ parts: DocumentParts, in path: [String]
  ) -> DocumentIdentity? { document.identity(of: record, parts, in: path) }

  private static let documentsKey = Array("documents".utf8)
  private static let tokenKey = Array("nextPageToken".utf8)
  private static let errorKey = Array("error".utf8)
}

/// Answers of `runQuery`: `[{"document":{…},"readTime":…},…]`; an element without a document is none.
struct RESTAnswerShape: NamedDocumentShape {
  private let document = RESTShape()

  var spelling: FieldSpelling { document.spelling }

  func parts(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> DocumentParts {
    var parts = DocumentParts(isDocument: false)
    var hasDocument = false
    try cursor.beginObject()
    var isFirst = true
    while let key = try cursor.nextMember(&isFirst) {
      if key.equals(Self.documentKey, in: cursor.text), try cursor.kind() == .object {
        let isSecond = hasDocument
        hasDocument = true
        parts = try document.parts(&cursor)
        if isSecond {
          parts.isDocument = true
          parts.object(to: key, .twice)
        }
      } else {
        try cursor.skipValue()
      }
    }
    return parts
  }

  func identity(
    of record: Record, _ parts: DocumentParts, in path: [String]
  ) -> DocumentIdentity? { document.identity(of: record, parts, in: path) }

  func remark(_ value: Record, in path: [String]) -> DocumentRemark? {
    if let error = value.firstValue(of: "error") {
      return .failure(RESTError.summary(value.text, at: error.lowerBound))
    }
    guard let object = SmallObject(JSONCursor(value.text, at: value.valueStart), memberLimit: 16),
      object.names.allSatisfy(Self.members.contains)
    else { return .stranger }
    guard let document = value.firstValue(of: "document") else { return nil }
    // A document that does not exist is an answer, too.
    let parent = SmallObject(JSONCursor(value.text, at: document.lowerBound), memberLimit: 16)
    return parent?.isParent == true ? nil : .stranger
  }

  /// The members that an answer may have.
  static let members = [
    "document", "readTime", "skippedResults", "transaction", "done", "error", "explainMetrics",
  ]

  private static let documentKey = Array("document".utf8)
}

extension SmallObject {
  /// Whether it is a document that does not exist, and is named for what is below it.
  fileprivate var isParent: Bool {
    count == 1 && string("name").map { DatabaseName.divide($0).database != nil } == true
  }
}

extension JSONCursor {
  /// Whether an empty object begins here, or one whose first key is one that a page has.
  fileprivate var beginsPage: Bool {
    var ahead = self
    do throws(JSONSyntaxError) {
      try ahead.beginObject()
      var isFirst = true
      guard let key = try ahead.nextMember(&isFirst) else { return true }
      return RESTPageShape.members.contains(key.string(in: ahead.text))
    } catch {
      // Read again once more of it is there.
      return false
    }
  }
}
