import Scan
import Testing

@testable import Runs

struct OutcomeBookReportTests {
  private var book: OutcomeBook {
    var book = OutcomeBook()
    book.enter("missing", .kept)
    book.enter("4", .updated(to: "5"))
    book.enter("2", .updated(to: "1"))
    book.enter("3", .deleted)
    book.enter("3", .rejected)
    book.enter("0", .deleted)
    return book
  }

  @Test func `the five ratings come first, then the others by their bytes`() throws {
    var writer = JSONWriter()
    writer.object { book.facts.write(to: &$0) }
    let bytes = writer.bytes
    let value = try JSONValue(bytes.span)
    let rows = value["ratings"]?.elements ?? []
    #expect(rows.map { $0["rating"]?.string } == ["5", "4", "3", "2", "1", "0", "missing"])
    #expect(rows.map { $0["before"]?.integer } == [0, 1, 2, 1, 0, 1, 1])
    #expect(rows.map { $0["after"]?.integer } == [1, 0, 1, 0, 1, 0, 1])
    #expect(value["before"]?.integer == 6)
    #expect(value["rejected"]?.integer == 1)
  }

  @Test func `the table says what became of each value`() {
    let lines = book.table(ReportForm(width: 80), isWhole: true).split(separator: "\n")
    for (start, end) in [
      ("4", "→ 5"), ("3", "deleted (1), rejected (1)"), ("2", "→ 1"),
      ("missing", "unexpected, kept"),
    ] {
      #expect(
        lines.contains { line in
          line.split(separator: " ").first == start[...] && line.hasSuffix(end)
        }, "\(start)")
    }
  }

  @Test(arguments: [50, 60, 80, 200])
  func `the sum is the last line, and no line is wider than asked`(width: Int) {
    var large = book
    large.enter("5", .kept, count: 1_200_000)
    let lines = large.table(ReportForm(width: width), isWhole: true).split(separator: "\n")
    #expect(lines.last?.split(separator: " ") == ["all", "1,200,006", "1,200,004"])
    for line in lines { #expect(line.count <= width, "\(line)") }
  }

  @Test func `a table of nothing still has its sum`() {
    let lines = OutcomeBook().table(ReportForm(width: 80), isWhole: true).split(separator: "\n")
    #expect(lines.last?.split(separator: " ") == ["all", "0", "0"])
  }

  @Test func `deletions are red, changes yellow`() {
    let text = book.table(ReportForm(width: 80, isColored: true), isWhole: true)
    for word in [
      "\u{1B}[33m→ 5\u{1B}[0m\n", "\u{1B}[33m→ 1\u{1B}[0m\n",
      "\u{1B}[31mdeleted (1), rejected (1)\u{1B}[0m\n", "  unexpected, kept\n",
    ] {
      #expect(text.contains(word), "\(text)")
    }
  }

  @Test func `the balance is one sentence`() {
    #expect(
      book.balance(of: "document")
        == "the books balance: 6 documents read = 1 kept + 2 updated + 2 deleted + 1 rejected")
  }

  @Test func `of many labels a screen has the first, and one line for the rest`() {
    var book = book
    for number in 10..<40 { book.enter("\(number)", .kept) }
    let short = book.table(ReportForm(width: 80), isWhole: false).split(separator: "\n")
    #expect(short.count == 17)
    #expect(short[15].split(separator: " ").prefix(4) == ["other", "values", "23", "23"])
    #expect(short[15].hasSuffix("unexpected, kept"))
    #expect(short[16].split(separator: " ").prefix(2) == ["all", "36"])
    let whole = book.table(ReportForm(width: 80), isWhole: true).split(separator: "\n")
    #expect(whole.count == 1 + 5 + 32 + 1)
  }
}
