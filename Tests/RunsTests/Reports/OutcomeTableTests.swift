import Runs
import Testing

struct OutcomeTableTests {
  private let table = OutcomeTable(
    [
      .init(label: "5", before: 1_200_000, after: 1_300_000, fate: "kept"),
      .init(label: "3", before: 7, after: 0, fate: "deleted"),
      .init(label: "\"four\"", before: 1, after: 1, fate: "unexpected, kept"),
    ], total: .init(label: "all", before: 1_200_008, after: 1_300_001, fate: ""))

  private func lines(_ table: OutcomeTable, width: Int) -> [Substring] {
    table.text(ReportForm(width: width)).split(separator: "\n")
  }

  @Test func `each value is a row, the sum the last one`() {
    let lines = lines(table, width: 80)
    #expect(lines.count { $0.contains("before") && $0.contains("after") } == 1)
    #expect(lines.contains { $0.contains("1,200,000") && $0.hasSuffix("kept") })
    #expect(lines.contains { $0.contains("\"four\"") && $0.hasSuffix("unexpected, kept") })
    #expect(lines.last?.contains("all") == true)
    #expect(lines.last?.contains("1,300,001") == true)
  }

  @Test(arguments: [50, 60, 80, 200])
  func `no line is wider than asked`(width: Int) {
    for line in lines(table, width: width) { #expect(line.count <= width, "\(line)") }
  }

  @Test func `a table of nothing still has its sum`() {
    let table = OutcomeTable([], total: .init(label: "all", before: 0, after: 0, fate: ""))
    #expect(lines(table, width: 80).last?.contains("all") == true)
  }
}
