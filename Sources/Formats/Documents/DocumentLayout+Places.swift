import Scan
import SystemIO

/// The places of documents in a file, and in each other.
extension DocumentLayout {
  /// The role of a member, an element or a standalone value.
  ///
  /// - Parameters:
  ///   - key: the member's key; nil for other values.
  ///   - cursor: at the start of the value.
  ///   - path: the keys of the enclosing containers, outermost first.
  ///   - wanted: the wanted collection; nil selects all.
  func role(
    of key: JSONString?, _ cursor: JSONCursor, in path: [String], wanted: String?
  ) throws(JSONSyntaxError) -> RecordRole {
    switch arrangement {
    case .flat, .wrapped: .record
    case .pages(let page, _): page.role(of: key, cursor, level: path.count)
    case .collections: try collectionsRole(of: key, cursor, in: path, wanted: wanted)
    case .named: try namedRole(of: key, cursor, in: path, wanted: wanted)
    }
  }

  /// The role of a value that `role` calls a record, but that exceeds any document.
  func largeRole(
    of key: JSONString?, _ cursor: JSONCursor, in path: [String], wanted: String?
  ) throws(JSONSyntaxError) -> RecordRole {
    guard path.isEmpty, wanted != nil, key != nil, try isOtherCollection(cursor) else {
      return .record
    }
    return .container
  }

  /// Whether the containers at a place are few and have unique keys, like the collections of a
  /// database. A duplicate is ambiguous.
  func isKnownByKeys(in path: [String], wanted: String?) -> Bool {
    switch arrangement {
    case .flat, .wrapped: false
    case .pages: path.count == 1
    // Documents may be numerous, and the reader cannot choose between duplicates.
    case .collections: TreeLevel(depth: path.count) != .document
    case .named: isNamedByKeys(in: path, wanted: wanted)
    }
  }

  // MARK: Documents in documents

  /// The documents in a document's subcollections, last one first.
  ///
  /// Only for reads of all collections.
  func inner(of record: Record, in path: [String]) -> [InnerDocument] {
    guard let member = nestedMember, let key = record.key,
      let start = nested(in: record).first?.value.lowerBound
    else { return [] }
    return InnerDocument.all(
      inCollectionsAt: start, of: record,
      below: path + [key.string(in: record.text), member.description])
  }

  /// The number of documents in a document's subcollections or in a collection, and in theirs.
  ///
  /// - Parameter level: the level of the record's members.
  func documentCount(in record: Record, _ level: TreeLevel) -> Int {
    if isFlat, record.key == nil { return 0 }
    var cursor = JSONCursor(record.text, at: record.valueStart)
    var (count, depth) = (0, level.rawValue)
    // The record was parsed before, so nothing throws.
    do throws(JSONSyntaxError) {
      try cursor.beginObject()
      while depth >= level.rawValue {
        guard let key = try cursor.nextMember() else {
          depth -= 1
          continue
        }
        let role = try TreeLevel(depth: depth).role(
          of: key, cursor, in: self, document: .otherDocument, stray: .other)
        if role == .otherDocument { count += 1 }
        guard role != .other else {
          try cursor.skipValue()
          continue
        }
        try cursor.beginObject()
        depth += 1
      }
    } catch {}
    return count
  }

  /// The object that replaces a deleted document and keeps its subcollections, which a deletion
  /// does not affect; nil if there are none.
  func remainder(of record: Record) -> [UInt8]? {
    guard let member = nestedMember else { return nil }
    let kept = nested(in: record)
    guard !kept.isEmpty else { return nil }
    let spelled = kept.map {
      Array("\"\(member)\":".utf8) + record.text.extracting($0.value).copied
    }
    return Array("{".utf8) + Array(spelled.joined(separator: ",".utf8)) + Array("}".utf8)
  }

  /// Whether the value at the cursor, of the member for subcollections, is a nonempty object of
  /// collections.
  func nests(_ cursor: JSONCursor) throws(JSONSyntaxError) -> Bool {
    guard let first = try cursor.firstMember(), first.kind == .object else { return false }
    // A plain document may have an ordinary field of that name; its subcollections are keyed by
    // their paths.
    return !isFlat || first.key.string(in: cursor.text).hasSlash
  }

  /// The members that hold a document's subcollections; at most one is valid.
  func nested(in record: Record) -> [(key: JSONString, value: Range<Int>)] {
    guard let name = nestedMember, !isFlat || record.key != nil else { return [] }
    return record.members(ofObjectAt: record.valueStart).filter { member in
      guard member.key.equals(name, in: record.text) else { return false }
      let cursor = JSONCursor(record.text, at: member.value.lowerBound)
      // The record was parsed before, so nothing throws.
      do throws(JSONSyntaxError) {
        return isFlat ? try nests(cursor) : try cursor.firstMember() != nil
      } catch {
        return false
      }
    }
  }

  // MARK: Collections of a root and of other documents

  private func collectionsRole(
    of key: JSONString?, _ cursor: JSONCursor, in path: [String], wanted: String?
  ) throws(JSONSyntaxError) -> RecordRole {
    let level = TreeLevel(depth: path.count)
    let isWanted = level != .document || wanted.map { leads(path, to: $0) } ?? true
    return try level.role(
      of: key, cursor, in: self, document: isWanted ? .record : .otherDocument, stray: .record)
  }

  private func leads(_ path: [String], to wanted: String) -> Bool {
    // Nearly all collections are at the root.
    if path.count == 2 { return path[1].hasBytes(of: wanted) }
    return collectionNames(path).joined(separator: "/").hasBytes(of: wanted)
  }

  /// The collections and IDs on the way to a collection.
  func collectionNames(_ path: [String]) -> [String] {
    path.indices.filter { $0 % 3 != 0 }.map { path[$0] }
  }
}

extension DocumentLayout.Holder {
  /// The role of a value at a level of a file of pages.
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

  /// Whether an object begins here that is empty or whose first key is that of a page.
  private func begins(_ cursor: JSONCursor) -> Bool {
    var ahead = cursor
    do throws(JSONSyntaxError) {
      try ahead.beginObject()
      guard let key = try ahead.nextMember() else { return true }
      return members.contains { key.equals($0, in: ahead.text) }
    } catch {
      // It is read again with more bytes.
      return false
    }
  }
}
