/// How the records of a JSON file, or of a container in it, are framed.
package enum Framing: Sendable {
  /// One record a line: NDJSON.
  case lines
  /// Consecutive records, separated by white space; also a single record.
  case stream
  /// One record, or none.
  case single
  /// The elements of an array.
  case array
  /// The members of an object, each keyed by its ID.
  case object

  /// The brackets around the records, if there are any, and with them commas between records.
  var brackets: (opening: UInt8, closing: UInt8)? {
    switch self {
    case .lines, .stream, .single: nil
    case .array: (UInt8(ascii: "["), UInt8(ascii: "]"))
    case .object: (UInt8(ascii: "{"), UInt8(ascii: "}"))
    }
  }

  /// Creates the framing of the container that begins with a bracket.
  init(bracket: UInt8?) { self = bracket == UInt8(ascii: "[") ? .array : .object }
}
