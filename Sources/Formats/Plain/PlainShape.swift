import Scan
import SystemIO

/// Documents as plain JSON: the fields are the members of the record's object, and the id is its key
/// or one of them.
///
/// An object of documents may stand under its collection's name, as firestore-tools, labbots and
/// dalenguyen's firestore-export-import write it; a subcollection then stands in its parent, under
/// its own name, or with its path as key under `subCollection`.
struct PlainShape: DocumentShape {
  /// The member in which dalenguyen's exporter puts a document's subcollections.
  static let subcollections = "subCollection"

  /// How much is looked at of an object before it is told from its beginning what it is: more than
  /// any document has.
  var documentLimit = 2 << 20

  var spelling: FieldSpelling { .plain }
  var isFlat: Bool { true }

  func role(
    of key: JSONString?, _ cursor: JSONCursor, in path: [String], wanted: String?
  ) throws(JSONSyntaxError) -> RecordRole {
    guard let key else { return .record }
    guard let wanted else {
      guard path.isEmpty, try cursor.holdsOnlyObjects(documentLimit: documentLimit)
      else { return .record }
      return try isRemainder(cursor) ? .record : .container
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
      return otherRole(of: key, cursor, level: path.count - 1)
    }
    if path.last?.hasBytes(of: wanted) == true { return .record }
    return role(of: key.string(in: cursor.text), isObject: isObject, in: path, wanted)
  }

  /// What a member is on the way to a subcollection.
  private func role(
    of key: String, isObject: Bool, in path: [String], _ wanted: String
  ) -> RecordRole {
    if path.last == Self.subcollections {
      return key.hasBytes(of: wanted) && isObject ? .container : .other
    }
    let steps = wanted.dividedAtSlashes()
    if path.count >= steps.count { return .record }
    let isDocument = path.count % 2 == 0
    let leadsOn = key.hasBytes(of: steps[path.count]) || (isDocument && key == Self.subcollections)
    return leadsOn && isObject ? .container : .other
  }

  /// What a value is in another collection than the wanted one, which is walked over where it is too
  /// large to be held; of its documents, those right in it are counted.
  private func otherRole(
    of key: JSONString, _ cursor: JSONCursor, level: Int
  ) -> RecordRole {
    // A collection's documents come first.
    NestedLevel(rawValue: (level + 1) % 3)?.role(
      of: key, cursor, in: self, document: level == 0 ? .otherDocument : .container) ?? .other
  }

  func largeRole(
    of key: JSONString?, _ cursor: JSONCursor, in path: [String], wanted: String?
  ) throws(JSONSyntaxError) -> RecordRole {
    // What holds only objects right in the file is another collection, whatever its size.
    guard path.isEmpty, wanted != nil, key != nil,
      try cursor.holdsOnlyObjects(documentLimit: documentLimit), try !isRemainder(cursor)
    else { return .record }
    return .container
  }

  func isKnownByKeys(in path: [String], wanted: String?) -> Bool {
    guard let first = path.first else { return true }
    if path.last == Self.subcollections { return true }
    // On the way to a subcollection nothing is entered but what leads to it.
    guard let wanted, wanted.utf8.contains(UInt8(ascii: "/")) else { return false }
    return first.hasBytes(of: wanted.dividedAtSlashes()[0])
  }

  var nestedMember: String? { Self.subcollections }

  func nests(_ cursor: JSONCursor) throws(JSONSyntaxError) -> Bool { try Self.holdsPaths(cursor) }

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
    let members = subcollections(of: record)
    guard !members.isEmpty else { return nil }
    let spelled = members.map {
      Array("\"\(Self.subcollections)\":".utf8) + record.text.extracting($0.value).copied
    }
    return Array("{".utf8) + Array(spelled.joined(separator: ",".utf8)) + Array("}".utf8)
  }

  func isRemainder(_ record: Record) -> Bool {
    // The record was read before: it is JSON, and nothing is thrown.
    do throws(JSONSyntaxError) {
      return try isRemainder(JSONCursor(record.text, at: record.valueStart))
    } catch {
      return false
    }
  }

  /// Whether the object that begins here has nothing but subcollections.
  ///
  /// One that is larger than any document is not read to its end.
  private func isRemainder(_ cursor: JSONCursor) throws(JSONSyntaxError) -> Bool {
    var ahead = cursor
    var isFirst = true
    try ahead.beginObject()
    do throws(JSONSyntaxError) {
      while let key = try ahead.nextMember(&isFirst) {
        guard key.string(in: ahead.text) == Self.subcollections, try Self.holdsPaths(ahead)
        else { return false }
        try ahead.skipValue()
      }
      return !isFirst
    } catch {
      guard error.isIncomplete, cursor.text.count - cursor.offset > documentLimit else {
        throw error
      }
      return true
    }
  }

  func inner(of record: Record, in path: [String]) -> [InnerDocument] {
    guard let key = record.key, let member = subcollections(of: record).first else { return [] }
    return InnerDocument.all(
      inCollectionsAt: member.value.lowerBound, of: record,
      below: path + [key.string(in: record.text), Self.subcollections])
  }

  func conventions(of record: Record, _ parts: DocumentParts) -> any ValueConventions {
    if record.key == nil, record.isPrinted { return PrintedConventions() }
    return UntaggedConventions(
      hiddenMembers: subcollections(of: record).isEmpty ? [] : [Self.subcollections])
  }

  func problem(of record: Record) -> DocumentProblem? {
    subcollections(of: record).dropFirst().first.map { DocumentProblem(key: $0.key, fault: .twice) }
  }

  /// The members of a document in which its subcollections stand, objects under their paths: there
  /// should be one at most.
  private func subcollections(of record: Record) -> [(key: JSONString, value: Range<Int>)] {
    guard record.key != nil else { return [] }
    let name = Array(Self.subcollections.utf8)
    return record.members(ofObjectAt: record.valueStart).filter { member in
      guard member.key.equals(name, in: record.text) else { return false }
      // The record was read before: it is JSON, and nothing is thrown.
      do throws(JSONSyntaxError) {
        return try Self.holdsPaths(JSONCursor(record.text, at: member.value.lowerBound))
      } catch {
        return false
      }
    }
  }

  /// Whether an object begins here whose first member is an object under a path.
  private static func holdsPaths(_ cursor: JSONCursor) throws(JSONSyntaxError) -> Bool {
    guard let first = try cursor.firstMember(), first.kind == .object else { return false }
    return first.key.string(in: cursor.text).hasSlash
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
