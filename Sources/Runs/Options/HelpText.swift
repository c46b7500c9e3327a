import Scan
import SystemIO

/// The two helps of a tool, laid out for a width: `-h` fits a screen, `--help` is complete.
///
/// Both begin with the tool's purpose. The long one continues with usage and examples, and ends
/// with the exit statuses, where authors of scripts look for them.
struct HelpText {
  /// The width in columns, limited to 40 to 100 for legibility.
  let width: Int

  init(width: Int) { self.width = min(max(width, 40), 100) }

  /// The text of `--help`.
  func text(of tool: ToolDescription) -> String {
    var paragraphs = [prose(tool.summary + "."), usage(of: tool)]
    paragraphs.append(["Examples:"] + tool.examples.flatMap(exampleAndPurpose))
    paragraphs.append(prose(tool.promise))
    paragraphs.append(
      ["Operands:"] + tool.operandRows.flatMap { row($0.head, $0.meaning) })
    paragraphs += tool.options.sections.map { section in
      ["\(section.title):"]
        + section.options.flatMap { row(head(of: $0), $0.meaning) }
    }
    paragraphs += tool.notes.map(prose)
    paragraphs.append(
      ["Exit statuses:"]
        + tool.allExits.flatMap { row("\($0.rawValue)", $0.meaning, column: 8) })
    return joined(paragraphs)
  }

  /// The text of `-h`, one screen; also printed for a call without operands.
  func shortText(of tool: ToolDescription) -> String {
    joined([
      prose(tool.summary + "."),
      ["Commands:"] + shortExamples(of: tool),
      ["Options:"] + shortOptions(of: tool.options.commonest),
      prose("--help for all options, examples and exit statuses"),
    ])
  }

  private func joined(_ paragraphs: [[String]]) -> String {
    paragraphs.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  // MARK: Parts of the help

  private func exampleAndPurpose(_ example: ToolDescription.Example) -> [String] {
    command(example.command) + Paragraph.indented(example.purpose, width: width, by: 6)
  }

  /// The first four examples, each beside its purpose if all fit.
  private func shortExamples(of tool: ToolDescription) -> [String] {
    let examples = tool.examples.prefix(4)
    let column = examples.map { TextWidth.of($0.command) }.max() ?? 0
    let hasRoom = examples.allSatisfy { 2 + column + 2 + TextWidth.of($0.purpose) <= width }
    guard hasRoom else { return examples.flatMap(exampleAndPurpose) }
    return examples.map { example in
      let gap = column - TextWidth.of(example.command) + 2
      return "  " + example.command + String(repeating: " ", count: gap) + example.purpose
    }
  }

  /// A command, wrapped with backslashes so that it can be copied.
  private func command(_ text: String) -> [String] {
    let lines = Paragraph.lines(text, width: width - 8)
    return lines.enumerated().map { index, line in
      (index == 0 ? "  " : "      ") + line + (index + 1 < lines.count ? " \\" : "")
    }
  }

  private func usage(of tool: ToolDescription) -> [String] {
    tool.usage.enumerated().flatMap { index, form in
      // An option stays beside its value.
      let words = form.split(separator: " ").reduce("") { text, word in
        text + (word.first?.isUppercase == true ? "\u{A0}" : " ") + word
      }
      return Paragraph.indented(
        (index == 0 ? "Usage: " : "or: ") + tool.name + words, width: width, by: 9,
        first: index == 0 ? 0 : 3
      ).map { $0.replacing("\u{A0}", with: " ") }
    }
  }

  private func prose(_ text: String) -> [String] { Paragraph.lines(text, width: width) }

  /// Two columns; if the head is too wide, the meaning goes below it.
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

  /// `-o, --output PATH`; names without a letter align with those after one.
  private func head(of option: OptionDeclaration) -> String {
    let names = option.spellings.joined(separator: ", ")
    let aligned = option.short == nil ? "    " + names : names
    return aligned + (option.placeholder.map { " " + $0 } ?? "")
  }

  /// The options in columns as narrow as their heads allow.
  private func shortOptions(of options: [OptionDeclaration]) -> [String] {
    let widest = options.map { head(of: $0).count }.max() ?? 0
    return options.flatMap { row(head(of: $0), $0.brief, column: min(2 + widest + 2, 34)) }
  }
}
