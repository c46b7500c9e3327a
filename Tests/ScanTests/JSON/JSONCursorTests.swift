import Scan
import TestSupport
import Testing

struct JSONCursorTests {
  @Test(arguments: [
    "{}", "[]", "0", "-0", "-0.0e-0", "1E+2", "\"\"", "true", "false", "null", " \t\r\n[ ] ",
    #"{"":{"a":[1,[2,[]],{}]}}"#, #"["\u0000\uD834\uDD1E\/\"\\"]"#, "[\"\u{7F}\u{2028}😀\"]",
  ])
  func `valid JSON is accepted`(text: String) {
    #expect(syntaxError(text) == nil)
  }

  @Test(
    arguments: [
      ("", .unexpectedEnd, 0), ("[", .unexpectedEnd, 1), ("[1,", .unexpectedEnd, 3),
      ("[1,]", .expectedValue, 3), ("[,1]", .expectedValue, 1),
      ("[1 2]", .expectedCommaOrBracket, 3),
      (#"{"a" 1}"#, .expectedColon, 5), (#"{"a":1,}"#, .expectedKey, 7), ("{a:1}", .expectedKey, 1),
      (#"{"a":1 "b":2}"#, .expectedCommaOrBrace, 7), ("[1}", .expectedCommaOrBracket, 2),
      (#"{"a":1]"#, .expectedCommaOrBrace, 6), ("01", .leadingZero, 1), ("-01", .leadingZero, 2),
      ("+1", .expectedValue, 0), (".5", .expectedValue, 0), ("1.", .unexpectedEnd, 2),
      ("1.e2", .badNumber, 2), ("1ex", .badNumber, 2), ("-x", .badNumber, 1),
      ("nul", .unexpectedEnd, 3), ("nulL", .badLiteral, 3), ("\"\t\"", .controlCharacter, 1),
      (#""\x""#, .badEscape, 1), (#""\u12G4""#, .badEscape, 5), (#""\uDC00""#, .loneSurrogate, 1),
      (#""\uD800x""#, .loneSurrogate, 1), (#""\uD800\n""#, .loneSurrogate, 1),
      (#""\uD800\uD800""#, .loneSurrogate, 1), ("1 2", .trailingText, 2), ("{}}", .trailingText, 2),
      ("NaN", .expectedValue, 0), ("'a'", .expectedValue, 0), ("\u{FEFF}1", .expectedValue, 0),
    ] as [(String, JSONSyntaxError.Reason, Int)])
  func `invalid JSON is refused with reason and offset`(
    text: String, reason: JSONSyntaxError.Reason, offset: Int
  ) {
    #expect(syntaxError(text) == JSONSyntaxError(reason, at: offset))
  }

  @Test(
    arguments: [
      [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80],
      [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
      [0xC2, 0x41], [0xE2, 0x82, 0x41], [0xF0, 0x9F, 0x98, 0x41],
    ] as [[UInt8]])
  func `invalid UTF-8 is refused at its first byte`(bytes: [UInt8]) {
    let quote = [UInt8(ascii: "\"")]
    #expect(
      syntaxError(quote + [0x41] + bytes + quote) == JSONSyntaxError(.invalidUTF8, at: 2))
  }

  @Test func `every character of Unicode passes as itself`() {
    for start in stride(from: UInt32(0x20), to: 0x11_0000, by: 0x400) {
      var text = "\""
      for value in start..<start + 0x400 where value != 0x22 && value != 0x5C {
        if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
      }
      #expect(syntaxError(text + "\"") == nil, "from \(start)")
    }
  }

  @Test(arguments: [
    #"{"a":[1,-2.5e+10,true,false,null,{"b":"\u00e9\uD83D\uDE00é😀\n"}],"":{},"c":[[],[{}]]}"#,
    " [ \"x\" , { \"y\" : [ ] } ] ", "\"\\\\\"", "[0,1e0]", "{\"k\":\"v\"}",
  ])
  func `a text cut anywhere is incomplete`(text: String) throws {
    let bytes = Array(text.utf8)
    let end = try #require(bytes.lastIndex { $0 != UInt8(ascii: " ") })
    for length in 0...end {
      let error = syntaxError(Array(bytes.prefix(length)))
      #expect(error?.isIncomplete == true, "cut at \(length)")
    }
    #expect(syntaxError(bytes) == nil)
  }

  @Test func `a million levels do not overflow a stack`() {
    let depth = 1_000_000
    let arrays =
      [UInt8](repeating: UInt8(ascii: "["), count: depth)
      + [UInt8](repeating: UInt8(ascii: "]"), count: depth)
    #expect(syntaxError(arrays) == nil)
    let objects =
      repeatElement(Array(#"{"":"#.utf8), count: depth).flatMap { $0 } + Array("0".utf8)
      + [UInt8](repeating: UInt8(ascii: "}"), count: depth)
    #expect(syntaxError(objects) == nil)
    #expect(syntaxError(Array(arrays.dropLast()))?.isIncomplete == true)
  }

  @Test(arguments: SeededGenerator.seeds(50))
  func `containers of both kinds close in the order they were opened`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let kinds = (0..<Int.random(in: 1...300, using: &generator)).map { _ in
      Bool.random(using: &generator)
    }
    let opening = kinds.map { $0 ? #"{"k":"# : "[" }.joined()
    let closing = kinds.reversed().map { $0 ? "}" : "]" }
    #expect(syntaxError(opening + "1" + closing.joined()) == nil, "seed \(seed)")
    var wrong = closing
    let place = Int.random(in: 0..<wrong.count, using: &generator)
    wrong[place] = wrong[place] == "}" ? "]" : "}"
    #expect(
      syntaxError(opening + "1" + wrong.joined())?.offset == opening.utf8.count + 1 + place,
      "seed \(seed)")
  }

  @Test(arguments: SeededGenerator.seeds(300))
  func `walking step by step agrees with skipping, on damaged text too`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var bytes = Array(
      #"{"a":[1,-2.5e+10,true,null,{"b":"\u00e9é\n"}], "c":[[],[{}]] ,"d":"x"}"#.utf8)
    for _ in 0..<Int.random(in: 0...3, using: &generator) {
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      bytes[place] = generator.pick(Array(#"{}[]",:\0-e ux"#.utf8))
    }
    var walked: JSONSyntaxError?
    do throws(JSONSyntaxError) { _ = try JSONValue(bytes.span) } catch { walked = error }
    #expect(walked == syntaxError(bytes), "seed \(seed): \(String(decoding: bytes, as: UTF8.self))")
  }

  @Test func `skipping gives the range of the value`() throws {
    let bytes = Array(#" {"a": [1, 2] ,"b":3}"#.utf8)
    let span = bytes.span
    var cursor = JSONCursor(span, at: 1)
    try cursor.beginObject()
    var isFirst = true
    var found: [(String, String)] = []
    while let key = try cursor.nextMember(&isFirst) {
      let range = try cursor.skipValue()
      found.append((key.string(in: span), span.extracting(range).text))
    }
    let end = cursor.offset
    #expect(found.map(\.0) == ["a", "b"])
    #expect(found.map(\.1) == ["[1, 2]", "3"])
    #expect(end == bytes.count)
  }

  @Test(
    arguments: [
      ("{", .object), ("[", .array), ("\"", .string), ("-", .number), ("0", .number),
      ("9", .number), ("t", .true), ("f", .false), ("n", .null), ("N", nil), ("+", nil),
    ] as [(String, JSONKind?)])
  func `the first byte tells the kind`(text: String, kind: JSONKind?) throws {
    #expect(JSONKind(firstByte: try #require(text.utf8.first)) == kind)
  }
}
