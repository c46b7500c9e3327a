import ByteIO
import TestSupport
import Testing

struct ByteTemplateTests {
  private static let kinds: [ByteTemplate.Place] = [
    .literal(UInt8(ascii: "\"")), .literal(UInt8(ascii: "{")), .literal(UInt8(ascii: "\n")),
    .literal(UInt8(ascii: " ")), .literal(0x7E), .range(UInt8(ascii: "0")...UInt8(ascii: "9")),
    .range(UInt8(ascii: "1")...UInt8(ascii: "5")), .plainText, .plainID,
  ]

  private func allows(_ place: ByteTemplate.Place, _ byte: UInt8) -> Bool {
    switch place {
    case .literal(let wanted): byte == wanted
    case .range(let range): range.contains(byte)
    case .plainText: byte >= UInt8(ascii: "#") && byte < 0x80 && byte != UInt8(ascii: "\\")
    case .plainID: byte >= UInt8(ascii: "0") && byte < 0x80 && byte != UInt8(ascii: "\\")
    }
  }

  private func count(
    _ template: ByteTemplate, _ bytes: [UInt8], from offset: Int, limit: Int = .max
  ) -> Int { template.matchCount(bytes.span, from: offset, limit: limit) }

  @Test(arguments: kinds)
  func `of all bytes a place allows just those that it says`(place: ByteTemplate.Place) {
    let template = ByteTemplate([place])
    for byte in UInt8.min...UInt8.max {
      var bytes = [UInt8](repeating: 0xFF, count: 32)
      bytes[0] = byte
      // What follows a match in its block may be anything below 0x80.
      for index in 1..<32 { bytes[index] = UInt8(index) }
      let isMatch = count(template, bytes, from: 0, limit: 1) == 1
      #expect(isMatch == allows(place, byte), "byte \(byte)")
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `one wrong byte anywhere is no match`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let places = (0..<Int.random(in: 1...100, using: &generator)).map { _ in
      generator.pick(Self.kinds)
    }
    let template = ByteTemplate(places)
    let start = Int.random(in: 0...40, using: &generator)
    let right = places.map { place in
      generator.pick((UInt8.min...UInt8.max).filter { allows(place, $0) })
    }
    let bytes = [UInt8](repeating: 0xFF, count: start) + right + [UInt8](repeating: 0x41, count: 32)
    #expect(count(template, bytes, from: start, limit: 1) == 1, "seed \(seed)")
    for _ in 0..<200 {
      var mutant = bytes
      let index = Int.random(in: 0..<places.count, using: &generator)
      mutant[start + index] = UInt8.random(in: .min ... .max, using: &generator)
      let isRight = allows(places[index], mutant[start + index])
      let matches = count(template, mutant, from: start, limit: 1) == 1
      #expect(matches == isRight, "seed \(seed), byte \(index)")
      let mayMatch = template.mayMatch(mutant.span, at: start)
      #expect(mayMatch == (isRight || index >= 32), "seed \(seed), byte \(index)")
    }
  }

  @Test func `matches that follow each other are counted up to the first that is none`() {
    let template = ByteTemplate([.literal(UInt8(ascii: "a")), .plainText, .literal(0x0A)])
    let text = Array(("ab\nac\nad\nxx\nae\n" + String(repeating: ".", count: 32)).utf8)
    #expect(count(template, text, from: 0) == 3)
    #expect(count(template, text, from: 0, limit: 2) == 2)
    #expect(count(template, text, from: 9) == 0)
    #expect(count(template, text, from: 12) == 1)
  }

  @Test func `where fewer bytes are left than a block has, nothing matches`() {
    let template = ByteTemplate([.plainText])
    let text = [UInt8](repeating: UInt8(ascii: "a"), count: 40)
    #expect(count(template, text, from: 0) == 9)
    #expect(count(template, text, from: 9) == 0)
    #expect(count(template, text, from: 1000) == 0)
    #expect(count(template, [], from: 0) == 0)
  }
}
