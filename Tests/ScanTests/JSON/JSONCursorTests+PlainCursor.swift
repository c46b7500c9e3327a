import Scan
import TestSupport
import Testing

/// The steps of a walk over a text, and its end.
private struct Walk: Equatable {
  var steps: [String] = []
  var error: JSONSyntaxError?

  mutating func note(_ string: JSONString) { steps.append("\(string.range) \(string.isEscaped)") }
  mutating func note(_ range: Range<Int>) { steps.append("\(range)") }
}

/// The ways to walk over a text; each ends at an error or where a value has ended.
private enum Way: CaseIterable {
  case value, members, elements

  /// By the cursor under test, in a text that other bytes follow.
  func walk(_ text: Span<UInt8>) -> Walk {
    var walk = Walk()
    do throws(JSONSyntaxError) { try step(text, &walk) } catch { walk.error = error }
    return walk
  }

  private func step(_ text: Span<UInt8>, _ walk: inout Walk) throws(JSONSyntaxError) {
    var cursor = JSONCursor(text)
    var isFirst = true
    cursor.skipWhitespace()
    switch self {
    case .value: walk.note(try cursor.skipValue())
    case .members:
      cursor.offset += 1
      while let key = try cursor.nextMember(&isFirst) {
        walk.note(key)
        walk.note(try cursor.skipValue())
      }
    case .elements:
      cursor.offset += 1
      while try cursor.nextElement(&isFirst) { walk.note(try cursor.skipValue()) }
    }
    cursor.skipWhitespace()
    walk.note(cursor.offset..<cursor.offset)
  }

  /// By the plain cursor.
  func plainWalk(_ text: [UInt8]) -> Walk {
    var walk = Walk()
    do throws(JSONSyntaxError) { try plainStep(text, &walk) } catch { walk.error = error }
    return walk
  }

  private func plainStep(_ text: [UInt8], _ walk: inout Walk) throws(JSONSyntaxError) {
    var cursor = PlainCursor(text)
    var isFirst = true
    cursor.skipWhitespace()
    switch self {
    case .value: walk.note(try cursor.skipValue())
    case .members:
      cursor.offset += 1
      while let key = try cursor.nextMember(&isFirst) {
        walk.note(key)
        walk.note(try cursor.skipValue())
      }
    case .elements:
      cursor.offset += 1
      while try cursor.nextElement(&isFirst) { walk.note(try cursor.skipValue()) }
    }
    cursor.skipWhitespace()
    walk.note(cursor.offset..<cursor.offset)
  }

  /// Whether such a walk may begin: a container's ways begin behind its bracket.
  func suits(_ text: [UInt8]) -> Bool {
    guard let first = text.first(where: { $0 > 0x20 }) else { return self == .value }
    switch self {
    case .value: return true
    case .members: return first == UInt8(ascii: "{")
    case .elements: return first == UInt8(ascii: "[")
    }
  }
}

/// Makes texts of JSON, in all the ways that JSON can be written.
private struct TextMaker {
  var generator: SeededGenerator
  var bytes: [UInt8] = []

  mutating func text() -> [UInt8] {
    bytes = []
    value(depth: 0, mayBeScalar: generator.happens(onceIn: 8))
    return bytes
  }

  /// Nothing, mostly.
  private mutating func space() {
    guard generator.happens(onceIn: 6) else { return }
    for _ in 0...Int.random(in: 0...2, using: &generator) {
      bytes.append(generator.pick([0x20, 0x20, 0x0A, 0x0D, 0x09]))
    }
  }

  private mutating func value(depth: Int, mayBeScalar: Bool = true) {
    space()
    switch Int.random(in: mayBeScalar ? 0...8 : 0...1, using: &generator) {
    case 0 where depth < 4: container("{", "}", depth)
    case 1 where depth < 4: container("[", "]", depth)
    case 0...4: string()
    case 5...7: bytes += generator.pick(Self.numbers).utf8
    default: bytes += generator.pick(["true", "false", "null"]).utf8
    }
    space()
  }

  private static let numbers = [
    "0", "5", "-1", "1758500000123", "4.5", "-0.0", "1e9", "2E-30", "123456789.0123456789e+5",
  ]

  private mutating func container(_ opening: String, _ closing: String, _ depth: Int) {
    bytes += opening.utf8
    for index in 0..<Int.random(in: 0...5, using: &generator) {
      if index > 0 { bytes += ",".utf8 }
      if opening == "{" {
        space()
        string()
        space()
        bytes += ":".utf8
      }
      value(depth: depth + 1)
    }
    bytes += closing.utf8
  }

  private mutating func string() {
    let odd = [#"\n"#, #"\""#, #"\\"#, #"\u00e9"#, #"\uD83D\uDE00"#, "é", "€", "😀", "\u{7F}"]
    bytes += "\"".utf8
    let isPlain = !generator.happens(onceIn: 4)
    for _ in 0..<Int.random(in: 0...generator.pick([3, 12, 40]), using: &generator) {
      if !isPlain, generator.happens(onceIn: 5) {
        bytes += generator.pick(odd).utf8
      } else {
        bytes.append(UInt8.random(in: 0x61...0x7A, using: &generator))
      }
    }
    bytes += "\"".utf8
  }

  /// Damages a text in up to three places.
  mutating func damage(_ text: inout [UInt8]) {
    let letters = Array("{}[]\",:\\/0159-+.eEutrfalsn \t\n\u{0}\u{1F}\u{7F}".utf8)
    for _ in 0..<Int.random(in: 0...3, using: &generator) where !text.isEmpty {
      let place = Int.random(in: 0..<text.count, using: &generator)
      let byte =
        generator.happens(onceIn: 4)
        ? UInt8.random(in: 0...255, using: &generator) : generator.pick(letters)
      switch Int.random(in: 0...5, using: &generator) {
      case 0: text.remove(at: place)
      case 1: text.insert(byte, at: place)
      case 2: text.removeLast(text.count - place)
      default: text[place] = byte
      }
    }
  }
}

extension JSONCursorTests {
  /// Compares all ways over a text, whatever stands behind its end.
  private func expectAgreement(_ text: [UInt8], followedBy rest: [UInt8], _ comment: Comment) {
    let bytes = text + rest
    for way in Way.allCases where way.suits(text) {
      let walk = way.walk(bytes.span.extracting(0..<text.count))
      #expect(walk == way.plainWalk(text), "\(way), \(comment): \(text)")
    }
  }

  @Test(arguments: SeededGenerator.seeds(40))
  func `all texts, damaged or not, give what the plain cursor gives`(seed: UInt64) {
    var maker = TextMaker(generator: SeededGenerator(seed: seed))
    for number in 0..<60 {
      var text = maker.text()
      maker.damage(&text)
      let rest = [UInt8](repeating: 0x22, count: Int.random(in: 0...9, using: &maker.generator))
      expectAgreement(text, followedBy: rest, "seed \(seed), text \(number)")
    }
  }

  @Test func `a text cut at any byte gives what the plain cursor gives`() {
    let text = Array(
      #"{"id":"aigNB9NkfDaRT2yxyHcV_2026-W38", "rating" : 5,"é\u00e9":[true,null,-0.5e+3,"😀"]}"#
        .utf8)
    for length in 0...text.count {
      expectAgreement(
        Array(text[..<length]), followedBy: Array(text[length...]), "cut at \(length)")
    }
  }

  @Test(arguments: Array(#"{[",:0t}]"#.utf8))
  func `every text of up to four such bytes gives what the plain cursor gives`(first: UInt8) {
    let alphabet = Array(#"{}[]",:\0-"#.utf8) + [0x20, 0xC3]
    var texts = [[first]]
    for _ in 0..<3 {
      for text in texts { expectAgreement(text, followedBy: [0x22], "short") }
      texts = texts.flatMap { text in alphabet.map { text + [$0] } }
    }
    for text in texts { expectAgreement(text, followedBy: [], "short") }
  }

  @Test func `a name is told from all that differ in one byte or in length`() {
    let bytes = Array("joke_id".utf8)
    for length in 0...9 {
      let text = Array((bytes + [0x5F, 0x5F]).prefix(length))
      #expect(isJokeID(text) == (text == bytes))
    }
    for place in bytes.indices {
      var text = bytes
      text[place] ^= 1
      #expect(!isJokeID(text))
    }
    #expect(isJokeID(Array(#"\u006aoke\u005fid"#.utf8), isEscaped: true))
    #expect(!isJokeID(Array(#"\u006aoke\u005fie"#.utf8), isEscaped: true))
  }

  private func isJokeID(_ text: [UInt8], isEscaped: Bool = false) -> Bool {
    JSONString(range: text.indices, isEscaped: isEscaped).equals("joke_id", in: text.span)
  }
}
