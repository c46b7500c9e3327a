@testable import Runs
import Testing

struct BarTests {
  @Test(arguments: [
    (8, 8, 4, "████"), (4, 8, 4, "██"), (1, 8, 1, "▏"), (7, 8, 1, "▉"), (1, 1_000_000, 10, "▏"),
    (0, 8, 4, ""), (-3, 8, 4, ""), (9, 8, 4, "████"), (5, 0, 4, ""), (5, 8, 0, ""), (5, 8, -1, ""),
    (5, 8, Int.max, ""), (Int.max, Int.max, 3, "███"), (3, 4, 3, "██▎"),
  ])
  func `a bar is as long as its share, and any share shows`(
    value: Int, greatest: Int, width: Int, bar: String
  ) {
    #expect(Bar.text(value, of: greatest, width: width) == bar)
  }

  @Test func `a greater value never has a shorter bar`() {
    let lengths = (0...100).map { value in
      Bar.text(value, of: 100, width: 7).reduce(0) { $0 + ($1 == "█" ? 100 : 1) }
    }
    #expect(zip(lengths, lengths.dropFirst()).allSatisfy { $0 / 100 <= $1 / 100 })
  }
}
