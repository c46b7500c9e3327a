/// The format of the lines on standard error.
package enum LogFormat: String, CaseIterable, Sendable, ArgumentValue {
  /// Lines for people.
  case text
  /// One JSON object per line, for programs.
  case json
}
