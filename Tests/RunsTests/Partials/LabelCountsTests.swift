@testable import Runs
import TestSupport
import Testing

struct LabelCountsTests {
  @Test(arguments: SeededGenerator.seeds(20))
  func `labels that are told apart do not depend on the order or the division`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let labels = (0..<400).map { _ in "label \(Int.random(in: 0..<150, using: &generator))" }
    var whole = LabelCounts()
    for label in labels { whole.add(label) }
    var parts = [LabelCounts](repeating: LabelCounts(), count: 7)
    for label in labels.shuffled(using: &generator) {
      parts[Int.random(in: 0..<7, using: &generator)].add(label)
    }
    var merged = LabelCounts()
    for part in parts { merged.merge(part) }
    #expect(merged == whole, "seed \(seed)")
    #expect(whole.total == 400)
    #expect(whole.labels.count == 64)
    let first = Set(labels).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.prefix(64)
    #expect(whole.labels.map(\.label) == Array(first))
  }
}
