@testable import Runs
import TestSupport
import Testing

struct RunShardTests {
  @Test(arguments: [("1/1", 1, 1), ("3/16", 3, 16), ("1000000/1000000", 1_000_000, 1_000_000)])
  func `a share is read as it is written`(text: String, index: Int, count: Int) throws {
    let shard = try #require(RunShard(argument: text))
    #expect((shard.index, shard.count) == (index, count))
    #expect(shard.description == text)
    #expect(shard.isWhole == (count == 1))
  }

  @Test(arguments: [
    "", "/", "1", "1/", "/1", "0/1", "2/1", "1/0", "1/1000001", "-1/2", "1/-2", "+1/2", "1/2/3",
    "1 /2", "1.0/2", "a/b", "99999999999999999999/1",
  ])
  func `anything else is no share`(text: String) {
    #expect(RunShard(argument: text) == nil)
  }

  @Test(arguments: SeededGenerator.seeds(50))
  func `each byte is in one range, and the ranges are equally long`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...64, using: &generator)
    let byteCount = Int.random(in: 0...generator.pick([3, 1000, .max]), using: &generator)
    var end = 0
    for index in 1...count {
      let range = try #require(RunShard(index, of: count)).range(of: byteCount)
      #expect(range.lowerBound == end, "seed \(seed)")
      end = range.upperBound
      let length = min(end, byteCount) - range.lowerBound
      #expect(byteCount / count...byteCount / count + 1 ~= length, "seed \(seed)")
    }
    #expect(end == .max)
  }
}
