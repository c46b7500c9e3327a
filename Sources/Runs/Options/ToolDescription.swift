/// The description of a tool, for its help, its version and its table in the documents.
package struct ToolDescription: Sendable {
  /// A command and its purpose.
  package struct Example: Sendable {
    /// The command line, without a prompt.
    package var command: String
    /// What the command is for: lower-case, no full stop.
    package var purpose: String

    package init(_ command: String, _ purpose: String) {
      self.command = command
      self.purpose = purpose
    }
  }

  /// The operands of a tool.
  package struct Operands: Sendable {
    /// The placeholder for one, as in `INPUT`.
    var placeholder: String
    /// What they are, for the help.
    var meaning: String
    /// The allowed number of operands.
    package var count: ClosedRange<Int>
    /// The name of each, if they differ in kind.
    package var names: [String]

    package init(
      _ placeholder: String, _ meaning: String, count: ClosedRange<Int> = 1...Int.max,
      names: [String] = []
    ) {
      self.placeholder = placeholder
      self.meaning = meaning
      self.count = count
      self.names = names
    }

    /// The name of the first missing operand after `count` given ones.
    func missing(after count: Int) -> String {
      names.indices.contains(count) ? names[count] : placeholder
    }
  }

  /// The command's name.
  package var name: String
  /// The version, as in `1.2.0`.
  package var version: String
  /// The purpose of the tool, in one line without a full stop.
  package var summary: String
  /// The forms of the command line, without the name.
  package var usage: [String]
  /// The commonest commands; the first four are in the short help.
  package var examples: [Example]
  /// What the tool never does to its input, as a sentence.
  package var promise: String
  /// The operands.
  package var operands: Operands
  /// The options.
  package var options: OptionTable
  /// Further notes for the help, one paragraph each.
  package var notes: [String]
  /// The exit statuses, besides those of all tools.
  package var exits: [ExitStatus]

  package init(
    name: String, version: String, summary: String, usage: [String], examples: [Example],
    promise: String, operands: Operands, options: OptionTable, notes: [String] = [],
    exits: [ExitStatus]
  ) {
    self.name = name
    self.version = version
    self.summary = summary
    self.usage = usage
    self.examples = examples
    self.promise = promise
    self.operands = operands
    self.options = options
    self.notes = notes
    self.exits = exits
  }

  /// Every exit status, by number.
  var allExits: [ExitStatus] {
    let always: Set<ExitStatus> = [
      .done, .internalError, .usage, .inputOutput, .hungUp, .interrupted, .terminated,
    ]
    return always.union(exits).sorted { $0.rawValue < $1.rawValue }
  }

  /// What each kind of operand is, for the help.
  var operandRows: [(head: String, meaning: String)] {
    [(operands.placeholder, operands.meaning), ("@FILE", CommandWords.help)]
  }

  /// The line that `--version` prints, with the commit that the tool was built of.
  var versionLine: String { "\(name) \(version) (\(Version.build))\n" }
}
