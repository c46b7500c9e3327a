import Formats
import Jokes
import Testing

@Suite struct XMLDefaultsTests {
  private static let pretty = propertyList(
    """
    <dict>
    \t<key>jokeRatings</key>
    \t<dict>
    \t\t<key>a</key>
    \t\t<integer>4</integer>
    \t\t<key>b</key>
    \t\t<integer>3</integer>
    \t\t<key>c</key>
    \t\t<integer>5</integer>
    \t</dict>
    \t<key>f</key>
    \t<false/>
    </dict>
    """)

  private func ratings(_ value: String) -> String {
    propertyList("<dict><key>jokeRatings</key><dict><key>a</key>\(value)</dict></dict>")
  }

  @Test(arguments: [["a"], ["b"], ["c"], ["a", "b"], ["b", "c"], ["a", "c"]])
  func `an entry leaves with its lines`(removed: [String]) throws {
    var expected = Self.pretty
    for id in removed {
      let rating = ["a": 4, "b": 3, "c": 5][id] ?? 0
      expected.replace("\t\t<key>\(id)</key>\n\t\t<integer>\(rating)</integer>\n", with: "")
    }
    let edits = removed.map { DefaultsEdit.removeEntry(in: "jokeRatings", JokeID($0)) }
    let result = try dump(Self.pretty, .xmlPropertyList).applying(edits)
    #expect(String(decoding: result, as: UTF8.self) == expected)
  }

  @Test(arguments: [(["a"], "bc"), (["b"], "ac"), (["c"], "ab"), (["a", "b"], "c")])
  func `an entry leaves a list without lines`(removed: [String], rest: String) throws {
    func text(_ ids: String) -> String {
      let entries = ids.map { "<key>\($0)</key><integer>3</integer>" }.joined()
      return propertyList("<dict><key>jokeRatings</key><dict>\(entries)</dict></dict>")
    }
    let edits = removed.map { DefaultsEdit.removeEntry(in: "jokeRatings", JokeID($0)) }
    let result = try dump(text("abc"), .xmlPropertyList).applying(edits)
    #expect(String(decoding: result, as: UTF8.self) == text(rest))
  }

  @Test func `removing the last entry leaves an empty tag, and keeps a comment`() throws {
    let remove = DefaultsEdit.removeEntry(in: "jokeRatings", JokeID("a"))
    let value = "\n<integer>3</integer>\n"
    #expect(
      try edited(ratings(value), .xmlPropertyList, remove)
        == propertyList("<dict><key>jokeRatings</key><dict/></dict>"))
    #expect(
      try edited(ratings(value + "<!-- none -->"), .xmlPropertyList, remove)
        == propertyList("<dict><key>jokeRatings</key><dict>\n<!-- none --></dict></dict>"))
  }

  @Test(arguments: [
    ("<integer>4</integer>", "<integer>5</integer>"),
    ("<integer> +4\n</integer>", "<integer> +5\n</integer>"),
    ("<integer>0x4</integer>", "<integer>0x5</integer>"),
    ("<integer>0X0004</integer>", "<integer>0X0005</integer>"),
    ("<integer>004</integer>", "<integer>005</integer>"),
    ("<real>4.0</real>", "<real>5.0</real>"), ("<real>4</real>", "<real>5</real>"),
    ("<real>.4e1</real>", "<real>.5e1</real>"), ("<real >4.</real >", "<real >5.</real >"),
    ("<integer>&#52;</integer>", "<integer>5</integer>"),
    ("<integer>0&#x34;</integer>", "<integer>05</integer>"),
    ("<integer><!-- four -->4</integer>", "<integer><!-- four -->5</integer>"),
    ("<real>4<!-- 4, once 3 -->.0</real>", "<real>5<!-- 4, once 3 -->.0</real>"),
    ("<integer><![CDATA[4]]></integer>", "<integer><![CDATA[5]]></integer>"),
    ("<real>&#48;<![CDATA[4]]>&#x2E;0</real>", "<real>&#48;<![CDATA[5]]>&#x2E;0</real>"),
  ])
  func `a four becomes a five, and only its digit changes`(
    old: String, new: String
  ) throws {
    let dump = try dump(ratings(old), .xmlPropertyList)
    #expect(try dump.entries(of: "jokeRatings")?.map(\.value.reading) == [.rating(.four)])
    #expect(
      try edited(
        ratings(old), .xmlPropertyList, .setRating(in: "jokeRatings", JokeID("a"), .five))
        == ratings(new))
  }

  @Test(arguments: [
    ("<integer>-0x4</integer>", "-4"), ("<integer>0x10</integer>", "16"),
    ("<integer>0xffffffffffffffff</integer>", "18446744073709551615"),
    ("<integer>99999999999999999999999</integer>", "9.99999999999999999999…e22"),
    ("<real>4.5</real>", "4.5"), ("<real>nan</real>", "nan"), ("<real>-Infinity</real>", "-inf"),
    ("<real>+inf</real>", "inf"), ("<string>4</string>", "\"4\""), ("<string/>", "\"\""),
    ("<string>&#0000000000065;&#x0000000000042;</string>", "\"AB\""),
    ("<string>&lt;&amp;&#x1F600;<![CDATA[&]]></string>", "\"<&😀&\""), ("<true/>", "true"),
    ("<false></false>", "false"), ("<false><!-- c --> </false>", "false"),
    ("<data>BA==</data>", "data"), ("<array/>", "an array"),
    ("<date>2026-02-01T12:00:00Z</date>", "a date"), ("<dict></dict>", "a dictionary"),
  ])
  func `anything else has a label`(value: String, label: String) throws {
    let reading = try dump(ratings(value), .xmlPropertyList)
      .entries(of: "jokeRatings")?.first?.value.reading
    #expect(reading == .unexpected(label))
  }

  @Test(arguments: [
    "<integer></integer>", "<integer/>", "<integer>4.0</integer>", "<integer>four</integer>",
    "<integer>0x</integer>", "<integer>0xg</integer>", "<integer>4 4</integer>",
    "<integer>0x100000000000000000000000000000000</integer>", "<real></real>", "<real>.</real>",
    "<real>4e</real>", "<real>0x4</real>", "<real>4,0</real>", "<null/>", "<true>yes</true>",
    "<string>&foo;</string>", "<string>&#0;</string>", "<string>&#xD800;</string>",
    "<string>&#+65;</string>", "<string>&</string>", "<string>&#65</string>",
    "<string>&#00099999999999;</string>", "<false><!-- c -->no</false>", "<string>a<b/></string>",
    "<string>\u{1}</string>", "<string>a</strin>", "<!-- a", "<key>b</key>", "", "text",
    "<integer>4</integer><key>b</key>", "<array><key>a</key></array>", "<dict></array>",
    "<plist/>", "<string a=\"></string>", "<string a=\"<\">", "<integer>4</integer>x", "</dict>",
    "< true/>", "<true/ >", "<true/", "</key/>",
  ])
  func `what is no property list is damaged`(value: String) {
    let error = #expect(throws: DefaultsDumpError.self) {
      try dump(ratings(value), .xmlPropertyList)
    }
    #expect(error?.cause == .damaged)
  }

  @Test func `comments, CDATA, references and attributes are tolerated`() throws {
    let text = """
      <?xml version='1.0' encoding='utf-8' standalone="yes"?>
      <!-- before --><?editor hint?>
      <!DOCTYPE plist SYSTEM "file:///etc/passwd">
      <plist version="1.0"><!-- > --><dict id="<>"><!-- jokes -->
      <key>joke<![CDATA[Ratings]]></key><!-- are --><dict>
        <key>&#97;&lt;</key><integer note="4">4</integer><!-- last -->
      </dict></dict></plist><!-- after -->
      """.replacing("<>", with: "&gt;")
    #expect(
      try edited(
        text, .xmlPropertyList, .setRating(in: "jokeRatings", JokeID("a<"), .five),
        .setTimestamp(in: "jokeRatings", JokeID("b&"), DefaultsNumber(seconds: 1.5)))
        == text.replacing(
          ">4</integer>",
          with: ">5</integer>\n  <key>b&amp;</key><real>1.5</real>"))
  }

  @Test(arguments: [
    ("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>", "ISO-8859-1"),
    ("<?xml version=\"1.0\" encoding = 'utf-16'?>", "utf-16"),
    ("<!DOCTYPE plist [<!ENTITY a SYSTEM \"file:///etc/passwd\">]>", "declarations"),
  ])
  func `another encoding, or a document type of its own, is refused`(
    prolog: String, word: String
  ) throws {
    let error = #expect(throws: DefaultsDumpError.self) {
      try dump(prolog + "<plist><dict/></plist>", .xmlPropertyList)
    }
    #expect(error?.reason.contains(word) == true)
  }

  @Test(arguments: [[0x80], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC3]])
  func `invalid UTF-8 is damage at its place`(character: [UInt8]) throws {
    let start = Array("<plist><dict><key>é".utf8)
    let bytes = start + character + Array("</key><true/></dict></plist>".utf8)
    #expect(throws: DefaultsDumpError(.damaged, "invalid UTF-8", at: start.count)) {
      try DefaultsDump(reading: bytes, as: .xmlPropertyList)
    }
  }

  @Test(arguments: ["\n", "\r\n"])
  func `new entries take over indentation and line ends`(lineEnd: String) throws {
    let add = [
      "\t<key>t</key>", "\t<dict>", "\t\t<key>a</key>", "\t\t<real>1.5</real>",
      "\t\t<key>b</key>", "\t\t<real>2.0</real>", "\t</dict>", "\t<key>s</key>", "\t<array>",
      "\t\t<string>x&lt;</string>", "\t</array>", "\t<key>g</key>", "\t<true/>", "</dict>",
    ].joined(separator: "\n")
    let expected = Self.pretty.replacing("</dict>\n</plist>", with: add + "\n</plist>")
      .replacing("<false/>", with: "<true/>")
      .replacing(
        "\t</dict>\n\t<key>f", with: "\t\t<key>d</key>\n\t\t<real>3.0</real>\n\t</dict>\n\t<key>f")
    #expect(
      try edited(
        Self.pretty.replacing("\n", with: lineEnd), .xmlPropertyList,
        .setTimestamp(in: "t", JokeID("a"), DefaultsNumber(seconds: 1.5)),
        .setTimestamp(in: "t", JokeID("b"), DefaultsNumber(seconds: 2)),
        .append(to: "s", ["x<"]), .setBoolean("g", true), .setBoolean("f", true),
        .setTimestamp(in: "jokeRatings", JokeID("d"), DefaultsNumber(seconds: 3)))
        == expected.replacing("\n", with: lineEnd))
  }

  @Test func `empty tags open where something is added`() throws {
    #expect(
      try edited(propertyList("<dict/>"), .xmlPropertyList, .append(to: "s", ["a", "b"]))
        == propertyList(
          "<dict><key>s</key><array><string>a</string><string>b</string></array></dict>"))
    #expect(
      try edited(
        propertyList("<dict>\n  <key>s</key>\n  <array/>\n</dict>"), .xmlPropertyList,
        .append(to: "s", ["a"]))
        == propertyList(
          "<dict>\n  <key>s</key>\n  <array>\n    <string>a</string>\n  </array>\n</dict>"))
    #expect(
      try edited(
        propertyList("<dict><key>s</key><array><!-- none --></array></dict>"), .xmlPropertyList,
        .append(to: "s", ["a"]))
        == propertyList(
          "<dict><key>s</key><array><!-- none --><string>a</string></array></dict>"))
  }

  @Test func `whole seconds are a real, and so is what was an integer`() throws {
    let text = propertyList(
      "<dict><key>t</key><dict><key>a</key><integer>0x10</integer></dict></dict>")
    guard
      case .number(let number)? = try dump(text, .xmlPropertyList)
        .entries(of: "t")?.first?.value
    else {
      Issue.record("no number")
      return
    }
    #expect(
      try edited(text, .xmlPropertyList, .setTimestamp(in: "t", JokeID("b"), number))
        == text.replacing(
          "</integer>", with: "</integer><key>b</key><real>16</real>"))
  }

  @Test func `a text that XML cannot hold is refused`() throws {
    let dump = try dump(propertyList("<dict/>"), .xmlPropertyList)
    #expect(throws: DefaultsDumpError.self) {
      try dump.applying([.append(to: "savedJokeIds", ["a\u{1}"])])
    }
  }

  @Test func `the first elements leave an array, each with its line`() throws {
    func text(_ ids: [String]) -> String {
      let elements = ids.map { "\t\t<string>\($0)</string>\n" }.joined()
      let array = ids.isEmpty ? "\t<array/>" : "\t<array>\n\(elements)\t</array>"
      return propertyList("<dict>\n\t<key>s</key>\n\(array)\n</dict>")
    }
    let old = text(["a", "a", "b"])
    for (count, rest) in [(0, ["a", "a", "b"]), (1, ["a", "b"]), (2, ["b"]), (3, []), (9, [])] {
      #expect(
        try edited(old, .xmlPropertyList, .removeFirst(count, from: "s")) == text(rest), "\(count)")
    }
    #expect(
      try edited(old, .xmlPropertyList, .removeFirst(2, from: "s"), .append(to: "s", ["c"]))
        == text(["b", "c"]))
    #expect(
      try edited(old, .xmlPropertyList, .removeFirst(3, from: "s"), .append(to: "s", ["c"]))
        == text(["c"]))
    #expect(try edited(old, .xmlPropertyList, .removeFirst(1, from: "none")) == old)
  }
}
