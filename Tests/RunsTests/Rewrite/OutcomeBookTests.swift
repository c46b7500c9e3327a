import Runs
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
    let rows = sample.rows
    #expect(rows["5"]?.before == 1)
    #expect(rows["5"]?.after == 2)
    #expect(rows["4"]?.updated == 1)
    #expect(rows["4"]?.after == 0)
    #expect(rows["3"]?.before == 2)
    #expect(rows["3"]?.after == 1)
    #expect(sample.total.before == 7)
    #expect(sample.total.after == 6)
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
    #expect(book.rows[OutcomeBook.otherLabel]?.before == 200 - OutcomeBook.labelLimit)
    #expect(book.imbalance(kept: 200, changed: 0, dropped: 0) == nil)
  }

  @Test(arguments: [UInt64](1...20))
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
