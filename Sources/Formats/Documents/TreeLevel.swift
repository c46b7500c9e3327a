import Scan

/// A level of a tree of documents: a document's members, the collections in one of them, and a
/// collection's documents.
enum TreeLevel: Int {
  case member, collection, document

  /// The level of values at a depth below a document.
  init(depth: Int) { self = Self(rawValue: depth % 3) ?? .member }

  /// The role of a value on the level, when the documents below it are traversed.
  ///
  /// - Parameters:
  ///   - document: the role of a document.
  ///   - stray: the role of a value that is not an object.
  func role(
    of key: JSONString?, _ cursor: JSONCursor, in layout: DocumentLayout, document: RecordRole,
    stray: RecordRole
  ) throws(JSONSyntaxError) -> RecordRole {
    let isObject = cursor.next == UInt8(ascii: "{")
    switch self {
    case .collection: return isObject ? .container : stray
    case .document: return isObject || document == .record ? document : stray
    case .member:
      guard let key, let member = layout.nestedMember, key.equals(member, in: cursor.text) else {
        return .other
      }
      if layout.isFlat, try !layout.nests(cursor) { return .other }
      return isObject ? .container : stray
    }
  }
}
