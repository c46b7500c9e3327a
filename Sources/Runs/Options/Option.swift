/// An option, declared once for the parser, the help, the documents and the runs.
///
/// Declarations are static members of `Option`, so that a run reads one by its name:
/// `arguments[.output]`. They are computed, because a generic type has no static stored properties;
/// read them before a loop over records, not in it.
package struct Option<Value: Sendable>: Sendable {
  /// The declaration without the value's type.
  package private(set) var declaration: OptionDeclaration
  /// The value if the option is not given.
  let defaultValue: Value
  /// Parses the value from all occurrences of the option; nil if the parser would refuse it.
  let value: @Sendable ([GivenOption]) -> Value?

  /// The same option, with a more precise help for one tool.
  package func withHelp(_ help: String) -> Self {
    var option = self
    option.declaration.help = help
    return option
  }
}

extension Option {
  /// The same option, for a tool that may not have what serves it.
  package func needing(_ need: OptionNeed) -> Self {
    var option = self
    option.declaration.need = need
    return option
  }

  /// The same option, for which a run prints this on standard output.
  package func printing(_ words: String) -> Self {
    var option = self
    option.declaration.printed = words
    return option
  }

  /// The same option, for whose value a shell suggests these words.
  func suggesting(_ words: [String]) -> Self {
    var option = self
    if case .value(var form) = declaration.form {
      form.completion = .words(words)
      option.declaration.form = .value(form)
    }
    return option
  }
}

extension Option<Bool> {
  /// A flag.
  package init(
    _ name: String, short: Character? = nil, _ help: String, excluding excluded: [String] = [],
    role: OptionRole = .result
  ) {
    declaration = OptionDeclaration(
      name: name, short: short, help: help, form: .flag, excluded: excluded, role: role)
    defaultValue = false
    value = { _ in true }
  }

  /// An option that prints a text instead of running the tool.
  package init(
    _ name: String, _ help: String, excluding excluded: [String] = [],
    printing text: @escaping @Sendable () -> String
  ) {
    declaration = OptionDeclaration(
      name: name, help: help, form: .text(nil) { _, _ in text() }, excluded: excluded, role: .call)
    defaultValue = false
    value = { _ in true }
  }
}

extension Option<Bool?> {
  /// Two options, `--name` and `--no-name`; with neither, the tool decides.
  package init(
    pair name: String, _ help: String, unset meaning: String? = nil, role: OptionRole = .result
  ) {
    declaration = OptionDeclaration(
      name: name, help: help, form: .flagPair, unsetMeaning: meaning, role: role)
    defaultValue = nil
    value = { $0.last.map { !$0.isNegative } }
  }
}

extension Option where Value: ArgumentValue {
  /// An option with a value.
  ///
  /// - Parameters:
  ///   - range: the whole numbers that can be given; nil if any value of the type can.
  ///   - meaning: what happens if it is not given and the default says nothing, in words.
  ///   - pathKind: what the value names, if it is a path.
  ///   - excluded: the names of options that cannot be given with it.
  package init(
    _ name: String, short: Character? = nil, _ placeholder: String, _ help: String,
    default defaultValue: Value, in range: ClosedRange<Int>? = nil, unset meaning: String? = nil,
    naming pathKind: PathKind? = nil, excluding excluded: [String] = [],
    role: OptionRole = .result
  ) {
    let form = ValueForm(of: Value.self, placeholder, in: range, naming: pathKind)
    declaration = OptionDeclaration(
      name: name, short: short, help: help, form: .value(form),
      defaultArgument: defaultValue.argumentText, unsetMeaning: meaning, excluded: excluded,
      role: role)
    self.defaultValue = defaultValue
    value = { $0.last?.value.flatMap(Value.init(argument:)) }
  }
}

extension Option where Value: ArgumentValue & ExpressibleByNilLiteral {
  /// An option with a value, nil if it is not given.
  package init(
    _ name: String, short: Character? = nil, _ placeholder: String, _ help: String,
    in range: ClosedRange<Int>? = nil, unset meaning: String? = nil,
    naming pathKind: PathKind? = nil, excluding excluded: [String] = [],
    role: OptionRole = .result
  ) {
    self.init(
      name, short: short, placeholder, help, default: nil, in: range, unset: meaning,
      naming: pathKind, excluding: excluded, role: role)
  }
}
