import Scan

/// The man page of a tool, in the macros of man(7).
///
/// It has the order of `--help`, with the sections that readers of man pages look for.
struct ManPage {
  let tool: ToolDescription

  /// The page; equal for equal options, because its date is that of the version.
  var text: String {
    let lines =
      [
        #".\" Made by '\#(tool.name) --generate man'."#,
        ".TH \(tool.name.uppercased()) 1 \(Version.day) \"LaughTrack \(tool.version)\" LaughTrack",
      ] + name + synopsis + description + options + exitStatus + environment + examples + seeAlso
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: Sections

  private var name: [String] {
    [".SH NAME"] + Roff.paragraph("\(tool.name) - \(tool.summary)")
  }

  private var synopsis: [String] {
    let forms = tool.usage.map { form in
      let words = form.split(separator: " ").map { Roff.styled(String($0)) }
      return ([Roff.bold(tool.name)] + words).joined(separator: " ")
    }
    return [".SH SYNOPSIS"] + forms.flatMap { [$0, ".br"] }.dropLast()
  }

  private var description: [String] {
    [".SH DESCRIPTION"] + Roff.paragraph(tool.promise)
      + tool.operandRows.flatMap { Roff.row(Roff.italic($0.head), $0.meaning) }
      + tool.notes.flatMap { [".PP"] + Roff.paragraph($0) }
  }

  private var options: [String] {
    [".SH OPTIONS"]
      + tool.options.sections.flatMap { section in
        [".SS " + Roff.text(section.title)]
          + section.options.flatMap { Roff.row(head(of: $0), $0.meaning) }
      }
  }

  private func head(of option: OptionDeclaration) -> String {
    option.spellings.map(Roff.bold).joined(separator: ", ")
      + (option.placeholder.map { " " + Roff.italic($0) } ?? "")
  }

  private var exitStatus: [String] {
    [".SH EXIT STATUS"]
      + tool.allExits.flatMap { Roff.row(Roff.bold("\($0.rawValue)"), $0.meaning) }
  }

  private var environment: [String] {
    var variables = [
      ("COLUMNS", "the width of helps and reports, before that of the terminal"),
      ("NO_COLOR", "if it is set, nothing is coloured, unless --color asks for it"),
      ("TMPDIR", "the folder of unnamed temporary files; default /var/tmp"),
    ]
    if tool.options.has("now") {
      variables.insert(
        ("SOURCE_DATE_EPOCH", "the present, in seconds since 1970, unless --now gives it"), at: 2)
    }
    return [".SH ENVIRONMENT"] + variables.flatMap { Roff.row(Roff.bold($0.0), $0.1) }
  }

  private var examples: [String] {
    [".SH EXAMPLES"]
      + tool.examples.flatMap { example in
        [".PP"] + Roff.paragraph(example.purpose + ":")
          + [".PP", ".RS 4", ".EX", Roff.line(example.command), ".EE", ".RE"]
      }.dropFirst()
  }

  private var seeAlso: [String] {
    let others = Version.tools.filter { $0 != tool.name }
    return [".SH SEE ALSO"]
      + others.enumerated().map { index, name in
        ".BR \(Roff.text(name)) (1)" + (index + 1 < others.count ? "," : "")
      }
  }
}

/// Text for the formatter of man pages.
private enum Roff {
  /// Text in a line; what the formatter would take for its own is escaped.
  static func text(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "\\": escaped += #"\e"#
      // A dash that is copied into a shell, and quotes that stay straight.
      case "-": escaped += #"\-"#
      case "'": escaped += #"\(aq"#
      case "`": escaped += #"\(ga"#
      case "^": escaped += #"\(ha"#
      case "~": escaped += #"\(ti"#
      // Formatters have no such character in the locale C, and leave a gap.
      case "…": escaped += "..."
      case _ where scalar.isASCII: escaped.unicodeScalars.append(scalar)
      default:
        escaped += #"\[u"# + String(scalar.value, digits: 4, radix: 16, uppercase: true) + "]"
      }
    }
  }

  /// A line of text, which no macro begins.
  static func line(_ text: String) -> String {
    let text = Self.text(text)
    return (text.hasPrefix(".") ? #"\&"# : "") + text
  }

  /// Lines of text that fit a screen, except for long words.
  static func paragraph(_ text: String) -> [String] {
    text.split(separator: " ").reduce(into: []) { lines, word in
      let word = line(String(word))
      if let last = lines.last, last.count + word.count < 80 {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(word)
      }
    }
  }

  static func bold(_ text: String) -> String { #"\fB"# + Self.text(text) + #"\fR"# }

  static func italic(_ text: String) -> String { #"\fI"# + Self.text(text) + #"\fR"# }

  /// A word of a usage: options are bold, placeholders italic, brackets neither.
  static func styled(_ word: String) -> String {
    let core = word.drop { $0 == "[" }
    let end = core.prefix { $0 != "]" }
    let style = end.hasPrefix("-") ? bold : italic
    return word.prefix(word.count - core.count) + style(String(end)) + core.dropFirst(end.count)
  }

  /// A paragraph with its head in the margin.
  static func row(_ head: String, _ meaning: String) -> [String] {
    [".TP", head] + paragraph(meaning)
  }
}
