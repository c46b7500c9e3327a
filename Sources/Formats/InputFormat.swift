/// The formats that are read, by the names that `--format` takes.
package enum InputFormat: String, CaseIterable, Sendable {
  /// One document a line.
  case ndjson
  /// Documents one after the other, on as many lines as they like.
  case jsonStream = "json-stream"
  /// One array of documents.
  case jsonArray = "json-array"
  /// One object of documents under their ids, or of collections of such.
  case jsonObject = "json-object"
  /// One UserDefaults dump as a JSON object.
  case jsonDump = "json-dump"
  /// UserDefaults dumps, one a line.
  case ndjsonDumps = "ndjson-dumps"
  /// One array of UserDefaults dumps.
  case jsonArrayDumps = "json-array-dumps"
  /// One UserDefaults dump as an XML property list.
  case xmlPropertyList = "xml-plist"
  /// One UserDefaults dump as a binary property list.
  case binaryPropertyList = "binary-plist"

  /// What a file of this format is a file of.
  package enum Contents: Sendable {
    case documents
    case dumps
  }

  package var contents: Contents {
    switch self {
    case .ndjson, .jsonStream, .jsonArray, .jsonObject: .documents
    case .jsonDump, .ndjsonDumps, .jsonArrayDumps, .xmlPropertyList, .binaryPropertyList: .dumps
    }
  }

  /// How its records follow each other, where it is JSON.
  package var framing: Framing? {
    switch self {
    case .ndjson, .ndjsonDumps: .lines
    case .jsonStream, .jsonDump: .stream
    case .jsonArray, .jsonArrayDumps: .array
    case .jsonObject: .object
    case .xmlPropertyList, .binaryPropertyList: nil
    }
  }

  /// What messages call it.
  package var displayName: String {
    switch self {
    case .ndjson: "NDJSON"
    case .jsonStream: "JSON"
    case .jsonArray: "JSON array"
    case .jsonObject: "JSON object of documents"
    case .jsonDump: "JSON dump of UserDefaults"
    case .ndjsonDumps: "NDJSON of UserDefaults dumps"
    case .jsonArrayDumps: "JSON array of UserDefaults dumps"
    case .xmlPropertyList: "XML property list"
    case .binaryPropertyList: "binary property list"
    }
  }
}
