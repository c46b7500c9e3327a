import Scan
import TestSupport
import Testing

struct BitPatternsTests {
  private func patterns(_ bytes: [UInt8], _ mask: [UInt8], _ range: Range<Int>) -> BitPatterns {
    var patterns = BitPatterns()
    patterns.add(bytes.span, mask: mask, excluding: UInt8(ascii: "/"), in: range)
    return patterns
  }

  @Test(arguments: [32, 33, 63, 64, 65, 100, 357])
  func `a record matches a pattern if it differs only in masked bits`(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let mask = (0..<count).map { _ in generator.pick([0, 0x80, 0xFF, 0x0F] as [UInt8]) }
    let patterns = patterns(bytes, mask, 0..<0)
    for bit in 0..<count * 8 {
      var record: [UInt8] = [7] + bytes + [9]
      record[1 + bit / 8] ^= 1 << UInt8(bit % 8)
      let counts = mask[bit / 8] & 1 << UInt8(bit % 8) != 0
      let match = patterns.match(record.span, at: 1, byteCount: count)
      #expect(match == (counts ? nil : 0), "bit \(bit)")
    }
  }

  @Test func `a byte that is excluded in a range may occur elsewhere`() {
    let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 70)
    let range = 20..<67
    var mask = [UInt8](repeating: 0, count: 70)
    for place in range { mask[place] = 0x80 }
    let patterns = patterns(bytes, mask, range)
    for place in bytes.indices {
      for byte in 0...255 as ClosedRange<UInt8> {
        var record = bytes
        record[place] = byte
        let isWrong = range.contains(place) && (byte == UInt8(ascii: "/") || byte >= 0x80)
        #expect(
          patterns.match(record.span, at: 0, byteCount: 70) == (isWrong ? nil : 0),
          "\(byte) at \(place)")
      }
    }
  }

  @Test func `among patterns of several lengths, the record's length selects`() {
    var patterns = BitPatterns()
    let lengths = [300, 44, 44, 45, 32, 300 + 256]
    for (number, length) in lengths.enumerated() {
      let bytes = [UInt8](repeating: UInt8(number), count: length)
      patterns.add(
        bytes.span, mask: [UInt8](repeating: 0xFF, count: length), excluding: 0, in: 0..<0)
    }
    for (number, length) in lengths.enumerated() {
      let record = [UInt8](repeating: UInt8(number), count: 600)
      #expect(patterns.match(record.span, at: 600 - length, byteCount: length) == number)
      #expect(patterns.match(record.span, at: 0, byteCount: length + 1) == nil)
    }
  }
}
