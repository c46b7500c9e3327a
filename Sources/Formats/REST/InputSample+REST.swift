import Scan
import SystemIO

extension InputSample {
  /// Whether its first object is a document of the REST API that has no name, as `read-export` prints
  /// one that nothing names.
  var isNamelessRESTDocument: Bool {
    guard hasTypedFields, kind(of: "name") == nil else { return false }
    if hasNothingButRESTMembers { return true }
    // Whatever follows: no plain document begins with a map of typed values that is called so, and in
    // an object of documents all are objects.
    return keys.first?.name == "fields" && keys.contains { !$0.isObject }
      && (!innerKeys.isEmpty || kind(of: "createTime") == .string)
  }

  private var hasNothingButRESTMembers: Bool {
    keys.allSatisfy { DocumentLayout.rest.hasMember($0.name) }
  }

  /// Whether its first object is a page of `documents.list`, and no document with a list that is called
  /// so: firestore-backfire has one of the references in a document.
  var isRESTPage: Bool {
    guard kind(of: "documents") == .array, !hasEventField else { return false }
    switch firstListed {
    case .document: return true
    case .nothing: return hasOnlyMembers(of: .restPages)
    case .other: return false
    }
  }

  /// Whether its first object is a document of the REST API.
  var isRESTDocument: Bool {
    if let name {
      let isFull = name.containsBytes(of: "/documents/")
      // A plain document may have fields of any of these names.
      if kind(of: "fields") == .object, isFull || hasTypedFields {
        return hasTypedFields || !hasEventField
      }
      if kind(of: "createTime") == .string, isFull ? !hasEventField : hasNothingButRESTMembers {
        return true
      }
    }
    if isNamelessRESTDocument { return true }
    // Without fields, or a parent that does not exist, which has a name alone. A plain document may
    // have fields of these names, but hardly these alone.
    return hasNothingButRESTMembers
      && name.map { DatabaseName.divide($0).database != nil } == true
      && kind(of: "fields") ?? .null == .null
  }

  /// Whether its first object is an answer to a query.
  var isRESTAnswer: Bool {
    // A plain document may have a field of one of these names, but not these alone.
    let document = kind(of: "document")
    return !keys.isEmpty && (document == nil || document == .object)
      && hasOnlyMembers(of: .restAnswers)
  }

  /// Whether its first object has no other members than what holds the documents of this layout.
  private func hasOnlyMembers(of layout: DocumentLayout) -> Bool {
    keys.allSatisfy { layout.holder?.hasMember($0.name) == true }
  }
}
