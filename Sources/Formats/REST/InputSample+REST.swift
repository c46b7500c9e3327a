import Scan
import SystemIO

/// Signs of the REST API's documents, pages and answers, for the detection of formats.
extension InputSample {
  /// Whether its first object is a REST document without a name, as `read-export` prints one of
  /// unknown name.
  var isNamelessRESTDocument: Bool {
    guard hasTypedFields, kind(of: "name") == nil else { return false }
    if hasNothingButRESTMembers { return true }
    // No plain document begins with a map `fields` of typed values, and an object of documents only
    // has objects.
    return keys.first?.name == "fields" && keys.contains { !$0.isObject }
      && (!innerKeys.isEmpty || kind(of: "createTime") == .string)
  }

  private var hasNothingButRESTMembers: Bool {
    keys.allSatisfy { DocumentLayout.rest.hasMember($0.name) }
  }

  /// Whether its first object is a page of `documents.list`, and not a document with a list of that
  /// name, such as firestore-backfire's list of references.
  var isRESTPage: Bool {
    if keys.count == 1, kind(of: "nextPageToken") == .string { return true }
    guard kind(of: "documents") == .array, !hasEventField else { return false }
    return listsDocuments ?? hasOnlyMembers(of: .restPages)
  }

  /// Whether its first object is a REST document.
  var isRESTDocument: Bool {
    if let name {
      let isFull = name.containsBytes(of: "/documents/")
      // A plain document may have fields with any of these names.
      if kind(of: "fields") == .object, isFull || hasTypedFields {
        return hasTypedFields || !hasEventField
      }
      if kind(of: "createTime") == .string, isFull ? !hasEventField : hasNothingButRESTMembers {
        return true
      }
    }
    if isNamelessRESTDocument { return true }
    // A document without fields, or a missing parent with only its name. A plain document may have
    // fields of these names, but hardly only these.
    return hasNothingButRESTMembers
      && name.map { DatabaseName.divide($0).database != nil } == true
      && kind(of: "fields") ?? .null == .null
  }

  /// Whether its first object is an answer to a query.
  var isRESTAnswer: Bool {
    // A plain document may have a field of one of these names, but not only these.
    let document = kind(of: "document")
    let isAnswer = document == .object || has("readTime") && document ?? .null == .null
    return isAnswer && hasOnlyMembers(of: .restAnswers)
  }

  /// Whether its first object only has members of this layout's holder.
  private func hasOnlyMembers(of layout: DocumentLayout) -> Bool {
    keys.allSatisfy { layout.holder?.hasMember($0.name) == true }
  }
}
