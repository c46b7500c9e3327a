import Scan
import SystemIO

/// Plain JSON documents: the fields are the members of the record's object, and the ID is its key
/// or one of the fields.
///
/// An object of documents may be keyed by its collection's name, as in the output of
/// firestore-tools, labbots and dalenguyen's firestore-export-import. A subcollection is then in
/// its parent, keyed by its name, or by its path under `subCollection`.
extension DocumentLayout {
  /// The identity by the record's key, or else one of the usual naming fields, or else the app's ID
  /// for device, joke and week. Nil if there is none.
  func fieldsIdentity(
    of record: Record, _ parts: DocumentParts, in path: [String]
  ) -> DocumentIdentity? {
    let naming = parts.naming ?? NamingFields(of: record)
    var (id, name) = (String?.none, String?.none)
    naming.withName(of: record) { said, full, _ in
      id = said.text
      if !full.isEmpty { name = full.text }
    }
    guard let id else { return nil }
    return DocumentIdentity(
      id: id, name: name,
      collection: naming.collection(in: record.text) ?? namedCollection(at: path))
  }

  /// The collection at a path; nil at the root.
  private func namedCollection(at path: [String]) -> String? {
    if path.isEmpty { return nil }
    return isNestedMember(path.dropLast().last) ? path.last : path.joined(separator: "/")
  }

  private func isNestedMember(_ key: String?) -> Bool {
    nestedMember.map { $0.description == key } ?? false
  }

  func plainConventions(of record: Record) -> ValueConventions {
    if record.key == nil {
      return ValueConventions(record.isPrinted ? .printed : tags)
    }
    let hidden = nestedMember.map { nested(in: record, $0).isEmpty ? [] : [$0] }
    return ValueConventions(tags, hiding: hidden ?? [])
  }

  // MARK: Collections under their names

  func namedRole(
    of key: JSONString?, _ cursor: JSONCursor, in path: [String], wanted: String?,
    documentLimit: Int
  ) throws(JSONSyntaxError) -> RecordRole {
    guard let key else { return .record }
    guard let wanted else {
      guard path.isEmpty else { return .record }
      return try isOtherCollection(cursor, documentLimit: documentLimit) ? .container : .record
    }
    let isObject = cursor.next == UInt8(ascii: "{")
    if path.isEmpty {
      if key.equals(Array(wanted.utf8), in: cursor.text), cursor.holdsObjects { return .container }
      let isOnTheWay = wanted.utf8.contains(UInt8(ascii: "/")) && isObject
      return isOnTheWay && key.string(in: cursor.text).hasBytes(of: wanted.dividedAtSlashes()[0])
        ? .container : .record
    }
    if path.count == 1, path[0].hasBytes(of: wanted) { return .record }
    if !path[0].hasBytes(of: wanted.dividedAtSlashes()[0]) {
      return try otherRole(of: key, cursor, level: path.count - 1)
    }
    if path.last?.hasBytes(of: wanted) == true { return .record }
    return role(of: key.string(in: cursor.text), isObject: isObject, in: path, wanted)
  }

  /// Whether a collection begins here, rather than a document or the subcollections of a deleted
  /// one.
  func isOtherCollection(
    _ cursor: JSONCursor, documentLimit: Int
  ) throws(JSONSyntaxError) -> Bool {
    guard try cursor.holdsOnlyObjects(documentLimit: documentLimit) else { return false }
    return try !isRemainder(cursor, documentLimit: documentLimit)
  }

  /// The role of a member on the way to a subcollection.
  private func role(
    of key: String, isObject: Bool, in path: [String], _ wanted: String
  ) -> RecordRole {
    if isNestedMember(path.last) {
      return key.hasBytes(of: wanted) && isObject ? .container : .other
    }
    let steps = wanted.dividedAtSlashes()
    if path.count >= steps.count { return .record }
    let isDocument = path.count % 2 == 0
    let leadsOn = key.hasBytes(of: steps[path.count]) || (isDocument && isNestedMember(key))
    return leadsOn && isObject ? .container : .other
  }

  /// The role of a value in another collection, which is traversed if it is too large for memory.
  private func otherRole(
    of key: JSONString, _ cursor: JSONCursor, level: Int
  ) throws(JSONSyntaxError) -> RecordRole {
    // The level below a collection is its documents.
    try TreeLevel(depth: level + 2).role(
      of: key, cursor, in: self, document: .otherDocument, stray: .other)
  }

  func isNamedByKeys(in path: [String], wanted: String?) -> Bool {
    guard let first = path.first else { return true }
    if isNestedMember(path.last) { return true }
    // On the way to a subcollection, only containers that lead to it are entered.
    guard let wanted, wanted.utf8.contains(UInt8(ascii: "/")) else { return false }
    return first.hasBytes(of: wanted.dividedAtSlashes()[0])
  }

  // MARK: Subcollections of deleted documents

  /// Whether the record only has the subcollections of a deleted or missing document. For flat
  /// documents with only objects.
  func isRemainder(_ record: Record) -> Bool {
    guard case .named(let limit) = arrangement else { return false }
    // The record was parsed before, so nothing throws.
    do throws(JSONSyntaxError) {
      return try isRemainder(JSONCursor(record.text, at: record.valueStart), documentLimit: limit)
    } catch {
      return false
    }
  }

  /// Whether the object at the cursor only has subcollections.
  ///
  /// An object larger than any document is not read to its end.
  private func isRemainder(
    _ cursor: JSONCursor, documentLimit: Int
  ) throws(JSONSyntaxError) -> Bool {
    guard let nestedMember else { return false }
    var ahead = cursor
    var isEmpty = true
    try ahead.beginObject()
    do throws(JSONSyntaxError) {
      while let key = try ahead.nextMember() {
        guard key.equals(nestedMember, in: ahead.text), try nests(ahead) else { return false }
        try ahead.skipValue()
        isEmpty = false
      }
      return !isEmpty
    } catch {
      guard error.isIncomplete, cursor.text.count - cursor.offset > documentLimit else {
        throw error
      }
      return true
    }
  }
}

extension Record {
  /// Whether its first member is the name that `read-export --plain` prints.
  fileprivate var isPrinted: Bool {
    var members = ObjectMembers(of: text, at: valueStart)
    guard let (key, value) = members.next() else { return false }
    return key.equals(NamingFields.reservedName, in: text)
      && text[value.lowerBound] == UInt8(ascii: "\"")
  }
}
