import Formats
import Foundation
import Jokes
import Testing

@Suite struct DefaultsDumpTests {
  @Test(arguments: DefaultsKind.allCases)
  func `the flags, entries and strings of a dump are found`(kind: DefaultsKind) throws {
    let dump = try DefaultsDump(reading: kind.small(), as: kind)
    #expect(dump.kind == kind)
    #expect(try dump.value(of: "hasX")?.flag == true)
    #expect(try dump.value(of: "hasY")?.flag == nil)
    let ratings = try #require(try dump.entries(of: "jokeRatings"))
    let readings = Dictionary(uniqueKeysWithValues: ratings.map { ($0.key.text, $0.value.reading) })
    #expect(readings == ["a": .rating(.four), "b": .rating(.three), "c": .rating(.five)])
    #expect(try dump.strings(of: "savedJokeIds") == ["é", "b"])
    #expect(try dump.entries(of: "missing") == nil)
    #expect(try dump.strings(of: "missing") == nil)
  }

  @Test(arguments: DefaultsKind.allCases)
  func `a dump without edits comes back byte for byte`(kind: DefaultsKind) throws {
    let bytes = try kind.small()
    #expect(try DefaultsDump(reading: bytes, as: kind).applying([]) == bytes)
  }

  @Test(arguments: DefaultsKind.allCases)
  func `a dump cut at any byte is damaged`(kind: DefaultsKind) throws {
    let bytes = try kind.small()
    // The line end that a property list ends with is not missed.
    let end = bytes.count - (bytes.last == 0x0A ? 1 : 0)
    for count in 0..<end {
      let error = #expect(throws: DefaultsDumpError.self) {
        try DefaultsDump(reading: Array(bytes.prefix(count)), as: kind)
      }
      #expect(error?.cause == .damaged, "cut at \(count)")
    }
  }

  @Test(arguments: DefaultsKind.allCases)
  func `no flipped bit makes a dump crash`(kind: DefaultsKind) throws {
    let bytes = try kind.small()
    var readable = 0
    for index in bytes.indices {
      // In text the rest would only be more letters.
      for bit in kind == .binaryPropertyList ? 0..<8 : index % 8..<index % 8 + 1 {
        var flipped = bytes
        flipped[index] ^= 1 << bit
        do throws(DefaultsDumpError) {
          let dump = try DefaultsDump(reading: flipped, as: kind)
          readable += 1
          let changes = try BinaryRatingsMigration(of: dump).changes
          _ = try DefaultsDump(reading: try dump.applying(changes), as: kind)
          let saved = try SavedJokesMigration(of: dump, rule: RatedToSavedRule(now: 7)).changes
          _ = try DefaultsDump(reading: try dump.applying(saved), as: kind)
          let edit = try SavedJokesEdit(of: dump, unsaving: [JokeID("b")], at: 7).edits
          _ = try DefaultsDump(reading: try dump.applying(edit), as: kind)
        } catch {
          #expect(!error.reason.isEmpty)
        }
      }
    }
    #expect(readable > 0)
  }

  @Test(arguments: [
    ("[]", DefaultsKind.json), ("5", .json), ("{} {}", .json), ("", .json), ("{'a':1}", .json),
    (propertyList("<array/>"), .xmlPropertyList), (propertyList(""), .xmlPropertyList),
    ("<dict/>", .xmlPropertyList), (propertyList("<dict/><dict/>"), .xmlPropertyList),
    ("bplist00", .binaryPropertyList), ("bplist16........", .binaryPropertyList),
    ("{}", .binaryPropertyList), ("{}", .xmlPropertyList), (propertyList("<dict/>"), .json),
  ])
  func `a dump that is not a dictionary is damaged`(text: String, kind: DefaultsKind) {
    let error = #expect(throws: DefaultsDumpError.self) { try dump(text, kind) }
    #expect(error?.cause == .damaged)
  }

  @Test(arguments: [DefaultsKind.json, .xmlPropertyList])
  func `UTF-16 is told from text that is merely broken`(kind: DefaultsKind) throws {
    let text = kind == .json ? "{}" : propertyList("<dict/>")
    for encoding in [String.Encoding.utf16, .utf16BigEndian, .utf16LittleEndian] {
      let bytes = Array(try #require(text.data(using: encoding)))
      let error = #expect(throws: DefaultsDumpError.self) {
        try DefaultsDump(reading: bytes, as: kind)
      }
      #expect(error?.reason.contains("UTF-16") == true)
    }
  }

  @Test func `a byte order mark of UTF-8 stays`() throws {
    #expect(
      try edited("\u{FEFF}{}", .json, .setBoolean("a", true)) == "\u{FEFF}{\"a\":true}")
    let list = "\u{FEFF}" + propertyList("<dict/>")
    #expect(try edited(list, .xmlPropertyList, .setBoolean("a", true)).hasPrefix("\u{FEFF}<?xml"))
  }

  @Test(arguments: [
    (#"{"jokeRatings":[1]}"#, "'jokeRatings' is not a dictionary", 15),
    (#"{"jokeRatings":5}"#, "'jokeRatings' is not a dictionary", 15),
    (#"{"jokeRatings":{},"jokeRatings":{}}"#, "'jokeRatings' occurs twice at the top level", 32),
    (
      #"{"jokeRatings":{},"job\u0065Ratings":1,"jok\u0065Ratings":{}}"#,
      "'jokeRatings' occurs twice at the top level", 58
    ),
    (#"{"jokeRatings":{"a":1,"\u0061":2}}"#, "'jokeRatings' holds the key 'a' twice", 31),
  ])
  func `ratings that leave room for a guess are unusable`(
    text: String, reason: String, byteOffset: Int
  ) throws {
    let dump = try dump(text)
    #expect(throws: DefaultsDumpError(.unusable, reason, at: byteOffset)) {
      try dump.entries(of: "jokeRatings")
    }
  }

  @Test(arguments: ["{}", "5", #"["a",1]"#, #"["a",null]"#])
  func `saved jokes that are no array of strings are unusable`(value: String) throws {
    let dump = try dump(#"{"savedJokeIds":\#(value)}"#)
    let error = #expect(throws: DefaultsDumpError.self) { try dump.strings(of: "savedJokeIds") }
    #expect(error?.cause == .unusable)
  }

  @Test func `keys that occur twice and matter to nobody are let be`() throws {
    let text = #"{"x":1,"x":2,"jokeRatings":{"a":4}}"#
    #expect(
      try edited(text, .json, .setRating(in: "jokeRatings", JokeID("a"), .five))
        == #"{"x":1,"x":2,"jokeRatings":{"a":5}}"#)
  }

  @Test(arguments: DefaultsKind.allCases)
  func `keys that differ in how an accent is composed stay apart`(kind: DefaultsKind) throws {
    let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    var bytes = Array(#"{"jokeRatings":{"\#(composed)":4,"\#(decomposed)":2}}"#.utf8)
    if kind == .xmlPropertyList {
      bytes = Array(
        propertyList(
          "<dict><key>jokeRatings</key><dict><key>\(composed)</key><integer>4</integer>"
            + "<key>\(decomposed)</key><integer>2</integer></dict></dict>"
        ).utf8)
    } else if kind == .binaryPropertyList {
      var list = ListBuilder()
      list.objects = [
        [0xD1, 1, 2], [0x5B] + Array("jokeRatings".utf8), [0xD2, 3, 4, 5, 6],
        [0x64, 0, 0x63, 0, 0x61, 0, 0x66, 0, 0xE9],
        [0x65, 0, 0x63, 0, 0x61, 0, 0x66, 0, 0x65, 3, 1], [0x10, 4], [0x10, 2],
      ]
      bytes = list.bytes()
    }
    let dump = try DefaultsDump(reading: bytes, as: kind)
    let migration = try BinaryRatingsMigration(of: dump)
    #expect(migration.steps.map(\.id) == [JokeID(composed), JokeID(decomposed)])
    let result = try DefaultsDump(reading: try dump.applying(migration.changes), as: kind)
    let readings = try result.entries(of: "jokeRatings")?.map(\.value.reading)
    #expect(readings == [.rating(.five), .rating(.one)])
  }

  @Test func `a dump is known by one key of the app`() throws {
    #expect(try dump(#"{"AppleLanguages":[],"cachedJokes_Dad":""}"#).looksLikeDump)
    #expect(try dump(#"{"hasMigratedRatedToSaved":1}"#).looksLikeDump)
    #expect(try !dump(#"{"AppleLanguages":[],"jokeratings":{}}"#).looksLikeDump)
  }

  @Test(arguments: [DefaultsKind.json, .xmlPropertyList])
  func `no depth of nesting is too deep`(kind: DefaultsKind) throws {
    let depth = kind == .json ? 100_000 : 30_000
    let (open, close) = kind == .json ? ("[", "]") : ("<array>", "</array>")
    let nested = String(repeating: open, count: depth) + String(repeating: close, count: depth)
    let text =
      kind == .json
      ? #"{"x":\#(nested),"jokeRatings":{"a":\#(nested),"b":4}}"#
      : propertyList(
        "<dict><key>x</key>\(nested)<key>jokeRatings</key><dict><key>a</key>\(nested)"
          + "<key>b</key><integer>4</integer></dict></dict>")
    let readings = try dump(text, kind).entries(of: "jokeRatings")?.map(\.value.reading)
    #expect(readings == [.unexpected("an array"), .rating(.four)])
  }

  @Test(arguments: DefaultsKind.allCases)
  func `an edit that finds something else than it needs is refused`(kind: DefaultsKind) throws {
    let dump = try DefaultsDump(reading: kind.small(), as: kind)
    let a = JokeID("a")
    let edits: [DefaultsEdit] = [
      .append(to: "jokeRatings", ["x"]), .append(to: "hasX", ["x"]),
      .removeStrings(from: "jokeRatings", [a]), .removeStrings(from: "hasX", [a]),
      .removeEntry(in: "savedJokeIds", a), .setRating(in: "hasX", a, .five),
      .setRating(in: "savedJokeIds", a, .five),
      .setTimestamp(in: "hasX", a, DefaultsNumber(seconds: 1)),
    ]
    for edit in edits {
      let error = #expect(throws: DefaultsDumpError.self, "\(edit)") { try dump.applying([edit]) }
      #expect(error?.cause == .unusable)
    }
  }

  @Test(arguments: DefaultsKind.allCases)
  func `a rating that is missing is added, and its dictionary with it`(kind: DefaultsKind) throws {
    let dump = try DefaultsDump(reading: kind.small(), as: kind)
    for (key, count) in [(DefaultsKey.ratings, 4), ("missing", 1)] {
      let edit = DefaultsEdit.setRating(in: key, JokeID("d"), .one)
      let result = try DefaultsDump(reading: try dump.applying([edit]), as: kind)
      let entries = try #require(try result.entries(of: key))
      #expect(entries.count == count)
      #expect(entries.last { $0.key.text == "d" }?.value.reading == .rating(.one))
    }
  }

  @Test(arguments: DefaultsKind.allCases)
  func `an edit that has nothing to do does nothing`(kind: DefaultsKind) throws {
    let bytes = try kind.small()
    let dump = try DefaultsDump(reading: bytes, as: kind)
    let edits: [DefaultsEdit] = [
      .removeEntry(in: "jokeRatings", JokeID("none")), .removeEntry(in: "none", JokeID("a")),
      .setBoolean("hasX", true), .append(to: "savedJokeIds", []), .append(to: "none", []),
      .removeStrings(from: "savedJokeIds", [JokeID("a"), JokeID("e\u{301}")]),
      .removeStrings(from: "hasX", []), .removeStrings(from: "none", [JokeID("b")]),
    ]
    #expect(try dump.applying(edits) == bytes)
  }

  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["LAUGHTRACK_SAMPLES"] != nil,
      "LAUGHTRACK_SAMPLES names no folder of samples"),
    arguments: [
      ("userdefaults.json", DefaultsKind.json), ("userdefaults.xml.plist", .xmlPropertyList),
      ("userdefaults.bin.plist", .binaryPropertyList),
    ])
  func `the samples come back as they came, and migrated as the rules say`(
    name: String, kind: DefaultsKind
  ) throws {
    let folder = try #require(ProcessInfo.processInfo.environment["LAUGHTRACK_SAMPLES"])
    let bytes = Array(
      try Data(contentsOf: URL(filePath: folder).appending(path: "property-lists/\(name)")))
    let dump = try DefaultsDump(reading: bytes, as: kind)
    #expect(try dump.applying([]) == bytes)
    let binary = try dump.applying(try BinaryRatingsMigration(of: dump).changes)
    let result = try #require(try foundationReading(binary, kind))
    #expect(
      result["jokeRatings"] as? [String: Int]
        == ["ABCdef0123456789wxyz": 5, "0F8A3C1E-7B1D-4E0B-9C55-2B8D7F6A1C22": 5])
    #expect((result["jokeRatingTimestamps"] as? [String: Double])?.count == 2)
    #expect(result["hasMigratedRatingsToBinary"] as? Bool == true)
    #expect(result["hasCompletedBinaryRatingMigration"] as? Bool == true)
    let before = try #require(try foundationReading(bytes, kind))
    for case let key as String in before.allKeys
    where !["jokeRatings", "jokeRatingTimestamps", "hasMigratedRatingsToBinary"].contains(key) {
      #expect((result[key] as? NSObject) == (before[key] as? NSObject), "\(key)")
    }
  }
}
