@testable import Runs
import Scan
import TestSupport
import Testing

struct OutcomeBookTests {
  /// 3 kept, 2 updated, 1 deleted, 1 rejected.
  private var sample: OutcomeBook {
    var book = OutcomeBook()
    book.enter("5", .kept)
    book.enter("1", .kept)
    book.enter("4.5", .kept)
    book.enter("4", .updated(to: "5"))
    book.enter("2", .updated(to: "1"))
    book.enter("3", .deleted)
    book.enter("3", .rejected)
    return book
  }

  @Test func `every record is under its label, before and after`() {
    let book = sample
    #expect(book["5"]?.before == 1)
    #expect(book["5"]?.after == 2)
    #expect(book["4"]?.updated == 1)
    #expect(book["4"]?.after == 0)
    #expect(book["3"]?.before == 2)
    #expect(book["3"]?.after == 1)
    #expect(sample.total.before == 7)
    #expect(sample.total.after == 6)
  }

  @Test func `labels that differ in their Unicode form only have rows of their own`() {
    var book = OutcomeBook()
    book.enter("\u{E9}", .kept)
    book.enter("e\u{301}", .kept)
    #expect(book["\u{E9}"]?.before == 1)
    #expect(book["e\u{301}"]?.before == 1)
  }

  @Test func `equal counts of stream and book have no imbalance`() {
    #expect(sample.imbalance(kept: 4, changed: 2, dropped: 1) == nil)
    #expect(OutcomeBook().imbalance(kept: 0, changed: 0, dropped: 0) == nil)
  }

  @Test(
    arguments: [
      (3, 2, 1, "4 were to stay as they are, 3 did"),
      (5, 2, 1, "4 were to stay as they are, 5 did"),
      (4, 1, 1, "2 were to be changed, 1 were"), (4, 3, 1, "2 were to be changed, 3 were"),
      (4, 2, 0, "1 were to be deleted, 0 were"), (4, 2, 2, "1 were to be deleted, 2 were"),
    ])
  func `a record more or less anywhere is an imbalance`(
    kept: Int, changed: Int, dropped: Int, text: String
  ) {
    #expect(sample.imbalance(kept: kept, changed: changed, dropped: dropped) == text)
  }

  @Test func `labels beyond the limit share a row`() {
    var book = OutcomeBook()
    for number in 0..<200 { book.enter("value \(number)", .kept) }
    #expect(book.rows.count == OutcomeBook.labelLimit + 1)
    #expect(book[OutcomeBook.otherLabel]?.before == 200 - OutcomeBook.labelLimit)
    #expect(book.imbalance(kept: 200, changed: 0, dropped: 0) == nil)
  }

  @Test(arguments: SeededGenerator.seeds(20))
  func `books of random records balance, and their rows add up`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var book = OutcomeBook()
    var (kept, changed, dropped) = (0, 0, 0)
    for _ in 0..<Int.random(in: 0...400, using: &generator) {
      let label = generator.pick(["5", "4", "x\(Int.random(in: 0..<90, using: &generator))"])
      let outcome =
        generator.pick([.kept, .rejected, .updated(to: "5"), .deleted])
        as OutcomeBook.Outcome
      book.enter(label, outcome)
      switch outcome {
      case .kept, .rejected: kept += 1
      case .updated: changed += 1
      case .deleted: dropped += 1
      }
    }
    #expect(
      book.imbalance(kept: kept, changed: changed, dropped: dropped) == nil, "seed \(seed)")
    #expect(book.rows.values.reduce(0) { $0 + $1.before } == book.total.before, "seed \(seed)")
    #expect(book.rows.values.reduce(0) { $0 + $1.after } == book.total.after, "seed \(seed)")
  }
}

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
