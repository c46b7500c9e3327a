import Jokes
import Testing

struct ExistingAssetsTests {
  @Test func `an id is the same id byte for byte only`() {
    var existing = ExistingAssets(["caf\u{E9}"])
    #expect(existing.contains("caf\u{E9}") && !existing.contains("cafe\u{301}"))
    existing.insert("cafe\u{301}")
    existing.insert("caf\u{E9}")
    #expect(existing.count == 2 && existing.contains("cafe\u{301}"))
  }

  @Test func `none exists until one is added`() {
    var existing = ExistingAssets()
    #expect(existing.isEmpty && !existing.contains(""))
    existing.insert("")
    #expect(!existing.isEmpty && existing.contains(""))
  }

  @Test func `processed ids of other assets are stale, in their order`() {
    let processed = ProcessedAssets(["c", "a", "b", "a"])
    #expect(processed.stale(existing: ExistingAssets(["b"])) == ["c", "a", "a"])
    #expect(processed.stale(existing: ExistingAssets(["a", "b", "c", "d"])) == [])
    let left = ProcessedAssets(["b"])
    #expect(left.stale(existing: ExistingAssets(["b"])) == [], "twice is once")
  }
}
