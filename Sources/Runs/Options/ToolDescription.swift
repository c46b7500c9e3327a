/// All that a tool says about itself: what its help, its version and its table in the documents are made of.
package struct ToolDescription: Sendable {
  /// A command as a user would type it, and what it does.
  package struct Example: Sendable {
    package var command: String
    package var purpose: String

    package init(_ command: String, _ purpose: String) {
      self.command = command
      self.purpose = purpose
    }
  }

  /// What the tool works on.
  package struct Operands: Sendable {
    /// What stands for one of them, as `INPUT`.
    package var placeholder: String
    /// What they are.
    package var meaning: String
    /// How many there may be.
    package var count: ClosedRange<Int>
    /// What each is, where each is something else.
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

    /// What stands for the first that is missing where so many are given.
    func missing(after count: Int) -> String {
      names.indices.contains(count) ? names[count] : placeholder
    }
  }

  /// The command's name.
  package var name: String
  /// The version, as `1.2.0`.
  package var version: String
  /// What the tool is for, in one line without a full stop.
  package var summary: String
  /// The forms of the command line, without the name.
  package var usage: [String]
  /// The commands most often wanted; the first four are those of the short help.
  package var examples: [Example]
  /// What the tool will never do to its input, as a sentence.
  package var promise: String
  /// What the tool works on.
  package var operands: Operands
  /// The options.
  package var options: OptionTable
  /// More that a user should know, a paragraph each.
  package var notes: [String]
  /// How the tool can end, beside the ways in which all tools can.
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

  /// Every way the tool can end, by number.
  package var allExits: [ExitStatus] {
    let always: Set<ExitStatus> = [
      .done, .internalError, .usage, .inputOutput, .hungUp, .interrupted, .terminated,
    ]
    return always.union(exits).sorted { $0.rawValue < $1.rawValue }
  }

  /// The line that `--version` prints.
  package var versionLine: String { "\(name) \(version)\n" }
}
