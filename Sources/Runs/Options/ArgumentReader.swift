extension OptionTable {
  /// Parses a command line, without any other effect.
  package func read(_ arguments: [String]) -> Invocation {
    read(arguments.map { CommandWord(text: $0) })
  }

  /// The same, for words that may be from files of arguments.
  func read(_ words: [CommandWord]) -> Invocation {
    var reader = ArgumentReader(table: self, words: words)
    return reader.readAll()
  }
}

/// Parses one command line from left to right.
private struct ArgumentReader {
  private let options: [OptionDeclaration]
  private var rest: ArraySlice<CommandWord>
  private var invocation = Invocation()
  /// The spellings of the options met so far, by name.
  private var met: [String: String] = [:]
  /// The names of all options that contradict another.
  private var contradicting: Set<String> = []

  init(table: OptionTable, words: [CommandWord]) {
    options = table.all
    rest = words[...]
  }

  mutating func readAll() -> Invocation {
    // Bytes that are not UTF-8 arrive as U+FFFD, which would name another file.
    // A NUL, of a recorded run, would end a name.
    if let odd = rest.first(where: { word in
      word.text.unicodeScalars.contains { $0 == "\u{FFFD}" || $0 == "\0" }
    }) {
      let fault = odd.text.utf8.contains(0) ? "holds a byte 0" : "is not UTF-8, or holds U+FFFD"
      invocation.mistake = UsageError(
        "the argument '\(odd.text)' \(fault)",
        hint: "if it names a file, rename the file, or give a link to it", at: odd.place)
    }
    while let word = rest.popFirst() {
      if word.text == "--" {
        invocation.arguments.operands += rest.map(\.text)
        break
      }
      let isConsistent = invocation.arguments.contradiction == nil
      do {
        try read(word.text)
      } catch {
        invocation.mistake = invocation.mistake ?? error.placed(at: word)
      }
      if isConsistent {
        invocation.arguments.contradiction = invocation.arguments.contradiction?.placed(at: word)
      }
    }
    let files = invocation.arguments.given.filter { contradicting.contains($0.declaration.name) }
    invocation.arguments.contradiction?.files = files.compactMap(\.file)
    return invocation
  }

  private mutating func read(_ argument: String) throws(UsageError) {
    if argument.hasPrefix("--") {
      try readLong(argument)
    } else if argument.hasPrefix("-"), argument != "-" {
      try readLetters(argument)
    } else {
      invocation.arguments.operands.append(argument)
    }
  }

  // MARK: The two spellings

  private mutating func readLong(_ argument: String) throws(UsageError) {
    let text = argument.dropFirst(2)
    // By bytes: the value may begin with a combining accent.
    let sign = text.utf8.firstIndex(of: UInt8(ascii: "="))
    let name = String(text[..<(sign ?? text.endIndex)])
    guard let option = options.first(where: { $0.longNames.contains(name) }) else {
      throw UnknownOption(name: name, longNames: options.flatMap(\.longNames))
        .usageError(spelled: "--" + name)
    }
    let value = sign.map { String(text[text.utf8.index(after: $0)...]) }
    try apply(option, as: "--" + name, attached: value)
  }

  /// Parses letters: `-n`, `-o` with a value, or flags in one word as in `-nq`.
  private mutating func readLetters(_ argument: String) throws(UsageError) {
    let letters = argument.dropFirst()
    let clustered = letters.map { letter in options.first { $0.short == letter } }
    try refuseLongName(in: argument, isCluster: clustered.allSatisfy { $0 != nil })
    if letters.count > 1, let first = clustered[0], first.placeholder != nil {
      throw UsageError(
        "'-\(letters.prefix(1))' takes its value as a separate argument, not as in '\(argument)'")
    }
    for (letter, option) in zip(letters, clustered) {
      guard let option else { throw UsageError("unknown option '-\(letter)' in '\(argument)'") }
      if letters.count > 1, option.placeholder != nil {
        throw UsageError("'-\(letter)' takes a value and cannot be joined as in '\(argument)'")
      }
    }
    for (letter, option) in zip(letters, clustered) {
      if let option { try apply(option, as: "-\(letter)", attached: nil) }
    }
  }

  /// Refuses `-dry-run`, a long name with one dash.
  private func refuseLongName(in argument: String, isCluster: Bool) throws(UsageError) {
    let word = String(argument.dropFirst().prefix { $0 != "=" })
    let names = options.flatMap(\.longNames)
    if word.count > 1, names.contains(word) {
      throw UsageError("unknown option '\(argument)'; did you mean '--\(word)'?")
    }
    if isCluster { return }
    if word.count <= 1 {
      throw UsageError(
        "unknown option '\(argument)'", hint: "write a file of that name as './\(argument)'")
    }
    let unknown = UnknownOption(name: word, longNames: names)
    if !unknown.suggestions.isEmpty { throw unknown.usageError(spelled: argument) }
  }

  // MARK: Applying an option

  private mutating func apply(
    _ option: OptionDeclaration, as spelling: String, attached: String?
  ) throws(UsageError) {
    let form = option.valueForm
    let argument = try argument(of: spelling, form, attached: attached)
    let isRepeated = met[option.name] != nil
    try meet(option, as: spelling)
    if let form, let argument, !form.accepts(argument) {
      throw UsageError("'\(spelling)' takes \(form.expectation), not '\(argument)'")
    }
    switch option.form {
    case .flag where isRepeated: break
    case .flag, .value:
      invocation.arguments.given.append(GivenOption(declaration: option, value: argument))
    case .flagPair:
      invocation.arguments.given.append(
        GivenOption(declaration: option, isNegative: spelling != "--" + option.name))
    case .help:
      if case .help = invocation.request { return }
      invocation.request = spelling == "-h" ? .shortHelp : .help
    case .text(_, let text):
      guard case .run = invocation.request else { return }
      invocation.request = .text { text($0, argument ?? "") }
    }
  }

  /// Notes an option, and what it contradicts. A value, or one of a pair, is given once.
  private mutating func meet(
    _ option: OptionDeclaration, as spelling: String
  ) throws(UsageError) {
    let before = met.updateValue(spelling, forKey: option.name)
    if let before, option.isGivenOnce {
      if before == spelling { throw UsageError("'\(spelling)' is given more than once") }
      contradict(before, spelling)
    }
    let excluded = options.filter {
      $0.excluded.contains(option.name) || option.excluded.contains($0.name)
    }
    for other in excluded {
      guard let before = met[other.name] else { continue }
      contradict(before, spelling)
      contradicting.formUnion([option.name, other.name])
    }
  }

  private mutating func contradict(_ one: String, _ other: String) {
    let arguments = invocation.arguments
    invocation.arguments.contradiction =
      arguments.contradiction ?? UsageError("'\(one)' and '\(other)' cannot both be given")
  }

  /// The value attached with `=`, or the next word unless it looks like an option; nil for an option
  /// that takes none.
  private mutating func argument(
    of spelling: String, _ form: ValueForm?, attached: String?
  ) throws(UsageError) -> String? {
    if form == nil, let attached {
      throw UsageError("'\(spelling)' takes no value, and was given '\(attached)'")
    }
    guard let placeholder = form?.placeholder, attached == nil else { return attached }
    guard let next = rest.first?.text else {
      throw UsageError("'\(spelling)' needs \(placeholder)")
    }
    if next.hasPrefix("-"), next != "-" {
      let name = options.first { $0.spellings.contains(spelling) }?.name ?? spelling
      throw UsageError(
        "'\(spelling)' needs \(placeholder), and '\(next)' looks like an option",
        hint: "write a value that begins with '-' as '--\(name)=\(next)'")
    }
    rest = rest.dropFirst()
    return next
  }
}

extension OptionDeclaration {
  fileprivate var isGivenOnce: Bool {
    switch form {
    case .flagPair, .value: true
    case .flag, .help, .text: false
    }
  }
}

extension UsageError {
  /// The mistake with the line of the file of arguments that it is in.
  fileprivate func placed(at word: CommandWord) -> UsageError {
    guard let place = word.place else { return self }
    var error = self
    error.place = place
    let value = word.text.drop { $0 != "=" }.dropFirst()
    if value.isQuoted || word.text.isQuoted {
      error.hint = "in a file of arguments quotes are a part of the argument; leave them out"
    } else if word.text.hasPrefix("-"), word.text.contains(" "), !word.text.contains("=") {
      error.hint = "a line is one argument: write '--name=VALUE', or the value on the next line"
    }
    return error
  }
}
