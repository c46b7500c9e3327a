import ByteIO
import JSONText

/// Documents as plain JSON: the fields are the members of the record's object, and the id is its key
/// or one of them.
///
/// An object of documents may stand under its collection's name, as firestore-tools, labbots and
/// dalenguyen's firestore-export-import write it; a subcollection then stands in its parent, under
/// its own name, or with its path as key under `subCollection`.
struct PlainShape: DocumentShape {
  /// The member in which dalenguyen's exporter puts a document's subcollections.
  static let subcollections = "subCollection"

  var spelling: FieldSpelling { .plain }
  var isFlat: Bool { true }

  func role(
    of key: JSONString?, _ cursor: JSONCursor, in path: [String], wanted: String?
  ) throws(JSONSyntaxError) -> RecordRole {
    guard let key else { return .record }
    guard let wanted else {
      guard path.isEmpty, try cursor.holdsOnlyObjects() else { return .record }
      return try Self.isRemainder(cursor) ? .record : .container
    }
    let isObject = cursor.next == UInt8(ascii: "{")
    if path.isEmpty {
      if key.equals(Array(wanted.utf8), in: cursor.text), cursor.holdsObjects { return .container }
      let isOnTheWay = wanted.utf8.contains(UInt8(ascii: "/")) && isObject
      return isOnTheWay && key.string(in: cursor.text) == wanted.split(separator: "/")[0]
        ? .container : .record
    }
    if path.last == wanted { return .record }
    return role(of: key.string(in: cursor.text), isObject: isObject, in: path, wanted)
  }

  /// What a member is on the way to a subcollection.
  private func role(
    of key: String, isObject: Bool, in path: [String], _ wanted: String
  ) -> RecordRole {
    if path.last == Self.subcollections { return key == wanted && isObject ? .container : .other }
    let steps = wanted.split(separator: "/")
    if path.count >= steps.count { return .record }
    let isDocument = path.count % 2 == 0
    let leadsOn = key == steps[path.count] || (isDocument && key == Self.subcollections)
    return leadsOn && isObject ? .container : .other
  }

  func parts(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> DocumentParts {
    let start = cursor.offset
    try cursor.skipValue()
    return DocumentParts(fields: start)
  }

  func identity(
    of record: Record, _ parts: DocumentParts, in path: [String]
  ) -> DocumentIdentity? {
    var identity = DocumentIdentity(of: record, parts.naming ?? NamingFields(of: record))
    if identity?.collection == nil { identity?.collection = Self.collection(at: path) }
    return identity
  }

  /// The collection that the keys around a document lead to; nil where there are none.
  private static func collection(at path: [String]) -> String? {
    if path.dropLast().last == subcollections { return path.last }
    return path.isEmpty ? nil : path.joined(separator: "/")
  }

  /// The subcollections of a deleted document, which are deleted by nobody.
  func remainder(of record: Record, _ parts: DocumentParts) -> [UInt8]? {
    guard let range = subcollections(of: record) else { return nil }
    return Array("{\"\(Self.subcollections)\":".utf8) + record.text.extracting(range).copied
      + [UInt8(ascii: "}")]
  }

  func isRemainder(_ record: Record) -> Bool {
    // The record was read before: it is JSON, and nothing is thrown.
    do throws(JSONSyntaxError) {
      return try Self.isRemainder(JSONCursor(record.text, at: record.valueStart))
    } catch {
      return false
    }
  }

  /// Whether the object that begins here has nothing but subcollections.
  private static func isRemainder(_ cursor: JSONCursor) throws(JSONSyntaxError) -> Bool {
    var ahead = cursor
    var isFirst = true
    try ahead.beginObject()
    guard let key = try ahead.nextMember(&isFirst), key.string(in: ahead.text) == subcollections,
      try holdsPaths(ahead)
    else { return false }
    try ahead.skipValue()
    return try ahead.nextMember(&isFirst) == nil
  }

  func inner(of record: Record, in path: [String]) -> [InnerDocument] {
    guard let key = record.key, let range = subcollections(of: record) else { return [] }
    return InnerDocument.all(
      inCollectionsAt: range.lowerBound, of: record,
      below: path + [key.string(in: record.text), Self.subcollections])
  }

  func conventions(of record: Record, _ parts: DocumentParts) -> any ValueConventions {
    if record.key == nil, record.isPrinted { return PrintedConventions() }
    return UntaggedConventions(
      hiddenMembers: subcollections(of: record) == nil ? [] : [Self.subcollections])
  }

  /// Where the subcollections of a document stand that has some: objects under their paths.
  private func subcollections(of record: Record) -> Range<Int>? {
    guard record.key != nil, let range = record.firstValue(of: Self.subcollections) else {
      return nil
    }
    // The record was read before: it is JSON, and nothing is thrown.
    do throws(JSONSyntaxError) {
      return try Self.holdsPaths(JSONCursor(record.text, at: range.lowerBound)) ? range : nil
    } catch {
      return nil
    }
  }

  /// Whether an object begins here whose first member is an object under a path.
  private static func holdsPaths(_ cursor: JSONCursor) throws(JSONSyntaxError) -> Bool {
    guard cursor.next == UInt8(ascii: "{") else { return false }
    var ahead = cursor
    var isFirst = true
    try ahead.beginObject()
    guard let key = try ahead.nextMember(&isFirst), try ahead.kind() == .object else {
      return false
    }
    return key.string(in: ahead.text).contains("/")
  }
}

extension Record {
  /// Whether its first member is the name that `read-export --plain` prints.
  fileprivate var isPrinted: Bool {
    var cursor = JSONCursor(text, at: valueStart)
    var isFirst = true
    // The record was read before: it is JSON, and nothing is thrown.
    do throws(JSONSyntaxError) {
      try cursor.beginObject()
      guard let key = try cursor.nextMember(&isFirst) else { return false }
      let kind = try cursor.kind()
      return kind == .string && key.string(in: text) == NamingFields.reservedName
    } catch {
      return false
    }
  }
}
