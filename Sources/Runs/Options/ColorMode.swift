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

/// The colours of words on standard error, by the numbers that a terminal knows them by.
package enum TextColor: String, Sendable {
  case red = "31"
  case green = "32"
  case yellow = "33"
  case cyan = "36"
  case boldRed = "1;31"
  case boldYellow = "1;33"

  /// The words in this colour.
  package func text(_ words: String) -> String { "\u{1B}[\(rawValue)m\(words)\u{1B}[0m" }
}
