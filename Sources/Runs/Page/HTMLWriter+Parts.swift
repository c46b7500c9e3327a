import Scan

// The parts that pages are made of.
extension HTMLWriter {
  /// A column of a table.
  enum Column {
    /// Texts of the tool's own.
    case words(String)
    /// Texts of the data.
    case data(String)
    case count(String)
    /// A path, an id or a checksum.
    case code(String)

    fileprivate var head: String {
      switch self {
      case .words(let head), .data(let head), .count(let head), .code(let head): head
      }
    }
  }

  /// Writes a table whose first column names its rows.
  mutating func table(_ caption: String, _ columns: [Column], _ rows: [[String]]) {
    table(caption, columns.map { ($0.head, $0.isCount) }, of: rows) { line, row in
      for (index, cell) in row.enumerated() {
        line.cell(cell, columns[index], isHead: index == 0)
      }
    }
  }

  /// Writes a table with a row for each element.
  mutating func table<Element>(
    _ caption: String, _ heads: [(text: String, isNumber: Bool)],
    of elements: some Sequence<Element>, _ cells: (inout Self, Element) -> Void
  ) {
    element(.table) { table in
      table.element(.caption, words: caption)
      table.element(.thead) { part in
        part.element(.tr) { line in
          for head in heads {
            line.element(
              .th, [.isColumn] + (head.isNumber ? [.style(.number)] : []), words: head.text)
          }
        }
      }
      table.element(.tbody) { body in
        for element in elements { body.element(.tr) { cells(&$0, element) } }
      }
    }
  }

  private mutating func cell(_ text: String, _ column: Column, isHead: Bool) {
    let attributes: [Attribute] =
      (isHead ? [.isRow] : []) + (column.isCount ? [.style(.number)] : [])
    element(isHead ? .th : .td, attributes) { cell in
      switch column {
      case .words, .count: cell.words(text)
      case .data: cell.longData(text)
      case .code: cell.data(text, isCode: true)
      }
    }
  }

  /// Writes the numbers that matter most.
  mutating func tiles(_ tiles: [(label: String, value: String)]) {
    element(.dl, [.style(.tiles)]) { list in
      for tile in tiles {
        list.element(.div) { pair in
          pair.element(.dt, words: tile.label)
          pair.element(.dd) { $0.longData(tile.value) }
        }
      }
    }
  }

  /// Writes a bar beside a number that says the same.
  mutating func bar(_ value: Int, of greatest: Int, _ style: PageStyle.Name = .same) {
    let filled = Bar.share(value, of: greatest, in: 1000)
    element(.svg, [.style(.bar), .isHidden, .view(1000, 1), .isStretched]) { drawing in
      drawing.element(.rect, [.style(style), .number(.width, filled), .number(.height, 1)])
    }
  }

  /// Writes steps, each with its command.
  mutating func steps(_ steps: [RunPage.Step]) {
    element(.ul) { list in
      for step in steps {
        list.element(.li) { item in
          item.words(step.words.prefix(1).uppercased() + step.words.dropFirst())
          if let command = step.command { item.command(command) }
        }
      }
    }
  }

  /// Writes a command, which wraps before its options.
  mutating func command(_ command: String) {
    element(.code, [.style(.command)]) { code in
      var rest = command[...]
      while let end = rest.dropFirst().firstRange(of: " --") {
        code.element(.span, words: String(rest[..<end.lowerBound]))
        code.words(" ")
        rest = rest[end.lowerBound...].dropFirst()
      }
      code.element(.span, words: String(rest))
    }
  }

  /// Writes a list of texts of the data.
  mutating func list(_ texts: some Sequence<String>) {
    element(.ul) { list in
      for text in texts { list.element(.li) { $0.longData(text) } }
    }
  }

  /// Says how many rows were left out of a table or list.
  mutating func more(than count: Int, of one: String) {
    let left = count - RunPage.rowLimit
    if left > 0 { element(.p, words: "and \(Amount.count(left, of: "more \(one)"))") }
  }

  /// Writes lines as they are printed.
  mutating func lines(_ lines: some Sequence<some StringProtocol>) {
    element(.div, [.style(.command)]) { box in
      for line in lines { box.element(.div) { $0.data(String(line), isCode: true) } }
    }
  }
}

extension HTMLWriter.Column {
  fileprivate var isCount: Bool {
    if case .count = self { true } else { false }
  }
}
