@testable import Runs
import Scan
import SystemIO
import Testing

struct TextTableTests {
  private func table(
    _ rows: [[String]], _ fit: TextTable.Fit = .cut(least: 4), goes: Int? = nil
  ) -> TextTable {
    var table = TextTable(columns: [
      .init("joke", .left, fit), .init("count", .right), .init("note", goes: goes),
    ])
    for row in rows { table.add(row) }
    return table
  }

  @Test func `columns are as wide as their widest cell`() {
    #expect(
      table([["knock", "1,234", "old"], ["日本語", "7"]]).text(width: 80) == """
        joke    count  note
        knock   1,234  old
        日本語      7

        """)
  }

  @Test func `a column without heads and cells takes no room`() {
    var table = TextTable(columns: [.init(), .init(), .init()])
    table.add(["a", "", "b"])
    #expect(table.text(width: 80) == "a  b\n")
  }

  @Test func `colours take no room, and every line of a wrapped cell has its own`() {
    var table = TextTable(columns: [.init("a", .left, .wraps(least: 4)), .init("b", .right)])
    table.add(["some words", "1"], colors: [0: .red, 1: .green])
    table.add(["", "23"], colors: [0: .red])
    #expect(
      table.text(width: 9, isColored: true) == """
        a       b
        \u{1B}[31msome\u{1B}[0m    \u{1B}[32m1\u{1B}[0m
        \u{1B}[31mwords\u{1B}[0m
               23

        """)
    #expect(!table.text(width: 9).contains("\u{1B}"))
  }

  @Test func `the nominated column gives way`() {
    #expect(
      table([["a very long joke", "41", "new"]]).text(width: 20) == """
        joke     count  note
        a very…     41  new

        """)
  }

  @Test func `an id wraps, and nothing of it is lost`() {
    #expect(
      table([["日本語のジョーク", "41", "new"], ["short", "7", ""]], .wraps(least: 4))
        .text(width: 20) == """
          joke     count  note
          日本語      41  new
          のジョ
          ーク
          short        7

          """)
  }

  @Test func `a reason is broken between its words`() {
    #expect(
      table([["no word is cut", "1", "new"]], .wraps(least: 4)).text(width: 22) == """
        joke       count  note
        no word        1  new
        is cut

        """)
  }

  @Test func `a column goes before an id is broken that a UUID is`() {
    let id = "6F9619FF-8B86-D011-B42D-00CF4FC964FF"
    let rows = [[id, "41", "new"]]
    let wide = table(rows, .wraps(least: 4), goes: 1)
    #expect(wide.text(width: 45).contains("\(id)     41\n"))
    #expect(!wide.text(width: 45).contains("new"))
    #expect(wide.text(width: 60).contains("new"))
  }

  @Test(arguments: [40, 60, 80, 200], [36, 1500])
  func `ids are wrapped and never cut`(width: Int, length: Int) {
    let id = String((0..<length).map { Array("0123456789abcdef")[$0 % 16] })
    let text = table([[id, "1,234", "new"]], .wraps(least: 8), goes: 1).text(width: width)
    let lines = text.split(separator: "\n").dropFirst()
    let cells = lines.map { $0.split(separator: " ").first.map(String.init) ?? "" }
    #expect(cells.joined() == id)
    #expect(text.contains("1,234"))
    #expect(lines.allSatisfy { TextWidth.of(String($0)) <= width })
  }

  @Test func `without a limit nothing is cut, broken or left out`() {
    let id = String(repeating: "x", count: 1500)
    let text = table([[id, "1", "new"]], .wraps(least: 4), goes: 1).text(width: .max)
    #expect(text.split(separator: "\n").count == 2 && text.contains("\(id)      1  new"))
  }

  @Test(arguments: 17...30) func `no line is wider than asked, and none ends in a space`(width: Int)
  {
    let text = table([["日本語のジョーク", "12", "e\u{301}e\u{301}"], ["👩‍👩‍👧👍🏽", "1", ""]])
      .text(width: width)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      #expect(TextWidth.of(line) <= width)
      #expect(line.last != " ")
    }
  }

  @Test func `cells cannot break the table`() {
    #expect(
      table([["a\nb\u{1B}[2J", "1", ""]]).text(width: 80) == """
        joke       count  note
        a\\nb\\e[2J      1

        """)
  }

  @Test func `a table without rows is its heads`() {
    #expect(table([]).text(width: 80) == "joke  count  note\n")
    #expect(TextTable(columns: [.init()]).text(width: 80).isEmpty)
  }
}
