package import SystemIO

/// When the word that says how grave a message is has a colour.
package enum ColorMode: String, CaseIterable, Sendable, ArgumentValue {
  case auto
  case always
  case never

  /// Whether to colour what goes to a stream.
  ///
  /// By itself only on a terminal, with `NO_COLOR` unset (set to nothing counts as set) and a
  /// `TERM` other than `dumb`; the option overrules all of that.
  package func isColored(onTerminal isTerminal: Bool, environment: Environment) -> Bool {
    switch self {
    case .auto: isTerminal && environment["NO_COLOR"] == nil && environment["TERM"] != "dumb"
    case .always: true
    case .never: false
    }
  }
}
