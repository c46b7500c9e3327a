/// The forms an option comes in; each line of a tool's table calls one of them.
extension OptionTable.Entry {
  /// An option that is there or not.
  package static func flag(
    _ name: String, short: Character? = nil, _ help: String,
    _ path: any WritableKeyPath<Options, Bool> & Sendable
  ) -> Self {
    Self(name: name, short: short, help: help, action: .flag { $0[keyPath: path] = true })
  }

  /// Two options, `--name` and `--no-name`; with neither, the tool decides.
  package static func flagPair(
    _ name: String, _ help: String, _ path: any WritableKeyPath<Options, Bool?> & Sendable
  ) -> Self {
    Self(name: name, help: help, action: .flagPair { $0[keyPath: path] = $1 })
  }

  /// An option with a value.
  package static func value<Value: ArgumentValue>(
    _ name: String, short: Character? = nil, _ placeholder: String, _ help: String,
    _ path: any WritableKeyPath<Options, Value> & Sendable
  ) -> Self {
    let form = ValueForm(
      placeholder: placeholder, expectation: Value.expectation, allowedWords: Value.allowedWords,
      domain: Value.allowedWords.isEmpty ? nil : WordList.alternatives(Value.allowedWords),
      take: { options, argument in
        guard let value = Value(argument: argument) else { return false }
        options[keyPath: path] = value
        return true
      },
      current: { $0[keyPath: path].argumentText })
    return Self(name: name, short: short, help: help, action: .value(form))
  }

  /// An option with a value that may be given more than once.
  package static func values<Value: ArgumentValue>(
    _ name: String, short: Character? = nil, _ placeholder: String, _ help: String,
    _ path: any WritableKeyPath<Options, [Value]> & Sendable
  ) -> Self {
    var form = ValueForm(
      placeholder: placeholder, expectation: Value.expectation, allowedWords: Value.allowedWords,
      domain: Value.allowedWords.isEmpty ? nil : WordList.alternatives(Value.allowedWords),
      take: { options, argument in
        guard let value = Value(argument: argument) else { return false }
        options[keyPath: path].append(value)
        return true
      },
      current: { options in
        let texts = options[keyPath: path].compactMap(\.argumentText)
        return texts.isEmpty ? nil : texts.joined(separator: ", ")
      })
    form.isRepeatable = true
    return Self(name: name, short: short, help: help, action: .value(form))
  }

  /// An option with a whole number in a range.
  package static func value(
    _ name: String, short: Character? = nil, _ placeholder: String, _ help: String,
    _ path: any WritableKeyPath<Options, Int> & Sendable, range: ClosedRange<Int>
  ) -> Self {
    number(name, short, placeholder, help, range) {
      $0[keyPath: path] = $1
    } current: {
      $0[keyPath: path]
    }
  }

  /// An option with a whole number in a range, and a meaning of its own where it is not given.
  package static func value(
    _ name: String, short: Character? = nil, _ placeholder: String, _ help: String,
    _ path: any WritableKeyPath<Options, Int?> & Sendable, range: ClosedRange<Int>
  ) -> Self {
    number(name, short, placeholder, help, range) {
      $0[keyPath: path] = $1
    } current: {
      $0[keyPath: path]
    }
  }

  /// An option that prints a text instead of a run.
  package static func text(
    _ name: String, _ help: String, _ text: @escaping @Sendable () -> String
  ) -> Self {
    Self(name: name, help: help, action: .text(text))
  }

  /// The same option, with words for what happens where it is not given.
  package func unset(means meaning: String) -> Self {
    var entry = self
    entry.unsetMeaning = meaning
    return entry
  }

  /// The same option, refused beside the other.
  package func excluding(_ other: String) -> Self {
    var entry = self
    entry.excluded.append(other)
    return entry
  }

  /// The same option, whose value is a path.
  package func naming(_ kind: PathKind) -> Self {
    guard case .value(var form) = action else { return self }
    form.pathKind = kind
    var entry = self
    entry.action = .value(form)
    return entry
  }

  /// The same option, in another role.
  package func playing(_ role: OptionRole) -> Self {
    var entry = self
    entry.role = role
    return entry
  }

  private static func number(
    _ name: String, _ short: Character?, _ placeholder: String, _ help: String,
    _ range: ClosedRange<Int>, set: @escaping @Sendable (inout Options, Int) -> Void,
    current: @escaping @Sendable (Options) -> Int?
  ) -> Self {
    let isOpen = range.upperBound == .max
    let domain =
      isOpen ? "\(range.lowerBound) or more" : "\(range.lowerBound) to \(range.upperBound)"
    let form = ValueForm(
      placeholder: placeholder,
      expectation: isOpen ? "a whole number, \(domain)" : "a whole number from \(domain)",
      allowedWords: [], domain: domain,
      take: { options, argument in
        guard let number = Int(argument: argument), range.contains(number) else { return false }
        set(&options, number)
        return true
      },
      current: { current($0)?.argumentText })
    return Self(name: name, short: short, help: help, action: .value(form))
  }
}
