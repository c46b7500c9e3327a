/// An unknown option, and suggestions for it.
struct UnknownOption {
  /// The suggestions, best first; empty if no name is near.
  let suggestions: [String]
  /// Whether the suggestions begin with the name, so that it looks like an abbreviation.
  let isAbbreviation: Bool

  init(name: String, longNames: [String]) {
    let plain = Self.plain(name)
    let longer = longNames.filter { !plain.isEmpty && $0.hasPrefix(plain) && $0 != plain }
    isAbbreviation = !longer.isEmpty
    suggestions = isAbbreviation ? longer : NearestNames.of(plain, among: longNames)
  }

  /// The error, with the option as the user spelled it.
  func usageError(spelled: String) -> UsageError {
    let question = WordList.alternatives(suggestions.map { "'--\($0)'" })
    if suggestions.isEmpty { return UsageError("unknown option '\(spelled)'") }
    let reason = isAbbreviation ? "names are not abbreviated: " : ""
    return UsageError("unknown option '\(spelled)'; \(reason)did you mean \(question)?")
  }

  /// The name as tables spell it: lower-case, with dashes for underscores.
  private static func plain(_ name: String) -> String {
    String(name.lowercased().map { $0 == "_" ? "-" : $0 })
  }
}
