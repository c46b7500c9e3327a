import Scan
import TestSupport
import Testing

struct CRC32CTests {
  @Test(
    arguments: [
      ([], 0), (Array("123456789".utf8), 0xE306_9283),
      // RFC 3720, appendix B.4.
      ([UInt8](repeating: 0, count: 32), 0x8A91_36AA),
      ([UInt8](repeating: 0xFF, count: 32), 0x62A8_AB43),
      ([UInt8](0..<32), 0x46DD_794E), ([UInt8]((0..<32).reversed()), 0x113F_DB5C),
    ] as [([UInt8], UInt32)])
  func `the examples of RFC 3720 come out`(bytes: [UInt8], checksum: UInt32) {
    #expect(CRC32C.checksum(bytes.span) == checksum)
  }

  @Test func `every length around a step is as the plain algorithm has it`() {
    var generator = SeededGenerator(seed: 7)
    // A step is three parts of 96 bytes.
    for length in 0...600 {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
      #expect(CRC32C.checksum(bytes.span) == plainChecksum(bytes), "length \(length)")
    }
  }

  @Test func `long data is as the plain algorithm has it, wherever it begins`() {
    var generator = SeededGenerator(seed: 8)
    let bytes = (0..<80_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let plain = plainChecksum(bytes)
    for start in 0..<16 {
      var sum = CRC32C()
      sum.update(bytes.span.extracting(0..<start))
      sum.update(bytes.span.extracting(start..<bytes.count))
      #expect(sum.value == plain, "cut at \(start)")
    }
  }

  @Test(arguments: [0, 1, 7, 8, 9, 100, 289])
  func `pieces of every size give the checksum of the whole`(length: Int) {
    let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
    for size in 1...max(1, length) {
      var sum = CRC32C()
      for start in stride(from: 0, to: length, by: size) {
        sum.update(bytes.span.extracting(start..<min(start + size, length)))
      }
      #expect(sum.value == CRC32C.checksum(bytes.span), "pieces of \(size)")
    }
    var sum = CRC32C()
    for byte in bytes { sum.update(byte) }
    #expect(sum.value == CRC32C.checksum(bytes.span), "single bytes")
  }

  @Test func `a mask comes off again, and is LevelDB's`() {
    for value: UInt32 in [0, 1, 0xE306_9283, .max] {
      #expect(CRC32C.unmasked(CRC32C.masked(value)) == value)
    }
    // The record that begins the metadata of every export: type 1 and the byte '3'.
    #expect(CRC32C.masked(CRC32C.checksum([1, 0x33].span)) == 0x4E44_6DB8)
  }

  private func plainChecksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var value: UInt32 = ~0
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 0 ? value >> 1 : value >> 1 ^ 0x82F6_3B78 }
    }
    return ~value
  }
}
