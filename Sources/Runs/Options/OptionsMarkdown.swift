/// A tool's options as a Markdown table, for its page in the documents.
enum OptionsMarkdown {
  /// One row per option, in the order of the help.
  static func table(of table: OptionTable) -> String {
    let head = ["| option | what it does | values | default |", "| --- | --- | --- | --- |"]
    let rows = table.all.map { option in
      let names = option.spellings.map { spelling in
        "`\(spelling)\(option.placeholder.map { " " + $0 } ?? "")`"
      }
      let value =
        option.defaultArgument.map { "`\($0)`" } ?? option.unsetMeaning ?? ""
      let cells = [names.joined(separator: ", "), option.help, option.domain ?? "", value]
      return "|" + cells.map { $0.isEmpty ? " |" : " \(escaped($0)) |" }.joined()
    }
    return (head + rows).joined(separator: "\n") + "\n"
  }

  /// Escapes bars, which would end a cell even inside code spans.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { cell, character in
      if character == "|" { cell.append("\\") }
      cell.append(character)
    }
  }
}
