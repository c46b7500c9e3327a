/// A tool's options as a table in Markdown, for its page in the documents.
package enum OptionsMarkdown {
  /// A row an option, in the order of the help.
  package static func table<Options>(of options: OptionTable<Options>) -> String {
    let head = ["| option | what it does | values | default |", "| --- | --- | --- | --- |"]
    let rows = options.entries.map { entry in
      let names = entry.spellings.map { spelling in
        "`\(spelling)\(entry.placeholder.map { " " + $0 } ?? "")`"
      }
      let value =
        entry.current(in: options.defaults).map { "`\($0)`" } ?? entry.unsetMeaning ?? ""
      let cells = [names.joined(separator: ", "), entry.help, entry.domain ?? "", value]
      return "|" + cells.map { $0.isEmpty ? " |" : " \(escaped($0)) |" }.joined()
    }
    return (head + rows).joined(separator: "\n") + "\n"
  }

  /// A bar would end the cell, in code spans too.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { cell, character in
      if character == "|" { cell.append("\\") }
      cell.append(character)
    }
  }
}
