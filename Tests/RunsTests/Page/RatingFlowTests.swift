import Testing

@testable import Runs

/// The drawing of a migration.
struct RatingFlowTests {
  private func drawing(_ rows: [(label: String, row: OutcomeBook.Row)]) -> String {
    var writer = HTMLWriter(Redactor(isOn: false))
    RatingFlow(rows).draw(in: &writer)
    return writer.html
  }

  private func book(_ outcomes: [(String, OutcomeBook.Outcome, Int)]) -> OutcomeBook {
    var book = OutcomeBook()
    for (label, outcome, count) in outcomes { book.enter(label, outcome, count: count) }
    return book
  }

  @Test func `it says in words what it draws`() {
    let html = drawing(
      book([
        ("5", .kept, 3), ("4", .updated(to: "5"), 2), ("3", .deleted, 1),
        ("2", .updated(to: "1"), 4), ("1", .rejected, 1), ("\"x\"", .kept, 1), ("null", .kept, 1),
      ]).orderedRows)
    #expect(
      html.contains(
        "aria-label=\"From five ratings to two: 3 rated 5: 5 hilarious; 2 rated 4: 5 hilarious; "
          + "1 rated 3: deleted; 4 rated 2: 1 horrible; 1 rated 1: left as is; "
          + "2 rated others: left as is\""), "\(html)")
    #expect(html.contains(">5 hilarious: 5</text>"))
    #expect(html.contains(">left as is: 3</text>"))
  }

  @Test(arguments: [1, 1_000, Int.max / 8])
  func `one rating among any number is a line`(count: Int) {
    let html = drawing(book([("5", .kept, count), ("3", .deleted, 1)]).orderedRows)
    #expect(html.contains("height=\"1\"") || count == 1, "\(html)")
  }

  @Test func `no ratings draw nothing`() {
    #expect(!drawing(OutcomeBook().orderedRows).contains("<path"))
  }
}
