import TestSupport

/// Documents as the REST API has them, with every type of value, oddly spelled, under names and with
/// fields that other formats begin with.
struct RandomDocuments {
  private var draws: SeededGenerator
  private let fields: [String]
  private let scalars: [String]

  /// - Parameter isUntagged: whether no field names a plain document or another format, and no value
  ///   looks like one of another type where nothing tags it.
  init(seed: UInt64, isUntagged: Bool = false) {
    draws = SeededGenerator(seed: seed)
    fields = isUntagged ? Self.untaggedFields : Self.fields
    scalars = Self.scalars.filter { scalar in
      !isUntagged
        || !["_seconds", "_latitude", "__time__", "timestamp\\"].contains(where: scalar.contains)
    }
  }

  private static let untaggedFields = [
    "__i", "rating", "joke_id", "week_id", "caf\\u00e9", "cafe\u{301}", "\\/", " ", "a.b", "value",
    "type", "\\ud83d\\ude00", "\\n",
  ]

  private static let names = [
    "projects/p/databases/(default)/documents/jokes/a", "jokes/a", "users/u/jokes/é \\\" {", "a",
    "projects/google.com:p/databases/d/documents/users/u/rating_events/x_y",
  ]
  private static let fields = [
    "id", "_id", "__i", "docId", "name", "path", "data", "documents", "document", "_key", "fields",
    "timestamp", "rating", "joke_id", "device_id", "week_id", "jokeRatings", "document_name",
    "operation", "subCollection", "timestamps", "caf\\u00e9", "cafe\u{301}", "\\/", " ", "a.b",
    "value", "type", "error", "readTime", "createTime", "nextPageToken", "\\ud83d\\ude00", "\\n",
  ]
  private static let scalars = [
    #""integerValue":"5""#, #""integerValue":"5.0""#, #""integerValue":-9223372036854775808"#,
    #""integerValue":"1772337906""#, #""doubleValue":4"#, #""doubleValue":-0"#,
    #""doubleValue":1E+21"#, #""doubleValue":"NaN""#, #""doubleValue":"1.50""#,
    #""doubleValue":123456789012345678901234567890"#, #""doubleValue":5e-324"#,
    #""nullValue":null"#, #""nullValue":"NULL_VALUE""#, #""booleanValue":true"#,
    #""stringValue":"""#, #""stringValue":"\u00e9\/\u007f\n""#, #""stringValue":"NaN""#,
    #""stringValue":"2026-03-01T05:05:06.1+01:00""#, #""stringValue":"x/y""#,
    #""stringValue":"projects/p/databases/d/documents/c/z""#,
    #""stringValue":"{\"type\":\"timestamp\",\"data\":\"2026-03-01T04:05:06Z\"}""#,
    #""timestampValue":"2026-03-01T04:05:06.100Z""#, #""timestampValue":"2026-03-01T04:05:06.1Z""#,
    #""timestampValue":"2026-03-01T05:05:06+01:00""#, #""bytesValue":"AP\/+""#,
    #""bytesValue":"AP_-""#, #""referenceValue":"projects/p/databases/d/documents/jokes/j""#,
    #""referenceValue":"jokes/j""#, #""geoPointValue":{}"#,
    #""geoPointValue":{ "longitude":-180, "latitude":1e1}"#, #""mapValue":{}"#,
    #""arrayValue":{}"#, #""mapValue":{"fields":{}}"#, #""arrayValue":{"values":[]}"#,
    #""mapValue":{"fields":{"_seconds":{"integerValue":"1"},"_nanoseconds":{"integerValue":"2"}}}"#,
    #""mapValue":{"fields":{"_latitude":{"doubleValue":1},"_longitude":{"doubleValue":2}}}"#,
    #""mapValue":{"fields":{"__time__":{"stringValue":"2026-03-01T04:05:06Z"}}}"#,
    #""mapValue":{"fields":{"jokes/a":{"mapValue":{"fields":{"b":{"mapValue":{}}}}}}}"#,
  ]

  /// A document, and what it is called.
  mutating func next() -> (text: String, name: String) {
    let name = draws.pick(Self.names)
    var text = #"{"name":"\#(name)","fields":\#(map(depth: 0))"#
    if draws.happens(onceIn: 2) { text += #","updateTime":"2026-02-25T06:13:21.654321Z""# }
    return (text + "}", name.replacing("\\\"", with: "\""))
  }

  /// A file of documents, one a line, of which the first have no name and perhaps no fields.
  mutating func nextNameless() -> String {
    var lines: [String] = []
    for _ in 0..<Int.random(in: 1...3, using: &draws) {
      // What holds nothing but maps could be a collection in plain values.
      let fields =
        draws.happens(onceIn: 3) ? "{}" : map(depth: 0, first: #""a":{"nullValue":null}"#)
      lines.append(#"{"fields":\#(fields)}"#)
    }
    for _ in 0..<2 { lines.append(next().text) }
    return lines.joined(separator: "\n") + "\n"
  }

  private mutating func map(depth: Int, first: String? = nil) -> String {
    var names: [String] = []
    for _ in 0..<Int.random(in: 0...6, using: &draws) {
      let name = draws.pick(fields)
      if !names.contains(name) { names.append(name) }
    }
    let space = draws.happens(onceIn: 4) ? " " : ""
    var members = first.map { [$0] } ?? []
    for name in names { members.append(#"\#(space)"\#(name)":\#(space)\#(value(depth: depth))"#) }
    return "{" + members.joined(separator: ",") + space + "}"
  }

  private mutating func value(depth: Int, isElement: Bool = false) -> String {
    if depth < 4, draws.happens(onceIn: 4) {
      return #"{"mapValue":{"fields":\#(map(depth: depth + 1))}}"#
    }
    if depth < 4, !isElement, draws.happens(onceIn: 4) {
      var values: [String] = []
      for _ in 0..<Int.random(in: 1...3, using: &draws) {
        values.append(value(depth: depth + 1, isElement: true))
      }
      return #"{"arrayValue":{"values":[\#(values.joined(separator: ","))]}}"#
    }
    let scalar = draws.pick(scalars)
    return isElement && scalar.hasPrefix(#""arrayValue"#)
      ? value(depth: 4, isElement: true) : "{\(scalar)}"
  }
}
