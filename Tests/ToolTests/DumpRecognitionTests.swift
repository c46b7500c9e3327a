import Foundation
import TestSupport
import Testing

/// Lists and objects that are dumps of the app, and those that are not.
struct DumpRecognitionTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  private static var foreign: [String: Any] {
    ["AppleLanguages": ["en-US"], "nested": ["jokeRatings": ["a": 4]], "isPro": true]
  }
  private static let formats: [PropertyListSerialization.PropertyListFormat] = [.xml, .binary]

  private func list(
    _ value: Any, _ format: PropertyListSerialization.PropertyListFormat = .xml
  ) throws -> Data {
    try PropertyListSerialization.data(fromPropertyList: value, format: format, options: 0)
  }

  private func run(_ tool: String, _ arguments: String...) async throws -> ToolOutcome {
    try await bench.run(tool, arguments + Tool.options(tool))
  }

  // MARK: Property lists

  @Test(arguments: [Tool.ratings, Tool.saved, Tool.editing, Tool.pruning], formats)
  func `a list without a key of the app is refused, and read where its format is named`(
    tool: String, format: PropertyListSerialization.PropertyListFormat
  ) async throws {
    let noKey = ["a property list without any of the app's keys", "savedJokeIds", "Rules.md"]
    let noDictionary = ["a property list whose top level is not a dictionary", "a dump is one"]
    for (value, words) in [
      (Self.foreign, noKey), ([String: Any](), noKey),
      (["a", ["jokeRatings": [:]]], noDictionary), ("jokeRatings", noDictionary),
    ] as [(Any, [String])] {
      let bytes = try list(value, format)
      try bench.write(bytes, to: "input")
      for arguments in [["input", "-o", "out"], ["input", "--in-place"], ["input", "-n"]] {
        let outcome = try await bench.run(tool, arguments + Tool.options(tool)).expect(65)
        #expect(words.allSatisfy { outcome.errors.contains($0) }, "\(outcome)")
        #expect(outcome.errors.contains("--format") == (words == noKey), "\(outcome)")
      }
      #expect(try bench.bytes("input") == bytes && !bench.exists("out"))
    }
    try bench.write(try list(Self.foreign, format), to: "input")
    let name = format == .xml ? "xml-plist" : "binary-plist"
    let outcome = try await run(tool, "input", "--format", name, "-o", "out")
    #expect(outcome.status == 0 && bench.exists("out"), "\(outcome)")
  }

  @Test(arguments: formats)
  func `a property list with one key of the app is a dump`(
    format: PropertyListSerialization.PropertyListFormat
  ) async throws {
    let keys = [
      "jokeImpressions", "anonymousDeviceId", "cachedJokes_Dad", "ScreenSort.ProcessedIDs",
      "hasMigratedRatingsToBinary", "hasCompletedBinaryRatingMigration",
    ]
    for key in keys {
      try bench.write(try list(Self.foreign.merging([key: []]) { $1 }, format), to: "input")
      try await run(Tool.saved, "input", "--check").expect(2)
    }
  }

  @Test(arguments: [Tool.ratings, Tool.saved, Tool.pruning])
  func `in a folder other lists are passed over, in place too`(tool: String) async throws {
    for (name, format) in zip(["AppDataInfo.plist", "group.plist"], Self.formats) {
      try bench.write(try list(Self.foreign, format), to: "folder/\(name)")
    }
    try bench.write(try list(["jokeRatings"]), to: "folder/array.plist")
    let dump: [String: Any] = [
      "jokeRatings": ["a": 5], "ScreenSort.ProcessedIDs": ["gone"],
    ]
    try bench.write(try list(dump, .binary), to: "folder/mine.plist")
    let before = try bench.tree()
    let outcome = try await run(tool, "folder", "--in-place").expect(0)
    for name in ["AppDataInfo.plist", "group.plist", "array.plist"] {
      #expect(outcome.errors.contains("skipped 'folder/\(name)'"))
      #expect(try bench.tree()["folder/\(name)"] == before["folder/\(name)"])
    }
    #expect(try bench.tree()["folder/mine.plist"] != before["folder/mine.plist"])
  }

  @Test func `compressed and from a pipe a list is told all the same`() async throws {
    try bench.write(try list(Self.foreign, .binary), to: "input")
    try await bench.run("none", ["input"], shell: "gzip -c \"$2\" > input.gz")
    try await run(Tool.ratings, "input.gz", "-n").expect(65)
    let piped = try await bench.run(
      Tool.ratings, ["-", "-o", "-"], input: .bytes(try bench.bytes("input")))
    #expect(piped.status == 65 && piped.output.isEmpty, "\(piped)")
  }

  @Test func `a truncated property list of another app is damaged`() async throws {
    let bytes = try list(Self.foreign)
    try bench.write(bytes.prefix(bytes.count - 20), to: "input")
    try await run(Tool.ratings, "input", "-n").expect(65, "not valid XML")
  }

  // MARK: Lines

  @Test(arguments: [Tool.ratings, Tool.saved, Tool.pruning])
  func `a line without a key of the app is a reject, and stays`(tool: String) async throws {
    let mine = #"{"jokeRatings":{"a":5},"ScreenSort.ProcessedIDs":["gone"]}"#
    let others = ["{}", #"{"AppleLanguages":["en"],"nested":{"jokeRatings":{}}}"#]
    try bench.write(([mine] + others + [mine]).joined(separator: "\n") + "\n", to: "input")
    try await run(tool, "input", "-o", "out", "--rejects", "rejects").expect(
      3, "it has none of the keys of a dump")
    let lines = try bench.text("out").split(separator: "\n").map(String.init)
    #expect(Array(lines[1...2]) == others && lines[0] != mine && lines[3] == lines[0])
    #expect(try bench.text("rejects").split(separator: "\n").count == 2)
    try await run(tool, "input", "--format", "ndjson-dumps", "-o", "forced").expect(0)
  }

  // MARK: Files that may hold dumps

  @Test(arguments: [
    ("{", "it ends in the middle of a value"),
    (#"[{"AppleLanguages":["en"],"jokeRati"#, "it ends in the middle of a value"),
    ("{\"isPro\":true}\n{\"jokeRatings\":{}}\n", "record 2 has 'jokeRatings'"),
    (#"[{"isPro":true},{"x":1},{"savedJokeIds":[]}]"#, "record 3 has 'savedJokeIds'"),
  ])
  func `a file in a folder that may hold dumps is not passed over`(
    text: String, words: String
  ) async throws {
    let dump = #"{"jokeRatings":{"a":5},"anonymousDeviceId":"a"}"#
    try bench.write(dump, to: "folder/a.json")
    try bench.write(text, to: "folder/b.json")
    for tool in [Tool.saved, Tool.pruning] {
      for arguments in [["--in-place"], ["--check"], ["--in-place", "--salvage"]] {
        try await bench.run(tool, ["folder"] + arguments + Tool.options(tool)).expect(
          65, "folder/b.json: ", words)
      }
    }
    try await bench.run(Tool.editing, ["folder", "--list", "--device", "a"]).expect(65, words)
    #expect(try bench.text("folder/a.json") == dump && bench.text("folder/b.json") == text)
  }

  // MARK: Objects of dumps

  private static let object = """
    {
      "anna": { "jokeRatings": {"a": 4, "b": 3}, "x": 1.50 },
      "bert":{"jokeRatings":{"a":2},"hasMigratedRatingsToBinary":true}, "carla" : {},
      "dora": {"jokeRatings":[]}
    }

    """

  @Test func `an object of dumps is migrated dump by dump, each named by its key`() async throws {
    try bench.write(Self.object, to: "input")
    try await run(
      Tool.ratings, "input", "-o", "out", "--rejects", "rejects", "--verbose"
    ).expect(3, "dumps: 4 read, 1 migrated, 1 already done, 2 rejected", "anna: a: 4 → 5", "'dora'")
    let flags =
      #", "hasCompletedBinaryRatingMigration": true, "hasMigratedRatingsToBinary": true"#
    #expect(
      try bench.text("out")
        == Self.object.replacing(#""a": 4, "b": 3"#, with: #""a": 5"#)
        .replacing(#""x": 1.50"#, with: #""x": 1.50"# + flags))
    let rejects = try bench.text("rejects")
    #expect(rejects.contains(#""key":"dora""#) && rejects.contains(#""key":"carla""#), "\(rejects)")
    try await bench.run(Tool.ratings, ["input", "--in-place", "--journal", "journal"])
    #expect(try bench.text("input") == (try bench.text("out")))
    try await bench.run(Tool.ratings, ["--undo", "journal"]).expect(0)
    #expect(try bench.text("input") == Self.object)
  }

  @Test(arguments: [
    #"{"defaults":{"jokeRatings":{"a":4}}}"#, #"{"empty":{},"d":{"savedJokeIds":[]}}"#,
    #" {"d":{"x":{"y":1},"anonymousDeviceId":"d"}}"# + "\n",
    #"{"x":{"foo":1},"y":{"bar":2},"d1":{"jokeRatings":{"a":4}}}"#,
  ])
  func `such an object is known by its first dump`(text: String) async throws {
    try bench.write(text, to: "input")
    let outcome = try await run(Tool.ratings, "input", "--check")
    #expect([2, 3].contains(outcome.status), "\(outcome)")
    try await run(Tool.ranking, "input", "-n").expect(65)
  }

  @Test(arguments: [
    #"{"rating_events":{"a":{"joke_id":"j","rating":4}}}"#, #"{"a":{"joke_id":"j","rating":4}}"#,
    #"{"fields":{"anonymousDeviceId":{"stringValue":"x"},"rating":{"integerValue":"4"}}}"#,
  ])
  func `an object of documents is none`(text: String) async throws {
    try bench.write(text, to: "input")
    try await run(Tool.saved, "input", "-n").expect(65, "an export of documents")
  }
}
