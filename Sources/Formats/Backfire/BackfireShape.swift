import Scan

/// Documents as firestore-backfire writes them: `{"path":"rating_events/ID","data":{…}}`, with lists
/// of the fields that JSON has no type for beside the data.
struct BackfireShape: NamedDocumentShape {
  private static let pathKey = Array("path".utf8)
  private static let dataKey = Array("data".utf8)
  /// The lists of the fields that JSON has no type for.
  static let lists = ["timestamps", "geopoints", "documents", "queries"]
  private static let listKeys = lists.map { Array($0.utf8) }

  var spelling: FieldSpelling { .plain }

  func parts(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> DocumentParts {
    var parts = DocumentParts()
    let start = cursor.offset
    try cursor.beginObject()
    var isFirst = true
    while let key = try cursor.nextMember(&isFirst) {
      if key.equals(Self.pathKey, in: cursor.text) {
        try parts.readName(key, 1, &cursor)
      } else if key.equals(Self.dataKey, in: cursor.text) {
        parts.meet(key, 2)
        parts.fields = try parts.object(of: key, &cursor)
      } else if let list = Self.listKeys.firstIndex(where: { key.equals($0, in: cursor.text) }) {
        parts.meet(key, 4 << UInt8(list))
        try Self.checkList(key, &cursor, &parts)
      } else {
        parts.meetStranger(key, inObjectAt: start)
        try cursor.skipValue()
      }
    }
    return parts
  }

  /// Moves over a list of fields: what is none, or holds what is no field's path, types nothing.
  private static func checkList(
    _ key: JSONString, _ cursor: inout JSONCursor, _ parts: inout DocumentParts
  ) throws(JSONSyntaxError) {
    guard try cursor.kind() == .array else {
      if try cursor.kind() != .null { parts.object(to: key, .noListOfFields) }
      try cursor.skipValue()
      return
    }
    cursor.offset += 1
    var isFirst = true
    while try cursor.nextElement(&isFirst) {
      if try cursor.kind() != .string { parts.object(to: key, .noListOfFields) }
      try cursor.skipValue()
    }
  }

  func conventions(of record: Record, _ parts: DocumentParts) -> any ValueConventions {
    BackfireConventions(of: record)
  }
}

extension DocumentProblem.Fault {
  fileprivate static let noListOfFields = Self(words: "is no list of the names of fields")
}

/// The values whose paths, joined by dots, stand in one of a document's lists.
struct BackfireConventions: ValueConventions {
  private let timestamps: Set<String>
  private let places: Set<String>
  private let references: Set<String>

  init(of record: Record) {
    timestamps = Self.list("timestamps", record)
    places = Self.list("geopoints", record)
    references = Self.list("documents", record)
  }

  private static func list(_ name: String, _ record: Record) -> Set<String> {
    guard let range = record.firstValue(of: name),
      record.text[range.lowerBound] == UInt8(ascii: "[")
    else { return [] }
    var paths: Set<String> = []
    var cursor = JSONCursor(record.text, at: range.lowerBound + 1)
    // The record was read before: it is JSON, and nothing is thrown.
    do throws(JSONSyntaxError) {
      var isFirst = true
      while try cursor.nextElement(&isFirst) {
        if try cursor.kind() == .string {
          paths.insert(try cursor.string().string(in: record.text))
        } else {
          try cursor.skipValue()
        }
      }
    } catch {
      return paths
    }
    return paths
  }

  /// - Throws: `Unrepresentable` where an object is not what the lists say.
  func special(
    _ cursor: JSONCursor, at path: [String]
  ) throws(Unrepresentable) -> SpecialValue? {
    guard cursor.next == UInt8(ascii: "{") else { return nil }
    let name = path.joined(separator: ".")
    if timestamps.contains(name) {
      return try SpecialValue(secondsAt: cursor).orMalformed("timestamp", cursor)
    }
    if places.contains(name) {
      return try SpecialValue(placeAt: cursor).orMalformed("geopoint", cursor)
    }
    guard references.contains(name) else { return nil }
    return try Self.reference(cursor).orMalformed("reference", cursor)
  }

  /// `{"_path":{"segments":[…]}}`, and whatever else the library keeps in a reference.
  private static func reference(_ cursor: JSONCursor) -> SpecialValue? {
    guard let object = SmallObject(cursor, memberLimit: 16),
      let path = object.range("_path", .object),
      let inner = SmallObject(JSONCursor(cursor.text, at: path.lowerBound), memberLimit: 16),
      let range = inner.range("segments", .array)
    else { return nil }
    var ahead = JSONCursor(cursor.text, at: range.lowerBound + 1)
    var segments: [String] = []
    do throws(JSONSyntaxError) {
      var isFirst = true
      while try ahead.nextElement(&isFirst) {
        segments.append(try ahead.string().string(in: cursor.text))
      }
    } catch {
      return nil
    }
    return segments.isEmpty ? nil : .reference(segments.joined(separator: "/"))
  }
}
