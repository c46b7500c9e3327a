import Scan
import SystemIO

/// Where documents stand in a file, and in each other.
extension DocumentLayout {
  /// What a member of an object, an element of an array, or a value that stands alone is.
  ///
  /// - Parameters:
  ///   - key: the member's key; nil for what is no member.
  ///   - cursor: stands where the value begins.
  ///   - path: the keys of the containers that were entered so far, the outermost first.
  ///   - wanted: the collection that is read; nil reads all.
  /// - Throws: `JSONSyntaxError` where more has to be seen of the value, or where it is none.
  func role(
    of key: JSONString?, _ cursor: JSONCursor, in path: [String], wanted: String?
  ) throws(JSONSyntaxError) -> RecordRole {
    switch arrangement {
    case .flat, .wrapped: .record
    case .pages(let page, _): page.role(of: key, cursor, level: path.count)
    case .collections: collectionsRole(of: key, cursor, in: path, wanted: wanted)
    case .named(let limit):
      try namedRole(of: key, cursor, in: path, wanted: wanted, documentLimit: limit)
    }
  }

  /// What a value is that is a record by its role, and larger than any document.
  ///
  /// - Throws: `JSONSyntaxError` where more has to be seen of the value, or where it is none.
  func largeRole(
    of key: JSONString?, _ cursor: JSONCursor, in path: [String], wanted: String?
  ) throws(JSONSyntaxError) -> RecordRole {
    guard case .named(let limit) = arrangement, path.isEmpty, wanted != nil, key != nil,
      try isOtherCollection(cursor, documentLimit: limit)
    else { return .record }
    return .container
  }

  /// Whether the containers that stand in a place are few and are known by their keys, like the
  /// collections of a database: one that comes twice is one that nobody can be sure of.
  func isKnownByKeys(in path: [String], wanted: String?) -> Bool {
    switch arrangement {
    case .flat, .wrapped: false
    case .pages: path.count == 1
    // Of documents there may be any number, and which of two counts is not for the reader to say.
    case .collections: Level(rawValue: path.count % 3) != .collection
    case .named: isNamedByKeys(in: path, wanted: wanted)
    }
  }

  // MARK: Documents in documents

  /// The documents that stand in a document, such as those of its subcollections, last one first.
  ///
  /// Asked only where the documents of all collections are wanted.
  func inner(of record: Record, in path: [String]) -> [InnerDocument] {
    guard let member = nestedMember, let key = record.key,
      let start = nested(in: record, member).first?.value.lowerBound
    else { return [] }
    return InnerDocument.all(
      inCollectionsAt: start, of: record,
      below: path + [key.string(in: record.text), member.description])
  }

  /// What takes a document's place when it is deleted: its subcollections, which are deleted by nobody;
  /// nil where nothing of it stays.
  func remainder(of record: Record) -> [UInt8]? {
    guard let member = nestedMember else { return nil }
    let kept = nested(in: record, member)
    guard !kept.isEmpty else { return nil }
    let spelled = kept.map {
      Array("\"\(member)\":".utf8) + record.text.extracting($0.value).copied
    }
    return Array("{".utf8) + Array(spelled.joined(separator: ",".utf8)) + Array("}".utf8)
  }

  /// Why nobody can say what stands in a document, where that is so; asked only where the documents
  /// of all collections are wanted.
  func problem(of record: Record) -> DocumentProblem? {
    // In an envelope, the reader of its parts has noticed a second one.
    guard isFlat, let member = nestedMember else { return nil }
    return nested(in: record, member).dropFirst().first.map {
      DocumentProblem(key: $0.key, fault: .twice)
    }
  }

  /// Whether a value of the member for subcollections, which begins at the cursor, is an object of
  /// collections that is not empty.
  ///
  /// - Throws: `JSONSyntaxError` where more has to be seen of the value, or where it is none.
  func nests(_ cursor: JSONCursor) throws(JSONSyntaxError) -> Bool {
    guard let first = try cursor.firstMember(), first.kind == .object else { return false }
    // A plain document may have a field of that name: its subcollections stand under their paths.
    return !isFlat || first.key.string(in: cursor.text).hasSlash
  }

  /// The members of a document in which its subcollections stand: there should be one at most.
  func nested(
    in record: Record, _ name: StaticString
  ) -> [(key: JSONString, value: Range<Int>)] {
    if isFlat, record.key == nil { return [] }
    let members = record.members(ofObjectAt: record.valueStart).filter { member in
      guard member.key.equals(name, in: record.text) else { return false }
      let cursor = JSONCursor(record.text, at: member.value.lowerBound)
      guard isFlat else { return cursor.holdsMembers }
      // The record was read before: it is JSON, and nothing is thrown.
      do throws(JSONSyntaxError) { return try nests(cursor) } catch { return false }
    }
    return members
  }

  // MARK: Collections of a root and of other documents

  /// What stands on a level: a document's members, its collections, a collection's documents.
  private enum Level: Int {
    case document, collections, collection
  }

  private func collectionsRole(
    of key: JSONString?, _ cursor: JSONCursor, in path: [String], wanted: String?
  ) -> RecordRole {
    let isObject = cursor.next == UInt8(ascii: "{")
    switch Level(rawValue: path.count % 3) {
    case .document:
      guard let member = nestedMember, key?.equals(member, in: cursor.text) == true else {
        return .other
      }
      return isObject ? .container : .record
    case .collections: return isObject ? .container : .record
    case .collection, nil:
      guard let wanted, isObject, !leads(path, to: wanted) else { return .record }
      return .otherDocument
    }
  }

  private func leads(_ path: [String], to wanted: String) -> Bool {
    // Nearly all of them are at the root.
    if path.count == 2 { return path[1].utf8.elementsEqual(wanted.utf8) }
    return collectionNames(path).joined(separator: "/").utf8.elementsEqual(wanted.utf8)
  }

  /// The collections and ids that lead to a collection.
  func collectionNames(_ path: [String]) -> [String] {
    path.indices.filter { $0 % 3 != 0 }.map { path[$0] }
  }
}

extension DocumentLayout.Holder {
  /// What a value is on a level of a file of pages.
  fileprivate func role(
    of key: JSONString?, _ cursor: JSONCursor, level: Int
  ) -> RecordRole {
    switch level {
    case 0: begins(cursor) ? .container : .record
    case 1:
      key?.equals(member, in: cursor.text) == true && cursor.next == UInt8(ascii: "[")
        ? .container : .other
    default: .record
    }
  }

  /// Whether an empty object begins here, or one whose first key is one that a page has.
  private func begins(_ cursor: JSONCursor) -> Bool {
    var ahead = cursor
    do throws(JSONSyntaxError) {
      try ahead.beginObject()
      var isFirst = true
      guard let key = try ahead.nextMember(&isFirst) else { return true }
      return members.contains { key.equals($0, in: ahead.text) }
    } catch {
      // Read again once more of it is there.
      return false
    }
  }
}
