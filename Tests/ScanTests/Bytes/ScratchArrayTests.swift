import Scan
import TestSupport
import Testing

struct ScratchArrayTests {
  @Test(arguments: 0..<40 as Range<UInt64>)
  func `it holds what was appended, in order`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let source = (0..<1000).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    var buffer = ScratchArray<UInt8>()
    var other = ScratchArray<UInt8>()
    var expected: [UInt8] = []
    other.append(source.span)
    for _ in 0..<Int.random(in: 0...100, using: &generator) {
      let start = Int.random(in: 0...source.count, using: &generator)
      let most = generator.happens(onceIn: 2) ? source.count : min(start + 80, source.count)
      let range = start..<Int.random(in: start...most, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0:
        buffer.append(UInt8(start & 0xFF))
        expected.append(UInt8(start & 0xFF))
      case 1:
        buffer.append(range, of: source.span)
        expected += source[range]
      case 2:
        buffer.append(range, of: other)
        expected += source[range]
      default:
        guard generator.happens(onceIn: 20) else { continue }
        buffer.removeAll(keeping: generator.pick([0, 100, 10_000]))
        expected = []
      }
    }
    let copy = buffer.span.copied
    #expect(copy == expected, "seed \(seed)")
    #expect(buffer.count == expected.count && buffer.isEmpty == expected.isEmpty)
  }

  @Test func `an empty one lends no bytes`() {
    let buffer = ScratchArray<UInt8>()
    let count = buffer.span.count
    #expect(count == 0)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `it is sorted and changed where it is`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var numbers = ScratchArray(repeating: -1, count: 3)
    var expected = [-1, -1, -1]
    for _ in 0..<Int.random(in: 0...600, using: &generator) {
      expected.append(Int.random(in: 0...100, using: &generator))
      if let last = expected.last { numbers.append(last) }
    }
    let changed = Int.random(in: 0..<expected.count, using: &generator)
    var places = numbers.mutableSpan
    places[changed] = -2
    expected[changed] = -2
    numbers.sort { $0 < $1 }
    expected.sort()
    let found = (0..<numbers.count).map { numbers[$0] }
    #expect(found == expected, "seed \(seed)")
    #expect(numbers.last == expected.last)
  }

  @Test(arguments: 0..<40)
  func `equal elements stay in their order when it is sorted`(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    for _ in 0..<20 {
      var pairs = ScratchArray<Pair>()
      var expected: [Pair] = []
      for place in 0..<count {
        let pair = Pair(rank: Int.random(in: 0...4, using: &generator), place: place)
        pairs.append(pair)
        expected.append(pair)
      }
      pairs.sort { $0.rank < $1.rank }
      expected.sort { ($0.rank, $0.place) < ($1.rank, $1.place) }
      #expect((0..<count).map { pairs[$0] } == expected, "seed \(count)")
    }
  }

  private struct Pair: BitwiseCopyable, Sendable, Equatable {
    let rank: Int
    let place: Int
  }
}
