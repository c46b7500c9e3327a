import Scan
import Testing

private func written(
  _ style: JSONWriter.Style, _ body: (inout JSONWriter) -> Void
) -> String {
  var writer = JSONWriter(style)
  body(&writer)
  return String(decoding: writer.bytes, as: UTF8.self)
}

struct JSONWriterTests {
  private func writeSample(_ writer: inout JSONWriter) {
    writer.object { object in
      object.key("a")
      object.array { _ in }
      object.key("b")
      object.object { _ in }
      object.key("c")
      object.array { array in
        array.integer(1)
        array.object { inner in
          inner.key("d")
          inner.null()
        }
        array.array { $0.boolean(true) }
      }
      object.member("e", "x")
      object.member("f", -5 as Int64)
      object.key("g")
      object.raw("1.50")
    }
  }

  @Test(arguments: [0, 7, -1, 99_999_999, 100_000_000, 1_000_000_005, Int.max, Int.min])
  func `a number has its decimal digits`(number: Int) {
    #expect(written(.compact) { $0.integer(number) } == String(number))
  }

  @Test(arguments: [
    (#""a é""#, #""a é""#), (#""a\/\u00e9\u0001""#, #""a/é\u0001""#),
    ("\"a\u{7F}\"", #""a\u007f""#), (#""""#, #""""#),
  ])
  func `a string of a text is spelled as any other`(spelled: String, expected: String) throws {
    let bytes = Array(spelled.utf8)
    var cursor = JSONCursor(bytes.span)
    let string = try cursor.string()
    var copy = ScratchBytes()
    copy.appendJSONString(string, of: bytes.span)
    #expect(copy.span.text == expected)
  }

  @Test func `pretty text is what jq prints`() {
    #expect(
      written(.pretty, writeSample) == """
        {
          "a": [],
          "b": {},
          "c": [
            1,
            {
              "d": null
            },
            [
              true
            ]
          ],
          "e": "x",
          "f": -5,
          "g": 1.50
        }
        """)
  }

  @Test func `compact text has no white space`() {
    #expect(
      written(.compact, writeSample)
        == #"{"a":[],"b":{},"c":[1,{"d":null},[true]],"e":"x","f":-5,"g":1.50}"#)
  }

  @Test func `strings are escaped as jq escapes them`() {
    let text = "x\0\u{1F}\u{7F}\"\\/é\u{2028}😀\n\t\u{8}\u{C}\r"
    let expected =
      #""x\u0000\u001f\u007f\"\\/é"# + "\u{2028}😀" + #"\n\t\b\f\r""#
    #expect(written(.pretty) { $0.string(text) } == expected)
    #expect(written(.compact) { $0.object { $0.member(text, 1) } } == "{\(expected):1}")
  }

  @Test(arguments: ["\"", "\\", "\u{7F}", "\n", "é", "x"])
  func `a text and its bytes are escaped alike`(odd: String) {
    for length in 0..<20 {
      for place in 0...length {
        let plain = String(repeating: "a", count: length)
        let text = plain.prefix(place) + odd + plain.dropFirst(place)
        var whole = ScratchBytes()
        var single = ScratchBytes()
        whole.appendJSONString(String(text))
        single.appendJSONString(Array(text.utf8).span)
        #expect(whole.span.text == single.span.text, "\(text)")
      }
    }
  }

  @Test func `escaped characters are read back`() throws {
    for value in UInt32(0)...0x2FF {
      let text = Unicode.Scalar(value).map { String($0) } ?? ""
      let json = written(.compact) { $0.string(text) }
      #expect(try firstString(json).bytes == Array(text.utf8), "U+\(value)")
    }
  }

  @Test func `members without a value are left out`() {
    let text = written(.compact) { writer in
      writer.object { object in
        object.optionalMember("a", nil as String?)
        object.optionalMember("b", "x")
        object.optionalMember("c", nil as Int?)
        object.optionalMember("d", 0)
      }
    }
    #expect(text == #"{"b":"x","d":0}"#)
  }

  @Test func `a value alone needs no container`() {
    #expect(written(.pretty) { $0.array { _ in } } == "[]")
    #expect(written(.pretty) { $0.boolean(false) } == "false")
  }

  @Test(arguments: [
    (0, "0"), (-0.0, "0"), (12, "12"), (-3, "-3"), (12.5, "12.5"), (0.1, "0.1"), (1e-7, "1e-07"),
    (1e16, "10000000000000000"), (1e17, "1e+17"), (-2.5e300, "-2.5e+300"),
  ])
  func `a number has one spelling`(value: Double, spelling: String) {
    #expect(JSONWriter.spelling(of: value) == spelling)
  }

  @Test func `a part of a larger text is indented as it will stand there`() {
    var writer = JSONWriter(.pretty, outerDepth: 1)
    writer.object { $0.member("rank", 1) }
    #expect(String(decoding: writer.bytes, as: UTF8.self) == "{\n    \"rank\": 1\n  }")
  }
}
