import ByteIO
import Reports
import Testing

struct TextTableTests {
  private func table(_ rows: [[String]], least: Int? = 4) -> TextTable {
    var table = TextTable(columns: [
      .init("joke", least: least), .init("count", .right), .init("note"),
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

  @Test func `the nominated column gives way`() {
    #expect(
      table([["a very long joke", "41", "new"]]).text(width: 20) == """
        joke     count  note
        a very…     41  new

        """)
  }

  @Test(arguments: 1...30) func `no line is wider than asked, and none ends in a space`(width: Int)
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
