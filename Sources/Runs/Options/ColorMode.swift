package import SystemIO

/// When messages and tables are coloured.
package enum ColorMode: String, CaseIterable, Sendable, ArgumentValue {
  case auto
  case always
  case never

  /// Whether to colour a stream.
  ///
  /// `auto` colours a terminal unless `NO_COLOR` is set, even to nothing, or `TERM` is `dumb`.
  package func isColored(onTerminal isTerminal: Bool, environment: Environment) -> Bool {
    switch self {
    case .auto: isTerminal && environment["NO_COLOR"] == nil && environment["TERM"] != "dumb"
    case .always: true
    case .never: false
    }
  }
}
