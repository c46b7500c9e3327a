/// The options a tool takes: the parser, the help and the table in the documents are all made from it.
///
/// Reading options starts from the defaults and changes the copy by each option read. What every
/// tool has, `--help`, `--version` and `--generate`, is added here, so that none can lack it.
package struct OptionTable<Options: Sendable>: Sendable {
  /// Options under one heading of the help.
  package struct Section: Sendable {
    /// The heading, without a colon.
    package var title: String
    /// The options, in the order of the help.
    package var entries: [Entry]

    package init(_ title: String, _ entries: [Entry]) {
      self.title = title
      self.entries = entries
    }
  }

  /// The options where none is given.
  package let defaults: Options
  /// The sections in the order of the help; no two of one title.
  package let sections: [Section]
  /// The options of the short help, in the order of the help.
  package let commonest: [Entry]

  /// A table of these sections; those of one title become one, where the first of them stands.
  ///
  /// - Parameter commonest: the names of the options of the short help, eight at most.
  /// - Precondition: No two options share a name or a letter, and each of the commonest is there.
  package init(defaults: Options, commonest: [String] = [], _ sections: [Section]) {
    self.defaults = defaults
    var merged: [Section] = []
    for section in sections + [Self.aboutTheTool] where !section.entries.isEmpty {
      if let index = merged.firstIndex(where: { $0.title == section.title }) {
        merged[index].entries += section.entries
      } else {
        merged.append(section)
      }
    }
    self.sections = merged
    let entries = merged.flatMap(\.entries)
    self.commonest = entries.filter { commonest.contains($0.name) }
    let spellings = entries.flatMap(\.spellings)
    precondition(Set(spellings).count == spellings.count, "two options share a spelling")
    precondition(self.commonest.count == commonest.count, "a common option is not in the table")
    precondition(commonest.count <= 8, "too many options for the short help")
  }

  /// All options, in the order of the help.
  package var entries: [Entry] { sections.flatMap(\.entries) }

  private static var aboutTheTool: Section {
    Section(
      "About the tool",
      [
        Entry(
          name: "help", short: "h", help: "print this help and exit; -h prints the short one",
          action: .help),
        Entry(name: "version", help: "print the version and exit", action: .version),
        Entry(
          name: "generate",
          help: "print the options as a Markdown table and exit",
          action: .generate),
      ])
  }
}
