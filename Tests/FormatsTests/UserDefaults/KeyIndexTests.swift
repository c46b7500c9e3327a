import Scan
import SystemIO
import TestSupport
import Testing

@testable import Formats

struct KeyIndexTests {
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `it holds each key once, at the place where it first came`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let stems = ["a", "cafe\u{301}", "caf\u{E9}", "\u{1F414}", "", "knock_knock knock_knock"]
    var (index, order) = (KeyIndex(), [[UInt8]]())
    for _ in 0..<Int.random(in: 0..<300, using: &random) {
      let text = random.pick(stems) + String(Int.random(in: 0..<40, using: &random))
      let key = Array(text.utf8)
      let place = order.firstIndex(of: key)
      let found = index.place(of: key.span)
      #expect(found == place)
      if place == nil { order.append(key) }
      let inserted = Bool.random(using: &random) ? index.insert(key.span) : index.insert(text)
      #expect(inserted.isNew == (place == nil))
      #expect(inserted.place == place ?? order.count - 1)
    }
    #expect(index.count == order.count)
    for (place, key) in order.enumerated() {
      #expect(Array(index.string(at: place).utf8) == key)
    }
  }

  @Test func `no key is an empty key`() {
    var index = KeyIndex()
    let none: [UInt8] = []
    let before = index.place(of: none.span)
    #expect(before == nil)
    index.insert("")
    index.insert("a")
    let after = index.place(of: none.span)
    #expect(after == 0)
  }
}
