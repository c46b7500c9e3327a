/// How the lines on standard error are spelled.
package enum LogFormat: String, CaseIterable, Sendable, ArgumentValue {
  /// For people.
  case text
  /// For programs: one JSON object a line.
  case json
}
