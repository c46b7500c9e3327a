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
  ) -> RecordRole {
    guard let key, let wanted else { return .record }
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
    DocumentIdentity(of: record, parts.naming ?? NamingFields(of: record))
  }

  /// The subcollections of a deleted document, which are deleted by nobody.
  func remainder(of record: Record, _ parts: DocumentParts) -> [UInt8]? {
    guard let range = subcollections(of: record) else { return nil }
    return Array("{\"\(Self.subcollections)\":".utf8) + record.text.extracting(range).copied
      + [UInt8(ascii: "}")]
  }

  func conventions(of record: Record, _ parts: DocumentParts) -> any ValueConventions {
    UntaggedConventions(
      hiddenMembers: subcollections(of: record) == nil ? [] : [Self.subcollections])
  }

  /// Where the subcollections of a document stand that has some: objects under their paths.
  private func subcollections(of record: Record) -> Range<Int>? {
    guard record.key != nil, let range = record.firstValue(of: Self.subcollections),
      record.text[range.lowerBound] == UInt8(ascii: "{")
    else { return nil }
    var cursor = JSONCursor(record.text, at: range.lowerBound)
    // The record was read before: it is JSON, and nothing is thrown.
    do throws(JSONSyntaxError) {
      try cursor.beginObject()
      var isFirst = true
      guard let key = try cursor.nextMember(&isFirst), try cursor.kind() == .object else {
        return nil
      }
      return key.string(in: record.text).contains("/") ? range : nil
    } catch {
      return nil
    }
  }
}
