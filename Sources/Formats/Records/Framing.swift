/// How the records of a JSON file are framed.
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
}
