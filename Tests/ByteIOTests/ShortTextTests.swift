import ByteIO
import TestSupport
import Testing

struct ShortTextTests {
  @Test(arguments: 0..<10 as Range<UInt64>)
  func `a short text stands where all of its bytes do`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for count in 0...44 {
      let bytes = (0..<60).map { _ in UInt8.random(in: 0x61...0x62, using: &generator) }
      let start = Int.random(in: 0...60 - count, using: &generator)
      let text = ShortText(bytes.span.extracting(start..<start + count))
      let isShort = ShortText.counts.contains(count)
      for offset in -1...61 {
        let isThere =
          isShort && offset >= 0 && offset + count <= 60
          && bytes[offset..<offset + count].elementsEqual(bytes[start..<start + count])
        let stands = bytes.span.holds(text, at: offset)
        #expect(stands == isThere, "seed \(seed): \(count) bytes at \(offset)")
      }
      // One byte more or less makes it another.
      guard isShort else { continue }
      var other = bytes
      other[start + Int.random(in: 0..<count, using: &generator)] ^= 3
      let stands = other.span.holds(text, at: start)
      #expect(!stands, "seed \(seed): \(count) bytes, one of them another")
    }
  }
}
