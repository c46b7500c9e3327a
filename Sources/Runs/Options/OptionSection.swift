/// The options under one heading of the help, in order.
package struct OptionSection: Sendable {
  /// The heading, without a colon.
  package let title: String
  package let options: [OptionDeclaration]

  package init<each Value: Sendable>(_ title: String, _ options: repeat Option<each Value>) {
    var declarations: [OptionDeclaration] = []
    for option in repeat each options { declarations.append(option.declaration) }
    self.init(title: title, options: declarations)
  }

  init(title: String, options: [OptionDeclaration]) {
    self.title = title
    self.options = options
  }

  /// The options that every tool has.
  static var aboutTheTool: OptionSection {
    OptionSection(
      title: "About the tool",
      options: [
        OptionDeclaration(
          name: "help", short: "h", help: "print this help and exit; -h prints the short one",
          form: .help),
        OptionDeclaration(name: "version", help: "print the version and exit", form: .version),
        OptionDeclaration(
          name: "generate", help: "print the options as a Markdown table and exit",
          form: .generate),
      ])
  }
}

/// The sections that tools share; each tool lists its options for them.
extension OptionSection {
  package static func output<each Value: Sendable>(
    _ options: repeat Option<each Value>
  ) -> OptionSection {
    OptionSection("Output", repeat each options)
  }

  package static func oddInput<each Value: Sendable>(
    _ options: repeat Option<each Value>
  ) -> OptionSection {
    OptionSection("Reading, and odd data", repeat each options)
  }

  package static func guards<each Value: Sendable>(
    _ options: repeat Option<each Value>
  ) -> OptionSection {
    OptionSection("Guards (exit 4, nothing published)", repeat each options)
  }

  package static func reports<each Value: Sendable>(
    _ options: repeat Option<each Value>
  ) -> OptionSection {
    OptionSection("Reports", repeat each options)
  }

  package static func running<each Value: Sendable>(
    _ options: repeat Option<each Value>
  ) -> OptionSection {
    OptionSection("Running", repeat each options)
  }

  /// The options for messages, which every tool has.
  package static func messages(verbose: Option<Bool> = .verbose) -> OptionSection {
    OptionSection("Messages", .quiet, verbose, .logFormat, .color, .noProgress)
  }

  /// The options for commands that run afterwards.
  package static var afterwards: OptionSection {
    OptionSection("Afterwards", .onSuccess, .onFailure, .hookTimeout)
  }

  /// The options for output and undoing, for a tool that rewrites its inputs.
  package static func rewriting(output: Option<String?>) -> [OptionSection] {
    [
      .output(
        .dryRun, .planOut, .plan, .verify, .check, output, .inPlace, .force, .lockWait, .resume,
        .checkpointBytes),
      OptionSection("Undo", .journal, .proveUndo, .undo),
    ]
  }
}
