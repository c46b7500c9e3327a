import Scan
import TestSupport
import Testing

struct RecordPatternTests {
  private static let kinds: [RecordPattern.Place] = [
    .literal(UInt8(ascii: "\"")), .literal(UInt8(ascii: "{")), .literal(UInt8(ascii: "\n")),
    .literal(UInt8(ascii: " ")), .literal(0x7E), .range(UInt8(ascii: "0")...UInt8(ascii: "9")),
    .range(UInt8(ascii: "1")...UInt8(ascii: "5")), .plainText, .plainID,
  ]

  private func allows(_ place: RecordPattern.Place, _ byte: UInt8) -> Bool {
    switch place {
    case .literal(let wanted): byte == wanted
    case .range(let range): range.contains(byte)
    case .plainText: byte >= UInt8(ascii: "#") && byte < 0x80 && byte != UInt8(ascii: "\\")
    case .plainID: byte >= UInt8(ascii: "0") && byte < 0x80 && byte != UInt8(ascii: "\\")
    }
  }

  private func count(
    _ pattern: RecordPattern, _ bytes: [UInt8], from offset: Int, limit: Int = .max
  ) -> Int { pattern.matchCount(bytes.span, from: offset, limit: limit) }

  /// Bytes that are allowed at these places.
  private func match(
    _ places: [RecordPattern.Place], using generator: inout SeededGenerator
  ) -> [UInt8] {
    places.map { place in
      generator.pick((UInt8.min...UInt8.max).filter { allows(place, $0) })
    }
  }

  @Test(arguments: kinds)
  func `of all bytes a place allows just those that it says`(place: RecordPattern.Place) {
    for index in 0..<20 {
      var places = [RecordPattern.Place](repeating: .literal(UInt8(ascii: "-")), count: 20)
      places[index] = place
      let pattern = RecordPattern(places)
      for byte in UInt8.min...UInt8.max {
        var bytes = [UInt8](repeating: UInt8(ascii: "-"), count: 20)
        bytes[index] = byte
        let isMatch = count(pattern, bytes, from: 0) == 1
        #expect(isMatch == allows(place, byte), "byte \(byte) at \(index)")
      }
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `one wrong byte anywhere is no match`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let places = (0..<Int.random(in: 16...100, using: &generator)).map { _ in
      generator.pick(Self.kinds)
    }
    let pattern = RecordPattern(places)
    let start = Int.random(in: 0...40, using: &generator)
    // What surrounds a match may be anything.
    let bytes =
      [UInt8](repeating: UInt8(ascii: "\\"), count: start) + match(places, using: &generator)
      + [UInt8](repeating: 0xFF, count: Int.random(in: 0...40, using: &generator))
    #expect(count(pattern, bytes, from: start) == 1, "seed \(seed)")
    for _ in 0..<200 {
      var mutant = bytes
      let index = Int.random(in: 0..<places.count, using: &generator)
      mutant[start + index] = UInt8.random(in: .min ... .max, using: &generator)
      let isRight = allows(places[index], mutant[start + index])
      let matches = count(pattern, mutant, from: start) == 1
      #expect(matches == isRight, "seed \(seed), byte \(index)")
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `matches that follow each other are counted up to the first that is none`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let places = (0..<Int.random(in: 16...60, using: &generator)).map { _ in
      generator.pick(Self.kinds)
    }
    let pattern = RecordPattern(places)
    let records = (0..<Int.random(in: 1...20, using: &generator)).map { _ in
      match(places, using: &generator)
    }
    let bytes = Array(records.joined())
    for number in 0...records.count {
      let left = records.count - number
      #expect(count(pattern, bytes, from: number * places.count) == left, "seed \(seed)")
      #expect(count(pattern, bytes, from: number * places.count, limit: 3) == min(left, 3))
      // The last is not whole.
      let part = bytes.dropLast(Int.random(in: 1...places.count, using: &generator))
      let found = count(pattern, Array(part), from: number * places.count)
      #expect(found == max(left - 1, 0), "seed \(seed)")
    }
    var mutant = bytes
    let index = bytes.indices.randomElement(using: &generator) ?? 0
    mutant[index] = 0x80
    #expect(count(pattern, mutant, from: 0) == index / places.count, "seed \(seed)")
  }

  @Test func `nothing matches beyond the bytes, nor a pattern of a few places`() {
    let pattern = RecordPattern([RecordPattern.Place](repeating: .plainText, count: 16))
    let text = [UInt8](repeating: UInt8(ascii: "a"), count: 40)
    #expect(count(pattern, text, from: 8) == 2)
    #expect(count(pattern, text, from: 25) == 0)
    #expect(count(pattern, text, from: 1000) == 0)
    #expect(count(pattern, text, from: -1) == 0)
    #expect(count(pattern, [], from: 0) == 0)
    let short = RecordPattern([RecordPattern.Place](repeating: .plainText, count: 15))
    #expect(count(short, text, from: 0) == 0)
    #expect(count(RecordPattern([]), text, from: 0) == 0)
  }
}
