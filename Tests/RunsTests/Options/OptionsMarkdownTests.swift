@testable import Runs
import Testing

struct OptionsMarkdownTests {
  private let rows = OptionsMarkdown.table(of: SampleTool.table).split(separator: "\n")

  @Test func `each option has a row of four cells`() {
    #expect(rows.count == SampleTool.table.all.count + 2)
    for row in rows {
      var unescaped = 0
      var before: Character = " "
      for character in row {
        if character == "|", before != "\\" { unescaped += 1 }
        before = character
      }
      #expect(unescaped == 5, "\(row)")
    }
  }

  @Test func `a row says names, meaning, values and default`() {
    #expect(rows.contains("| `--batch-size N` | writes in a batch | 1 to 500 | `500` |"))
    #expect(rows.contains("| `-q`, `--quiet` | print nothing but errors | | |"))
    #expect(
      rows.contains(
        "| `--jobs N` | worker threads; the result is the same for any N | 1 to 256 "
          + "| one for each core |"))
    #expect(rows.contains { $0.hasPrefix("| `--max-rejects N\\|P%` |") })
  }
}
