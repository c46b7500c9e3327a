/// The format of a list of jokes.
package enum ListShape: String, CaseIterable, Sendable, ArgumentValue {
  /// A table that fits the terminal.
  case table
  /// One JSON value, as `jq .` prints it.
  case json
  /// One id per line.
  case ids
}
