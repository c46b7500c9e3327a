extension OptionTable {
  /// One option: its names, its help, and what it does to the options read so far.
  package struct Entry: Sendable {
    /// What an option does when it is given.
    package enum Action: Sendable {
      /// Says something by being there.
      case flag(@Sendable (inout Options) -> Void)
      /// Says yes, or no where `no-` stands before the name.
      case flagPair(@Sendable (inout Options, Bool) -> Void)
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

    /// The value an option takes.
    package struct ValueForm: Sendable {
      /// What stands for the value in the help.
      package var placeholder: String
      /// What a value looks like, as words that read on after “takes”.
      package var expectation: String
      /// The words that can be given, where there are only so many.
      package var allowedWords: [String]
      /// The values that can be given, in words for the help; nil where the help says enough.
      package var domain: String?
      /// Whether the option may be given more than once, each time adding a value.
      package var isRepeatable = false
      /// What a value names, where it is a path.
      package var pathKind: PathKind?
      /// Takes an argument in; false where it is no value.
      package var take: @Sendable (inout Options, String) -> Bool
      /// The value the options have, as an argument; nil where there is none.
      package var current: @Sendable (Options) -> String?
    }

    /// The long name, without dashes.
    package var name: String
    /// The letter, for the few that hands know.
    package var short: Character?
    /// What the option does: lower-case, no full stop, details after a semicolon.
    package var help: String
    /// What happens when it is given.
    package var action: Action
    /// What happens where it is not given and has no value to show, in words.
    package var unsetMeaning: String?
    /// The names of options that cannot be given beside it.
    package var excluded: [String] = []
    /// What it has a say in.
    package var role = OptionRole.result
  }
}

extension OptionTable.Entry {
  /// The long names, without dashes: one, or two for a pair.
  package var longNames: [String] {
    switch action {
    case .flag, .value, .help, .version, .generate, .text: [name]
    case .flagPair: [name, "no-" + name]
    }
  }

  /// Every way to write the option, dashes included, the letter first.
  package var spellings: [String] {
    (short.map { ["-\($0)"] } ?? []) + longNames.map { "--" + $0 }
  }

  /// What stands for its value, where it takes one.
  package var placeholder: String? {
    switch action {
    case .value(let form): form.placeholder
    case .generate: "NAME"
    case .flag, .flagPair, .help, .version, .text: nil
    }
  }

  /// The values it takes, in words, where the help does not say it already.
  package var domain: String? {
    switch action {
    case .value(let form): form.domain
    case .generate: WordList.alternatives(GeneratedText.allowedWords)
    case .flag, .flagPair, .help, .version, .text: nil
    }
  }

  /// What holds where it is not given, in words; nil where there is nothing to say.
  package func defaultText(in defaults: Options) -> String? {
    current(in: defaults) ?? unsetMeaning
  }

  /// Its value in the given options, as an argument.
  package func current(in options: Options) -> String? {
    switch action {
    case .value(let form): form.current(options)
    case .flag, .flagPair, .help, .version, .generate, .text: nil
    }
  }

  /// The same option of a tool whose options hold these ones at the path.
  package func lifted<Whole>(
    at path: any WritableKeyPath<Whole, Options> & Sendable
  ) -> OptionTable<Whole>.Entry {
    OptionTable<Whole>.Entry(
      name: name, short: short, help: help, action: action.lifted(at: path),
      unsetMeaning: unsetMeaning, excluded: excluded, role: role)
  }
}

extension OptionTable.Entry.Action {
  fileprivate func lifted<Whole>(
    at path: any WritableKeyPath<Whole, Options> & Sendable
  ) -> OptionTable<Whole>.Entry.Action {
    switch self {
    case .flag(let set): .flag { set(&$0[keyPath: path]) }
    case .flagPair(let set): .flagPair { set(&$0[keyPath: path], $1) }
    case .value(let form):
      .value(
        OptionTable<Whole>.Entry.ValueForm(
          placeholder: form.placeholder, expectation: form.expectation,
          allowedWords: form.allowedWords, domain: form.domain, isRepeatable: form.isRepeatable,
          pathKind: form.pathKind,
          take: { form.take(&$0[keyPath: path], $1) },
          current: { form.current($0[keyPath: path]) }))
    case .help: .help
    case .version: .version
    case .generate: .generate
    case .text(let text): .text(text)
    }
  }
}
