@testable import Runs
import Testing

struct StreamedTableTests {
  private func lines(_ rows: [[String]], width: Int) -> (early: Int, text: String) {
    var table = StreamedTable(
      columns: [
        .init("a"), .init("b", .left, .wraps(least: 3)), .init("c", .left, .cut(least: 3)),
      ], width: width)
    var early = 0
    var text: [UInt8] = []
    for row in rows {
      let ready = table.add(row)
      if !ready.isEmpty { early += 1 }
      text += ready
    }
    return (early, String(decoding: text + table.finish(), as: UTF8.self))
  }

  @Test func `a short table is laid out by all of its rows`() {
    let made = lines([["1", "x", "y"], ["22", "longer", "z"]], width: 80)
    #expect(made.early == 0)
    #expect(made.text == "a   b       c\n1   x       y\n22  longer  z\n")
  }

  @Test func `a table without rows is nothing at all`() { #expect(lines([], width: 80).text == "") }

  @Test func `of a long table, rows are printed as they come, and none is lost`() {
    let rows = (0..<1000).map { ["\($0)", String(repeating: "b", count: $0 / 50), "c"] }
    let made = lines(rows, width: .max)
    #expect(made.early > 700)
    let printed = made.text.split(separator: "\n").dropFirst().map { $0.split(separator: " ") }
    #expect(printed.count == 1000)
    #expect(zip(printed, rows).allSatisfy { $0.first.map(String.init) == $1[0] })
    #expect(zip(printed, rows).allSatisfy { line, row in row[1].isEmpty || line[1] == row[1] })
  }

  @Test func `no line is wider than asked, wherever it comes`() {
    let rows = (0..<600).map { ["\($0)", String(repeating: "b", count: $0), "cccccc"] }
    let widths = lines(rows, width: 30).text.split(separator: "\n").map(\.count)
    #expect(widths.allSatisfy { $0 <= 30 })
  }

  @Test func `a later row that is wider loses nothing of its id`() {
    let id = String(repeating: "b", count: 70)
    let made = lines((0..<300).map { ["\($0)", $0 == 299 ? id : "b", "c"] }, width: 30).text
    let last = made.split(separator: "\n").suffix(4).joined()
    #expect(last.count { $0 == "b" } == 70)
  }
}
