import Foundation
import TestSupport
import Testing

/// Compressed inputs and their outputs.
struct CompressedInputTests {
  private static let programs = ["gzip", "zstd"]
  private let bench: Bench

  init() throws { bench = try Bench() }

  /// Writes a tool's compressed sample as `input`.
  private func addSample(_ tool: String, _ program: String, level: String = "-9") throws {
    let sample = try Fixtures.input(tool, Tool.sample(tool))
    try bench.write(try compressed(sample, with: program, [level, "-c"]), to: "input")
  }

  /// The result of a tool on its uncompressed sample.
  private func plainResult(_ tool: String) async throws -> Data {
    let input = Fixtures.inputs(of: tool).appending(path: Tool.sample(tool)).path
    let outcome = try await bench.run(tool, [input, "-o", "-"] + Tool.options(tool)).expect(0)
    return outcome.output
  }

  // MARK: Results

  @Test(arguments: Tool.rewriting, programs)
  func `a rewritten copy is compressed as its input is`(tool: String, program: String)
    async throws
  {
    try addSample(tool, program)
    let outcome = try await bench.run(tool, ["input", "-o", "out", "--hash"] + Tool.options(tool))
    outcome.expect(0)
    #expect(outcome.errors.contains(try await bench.digest("out")), "\(outcome)")
    let result = try compressed(try bench.bytes("out"), with: program, ["-dc"])
    #expect(result == (try await plainResult(tool)))
  }

  @Test func `a zstd file with a long window is sound`() async throws {
    let sample = try Fixtures.input(Tool.ranking, Tool.sample(Tool.ranking))
    // A pipe has no size that would shorten the window.
    let line = "cat sample | zstd -qc --long=31 -1 > input"
    try bench.write(sample, to: "sample")
    _ = try await bench.run("none", [], shell: line)
    let outcome = try await bench.run(Tool.ranking, ["input"] + Tool.options(Tool.ranking))
    outcome.expect(0)
    #expect(outcome.output == (try await plainResult(Tool.ranking)))
  }

  @Test(arguments: ["dump-xml.plist", "dump-binary.plist", "dump.json"], programs)
  func `dumps of every kind may be compressed`(name: String, program: String) async throws {
    let dump = try Fixtures.input(Tool.ratings, name)
    try bench.write(dump, to: "plain")
    try bench.write(try compressed(dump, with: program), to: "input")
    for (input, output) in [("plain", "wanted"), ("input", "out")] {
      try await bench.run(Tool.ratings, [input, "-o", output]).expect(0)
    }
    let result = try compressed(try bench.bytes("out"), with: program, ["-dc"])
    #expect(try result == bench.bytes("wanted"))
  }

  @Test(arguments: programs)
  func `a ranking of a compressed export is that of the export`(program: String) async throws {
    try addSample(Tool.ranking, program)
    let outcome = try await bench.run(
      Tool.ranking, ["input"] + Tool.options(Tool.ranking))
    outcome.expect(0)
    #expect(outcome.output == (try await plainResult(Tool.ranking)))
  }

  @Test(arguments: programs)
  func `a pipe is read like a file`(program: String) async throws {
    try addSample(Tool.ratings, program)
    let outcome = try await bench.run(
      Tool.ratings, ["-", "-o", "-"], shell: "cat input | \"$@\"")
    outcome.expect(0)
    let result = try compressed(outcome.output, with: program, ["-dc"])
    #expect(result == (try await plainResult(Tool.ratings)))
  }

  @Test(arguments: programs)
  func `a dry run tells the digest of the real output`(program: String) async throws {
    try addSample(Tool.ratings, program)
    let before = try bench.tree()
    let dry = try await bench.run(Tool.ratings, ["input", "-o", "out", "--dry-run"])
    #expect(try bench.tree() == before)
    try await bench.run(Tool.ratings, ["input", "-o", "out"])
    #expect(dry.errors.contains(try await bench.digest("out")), "\(dry)")
  }

  @Test(arguments: programs)
  func `an unchanged file is copied, not compressed again`(program: String) async throws {
    let fixture = try Fixtures.input(Tool.ratings, "already-binary.ndjson")
    try bench.write(try compressed(fixture, with: program, ["-1", "-c"]), to: "input")
    try await bench.run(Tool.ratings, ["input", "-o", "out"]).expect(0)
    #expect(try bench.bytes("out") == bench.bytes("input"))
    let identity = try bench.identity("input")
    try await bench.run(Tool.ratings, ["input", "--in-place"])
    #expect(try bench.identity("input") == identity)
    let streamed = try await bench.run(Tool.ratings, ["input", "-o", "-"])
    #expect(streamed.errors.contains("compressed again"), "\(streamed)")
    #expect(try compressed(streamed.output, with: program, ["-dc"]) == fixture)
  }

  @Test(arguments: programs)
  func `batches name the compressed source, and are those of the export`(program: String)
    async throws
  {
    try addSample(Tool.ratings, program)
    let database = ["--database", "projects/p/databases/d"]
    try await bench.run(
      Tool.ratings, ["input", "--batches", "batches"] + database
    ).expect(0)
    let manifest = try bench.text("batches/manifest.json")
    #expect(manifest.contains(try await bench.digest("input")))
    let plain = Fixtures.inputs(of: Tool.ratings).appending(path: "mixed.ndjson").path
    try await bench.run(Tool.ratings, [plain, "--batches", "plain"] + database)
    #expect(
      try bench.bytes("batches/batch-00001.json") == bench.bytes("plain/batch-00001.json"))
  }

  // MARK: Failures

  @Test func `pages in compressed files are one export`() async throws {
    for (name, token) in [("one", "\"b\""), ("two", "\"\"")] {
      let page = Data("{\"documents\":[],\"nextPageToken\":\(token)}".utf8)
      try bench.write(try compressed(page, with: "gzip"), to: name)
    }
    for tool in [Tool.ratings, Tool.ranking, Tool.documents] {
      let ends = tool == Tool.ratings ? ["--check"] : []
      let whole = try await bench.run(tool, ["one", "two"] + ends)
      #expect(whole.status == 0 && !whole.errors.contains("not whole"), "\(whole)")
      let cut = try await bench.run(tool, ["two", "one"] + ends)
      #expect(cut.errors.contains("one:1:17 (byte 16 after decompression): the export is"))
    }
  }

  @Test func `a document that is in two compressed files is noticed`() async throws {
    let event = Data("\n{\"id\":\"a\",\"joke_id\":\"j\",\"rating\":5}\n".utf8)
    try bench.write(try compressed(event, with: "gzip"), to: "one")
    try bench.write(try compressed(event, with: "zstd"), to: "two")
    let first = try await bench.run(Tool.ranking, ["one", "two", "--duplicates", "first"])
    #expect(first.status == 0 && first.outputText.contains("\"count\": 1,"), "\(first)")
    let failed = try await bench.run(Tool.ranking, ["one", "two", "--duplicates", "fail"])
    failed.expect(65)
    let place = "read before, at one:2 (byte 1 after decompression)"
    #expect(failed.errors.contains(place), "\(failed)")
  }

  @Test func `a place is told after decompression`() async throws {
    let lines = Data("{\"rating\":4}\n{\"rating\":}\n".utf8)
    try bench.write(try compressed(lines, with: "gzip"), to: "input")
    try await bench.run(
      Tool.ratings, ["input", "-o", "out", "--salvage", "--rejects", "rejects"]
    ).expect(3, "input:2:11 (byte 23 after decompression)")
    #expect(try bench.text("rejects").contains("\"byte\":23,\"after_decompression\":true"))
  }

  @Test(arguments: programs)
  func `plans and logs say that a place is one after decompression`(program: String) async throws {
    let events = #"{"id":"a","joke_id":"j","rating":4}"# + "\n{\"rating\":}\n"
    try bench.write(try compressed(Data(events.utf8), with: program), to: "input")
    let arguments = ["input", "-n", "-o", "out", "--salvage", "--plan-out", "plan"]
    let outcome = try await bench.run(Tool.ratings, arguments + ["--log-format", "json"]).expect(3)
    let mark = ",\"after_decompression\":true"
    #expect(outcome.errors.contains(",\"line\":2,\"column\":11,\"byte\":46" + mark), "\(outcome)")
    let change = try bench.text("plan").split(separator: "\n").first { $0.hasPrefix("{\"change") }
    #expect(change?.hasSuffix(",\"byte\":33" + mark + "}") == true, "\(change ?? "none")")
    try await bench.run(Tool.ratings, ["--plan", "plan"]).expect(3)
  }

  @Test(arguments: Tool.all, programs)
  func `a truncated file, or garbage after it, publishes nothing`(tool: String, program: String)
    async throws
  {
    try addSample(tool, program)
    let whole = try bench.bytes("input")
    for damaged in [whole.dropLast(3), whole + Data("garbage".utf8)] {
      try bench.write(Data(damaged), to: "input")
      let outcome = try await bench.run(tool, ["input", "-o", "out"] + Tool.options(tool))
      outcome.expect(65)
      #expect(
        outcome.errors.hasPrefix("\(tool): error: input: not valid \(program): "), "\(outcome)")
      #expect(try bench.names() == ["input"])
    }
  }

  @Test(arguments: Tool.all, programs)
  func `a bit that changed is told as damage to the compressed file`(
    tool: String, program: String
  ) async throws {
    let lines = Tool.ofDumps.contains(tool) ? manyRatings : events(2000)
    let whole = try compressed(lines, with: program)
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<3 {
      var damaged = whole
      let byte = Int.random(in: 64..<whole.count - 8, using: &generator)
      damaged[byte] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      try bench.write(damaged, to: "input")
      let outcome = try await bench.run(tool, ["input", "-o", "out"] + Tool.options(tool))
      #expect(outcome.status == 65, "byte \(byte): \(outcome)")
      #expect(
        outcome.errorLines.contains { $0.contains("error: input: not valid \(program): ") },
        "byte \(byte): \(outcome)")
      #expect(try bench.names() == ["input"])
    }
  }

  @Test func `bad data in a sound file is reported at its decompressed place`() async throws {
    let lines = events(2000) + Data("{\"rating\":}\n".utf8) + events(2000)
    try bench.write(try compressed(lines, with: "gzip"), to: "input")
    let outcome = try await bench.run(Tool.ratings, ["input", "-o", "out"]).expect(65)
    #expect(!outcome.errors.contains("not valid gzip"), "\(outcome)")
    #expect(outcome.errors.contains("after decompression): not valid NDJSON"), "\(outcome)")
  }

  @Test(arguments: programs)
  func `a file that was compressed twice is refused`(program: String) async throws {
    try addSample(Tool.ratings, program)
    try bench.write(try compressed(try bench.bytes("input"), with: "gzip"), to: "input")
    for more in [[], ["--format", "ndjson"]] {
      try await bench.run(Tool.ratings, ["input", "-o", "out"] + more).expect(
        65, "compressed twice")
    }
  }

  @Test(arguments: Tool.all, programs)
  func `a program that is missing is asked for`(tool: String, program: String) async throws {
    try addSample(tool, program)
    try await bench.run(
      tool, ["input", "-o", "out"] + Tool.options(tool), environment: ["PATH": "/nowhere"]
    ).expect(69, "\(program) is needed to read 'input'", "hint: install \(program)")
    #expect(try bench.names() == ["input"])
  }

  @Test func `a closed pipe ends the run and its programs`() async throws {
    try bench.write(try compressed(events(20_000), with: "gzip"), to: "input")
    let outcome = try await bench.run(
      Tool.ratings, ["input", "-o", "-"], shell: "(\"$@\"; echo $? >status) | head -c 1 >first")
    #expect(outcome.errors.isEmpty, "\(outcome)")
    #expect(try await eventually { bench.exists("status") })
    #expect(try await eventually { try bench.text("status") == "0\n" })
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)])
  func `a signal ends the run and its programs`(signal: (Int32, Int)) async throws {
    let running = try await bench.start(
      Tool.ratings, ["-", "-o", "out", "-v"], input: .pipe)
    try running.feed(try compressed(events(20_000), with: "gzip"))
    #expect(try await eventually { running.errorsSoFar.contains("taken for") })
    let children = try await children(of: running.processID)
    #expect(children.count == 2)
    running.send(signal.0)
    let outcome = try await running.outcome()
    #expect(Int(outcome.status) == signal.1, "\(outcome)")
    #expect(try bench.names().isEmpty)
    for child in children { #expect(kill(child, 0) != 0) }
  }

  /// Events that compress badly, and exceed the sizes of pipes and buffers.
  private func events(_ count: Int) -> Data {
    var generator = SeededGenerator(seed: 7)
    let lines = (0..<count).map { _ in
      let id = (0..<6).map { _ in String(UInt64.random(in: 0...(.max), using: &generator)) }
      return "{\"id\":\"\(id.joined())\",\"joke_id\":\"a\",\"rating\":5}\n"
    }
    return Data(lines.joined().utf8)
  }

  /// A dump with more ratings than format detection reads.
  private var manyRatings: Data {
    var generator = SeededGenerator(seed: 8)
    let ratings = (0..<10_000).map { _ -> String in
      let id = UInt64.random(in: 0...(.max), using: &generator)
      return "\"\(id)\":\(Int.random(in: 1...5, using: &generator))"
    }
    return Data("{\"jokeRatings\":{\(ratings.joined(separator: ","))}}\n".utf8)
  }

  /// The child processes of a process.
  private func children(of processID: Int32) async throws -> [Int32] {
    let line = "ps -A -o pid= -o ppid= | awk -v p=\"$2\" '$2 == p {print $1}'"
    let outcome = try await bench.run("none", ["\(processID)"], shell: line)
    return outcome.outputText.split(separator: "\n").compactMap { Int32($0) }
  }
}
