import Testing

@testable import Scan

struct PendingEditsTests {
  private func pending(_ edits: [(Range<Int>, [UInt8])]) -> PendingEdits {
    var pending = PendingEdits()
    for (range, bytes) in edits { pending.enter(Edit(range, bytes)) }
    return pending
  }

  @Test func `edits are taken once, up to a place, in their order`() {
    var edits = pending([(1..<2, [1]), (4..<6, []), (6..<7, [3, 3]), (8..<9, [4])])
    #expect(edits.take(upTo: 1).isEmpty)
    #expect(edits.take(upTo: 7).map(\.range) == [1..<2, 4..<6, 6..<7])
    #expect(edits.take(upTo: 8).isEmpty)
    #expect(edits.take(upTo: 9) == [Edit(8..<9, [4])])
    #expect(edits.take(upTo: 100).isEmpty)
  }

  @Test func `an insertion at the end of a stretch is made in it`() {
    var edits = pending([(4..<4, [1])])
    #expect(edits.take(upTo: 3).isEmpty)
    #expect(edits.take(upTo: 4) == [Edit(4..<4, [1])])
  }

  @Test func `an edit before another is a mistake`() async {
    await #expect(processExitsWith: .failure) {
      var edits = PendingEdits()
      edits.enter(Edit(4..<6, []))
      edits.enter(Edit(5..<6, []))
    }
  }

  @Test func `a stretch that ends within an edit is a mistake`() async {
    await #expect(processExitsWith: .failure) {
      var edits = PendingEdits()
      edits.enter(Edit(4..<6, []))
      _ = edits.take(upTo: 5)
    }
  }
}
