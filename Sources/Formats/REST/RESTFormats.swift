import JSONText

extension InputFormat {
  /// Pages of the REST API's `documents.list`, one or more after each other.
  package static let restPages = InputFormat(
    "rest-pages", "pages of the Firestore REST API", .documents(.stream, RESTPageShape())
  ) { sample in
    sample.isObject && sample.kind(of: "documents") == .array
      ? "its first object has an array 'documents'" : nil
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
    sample.isArray && (sample.isRESTDocument || sample.kind(of: "documents") == .array)
      ? "it is an array of typed documents" : nil
  }

  /// The answer of the REST API to `runQuery`: an array of elements that hold a document each.
  package static let restAnswer = InputFormat(
    "rest-query", "answer of the Firestore REST API", .documents(.array, RESTAnswerShape())
  ) { sample in
    sample.isArray && (sample.kind(of: "document") == .object || sample.has("readTime"))
      ? "it is an array of answers to a query" : nil
  }
}

extension InputSample {
  /// Whether its first object is a document of the REST API.
  fileprivate var isRESTDocument: Bool {
    kind(of: "name") == .string
      && (kind(of: "fields") == .object || kind(of: "createTime") == .string)
  }
}
