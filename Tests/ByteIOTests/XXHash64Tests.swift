import ByteIO
import TestSupport
import Testing

/// XXH64, against values that its own program gives (`xxhsum -H1`).
struct XXHash64Tests {
  private func sum(_ text: String) -> String {
    String(XXHash64.checksum(Array(text.utf8).span), radix: 16)
  }

  @Test func `checksums are those of the reference`() {
    #expect(sum("") == "ef46db3751d8e999")
    #expect(sum("a") == "d24ec4f1a98c6e5b")
    #expect(sum("abc") == "44bc2cf5ad770999")
    #expect(sum("Nobody inspects the spammish repetition") == "fbcea83c8a378bf1")
  }

  @Test(arguments: [UInt64](1...20))
  func `pieces give what the whole gives`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let bytes = (0..<300).map { _ in UInt8.random(in: 0...255, using: &generator) }
    var sum = XXHash64()
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + Int.random(in: 1...70, using: &generator))
      sum.update(bytes.span.extracting(start..<end))
      start = end
    }
    #expect(sum.value == XXHash64.checksum(bytes.span), "seed \(seed)")
  }
}
