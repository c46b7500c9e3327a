import Testing

@testable import ByteIO

/// Which bytes of an input others stand for.
struct ReplacedByteTests {
  private func entered(_ places: [(Int, UInt8)]) -> [ReplacedByte] {
    var replaced: [ReplacedByte] = []
    for (place, byte) in places { replaced.enter(ReplacedByte(place: place, byte: byte)) }
    return replaced
  }

  @Test func `they are kept in the order of their places`() {
    #expect(entered([(7, 1), (3, 2), (9, 3), (5, 4)]).map(\.place) == [3, 5, 7, 9])
  }

  @Test func `a byte that is replaced twice was the input's the first time`() {
    #expect(entered([(7, 1), (7, 2), (3, 5), (7, 3)]).map(\.byte) == [5, 1])
  }

  @Test
  func `what a stretch has is counted from its beginning, and what stood in front of it goes`() {
    var replaced = entered([(1, 1), (4, 2), (6, 3), (8, 4)])
    let taken = replaced.take(3..<8)
    #expect(taken.map(\.place) == [1, 3] && taken.map(\.byte) == [2, 3])
    #expect(replaced.map(\.place) == [8])
    #expect(
      Array("abcdefgh".utf8).span.copied(restoring: taken) == [97, 2, 99, 3] + Array("efgh".utf8))
  }
}
