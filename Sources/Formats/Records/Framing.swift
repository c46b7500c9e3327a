/// How the records of a JSON file follow each other.
package enum Framing: Sendable {
  /// One on each line: NDJSON.
  case lines
  /// One after the other, with white space between them; a single one is such a file too.
  case stream
  /// One alone: the file is one record, or nothing.
  case single
  /// The elements of one array.
  case array
  /// The members of one object, each under its id.
  case object
}
