import Foundation
import TestSupport
import Testing

/// The output of `read-export`, which never writes to its inputs.
struct ReadExportTests {
  private static let tool = "read-export"
  private let bench: Bench

  init() throws { bench = try Bench() }

  private func run(_ arguments: [String]) async throws -> ToolOutcome {
    try await bench.run(Self.tool, arguments)
  }

  // MARK: Results

  private static let events = "{\"id\":\"a\",\"rating\":5}\n{\"id\":\"b\",\"rating\":{}}\n"

  @Test func `a file appears whole, with the digest that is told`() async throws {
    try bench.write(Self.events, to: "input")
    let outcome = try await run(["input", "-o", "out", "--hash"])
    #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome)")
    #expect(outcome.errors.contains(try await bench.digest("out")), "\(outcome)")
    #expect(try bench.text("out") == (try await run(["input"])).outputText)
    try await run(["input", "-o", "out"]).expect(73)
    try await run(["input", "-o", "out", "--force"]).expect(0)
    try await run(["input", "-o", "input", "--force"]).expect(73)
    #expect(try bench.text("input") == Self.events)
  }

  @Test(arguments: [[], ["--plain"]])
  func `printed documents are read back as the same`(options: [String]) async throws {
    let fixture = Fixtures.inputs(of: Self.tool).appending(path: "rest-pages.json").path
    let first = try await run([fixture] + options)
    try bench.write(first.output, to: "again")
    let second = try await run(["again"] + options)
    #expect(first.outputText.split(separator: "\n").count == 3)
    #expect(second.outputText == first.outputText)
  }

  private static let etag = #""etag": ["x", 1]"#
  private static let named = #""name":"projects/p/databases/d/documents/a/b""#

  @Test func `unknown members of a typed document are printed after its fields`() async throws {
    try bench.write(
      #"{\#(Self.etag),\#(Self.named),"fields":{},"x":{ "y" : 1 }}"# + "\n", to: "input")
    let typed = try await run(["input"])
    #expect(
      typed.outputText == #"{\#(Self.named),"fields":{},"etag":["x",1],"x":{"y":1}}"# + "\n")
    #expect(!typed.errors.contains("warning"), "\(typed)")
    try bench.write(typed.output, to: "again")
    #expect(try await run(["again"]).output == typed.output)
  }

  @Test func `one warning names the members that cannot be printed`() async throws {
    let rest = #"{\#(Self.named),"fields":{},\#(Self.etag)}"# + "\n"
    let backfire = #"{"path":"a/b","data":{},"readTime":"now"}"# + "\n"
    let sound = #"{"path":"a/b","data":{}}"# + "\n"
    for (first, input, options, member) in [
      (rest.replacing(Self.etag, with: "\"updateTime\":null"), rest, ["--plain"], "etag"),
      (sound, backfire, [], "readTime"),
    ] {
      try bench.write(first + String(repeating: input, count: 6), to: "input")
      let outcome = try await run(["input"] + options).expect(0)
      #expect(outcome.outputText.split(separator: "\n").count == 7)
      let column = try #require(input.firstRange(of: "\"\(member)\"")).lowerBound
      let place = input.distance(from: input.startIndex, to: column)
      #expect(
        outcome.errors.contains(
          "input:2:\(place + 1) (byte \(first.utf8.count + place)): '\(member)' is not part of a"),
        "\(outcome)")
      #expect(outcome.errors.split(separator: "\n").count { $0.contains("is not part") } == 1)
      #expect(outcome.errors.contains("5 more of the kind 'unprinted member'"), "\(outcome)")
    }
  }

  @Test func `a plain document may say that it is of another collection`() async throws {
    let wanted = #"{"__name__":"rating_events/b"}"# + "\n" + #"{"__name__":"c"}"# + "\n"
    try bench.write(#"{"__name__":"jokes/a"}"# + "\n" + wanted, to: "input")
    let outcome = try await run(
      ["input", "--plain", "--collection", "rating_events", "--summary", "summary"])
    #expect(outcome.status == 0 && outcome.outputText == wanted, "\(outcome)")
    let summary = try bench.json("summary")
    #expect(summary["documents"] as? Int == 2)
    #expect(summary["other_documents"] as? Int == 1)
  }

  @Test func `several inputs follow each other, whatever their formats`() async throws {
    try bench.write(Self.events, to: "in/a")
    try bench.write(try compressed(Data(Self.events.utf8), with: "gzip"), to: "in/b")
    try bench.write("{\"jokes\":{\"x\":{\"text\":\"X\"}}}", to: "in/c")
    try bench.write("no export", to: "in/d")
    let outcome = try await run(["in", "--count", "--summary", "summary"]).expect(0)
    #expect(
      outcome.outputText == """
        {"schema_version":1,"collection":"jokes","documents":1}
        {"schema_version":1,"collection":null,"documents":4}

        """)
    #expect(outcome.errors.contains("skipped 'in/d'"))
    let summary = try bench.json("summary")
    #expect(summary["documents"] as? Int == 5)
    let inputs = try #require(summary["inputs"] as? [[String: Any]])
    #expect(inputs.compactMap { $0["compression"] as? String } == ["gzip"])
  }

  @Test func `damage is told, and a named file does not appear`() async throws {
    try bench.write(Self.events + "{\"id\":\n" + Self.events, to: "input")
    try await run(["input", "-o", "out"]).expect(65, "input:3:7 (byte 51)")
    #expect(try bench.names() == ["input"])
    try await run(["input", "-o", "out", "--salvage", "--rejects", "rejects"]).expect(3)
    #expect(try bench.text("out").split(separator: "\n").count == 4)
    #expect(try bench.text("rejects").contains("\"line\":3"))
    let limited = try await run(
      ["input", "-o", "none", "--salvage", "--max-rejects", "0"])
    #expect(limited.status == 4 && !bench.exists("none"), "\(limited)")
  }

  @Test(arguments: [[], ["--check"], ["--count"]])
  func `an input without documents gets a warning`(options: [String]) async throws {
    try bench.write("{\"documents\":[]}\n", to: "in")
    let outcome = try await bench.run("read-export", ["in"] + options)
    outcome.expect(0, "no document was read")
    #expect(outcome.output.isEmpty, "\(outcome)")
  }

  @Test func `a check prints nothing, and finds damage`() async throws {
    try bench.write(Self.events, to: "input")
    let good = try await run(["input", "--check"])
    #expect(good.status == 0 && good.output.isEmpty, "\(good)")
    #expect(good.errors.hasSuffix("CHECK: all of it can be read\n"), "\(good)")
    try bench.write(Self.events + "{", to: "bad")
    let bad = try await run(["bad", "--check"])
    #expect(bad.status == 65 && bad.output.isEmpty, "\(bad)")
    for more in [["--plain"], ["--count"], ["-o", "out"], ["--hash"]] {
      let outcome = try await run(["input", "--check"] + more)
      #expect(outcome.status == 64 && !bench.exists("out"), "\(outcome)")
    }
  }

  @Test func `a check looks at every value and every name, and says what it looked at`()
    async throws
  {
    let strict = Fixtures.inputs(of: Self.tool).appending(path: "strict.json").path
    let outcome = try await run([strict, "--check", "--rejects", "rejects"])
    #expect(outcome.status == 3 && outcome.output.isEmpty, "\(outcome)")
    #expect(
      outcome.errors.contains(
        """
        checksums: the input has none
        counts: there is no count of documents to compare with
        names: every document has one

        """), "\(outcome)")
    #expect(outcome.errorLines.last == "CHECK: 13 records cannot be read", "\(outcome)")
    let rejects = try bench.text("rejects").split(separator: "\n")
    #expect(rejects.count == 13)
    #expect(rejects[0].contains("a value of two types") && rejects[0].contains("\"line\":3"))
    try await run([strict, "--count"]).expect(0)
    try bench.write("{\"rating\":5}\n" + Self.events, to: "input")
    let unnamed = try await run(["input", "--check"])
    #expect(unnamed.errors.contains("names: 1 of 3 documents have none\n"), "\(unnamed)")
    try await run(["input", "--check", "--expect-count", "3"]).expect(
      0, "counts: compared with --expect-count\n")
    // The count is a result, which a guard keeps back.
    let refused = try await run(["input", "--count", "--expect-count", "4"]).expect(
      4, "nothing was")
    #expect(refused.output.isEmpty, "\(refused)")
  }

  @Test func `a check counts what metadata tell, and knows checksums`() async throws {
    let export = Fixtures.data.appending(path: "exports/managed").path
    try await run([export, "--check"]).expect(
      0, "checksums: 120 records in 1 shard\n", "counts: compared with the metadata of 1 export\n")
    try bench.write(try compressed(Data(Self.events.utf8), with: "gzip"), to: "input")
    let packed = try await run(["input", export, "--check"])
    #expect(
      packed.errors.contains("checksums: 120 records in 1 shard, 1 compressed file\n"),
      "\(packed)")
    #expect(packed.errors.contains("export; the rest has no counts\n"), "\(packed)")
  }

  @Test func `to a check, an export of which a page is missing is not whole`() async throws {
    let pages = Fixtures.inputs(of: Self.tool).appending(path: "rest-page-missing.json").path
    try await run([pages]).expect(0)
    try await run([pages, "--check"]).expect(65, "the next page is missing")
    let salvaged = try await run([pages, "--check", "--salvage"]).expect(3)
    #expect(salvaged.errors.hasSuffix("CHECK: 1 record cannot be read\n"), "\(salvaged)")
  }

  @Test(arguments: ["dump.json", "dump-xml.plist", "dump-binary.plist"])
  func `a dump is sent to those that take it`(name: String) async throws {
    let dump = Fixtures.inputs(of: Tool.ratings).appending(path: name).path
    let outcome = try await run([dump])
    #expect(outcome.status == 65 && outcome.output.isEmpty, "\(outcome)")
    #expect(outcome.errors.contains("migrate-ratings and migrate-saved take dumps"))
    try await run([dump, "--format", "json-dump"]).expect(64)
  }

  @Test func `a reader that has seen enough ends the run quietly`() async throws {
    try bench.write(String(repeating: Self.events, count: 60_000), to: "input")
    let outcome = try await bench.run(
      Self.tool, ["input"], shell: "(\"$@\"; echo $? >status) | head -1 >first")
    #expect(outcome.errors.isEmpty, "\(outcome)")
    #expect(try await eventually { try bench.exists("status") && bench.text("status") == "0\n" })
    let first = "{\"name\":\"a\",\"fields\":{\"rating\":{\"integerValue\":\"5\"}}}\n"
    #expect(try bench.text("first") == first)
  }

  @Test func `quiet success says nothing, and no operand is a mistake`() async throws {
    try bench.write(Self.events, to: "input")
    let outcome = try await run(["input", "--quiet"])
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    try await run([]).expect(64)
    try await run(["input", "--in-place"]).expect(64)
  }

  // MARK: Samples

  private static let samples = ProcessInfo.processInfo.environment["LAUGHTRACK_SAMPLES"]

  @Test(
    .enabled(if: Self.samples != nil, "LAUGHTRACK_SAMPLES is not set"),
    arguments: ["swiftguide", "algolia", "vocab", "catan_now"].map { ("real/" + $0, "decoded") }
      + [("managed-2k", "expected")])
  func `a managed export's documents are those that were recorded`(
    folder: String, recorded: String
  ) async throws {
    let sample = URL(fileURLWithPath: try #require(Self.samples)).appending(path: folder)
    let files = FileManager.default.enumerator(at: sample, includingPropertiesForKeys: nil)
    let shards = (files?.allObjects ?? []).compactMap { ($0 as? URL)?.path }
      .filter { $0.contains("/output-") }.sorted()
    #expect(!shards.isEmpty)
    let outcome = try await run(shards).expect(0)
    #expect(
      outcome.output == (try Data(contentsOf: sample.appending(path: recorded + ".ndjson"))))
    try await run(shards + ["--check"]).expect(0)
    try await run(shards + ["--plain"]).expect(0)
  }

  @Test(
    .enabled(if: Self.samples != nil, "LAUGHTRACK_SAMPLES is not set"),
    arguments: [
      "real/swiftguide/decoded", "real/algolia/decoded", "real/vocab/decoded",
      "real/catan_now/decoded", "managed-2k/expected", "framing-edges/all-types.expected",
    ])
  func `typed documents come out as they are`(name: String) async throws {
    let sample = URL(fileURLWithPath: try #require(Self.samples)).appending(path: name + ".ndjson")
    let outcome = try await run([sample.path]).expect(0)
    #expect(outcome.output == (try Data(contentsOf: sample)))
    try await run([sample.path, "--plain"]).expect(0)
  }
}
