import Foundation
import TestSupport
import Testing

/// The output of a run can be made again from its inputs, and compared byte for byte.
struct VerifyTests {
  let bench: Bench

  init() throws { bench = try Bench() }

  private static let tools = Tool.rewriting + [Tool.ranking]

  /// Runs a tool that writes `out` and `summary`.
  func run(_ tool: String, _ more: [String] = []) async throws {
    try bench.addSample(tool)
    try await bench.run(
      tool, ["input", "-o", "out", "--summary", "summary"] + Tool.options(tool) + more
    ).expect(0)
  }

  func verify(_ tool: String, _ more: [String] = []) async throws -> ToolOutcome {
    let before = try bench.tree()
    let outcome = try await bench.run(tool, ["--verify", "summary"] + more)
    #expect(try bench.tree() == before)
    return outcome
  }

  var here: String { bench.directory.path }

  @Test func `--verify ignores guards`() async throws {
    try bench.write("{\"jokeRatings\":{\"a\":3}}", to: "dump")
    let run = ["dump", "-o", "out", "--summary", "s", "--now", "0", "--allow-five-point"]
    try await bench.run(Tool.saved, run).expect(0)
    try await bench.run(Tool.saved, ["--verify", "s"]).expect(0)
  }

  @Test(arguments: ["json", "csv", "markdown"])
  func `an empty ranking is verified like any other`(shape: String) async throws {
    try bench.addSample(Tool.ranking)
    let run = ["input", "--week", "2020-W01", "--as", shape, "-o", "out", "--summary", "s"]
    try await bench.run(Tool.ranking, run).expect(0)
    try await bench.run(Tool.ranking, ["--verify", "s"]).expect(0)
    try await bench.run(Tool.ranking, ["input", "--as", shape, "-o", "out", "--force"]).expect(0)
    try await bench.run(Tool.ranking, ["--verify", "s"]).expect(65, "differs from what its inputs")
  }

  @Test(arguments: tools, [[], ["--hash"]])
  func `an output is what its inputs give`(tool: String, more: [String]) async throws {
    try await run(tool, more)
    let outcome = try await verify(tool).expect(0)
    #expect(outcome.outputText == "\(here)/out: the same\n")
    #expect(outcome.errors.isEmpty)
  }

  @Test(arguments: tools)
  func `the first byte that differs is named`(tool: String) async throws {
    try await run(tool)
    var bytes = try bench.bytes("out")
    bytes[bytes.count / 2] ^= 1
    try bench.write(bytes, to: "out")
    let outcome = try await verify(tool).expect(65)
    #expect(outcome.outputText == "\(here)/out: differs from byte \(bytes.count / 2) on\n")
    #expect(outcome.errors.contains("\(here)/out (byte \(bytes.count / 2)): the file differs"))
  }

  @Test(arguments: ["batch-00099.json", "undo/batch-00099.json", "notes.txt", "undo/more/a.json"])
  func `a file among the batches that the run did not write is named`(name: String) async throws {
    try await run(Tool.ratings, ["--batches", "batches", "--database", "projects/p/databases/d"])
    try await verify(Tool.ratings).expect(0)
    try bench.write("{}", to: "batches/.DS_Store")
    try await verify(Tool.ratings).expect(0)
    try bench.write("{}", to: "batches/\(name)")
    let outcome = try await verify(Tool.ratings).expect(65)
    let stray = name == "undo/more/a.json" ? "undo/more" : name
    #expect(outcome.outputText.contains("\(here)/batches/\(stray): not written by the run\n"))
    #expect(outcome.errors.contains("the run did not write this file"))
  }

  @Test func `an output that is cut, longer or gone differs`() async throws {
    try await run(Tool.ratings)
    let bytes = try bench.bytes("out")
    try bench.write(bytes.dropLast(), to: "out")
    #expect(try await verify(Tool.ratings).outputText.contains("from byte \(bytes.count - 1) on"))
    try bench.write(bytes + Data("\n".utf8), to: "out")
    #expect(try await verify(Tool.ratings).outputText.contains("from byte \(bytes.count) on"))
    try FileManager.default.removeItem(at: bench.url("out"))
    let gone = try await verify(Tool.ratings).expect(65)
    #expect(gone.outputText == "\(here)/out: missing\n")
  }

  @Test(arguments: tools)
  func `a changed input is named, and no output is compared`(tool: String) async throws {
    try await run(tool)
    let bytes = try bench.bytes("input")
    for place in [0, bytes.count / 3, bytes.count - 2] {
      var changed = bytes
      changed[place] ^= 1
      try bench.write(changed, to: "input")
      let outcome = try await verify(tool).expect(65, "summary: '\(here)/input' has changed: ")
      #expect(outcome.output.isEmpty)
    }
    try FileManager.default.removeItem(at: bench.url("input"))
    try await verify(tool).expect(66)
  }

  @Test func `a file of a directory that is not there any more is a missing input`() async throws {
    try await runOverTree()
    try FileManager.default.removeItem(at: bench.url("in/a"))
    let outcome = try await verify(Tool.ratings)
    outcome.expect(66, "'\(here)/in/a' is no longer among the inputs")
    #expect(outcome.output.isEmpty)
  }

  @Test(arguments: tools)
  func `a directory in the place of an output is a difference`(tool: String) async throws {
    try await run(tool)
    try FileManager.default.removeItem(at: bench.url("out"))
    try bench.makeDirectory("out")
    let outcome = try await verify(tool).expect(65)
    #expect(outcome.outputText == "\(here)/out: a directory is in its place\n")
    #expect(outcome.errors.contains("\(here)/out: a directory is in the place of the file"))
  }

  @Test func `a file in the place of a directory leaves all that was in it missing`() async throws {
    try await runOverTree()
    for name in ["out", "batches"] {
      try FileManager.default.removeItem(at: bench.url(name))
      try bench.write("x", to: name)
    }
    let outcome = try await verify(Tool.ratings).expect(65)
    #expect(outcome.outputText.contains("\(here)/out/a: missing\n"), "\(outcome)")
    #expect(outcome.outputText.contains("\(here)/batches/manifest.json: missing\n"), "\(outcome)")
  }

  @Test func `a pipe in the place of a batch is told, and not waited for`() async throws {
    try await runOverTree()
    try FileManager.default.removeItem(at: bench.url("batches/manifest.json"))
    try await bench.run("none", [], shell: "mkfifo batches/manifest.json")
    let outcome = try await bench.run(Tool.ratings, ["--verify", "summary"]).expect(65)
    #expect(
      outcome.outputText.contains("batches/manifest.json: a pipe or a device is in its place"))
  }

  @Test func `a list of rejects that went to a stream is said not to be compared`() async throws {
    try await run(Tool.ratings, ["--rejects", "-"])
    let outcome = try await verify(Tool.ratings).expect(0)
    #expect(
      outcome.outputText == """
        \(here)/out: the same
        <stdout>: not compared: the list of rejects went to a stream

        """)
  }

  @Test(arguments: Tool.rewriting)
  func `in place, the result has replaced what it came from`(tool: String) async throws {
    try bench.addSample(tool)
    try await bench.run(
      tool, ["input", "--in-place", "--summary", "summary"] + Tool.options(tool))
    try await verify(tool).expect(65, "undo it with its journal")
  }

  @Test(arguments: [Tool.ratings, Tool.ranking], ["gzip", "zstd"])
  func `compressed inputs are known by their compressed bytes`(
    tool: String, program: String
  ) async throws {
    try bench.addSample(tool)
    let compressing = try await bench.run(
      "none", [], shell: "\(program) -q -c < input > c && mv c input")
    guard compressing.status == 0 else { return }
    try await bench.run(
      tool, ["input", "-o", "out", "--summary", "summary"] + Tool.options(tool)
    ).expect(0)
    #expect(try await crc(of: "input") == provenance()["crc32c"] as? String)
    try await verify(tool).expect(0)
  }

  @Test func `every batch is compared`() async throws {
    let more = [
      "--batches", "batches", "--database", "projects/p/databases/d", "--batch-size", "4",
    ]
    try await run(Tool.ratings, more)
    let outcome = try await verify(Tool.ratings).expect(0)
    #expect(outcome.outputText.split(separator: "\n").count == 6)
    let batch = try bench.text("batches/undo/batch-00002.json")
    try bench.write(batch.replacing("rating", with: "ratinG"), to: "batches/undo/batch-00002.json")
    let other = try await verify(Tool.ratings).expect(65)
    #expect(other.outputText.contains("batches/undo/batch-00002.json: differs"), "\(other)")
    try FileManager.default.removeItem(at: bench.url("batches/batch-00001.json"))
    let two = try await verify(Tool.ratings)
    #expect(
      two.errors.contains("missing, and 1 more are not as the run left them"), "\(two)")
  }

  /// Runs the migration of a directory, with rejects, a removed file and batches.
  private func runOverTree(_ more: [String] = []) async throws {
    let all = try Fixtures.input(Tool.ratings, "missing-joke-id.ndjson")
    let twice = "{\"joke_id\":\"a\",\"joke_id\":\"b\",\"rating\":4}\n"
    try bench.write(all + Data(twice.utf8), to: "in/a")
    try FileManager.default.copyItem(
      at: Fixtures.data.appending(path: "exports/backup"), to: bench.url("in/backup"))
    try await bench.run(
      Tool.ratings,
      [
        "./in/", "-o", "out", "--rejects", "rejects", "--batches", "batches", "--database",
        "projects/p/databases/d", "--summary", "summary",
      ] + more
    ).expect(3)
  }

  @Test(arguments: [[], ["--redact"]])
  func `rejects and manifest are compared, as the run spelled its inputs`(
    more: [String]
  ) async throws {
    try await runOverTree(more)
    #expect(try bench.text("batches/manifest.json").contains("\"./in/a\""))
    #expect(try bench.text("rejects").contains("\"file\":\"./in/a\""))
    let outcome = try await verify(Tool.ratings).expect(0)
    for name in ["rejects", "batches/manifest.json", "batches/undo/batch-00001.json", "out/a"] {
      #expect(outcome.outputText.contains("\(here)/\(name): the same\n"), "\(outcome)")
    }
    #expect(!outcome.outputText.contains("summary"))
    // From another directory too.
    let elsewhere = try await bench.run(
      Tool.ratings, ["--verify", "\(here)/summary"], in: bench.directory.deletingLastPathComponent()
    )
    #expect(elsewhere.outputText == outcome.outputText, "\(elsewhere)")
    for name in ["rejects", "batches/manifest.json"] {
      let bytes = try bench.bytes(name)
      try bench.write(bytes.dropLast(5) + Data("?".utf8) + bytes.suffix(4), to: name)
      let other = try await verify(Tool.ratings).expect(65)
      #expect(
        other.outputText.contains("\(here)/\(name): differs from byte \(bytes.count - 5) on\n"))
      try bench.write(bytes, to: name)
    }
  }

  @Test func `a file that the run took away is to be gone`() async throws {
    try await runOverTree()
    let gone = try await verify(Tool.ratings).outputText.split(separator: "\n").compactMap { line in
      line.hasSuffix(": deleted, as expected")
        ? String(line.prefix { $0 != ":" }.dropFirst(here.count + 1)) : nil
    }
    let first = try #require(gone.first)
    #expect(!bench.exists(first))
    try bench.write("{}", to: first)
    let outcome = try await verify(Tool.ratings).expect(65)
    let line = "\(here)/\(first): still there, though the run deleted it\n"
    #expect(outcome.outputText.contains(line))
    #expect(outcome.errors.contains("\(here)/\(first): the file is there"), "\(outcome)")
  }

  @Test func `a file that describes an export stands for its directory`() async throws {
    try FileManager.default.copyItem(
      at: Fixtures.data.appending(path: "exports/managed"), to: bench.url("export"))
    let names = try bench.names().filter { $0.hasSuffix(".overall_export_metadata") }
    let name = (try #require(names.first) as NSString).lastPathComponent
    let outcome = try await bench.run(
      Tool.ratings, [name, "-o", "../out", "--summary", "../summary"], in: bench.url("export"))
    #expect([0, 3].contains(outcome.status), "\(outcome)")
    try await verify(Tool.ratings).expect(0)
  }

  @Test func `a feed is verified against its catalogue and its dump`() async throws {
    let tool = "preview-feed"
    try bench.write(try Fixtures.input(tool, "category.ndjson"), to: "jokes")
    try bench.write(try Fixtures.input(Tool.saved, "dump.json"), to: "dump")
    try await bench.run(
      tool, ["jokes", "dump", "-o", "out", "--summary", "summary", "-q"],
      environment: ["SOURCE_DATE_EPOCH": "1795996800"]
    ).expect(0)
    try await verify(tool).expect(0)
    try bench.write(try bench.text("dump") + "\n", to: "dump")
    try await verify(tool).expect(65)
  }

  @Test func `guards have no say in what was published, nor has the time`() async throws {
    try bench.addSample(Tool.ranking)
    try await bench.run(
      Tool.ranking,
      [
        "input", "-o", "out", "--summary", "summary", "--max-input-age", "1h", "--min-events", "1",
      ], environment: Bench.time
    ).expect(0)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: bench.url("input").path)
    try await verify(Tool.ranking).expect(0)
  }

  @Test(arguments: [1, 2, 8])
  func `the checksum is that of the file, whoever reads it`(jobs: Int) async throws {
    let event = "{\"joke_id\":\"a\",\"rating\":5,\"device_id\":\"d\"}\n"
    try bench.write(String(repeating: event, count: 30_000) + "{\"joke_id\":\"b\"}", to: "input")
    for (tool, more) in [(Tool.ranking, ["--now", "0"]), (Tool.ratings, [])] {
      try await bench.run(
        tool,
        [
          "input", "-o", "out", "--force", "--summary", "summary", "--jobs", "\(jobs)",
        ] + more
      ).expect(0)
      #expect(try provenance()["bytes"] as? Int == (try bench.bytes("input").count))
      #expect(try await crc(of: "input") == provenance()["crc32c"] as? String)
      try await verify(tool, ["--jobs", "\(jobs)"]).expect(0)
    }
  }

  /// The summary's entry for the one input.
  private func provenance() throws -> [String: Any] {
    let provenance = try #require(try bench.json("summary")["provenance"] as? [String: Any])
    let inputs = try #require(provenance["inputs"] as? [[String: Any]])
    return try #require(inputs.first)
  }

  /// The CRC-32C of a file, computed bit by bit.
  private func crc(of name: String) async throws -> String {
    var value: UInt32 = ~0
    for byte in try bench.bytes(name) {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 0 ? value >> 1 : value >> 1 ^ 0x82F6_3B78 }
    }
    return String(format: "%08x", ~value)
  }

  @Test func `nothing can be verified of a run without files`() async throws {
    let bytes = try Fixtures.input(Tool.ratings, "mixed.ndjson")
    try bench.write(bytes, to: "input")
    try await bench.run(
      Tool.ratings, ["-", "-o", "out", "--summary", "summary"], input: .bytes(bytes))
    try await verify(Tool.ratings).expect(66, "standard input")
    try await bench.run(Tool.ratings, ["input", "-o", "-", "--summary", "summary"])
    try await verify(Tool.ratings).expect(65, "no file to compare")
    try await bench.run(Tool.ratings, ["input", "-n", "--summary", "summary"])
    try await verify(Tool.ratings).expect(65, "it does not name the inputs of the outputs")
    try bench.write("{}\n", to: "summary")
    #expect(try await verify(Tool.ratings).errors.contains("it is not a summary of a run"))
    for (option, reason) in [("--verify", ": it is not a summary"), ("--plan", ":1: not a plan")] {
      try await bench.run(Tool.ratings, [option, "-"], input: .bytes(Data("{}\n".utf8))).expect(
        65, "error: <stdin>\(reason)")
    }
  }

  @Test func `a summary of another tool or version is refused`() async throws {
    try await run(Tool.ratings)
    #expect(try await verify(Tool.saved).errors.contains("it is of a run of migrate-ratings"))
    let text = try bench.text("summary")
    try bench.write(
      text.replacing(/"version": "[^"]*"/, with: "\"version\": \"0.0.0\""), to: "summary")
    try await verify(Tool.ratings).expect(65, "it is of version 0.0.0")
  }

  @Test(arguments: [["input"], ["-n"], ["--summary", "summary"], ["-o", "out"]])
  func `--verify refuses operands and other options`(more: [String]) async throws {
    try await run(Tool.ratings)
    try await verify(Tool.ratings, more).expect(64)
  }
}
