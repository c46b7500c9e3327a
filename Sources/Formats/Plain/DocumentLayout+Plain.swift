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
      collection: naming.collection(of: record) ?? namedCollection(at: path))
  }

  /// The collection at a path; nil at the root.
  private func namedCollection(at path: [String]) -> String? {
    if path.isEmpty { return nil }
    // A document at the root may have one, too.
    if isNestedMember(path.dropLast().last) { return path.last }
    return names(of: path).joined(separator: "/")
  }

  private func isNestedMember(_ key: String?) -> Bool {
    nestedMember.map { $0.description == key } ?? false
  }

  func plainConventions(of record: Record) -> ValueConventions {
    if record.key == nil {
      return ValueConventions(record.isPrinted ? .printed : tags)
    }
    let hidden = nested(in: record).isEmpty ? nil : nestedMember
    return ValueConventions(tags, hiding: hidden.map { [$0] } ?? [])
  }

  // MARK: Collections under their names

  func namedRole(
    of key: JSONString?, _ cursor: JSONCursor, in path: [String], wanted: String?
  ) throws(JSONSyntaxError) -> RecordRole {
    guard let key else { return .record }
    guard let wanted else {
      guard path.isEmpty else { return .record }
      return try isOtherCollection(cursor) ? .container : .record
    }
    if path.isEmpty {
      // A document of that ID has other values, too.
      guard cursor.holdsObjects else { return .record }
      return key.equals(Array(wanted.utf8), in: cursor.text)
        || key.string(in: cursor.text).hasBytes(of: wanted.dividedAtSlashes()[0])
        ? .container : .record
    }
    if path.count == 1, path[0].hasBytes(of: wanted) { return .record }
    if !path[0].hasBytes(of: wanted.dividedAtSlashes()[0]) {
      // Another collection, too large for memory: its documents are the level below it.
      return try TreeLevel(depth: path.count + 1).role(
        of: key, cursor, in: self, document: .otherDocument, stray: .other)
    }
    if path.last?.hasBytes(of: wanted) == true { return .record }
    return try role(of: key, cursor, onTheWayIn: path, wanted)
  }

  /// Whether a collection begins here, rather than a document or the subcollections of a deleted
  /// one: an object with nothing but objects, not all of which are subcollections.
  ///
  /// An object larger than any document is not read to its end.
  func isOtherCollection(_ cursor: JSONCursor) throws(JSONSyntaxError) -> Bool {
    guard case .named(let documentLimit) = arrangement, cursor.next == UInt8(ascii: "{") else {
      return false
    }
    var ahead = cursor
    var holdsDocuments = false
    do throws(JSONSyntaxError) {
      try ahead.beginObject()
      while let key = try ahead.nextMember() {
        guard try ahead.kind() == .object else { return false }
        var isNested = false
        if let nestedMember, key.equals(nestedMember, in: ahead.text) {
          isNested = try nests(ahead)
        }
        if !isNested { holdsDocuments = true }
        try ahead.skipValue()
      }
    } catch {
      guard error.isIncomplete, cursor.text.count - cursor.offset > documentLimit else {
        throw error
      }
    }
    return holdsDocuments
  }

  /// The role of a member on the way to a subcollection, or below a document that is not on it.
  private func role(
    of key: JSONString, _ cursor: JSONCursor, onTheWayIn path: [String], _ wanted: String
  ) throws(JSONSyntaxError) -> RecordRole {
    let names = names(of: path)
    let level: TreeLevel =
      isNestedMember(path.last) ? .collection : names.count % 2 == 1 ? .document : .member
    if level == .document {
      if names.joined(separator: "/").hasBytes(of: wanted) { return .record }
    } else if cursor.next == UInt8(ascii: "{"),
      leads(self.names(of: path + [key.string(in: cursor.text)]), to: wanted)
    {
      return .container
    }
    return try level.role(of: key, cursor, in: self, document: .otherDocument, stray: .record)
  }

  /// Whether these are the first names of the path of the wanted collection.
  private func leads(_ names: [String], to wanted: String) -> Bool {
    let steps = wanted.dividedAtSlashes()
    return names.count <= steps.count && zip(names, steps).allSatisfy { $0.hasBytes(of: $1) }
  }

  /// The names of the collections and documents on the way to a place. A collection in a nested
  /// member is named by its whole path.
  private func names(of path: [String]) -> [String] {
    var names: [String] = []
    var isInNestedMember = false
    for key in path {
      if isInNestedMember {
        names = key.dividedAtSlashes(omittingEmpty: false).map(String.init)
        isInNestedMember = false
      } else if names.count % 2 == 0, !names.isEmpty, isNestedMember(key) {
        isInNestedMember = true
      } else {
        names.append(key)
      }
    }
    return names
  }

  func isNamedByKeys(in path: [String], wanted: String?) -> Bool {
    if path.isEmpty || isNestedMember(path.last) { return true }
    guard let wanted, wanted.utf8.contains(UInt8(ascii: "/")) else { return false }
    // The collections in a document on the way. Documents may be numerous.
    let names = names(of: path)
    return names.count % 2 == 0 && leads(names, to: wanted)
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
