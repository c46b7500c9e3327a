import Scan
import Testing

/// Texts with edits applied.
struct EditTests {
  private static let text = Array("0123456789".utf8)

  private func edit(_ range: Range<Int>, _ replacement: String) -> Edit {
    Edit(range, Array(replacement.utf8))
  }

  @Test func `edits change what they name and nothing else, in whatever order they come`() {
    let edits = [edit(8..<10, ""), edit(0..<0, "<"), edit(3..<5, "three")]
    #expect(Edit.apply(edits, to: Self.text) == Array("<012three567".utf8))
    #expect(Edit.apply([], to: Self.text) == Self.text)
  }

  @Test func `of two insertions at one place, the first goes first`() {
    let edits = [edit(2..<2, "a"), edit(2..<2, "b"), edit(0..<0, "c")]
    #expect(Edit.apply(edits, to: Self.text) == Array("c01ab23456789".utf8))
  }
}
