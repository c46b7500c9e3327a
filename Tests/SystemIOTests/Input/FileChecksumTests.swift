import Foundation
import Scan
import SystemIO
import TestSupport
import Testing

struct FileChecksumTests {
  private static func bytes(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  @Test func `two checksums make that of both pieces, at every border`() {
    var generator = SeededGenerator(seed: 11)
    for count in [0, 1, 2, 17, 100, 257] {
      let bytes = Self.bytes(count, &generator)
      let whole = CRC32C.checksum(bytes.span)
      for border in 0...count {
        let (one, other) = (Array(bytes[..<border]), Array(bytes[border...]))
        let combined = CRC32C.combined(
          CRC32C.checksum(one.span), CRC32C.checksum(other.span), byteCount: other.count)
        #expect(combined == whole, "\(border) of \(count)")
      }
    }
  }

  @Test func `the beginning is known as far as nothing is missing`() {
    var generator = SeededGenerator(seed: 12)
    let bytes = Self.bytes(500, &generator)
    let sum = FileChecksum()
    #expect(sum.beginning == (0, CRC32C().value))
    sum.enter(bytes.span.extracting(100..<200), at: 100)
    #expect(sum.beginning == (0, CRC32C().value))
    for (range, known) in [(0..<100, 200), (300..<400, 200), (150..<300, 400), (400..<500, 500)] {
      sum.enter(bytes.span.extracting(range), at: range.lowerBound)
      #expect(sum.beginning == (known, CRC32C.checksum(bytes.span.extracting(0..<known))))
    }
  }

  @Test(arguments: SeededGenerator.seeds(20))
  func `pieces in any order, read once or twice, make the checksum`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let bytes = Self.bytes(Int.random(in: 1...5000, using: &generator), &generator)
    let sum = FileChecksum()
    var places = Array(stride(from: 0, to: bytes.count, by: 100))
    places.shuffle(using: &generator)
    for place in places {
      let end = min(bytes.count, place + Int.random(in: 100...350, using: &generator))
      #expect(sum.value(of: 0..<bytes.count) == nil || place != places[0], "seed \(seed)")
      sum.enter(bytes.span.extracting(place..<end), at: place)
    }
    #expect(sum.value(of: 0..<bytes.count) == CRC32C.checksum(bytes.span), "seed \(seed)")
    #expect(sum.value(of: 0..<bytes.count + 1) == nil)
    if bytes.count > 1 { #expect(sum.value(of: 0..<bytes.count - 1) == nil) }
  }

  @Test func `a checksum needs every byte of the range`() {
    let sum = FileChecksum()
    sum.enter([1, 2].span, at: 0)
    sum.enter([4, 5].span, at: 3)
    #expect(sum.value(of: 0..<5) == nil)
    sum.enter([3].span, at: 2)
    #expect(sum.value(of: 0..<5) == CRC32C.checksum([1, 2, 3, 4, 5].span))
  }

  @Test func `an empty range has a checksum`() {
    #expect(FileChecksum().value(of: 0..<0) == 0)
  }
}
