import Scan
import SystemIO

extension InputFormat {
  /// Pages of the REST API's `documents.list`, one or more after each other.
  package static let restPages = InputFormat(
    "rest-pages", "pages of the Firestore REST API", .documents(.stream, RESTPageShape())
  ) { sample in
    guard sample.isObject else { return nil }
    if sample.isRESTPage { return "its first object has an array 'documents'" }
    return sample.keys.count == 1 && sample.kind(of: "nextPageToken") == .string
      ? "its first object has nothing but a 'nextPageToken'" : nil
  }

  /// Documents of the REST API, one a line.
  package static let restDocuments = InputFormat(
    "rest-ndjson", "NDJSON of Firestore REST documents", .documents(.lines, RESTShape())
  ) { sample in
    sample.isObject && sample.isOneLine && sample.isRESTDocument
      ? "its first line is a typed document" : nil
  }

  /// Documents of the REST API, one after the other.
  package static let restStream = InputFormat(
    "rest-stream", "Firestore REST documents", .documents(.stream, RESTShape())
  ) { sample in
    sample.isObject && sample.isRESTDocument ? "it begins with a typed document" : nil
  }

  /// An array of the REST API's documents, or of its pages.
  package static let restArray = InputFormat(
    "rest-array", "JSON array of Firestore REST documents", .documents(.array, RESTPageShape())
  ) { sample in
    sample.isArray && (sample.isRESTDocument || sample.isRESTPage)
      ? "it is an array of typed documents" : nil
  }

  /// Answers of the REST API to `runQuery`: each holds a document or none. The API itself sends them
  /// in an array.
  package static let restAnswers = family(
    "rest-query", of: "answers of the Firestore REST API", RESTAnswerShape(),
    because: "its first object is an answer to a query"
  ) { sample in
    // A plain document may have a field of one of these names, but not these alone.
    let document = sample.kind(of: "document")
    return !sample.keys.isEmpty && (document == nil || document == .object)
      && sample.keys.allSatisfy { RESTAnswerShape.members.contains($0.name) }
  }
}

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
    keys.allSatisfy { RESTShape.members.contains($0.name) }
  }

  /// Whether its first object is a page of `documents.list`, and no document with a list that is called
  /// so: firestore-backfire has one of the references in a document.
  fileprivate var isRESTPage: Bool {
    guard kind(of: "documents") == .array, !hasEventField else { return false }
    switch firstListed {
    case .document: return true
    case .nothing: return keys.allSatisfy { RESTPageShape.members.contains($0.name) }
    case .other: return false
    }
  }

  /// Whether its first object is a document of the REST API.
  fileprivate var isRESTDocument: Bool {
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
}
