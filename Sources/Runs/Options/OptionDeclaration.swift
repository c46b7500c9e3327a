/// The declaration of an option, independent of its value's type, for the parser, the help and the
/// documents.
package struct OptionDeclaration: Sendable {
  /// The effect of an option.
  package enum Form: Sendable {
    /// A flag.
    case flag
    /// A flag and its `no-` form.
    case flagPair
    /// Takes a value.
    case value(ValueForm)
    /// Prints the help instead of running the tool.
    case help
    /// Prints a text about the tool instead of running it; of the argument, if it takes a value.
    case text(ValueForm?, @Sendable (ToolDescription, String) -> String)
  }

  /// The long name, without dashes.
  package var name: String
  /// The letter, for a few customary ones.
  package var short: Character?
  /// The help: lower-case, no full stop, details after a semicolon.
  package var help: String
  /// Whether it is a switch or takes a value, and of which type.
  package var form: Form
  /// The default as the help shows it; nil if the help shows none.
  var defaultArgument: String?
  /// The words for the missing default, if there is none to show.
  var unsetMeaning: String?
  /// The names of options that cannot be given with it.
  var excluded: [String] = []
  /// Whether it affects the outputs, and so whether plans and summaries record it.
  package var role = OptionRole.result
  /// What a run must have for the option to be served.
  package var need = OptionNeed.inputs
  /// What a run prints for it on standard output, besides the result; nil if nothing.
  var printed: String?
}

extension OptionDeclaration {
  /// The long names, without dashes: one, or two for a pair.
  var longNames: [String] {
    if case .flagPair = form { [name, "no-" + name] } else { [name] }
  }

  /// Every way to write the option, dashes included, the letter first.
  package var spellings: [String] {
    (short.map { ["-\($0)"] } ?? []) + longNames.map { "--" + $0 }
  }

  /// The values that it takes; nil if it takes none.
  var valueForm: ValueForm? {
    switch form {
    case .value(let form): form
    case .text(let form, _): form
    case .flag, .flagPair, .help: nil
    }
  }

  /// The placeholder for its value, if it takes one.
  var placeholder: String? { valueForm?.placeholder }

  /// The accepted values, in words; nil if the help already says it.
  var domain: String? { valueForm?.domain }

  /// The help with the accepted values and the default.
  var meaning: String {
    let domain = domain.flatMap { help.contains($0) ? nil : $0 }
    let facts = [domain, (defaultArgument ?? unsetMeaning).map { "default \($0)" }]
      .compactMap(\.self)
    return help + (facts.isEmpty ? "" : " (\(facts.joined(separator: "; ")))")
  }

  /// The help without the details that follow a semicolon.
  var brief: String { String(help.prefix { $0 != ";" }) }

  /// What a shell can complete of its value; nil if it takes none.
  package var completion: ValueCompletion? { valueForm?.completion }

  /// The kind of path that the value is, if any.
  var pathKind: PathKind? {
    if case .path(let kind)? = completion { kind } else { nil }
  }
}

/// The values that an option takes.
package struct ValueForm: Sendable {
  /// The placeholder in the help.
  var placeholder: String
  /// The values in words, to follow “takes”.
  package var expectation: String
  /// The accepted values, in words for the help; nil if the help says enough.
  var domain: String?
  /// What a shell can complete of it.
  package var completion: ValueCompletion
  /// Whether an argument is accepted.
  package var accepts: @Sendable (String) -> Bool

  /// The values of a type, or the whole numbers in a range.
  package init<Value: ArgumentValue>(
    of type: Value.Type, _ placeholder: String, in range: ClosedRange<Int>? = nil,
    naming pathKind: PathKind? = nil
  ) {
    self.placeholder = placeholder
    completion = pathKind.map { .path($0) } ?? type.completion
    guard let range else {
      // A directory is no stream.
      let isDirectory = pathKind == .directory
      expectation = isDirectory ? "the path of a directory" : type.expectation
      domain = type.allowedWords.isEmpty ? nil : WordList.alternatives(type.allowedWords)
      accepts = { type.init(argument: $0) != nil && !(isDirectory && $0 == "-") }
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

/// What an option affects.
package enum OptionRole: Sendable, Hashable {
  /// The bytes of the result.
  case result
  /// Whether the result is published.
  case guarding
  /// Messages, waiting, and whether anything is written; never the bytes of a result.
  case call
}

/// What a run must have to serve an option. The counts of partial results serve the least.
package enum OptionNeed: Sendable {
  /// Inputs, in any form.
  case inputs
  /// Every event of all inputs.
  case everyEvent
  /// The ranking of all inputs.
  case ranking
}

/// What a shell can complete of an option's value.
package enum ValueCompletion: Sendable, Hashable {
  /// The value is one of these words; without words, any text.
  case words([String])
  /// The value is a path.
  case path(PathKind)
  /// The value is a share of the inputs, as `3/16`.
  case share
}

/// The kind of file that a path names.
package enum PathKind: Sendable, Hashable {
  case file
  case directory
}
