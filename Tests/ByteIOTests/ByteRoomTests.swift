import ByteIO
import TestSupport
import Testing

struct ByteRoomTests {
  @Test(arguments: 0..<10 as Range<UInt64>)
  func `what is put into room follows what was there, and is all that was put there`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var output: [UInt8] = []
    var wanted: [UInt8] = []
    for _ in 0..<50 {
      let count = Int.random(in: 0...generator.pick([0, 20, 200, 2000]), using: &generator)
      let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      let ranges = (0..<generator.pick([0, 1, 9])).map { _ in
        let start = Int.random(in: 0...count, using: &generator)
        return start..<Int.random(in: start...count, using: &generator)
      }
      for range in ranges { wanted += bytes[range] }
      // There may be more room than is needed.
      let byteCount = ranges.reduce(0) { $0 + $1.count } + generator.pick([0, 0, 5])
      output.append(byteCount: byteCount) { room in
        for range in ranges { room.append(range, of: bytes.span) }
      }
      #expect(output == wanted, "seed \(seed)")
    }
  }
}
