@testable import Runs
import Testing

struct CollectionCountsTests {
  @Test func `collections come in the order of their bytes, unnamed documents last`() {
    var counts = CollectionCounts()
    for name in ["b", nil, "a", "b", "a/1/c", "a/2/c"] as [String?] { counts.enter(name) }
    #expect(counts.collections.map(\.name) == ["a", "a/*/c", "b", nil])
    #expect(counts.collections.map(\.count) == [1, 2, 2, 1])
    #expect(counts.documentCount == 6)
  }

  @Test func `beyond the limit documents count without their collection`() {
    var counts = CollectionCounts(limit: 2)
    for name in ["a", "b", "c", "a", "d"] { counts.enter(name) }
    #expect(counts.collections.map(\.count) == [2, 1])
    #expect(counts.uncountedCount == 2 && counts.documentCount == 5)
  }
}
