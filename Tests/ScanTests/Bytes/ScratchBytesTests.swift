import Scan
import TestSupport
import Testing

struct ScratchBytesTests {
  @Test(arguments: SeededGenerator.seeds(40))
  func `appended elements are in order`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let source = (0..<1000).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    var buffer = ScratchBytes()
    var expected: [UInt8] = []
    for _ in 0..<Int.random(in: 0...100, using: &generator) {
      let start = Int.random(in: 0...source.count, using: &generator)
      let most = generator.happens(onceIn: 2) ? source.count : min(start + 80, source.count)
      let range = start..<Int.random(in: start...most, using: &generator)
      switch Int.random(in: 0..<3, using: &generator) {
      case 0:
        buffer.append(UInt8(start & 0xFF))
        expected.append(UInt8(start & 0xFF))
      case 1:
        buffer.append(range, of: source.span)
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
    let buffer = ScratchBytes()
    let count = buffer.span.count
    #expect(count == 0)
  }
}
