import Formats
import Jokes
import Testing

/// Removing strings from arrays; other edits are tested with each kind of dump.
struct DefaultsEditTests {
  @Test(arguments: DefaultsKind.allCases)
  func `strings leave an array, and those appended in the same call stay`(
    kind: DefaultsKind
  ) throws {
    let dump = try DefaultsDump(reading: kind.small(), as: kind)
    let (accented, b) = (JokeID("é"), JokeID("b"))
    let key = DefaultsKey.savedJokes
    let cases: [(edits: [DefaultsEdit], rest: [String])] = [
      ([.removeStrings(from: key, [accented])], ["b"]),
      ([.removeStrings(from: key, [b])], ["é"]),
      ([.removeStrings(from: key, [b, accented])], []),
      ([.removeStrings(from: key, [b]), .removeStrings(from: key, [accented])], []),
      ([.append(to: key, ["é", "x"]), .removeStrings(from: key, [accented])], ["b", "é", "x"]),
      ([.removeStrings(from: "new", [b]), .append(to: "new", ["b"])], ["é", "b"]),
    ]
    for (edits, rest) in cases {
      let bytes = try dump.applying(edits)
      let result = try DefaultsDump(reading: bytes, as: kind)
      #expect(try result.strings(of: key) == rest, "\(edits)")
      #expect(try result.entries(of: "jokeRatings")?.count == 3)
    }
  }

  @Test(arguments: DefaultsKind.allCases)
  func `the last edit of a value counts, whatever comes between`(kind: DefaultsKind) throws {
    let (key, id) = (DefaultsKey.savedTimestamps, JokeID("x"))
    let dump = try DefaultsDump(reading: kind.small(), as: kind)
    let result = try DefaultsDump(
      reading: dump.applying([
        .setBoolean("flag", true), .setTimestamp(in: key, id, DefaultsNumber(seconds: 1)),
        .setBoolean("flag", false), .setTimestamp(in: key, id, DefaultsNumber(seconds: 2)),
      ]), as: kind)
    #expect(try result.value(of: "flag")?.flag == false)
    #expect(try result.entries(of: key)?.filter { $0.key == id }.count == 1)
  }

  @Test func `an array that comes twice is not edited`() throws {
    let dump = try dump(#"{"s":["a"],"s":["a"]}"#)
    #expect(throws: DefaultsDumpError(.unusable, "'s' occurs twice at the top level", at: 15)) {
      try dump.applying([.removeStrings(from: "s", [JokeID("a")])])
    }
  }

  // MARK: JSON

  @Test(arguments: [
    (["a"], #""b","\u0062", 4"#), (["b"], #""a",4"#), (["a", "b"], "4"), (["4", "A"], nil),
  ])
  func `a string leaves an array with its comma, wherever it stands`(
    removed: [String], rest: String?
  ) throws {
    let text = #"{"x":1,"s":["a","b","\u0062", 4]}"#
    #expect(
      try edited(text, .json, .removeStrings(from: "s", Set(removed.map { JokeID($0) })))
        == (rest.map { #"{"x":1,"s":[\#($0)]}"# } ?? text))
  }

  @Test(arguments: ["\n", "\r\n"], ["\t", "    "])
  func `a string leaves an array with its line`(lineEnd: String, indent: String) throws {
    func text(_ ids: [String]) -> String {
      let lines = ids.map { indent + indent + "\"\($0)\"" }.joined(separator: "," + lineEnd)
      return "{\(lineEnd)\(indent)\"s\" : [\(lineEnd)\(lines)\(lineEnd)\(indent)]\(lineEnd)}"
    }
    let all = ["a", "b", "a", "c", "a"]
    for removed in [["a"], ["b"], ["c"], ["a", "b"], ["b", "c"], ["a", "c"]] {
      let edit = DefaultsEdit.removeStrings(from: "s", Set(removed.map { JokeID($0) }))
      #expect(
        try edited(text(all), .json, edit) == text(all.filter { !removed.contains($0) }),
        "\(removed)")
    }
    #expect(
      try edited(
        text(all), .json, .removeStrings(from: "s", [JokeID("a")]), .append(to: "s", ["a", "d"]))
        == text(["b", "c", "a", "d"]))
    #expect(
      try edited(
        text(["a"]), .json, .removeStrings(from: "s", [JokeID("a")]), .append(to: "s", ["b"]))
        == text(["b"]))
    #expect(
      try edited(text(["a", "a"]), .json, .removeStrings(from: "s", [JokeID("a")]))
        == "{\(lineEnd)\(indent)\"s\" : []\(lineEnd)}")
  }

  // MARK: XML

  @Test(arguments: ["\n", "\r\n"], [["a"], ["b"], ["c"], ["a", "b"], ["b", "c"], ["a", "c"]])
  func `a string leaves an array of XML with its line`(lineEnd: String, removed: [String]) throws {
    func text(_ ids: [String]) -> String {
      let lines = ids.map { "\t\t<string>\($0)</string>\n" }.joined()
      return propertyList("<dict>\n\t<key>s</key>\n\t<array>\n\(lines)\t</array>\n</dict>")
        .replacing("\n", with: lineEnd)
    }
    let all = ["a", "b", "a", "c", "a"]
    let rest = all.filter { !removed.contains($0) }
    let edit = DefaultsEdit.removeStrings(from: "s", Set(removed.map { JokeID($0) }))
    #expect(try edited(text(all), .xmlPropertyList, edit) == text(rest))
    #expect(
      try edited(text(all), .xmlPropertyList, edit, .append(to: "s", ["a", "d"]))
        == text(rest + ["a", "d"]))
  }

  @Test func `removing strings keeps other elements, and leaves an empty tag if all go`()
    throws
  {
    func list(_ array: String) -> String {
      propertyList("<dict><key>s</key>\(array)<key>x</key><true/></dict>")
    }
    let edit = DefaultsEdit.removeStrings(from: "s", [JokeID("a&"), JokeID("4"), JokeID("")])
    let array = "<array><string>a&#38;</string><string/> <integer>4</integer><data>YSY=</data>"
    #expect(
      try edited(list(array + "<string><![CDATA[a&]]></string></array>"), .xmlPropertyList, edit)
        == list("<array> <integer>4</integer><data>YSY=</data></array>"))
    #expect(
      try edited(list("<array>\n<string>4</string>\n</array>"), .xmlPropertyList, edit)
        == list("<array/>"))
    #expect(
      try edited(
        list("<array><!-- mine --><string>4</string></array>"), .xmlPropertyList, edit)
        == list("<array><!-- mine --></array>"))
    #expect(try edited(list("<array/>"), .xmlPropertyList, edit) == list("<array/>"))
  }

  // MARK: Binary

  private func read(_ list: ListBuilder) throws -> DefaultsDump {
    try DefaultsDump(reading: list.bytes(), as: .binaryPropertyList)
  }

  /// A list of one array, of `a`, an integer, `é`, `a` again as an object of its own, and `a`.
  private var strings: ListBuilder {
    var list = ListBuilder()
    list.objects = [
      [0xD1, 1, 2], [0x51, 0x73], [0xA5, 3, 4, 5, 6, 3], [0x51, 0x61], [0x10, 4],
      [0x61, 0, 0xE9], [0x61, 0, 0x61],
    ]
    return list
  }

  @Test(
    arguments: [
      (["a"], [0xA2, 4, 5]), (["é"], [0xA4, 3, 4, 6, 3]), (["a", "é", "z"], [0xA1, 4]),
      (["e\u{301}", "4"], [0xA5, 3, 4, 5, 6, 3]),
    ] as [([String], [UInt8])])
  func `strings leave an array, their objects stay`(removed: [String], array: [UInt8]) throws {
    let edit = DefaultsEdit.removeStrings(from: "s", Set(removed.map { JokeID($0) }))
    var expected = strings
    expected.objects[2] = array
    #expect(try read(strings).applying([edit]) == expected.bytes())
  }

  @Test func `strings leave an array and come to it in one go`() throws {
    let edits: [DefaultsEdit] = [
      .append(to: "s", ["z", "a"]), .removeStrings(from: "s", [JokeID("a")]),
    ]
    var expected = strings
    expected.objects[2] = [0xA4, 4, 5, 7, 8]
    expected.objects += [[0x51, 0x7A], [0x51, 0x61]]
    #expect(try read(strings).applying(edits) == expected.bytes())
  }

  @Test func `an array that others share is copied only where something leaves it`() throws {
    var list = strings
    list.objects[0] = [0xD2, 1, 3, 2, 2]
    let dump = try read(list)
    #expect(try dump.applying([.removeStrings(from: "s", [JokeID("z")])]) == list.bytes())
    var expected = list
    expected.objects[0] = [0xD2, 1, 3, 7, 2]
    expected.objects.append([0xA2, 4, 5])
    #expect(
      try dump.applying([.removeStrings(from: "s", [JokeID("a")])]) == expected.bytes())
  }
}
