/// The help of a tool, laid out for a width.
///
/// It starts with the examples, because most readers look for the command to type, and ends with
/// the exit statuses, because scripts' authors look for those.
package struct HelpText {
  /// The columns to fill, between those that still can be read: 40 and 100.
  package let width: Int

  package init(width: Int) { self.width = min(max(width, 40), 100) }

  /// The whole help.
  package func text<Options>(of tool: ToolDescription<Options>) -> String {
    var paragraphs = [examples(of: tool), usage(of: tool)]
    paragraphs.append(prose(tool.summary + "."))
    paragraphs.append(prose(tool.promise))
    paragraphs.append(
      ["Operands:"] + row(tool.operands.placeholder, tool.operands.meaning))
    paragraphs += tool.options.sections.map { section in
      ["\(section.title):"]
        + section.entries.flatMap { row(head(of: $0), meaning(of: $0, in: tool.options.defaults)) }
    }
    paragraphs += tool.notes.map(prose)
    paragraphs.append(
      ["Exit statuses:"]
        + tool.allExits.flatMap { row("\($0.rawValue)", $0.meaning, column: 8) })
    return paragraphs.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  /// What a tool says when it is called with nothing to work on.
  package func shortText<Options>(of tool: ToolDescription<Options>) -> String {
    let example = tool.examples.first.map { ["For example:"] + command($0.command) } ?? []
    let lines = prose(tool.summary + ".") + usage(of: tool) + example
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: Parts of the help

  private func examples<Options>(of tool: ToolDescription<Options>) -> [String] {
    ["Examples:"]
      + tool.examples.flatMap { example in
        command(example.command) + Paragraph.indented(example.purpose, width: width, by: 6)
      }
  }

  /// A command, broken where the shell lets it be, so that it can be copied.
  private func command(_ text: String) -> [String] {
    let lines = Paragraph.lines(text, width: width - 8)
    return lines.enumerated().map { index, line in
      (index == 0 ? "  " : "      ") + line + (index + 1 < lines.count ? " \\" : "")
    }
  }

  private func usage<Options>(of tool: ToolDescription<Options>) -> [String] {
    tool.usage.enumerated().flatMap { index, form in
      Paragraph.indented(
        (index == 0 ? "Usage: " : "or: ") + "\(tool.name) \(form)", width: width, by: 9,
        first: index == 0 ? 0 : 3)
    }
  }

  private func prose(_ text: String) -> [String] { Paragraph.lines(text, width: width) }

  /// Two columns where there is room for them; else the right one goes below the left.
  private func row(_ head: String, _ meaning: String, column: Int = 28) -> [String] {
    let isNarrow = width < 60 && column > width / 4
    let start = isNarrow ? 8 : column
    let lines = Paragraph.indented(meaning, width: width, by: start)
    if isNarrow || 2 + head.count + 2 > start {
      return Paragraph.indented(head, width: width, by: 4, first: 2) + lines
    }
    let first = "  " + head + String(repeating: " ", count: start - 2 - head.count)
    return [first + lines[0].dropFirst(start)] + lines.dropFirst()
  }

  // MARK: Options

  /// `-o, --output PATH`; names without a letter stand under those with one.
  private func head<Options>(of entry: OptionTable<Options>.Entry) -> String {
    let names = entry.spellings.joined(separator: ", ")
    let aligned = entry.short == nil ? "    " + names : names
    return aligned + (entry.placeholder.map { " " + $0 } ?? "")
  }

  private func meaning<Options>(
    of entry: OptionTable<Options>.Entry, in defaults: Options
  ) -> String {
    let facts = [entry.domain, entry.defaultText(in: defaults).map { "default \($0)" }]
      .compactMap(\.self)
    return entry.help + (facts.isEmpty ? "" : " (\(facts.joined(separator: "; ")))")
  }
}
