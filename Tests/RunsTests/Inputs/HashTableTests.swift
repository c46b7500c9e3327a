import TestSupport
import Testing

@testable import Runs

struct HashTableTests {
  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `a table has the inserted entries, each once`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var (fingerprints, texts) = (HashTable<Fingerprint>(), Set<String>())
    // More than there is room for at first.
    for _ in 0..<5000 {
      let text = String(Int.random(in: 0..<4000, using: &generator))
      let isNew = texts.insert(text).inserted
      #expect(fingerprints.insert(Fingerprint(Array(text.utf8).span)) == isNew, "seed \(seed)")
    }
    #expect(fingerprints.count == texts.count, "seed \(seed)")
    for number in 0..<4000 {
      let text = String(number)
      #expect(
        fingerprints.contains(Fingerprint(Array(text.utf8).span)) == texts.contains(text),
        "seed \(seed)")
    }
  }
}
