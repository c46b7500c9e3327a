/// The options of a tool, for the parser, the help and the documents.
package struct OptionTable: Sendable {
  /// The sections in the order of the help; the last is about the tool itself.
  package let sections: [OptionSection]
  /// The options of the short help, in the order of the help.
  package let commonest: [OptionDeclaration]

  /// - Parameter commonest: the names of the options of the short help, eight at most.
  /// - Precondition: names, letters and titles are unique, and all of `commonest` exist.
  package init(commonest: [String] = [], _ sections: [OptionSection]) {
    self.sections = sections + [.aboutTheTool]
    let options = self.sections.flatMap(\.options)
    self.commonest = options.filter { commonest.contains($0.name) }
    let spellings = options.flatMap(\.spellings)
    precondition(Set(spellings).count == spellings.count, "two options share a spelling")
    let titles = self.sections.map(\.title)
    precondition(Set(titles).count == titles.count, "two sections share a title")
    precondition(self.commonest.count == commonest.count, "a common option is not in the table")
    precondition(commonest.count <= 8, "too many options for the short help")
  }

  /// All options, in the order of the help.
  package var all: [OptionDeclaration] { sections.flatMap(\.options) }

  /// Whether there is an option of this name.
  func has(_ name: String) -> Bool { all.contains { $0.name == name } }
}

/// The options under one heading of the help, in order.
package struct OptionSection: Sendable {
  /// The heading, without a colon.
  package let title: String
  /// The options, in the order of the help.
  package let options: [OptionDeclaration]

  /// A heading of the help. The named ones are shared by several tools.
  package struct Heading: Sendable, ExpressibleByStringLiteral {
    let text: String

    package init(stringLiteral text: String) { self.text = text }

    package static let output: Heading = "Output"
    package static let oddInput: Heading = "Reading, and odd data"
    package static let guards: Heading = "Guards (exit 4, nothing published)"
    package static let reports: Heading = "Reports"
    package static let running: Heading = "Running"
  }

}

extension OptionSection {
  /// The section of a heading and its options, of any value types.
  package init<each Value: Sendable>(
    _ heading: Heading, _ options: repeat Option<each Value>
  ) {
    var declarations: [OptionDeclaration] = []
    for option in repeat each options { declarations.append(option.declaration) }
    self.init(title: heading.text, options: declarations)
  }

  /// The options that every tool has.
  static var aboutTheTool: OptionSection {
    OptionSection(
      title: "About the tool",
      options: [
        OptionDeclaration(
          name: "help", short: "h", help: "print this help and exit; -h prints the short one",
          form: .help),
        OptionDeclaration(
          name: "version", help: "print the version and exit",
          form: .text(nil) { tool, _ in tool.versionLine }),
        OptionDeclaration(
          name: "generate",
          help:
            "print a text made from the options and exit; a man page, completions for a shell, or a "
            + "table in Markdown",
          form: .text(ValueForm(of: GeneratedText.self, "NAME"), GeneratedText.text)),
      ])
  }
}

/// The sections that are alike in several tools.
extension OptionSection {
  /// The options for messages, which every tool has.
  package static func messages(verbose: Option<Bool> = .verbose) -> OptionSection {
    OptionSection("Messages", .quiet, verbose, .logFormat, .color, .noProgress)
  }

  /// The options for commands that run afterwards.
  package static var afterwards: OptionSection {
    OptionSection("Afterwards", .onSuccess, .onFailure, .hookTimeout)
  }

  /// The options for output and undoing, for a tool that rewrites its inputs.
  package static func rewriting(
    output: Option<String?>, undo: Option<String?> = .undo
  ) -> [OptionSection] {
    [
      OptionSection(
        .output, .dryRun, .planOut, .plan, .verify, .check, output, .inPlace, .force, .lockWait,
        .resume,
        .checkpointBytes),
      OptionSection("Undo", .journal, .proveUndo, undo),
    ]
  }
}
