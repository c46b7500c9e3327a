import Foundation
import TestSupport
import Testing

/// `--device`, which picks one of several dumps.
struct DeviceChoiceTests {
  private let bench: Bench

  private static let anna = #"{"anonymousDeviceId":"id-anna","savedJokeIds":["a"]}"#
  private static let bert = #"{"anonymousDeviceId":"id-bert","savedJokeIds":["b"]}"#
  private static let object = "{\"anna\":\(anna),\"bert\":\(bert)}\n"

  init() throws {
    bench = try Bench()
    try bench.write(Self.object, to: "object")
    try bench.write("\(Self.anna)\n\(Self.bert)\n", to: "lines")
    try bench.write(Self.anna, to: "folder/anna.json")
    try bench.write(Self.bert, to: "folder/bert.json")
    try bench.write("no dump", to: "folder/other")
    try bench.write(
      #"{"id":"a","text":"A"}"# + "\n" + #"{"id":"b","text":"B"}"# + "\n", to: "jokes")
  }

  private func run(_ tool: String, _ arguments: String...) async throws -> ToolOutcome {
    try await bench.run(tool, arguments)
  }

  @Test(arguments: ["object", "lines", "folder"])
  func `the dump of a device is listed and previewed`(input: String) async throws {
    let listed = try await run(
      Tool.editing, input, "--list", "--as", "ids", "--device", "id-bert")
    #expect(listed.status == 0 && listed.outputText == "b\n", "\(listed)")
    let shown = try await run(
      "preview-feed", "jokes", input, "--saved", "--as", "ids", "--device", "id-anna")
    #expect(shown.status == 0 && shown.outputText == "a\n", "\(shown)")
  }

  @Test func `a key of an object names a device, too`() async throws {
    let listed = try await run(Tool.editing, "object", "--list", "--as", "ids", "--device", "bert")
    #expect(listed.status == 0 && listed.outputText == "b\n", "\(listed)")
  }

  @Test(arguments: ["object", "lines"])
  func `without it several dumps are refused, with a word on it`(input: String) async throws {
    for outcome in [
      try await run(Tool.editing, input, "--list"), try await run("preview-feed", "jokes", input),
      try await run(Tool.editing, input, "--save", "x", "--in-place"),
    ] {
      outcome.expect(65, "--device ID picks one")
    }
    try await run(Tool.editing, "folder", "--list").expect(64, "--device ID")
  }

  @Test func `a device of several dumps is suggested once`() async throws {
    try bench.write("\(Self.anna)\n\(Self.bert)\n\(Self.anna)\n", to: "twice")
    let near = try await run(Tool.editing, "twice", "--list", "--device", "id-ana")
    #expect(near.errors.contains("hint: did you mean 'id-anna'?"), "\(near)")
    let far = try await run(Tool.editing, "twice", "--list", "--device", "nobody")
    #expect(far.errors.contains("hint: there are dumps of 'id-anna', 'id-bert'\n"), "\(far)")
  }

  @Test func `only the dump of the device is edited`() async throws {
    let edit = ["--save", "x", "--now", "1", "--device", "id-bert", "--in-place"]
    try await bench.run(Tool.editing, ["object"] + edit).expect(0)
    let text = try bench.text("object")
    #expect(text.contains(Self.anna) && text.contains(#""savedJokeIds":["b","x"]"#), "\(text)")
    try await bench.run(Tool.editing, ["folder"] + edit).expect(0)
    #expect(try bench.text("folder/anna.json") == Self.anna)
    #expect(try bench.text("folder/bert.json").contains(#"["b","x"]"#))
  }

  @Test func `only the dumps of the device are pruned`() async throws {
    let dumps = ["anna", "bert"].map {
      #"{"anonymousDeviceId":"\#($0)","ScreenSort.ProcessedIDs":["gone"]}"#
    }
    try bench.write(dumps.joined(separator: "\n") + "\n", to: "dumps")
    try bench.write("there\n", to: "ids")
    try await run(
      Tool.pruning, "dumps", "--existing", "ids", "--device", "bert", "-o", "out"
    ).expect(0)
    #expect(
      try bench.text("out")
        == dumps[0] + "\n" + dumps[1].replacing(#""gone""#, with: "") + "\n")
    let none = try await run(
      Tool.pruning, "dumps", "--existing", "ids", "--device", "berta", "-o", "none")
    #expect(none.status == 65 && !bench.exists("none"), "\(none)")
    #expect(none.errors.contains("did you mean 'bert'?"))
  }

  @Test func `a device that is not there is an error that names those that are`() async throws {
    try await run(Tool.editing, "lines", "--list", "--device", "id-ana").expect(
      65, "did you mean 'id-anna'?")
    try await run("preview-feed", "jokes", "folder", "--device", "somebody").expect(
      65, "there are dumps of 'id-anna', 'id-bert'")
  }

  @Test func `two dumps of one device are refused`() async throws {
    try bench.write("\(Self.anna)\n\(Self.anna)\n", to: "twice")
    try await run(Tool.editing, "twice", "--list", "--device", "id-anna").expect(
      65, "several dumps of the device")
  }

  @Test func `a joke that was mistyped is told what it may have been`() async throws {
    try bench.write(
      #"{"id":"lettuce-in","text":"A"}"# + "\n" + #"{"id":"b","text":"B"}"# + "\n", to: "jokes")
    try bench.write(Self.anna, to: "dump")
    let words = ["jokes", "dump", "--date", "2026-03-01"]
    let text = try await bench.run("preview-feed", words + ["--explain", "letuce-in"])
    #expect(text.status == 0 && text.outputText.contains("similar     lettuce-in"), "\(text)")
    let json = try await bench.run(
      "preview-feed", words + ["--explain", "letuce-in", "--as", "json"])
    let made = try #require(
      try JSONSerialization.jsonObject(with: json.output) as? [String: Any])
    #expect(made["similar"] as? [String] == ["lettuce-in"])
    let viewed = try await bench.run("preview-feed", words + ["--viewed", "lettuce-im"])
    #expect(viewed.errors.contains("did you mean 'lettuce-in'?"), "\(viewed)")
  }
}
