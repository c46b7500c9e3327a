/// What the parser, the help and the documents know of an option, whatever the type of its value.
package struct OptionDeclaration: Sendable {
  /// What an option does when it is given.
  package enum Form: Sendable {
    /// Says something by being there.
    case flag
    /// Says yes, or no with `no-` before the name.
    case flagPair
    /// Takes a value.
    case value(ValueForm)
    /// Asks for the help instead of a run.
    case help
    /// Asks for the version instead of a run.
    case version
    /// Asks for a text made from the table instead of a run.
    case generate
    /// Asks for a text of the tool's own instead of a run.
    case text(@Sendable () -> String)
  }

  /// The long name, without dashes.
  package var name: String
  /// The letter, for the few that hands know.
  package var short: Character?
  /// What the option does: lower-case, no full stop, details after a semicolon.
  package var help: String
  package var form: Form
  /// The default as the help shows it; nil if the help shows none.
  package var defaultArgument: String?
  /// What happens if it is not given and there is no default to show, in words.
  package var unsetMeaning: String?
  /// The names of options that cannot be given with it.
  package var excluded: [String] = []
  package var role = OptionRole.result
}

extension OptionDeclaration {
  /// The long names, without dashes: one, or two for a pair.
  package var longNames: [String] {
    if case .flagPair = form { [name, "no-" + name] } else { [name] }
  }

  /// Every way to write the option, dashes included, the letter first.
  package var spellings: [String] {
    (short.map { ["-\($0)"] } ?? []) + longNames.map { "--" + $0 }
  }

  /// What stands for its value, if it takes one.
  package var placeholder: String? {
    switch form {
    case .value(let form): form.placeholder
    case .generate: "NAME"
    case .flag, .flagPair, .help, .version, .text: nil
    }
  }

  /// The values it takes, in words, if the help does not say it already.
  package var domain: String? {
    switch form {
    case .value(let form): form.domain
    case .generate: WordList.alternatives(GeneratedText.allowedWords)
    case .flag, .flagPair, .help, .version, .text: nil
    }
  }

  /// What a value names, if it is a path.
  package var pathKind: PathKind? {
    if case .value(let form) = form { form.pathKind } else { nil }
  }
}

/// The values that an option takes.
package struct ValueForm: Sendable {
  /// What stands for the value in the help.
  package var placeholder: String
  /// What a value looks like, as words that read on after “takes”.
  package var expectation: String
  /// The values that can be given, in words for the help; nil if the help says enough.
  package var domain: String?
  /// Whether the option may be given more than once, each time adding a value.
  package var isRepeatable = false
  /// What a value names, if it is a path.
  package var pathKind: PathKind?
  /// Whether an argument is such a value.
  package var accepts: @Sendable (String) -> Bool

  /// The values of a type; of whole numbers, those in the range.
  package init<Value: ArgumentValue>(
    of type: Value.Type, _ placeholder: String, in range: ClosedRange<Int>? = nil,
    naming pathKind: PathKind? = nil
  ) {
    self.placeholder = placeholder
    self.pathKind = pathKind
    guard let range else {
      expectation = type.expectation
      domain = type.allowedWords.isEmpty ? nil : WordList.alternatives(type.allowedWords)
      accepts = { type.init(argument: $0) != nil }
      return
    }
    let isOpen = range.upperBound == .max
    let bounds =
      isOpen ? "\(range.lowerBound) or more" : "\(range.lowerBound) to \(range.upperBound)"
    expectation = isOpen ? "a whole number, \(bounds)" : "a whole number from \(bounds)"
    domain = bounds
    accepts = { Int(argument: $0).map(range.contains) ?? false }
  }
}

/// What an option has a say in.
package enum OptionRole: Sendable, Hashable {
  /// What the run makes.
  case result
  /// Whether what it made is published.
  case guarding
  /// Messages, waiting, and whether anything is written; it never changes the bytes of a result.
  case call
}

/// What a path in an option's value names.
package enum PathKind: Sendable, Hashable {
  case file
  case directory
  case fileOrDirectory
}
