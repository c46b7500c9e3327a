import Foundation
import TestSupport
import Testing

/// Shares of a migration, written by several runs: together they are the one of a single run.
struct ShardTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  /// The fixtures that a migration accepts; a changelog is not rewritten.
  private static let fixtures = Fixtures.cases(of: Tool.ratings).filter {
    (try? $0.expectation($0.outputName)) != nil
  }

  /// Migrates `input` as a whole and in shares, and compares what was written.
  private func compare(
    in count: Int, _ comment: String, _ options: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let whole = try await bench.run(
      Tool.ratings, ["input", "-o", "whole", "--force"] + options)
    #expect([0, 3].contains(whole.status), "\(whole)", sourceLocation: sourceLocation)
    var joined = Data()
    for index in 1...count {
      let shard = "\(index)/\(count)"
      let outcome = try await bench.run(
        Tool.ratings, ["input", "-o", "part", "--force", "--shard", shard] + options)
      #expect(
        [0, 3].contains(outcome.status), "\(comment) \(shard): \(outcome)",
        sourceLocation: sourceLocation)
      joined += try bench.bytes("part")
    }
    let isSame = try joined == bench.bytes("whole")
    #expect(isSame, "\(comment) in \(count)", sourceLocation: sourceLocation)
  }

  @Test(arguments: fixtures)
  func `the outputs of all shares, joined, are that of one run`(
    fixture: FixtureCase
  ) async throws {
    var generator = SeededGenerator(seed: UInt64(fixture.input.utf8.count))
    try bench.write(try Fixtures.input(fixture.tool, fixture.input), to: "input")
    let count = Int.random(in: 2...5, using: &generator)
    try await compare(in: count, fixture.input, fixture.options)
  }

  @Test(arguments: SeededGenerator.seeds(12))
  func `lines of any length and ending are in one share each`(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let lines = (0..<Int.random(in: 1...60, using: &generator)).map { number in
      let padding = String(
        repeating: "x", count: generator.happens(onceIn: 7) ? 5000 : number % 11)
      let rating = generator.pick(["5", "4", "3", "3", "2", "1", "null"])
      return generator.happens(onceIn: 9)
        ? "" : #"{"id":"\#(number)","joke_id":"\#(padding)","rating":\#(rating)}"#
    }
    let mark = generator.happens(onceIn: 3) ? "\u{FEFF}" : ""
    let ending = generator.pick(["\n", "\r\n"])
    let last = generator.happens(onceIn: 4) ? "" : ending
    try bench.write(mark + lines.joined(separator: ending) + last, to: "input")
    try await compare(in: Int.random(in: 1...64, using: &generator), "seed \(seed)")
  }

  @Test func `a folder's files are divided, and their parts have names that sort`() async throws {
    let line = #"{"id":"1","joke_id":"j","rating":4}"# + "\n"
    try bench.write(String(repeating: line, count: 40), to: "in/a.ndjson")
    try bench.write(#"[{"id":"2","joke_id":"j","rating":2}]"#, to: "in/b/c.json")
    try bench.write("words\n", to: "in/notes.txt")
    for index in 1...11 {
      try await bench.run(
        Tool.ratings, ["in", "-o", "out-\(index)/", "--shard", "\(index)/11"]
      ).expect(0)
    }
    try await bench.run(Tool.ratings, ["in", "-o", "whole/"])
    let written = try bench.names().filter { $0.hasPrefix("out-") && $0.hasSuffix("json") }
    #expect(written.count { $0.hasSuffix("/b/c.json") } == 1)
    let parts = try bench.names().filter { $0.contains("/a.ndjson.part-") && !$0.contains("whole") }
    let names = parts.map { ($0 as NSString).lastPathComponent }
    #expect(
      names.sorted() == names.sorted { Int($0.suffix(8).prefix(2))! < Int($1.suffix(8).prefix(2))! }
    )
    let joined = try await bench.run(
      "none", [], shell: "cat $(ls out-*/a.ndjson.part-* | sort -t/ -k2)")
    #expect(joined.output == (try bench.bytes("whole/a.ndjson")))
  }

  @Test func `of several files each share writes a folder, also with one of them`() async throws {
    let line = #"{"id":"1","joke_id":"j","rating":4}"# + "\n"
    for name in ["a.ndjson", "b.ndjson"] { try bench.write(line, to: name) }
    for index in 1...2 {
      let shared = ["a.ndjson", "b.ndjson", "--shard", "\(index)/2"]
      try await bench.run(Tool.ratings, shared + ["-o", "out-\(index)"]).expect(0)
      try await bench.run(Tool.ratings, shared + ["-o", "-"]).expect(64, "need an output dir")
    }
    #expect(
      try bench.names()
        == ["a.ndjson", "b.ndjson", "out-1", "out-1/a.ndjson", "out-2", "out-2/b.ndjson"])
  }

  @Test(arguments: ["managed", "emulator", "backup"])
  func `a folder with an export is written in shares`(export: String) async throws {
    try bench.addExport(export, as: "in/export")
    let lines = (0..<70).map { #"{"id":"\#($0)","joke_id":"j","rating":\#($0 % 5 + 1)}"# + "\n" }
    try bench.write(lines.joined(), to: "in/events.ndjson")
    let whole = try await bench.run(Tool.ratings, ["in", "-o", "whole/"])
    var joined: [String: Data] = [:]
    for index in 1...9 {
      let outcome = try await bench.run(
        Tool.ratings, ["in", "-o", "out-\(index)/", "--shard", "\(index)/9"])
      #expect([0, 3].contains(outcome.status), "\(outcome)")
      #expect(bench.exists("out-\(index)"))
      for (name, bytes) in try bench.files(in: "out-\(index)") {
        let file = name.replacing(/\.part-\d-of-9$/, with: "")
        #expect(file != name || joined[name] == nil, "\(name) is in two shares")
        joined[file, default: Data()] += bytes
      }
    }
    #expect([0, 3].contains(whole.status), "\(whole)")
    #expect(try joined == bench.files(in: "whole"))
  }

  @Test func `a file rewritten in place belongs to one share`() async throws {
    try bench.write(try Fixtures.input(Tool.ratings, "mixed.ndjson"), to: "input")
    try await bench.run(Tool.ratings, ["input", "-o", "whole"])
    for index in 1...3 {
      let outcome = try await bench.run(
        Tool.ratings, ["input", "--in-place", "--shard", "\(index)/3"])
      #expect([0, 3].contains(outcome.status), "\(outcome)")
    }
    #expect(try bench.bytes("input") == bench.bytes("whole"))
    #expect(try bench.names() == ["input", "input.journal", "whole"])
  }

  @Test func `a share without a record is no failure, and says so`() async throws {
    try bench.write(#"{"id":"1","joke_id":"j","rating":4}"# + "\n", to: "in/a.ndjson")
    try await bench.run(
      Tool.ratings, ["in", "-o", "out/", "--batches", "batches", "--shard", "2/2"]
    ).expect(0, "note: nothing is in the share of '--shard 2/2'")
    #expect(bench.exists("out") && bench.exists("batches/shard.json"))
  }

  @Test(arguments: ["--in-place", "--output=out/", "--batches=batches"])
  func `a share fails if no share has an input`(option: String) async throws {
    try bench.makeDirectory("empty")
    try bench.write("words\n", to: "in/notes.txt")
    let database = option.hasPrefix("--batches") ? ["--database", "projects/p/databases/d"] : []
    for shard in ["1/1", "1/2", "2/2"] {
      let arguments = [option, "--shard", shard] + database
      try await bench.run(Tool.ratings, ["in"] + arguments).expect(65, "no file of a known format")
      try await bench.run(Tool.ratings, ["empty"] + arguments).expect(66, "there is no file in it")
      let partial = ["--emit", "partial", "-o", "partial", "--shard", shard]
      try await bench.run(Tool.ranking, ["in"] + partial).expect(65, "no export of rating events")
      try await bench.run(Tool.ranking, ["empty"] + partial).expect(66, "there is no file in it")
    }
    #expect(try bench.names() == ["empty", "in", "in/notes.txt"])
  }

  @Test func `a share succeeds where only its own bytes are there`() async throws {
    // A sparse copy, as of a scheduler.
    try bench.write(Data(count: 999), to: "in/a.json")
    try bench.write("words\n", to: "in/b.txt")
    try await bench.run(Tool.ratings, ["in", "-o", "out/", "--shard", "2/2"])
      .expect(0, "nothing is in the share")
  }

  @Test func `each share refuses inputs whose outputs would have one name`() async throws {
    let line = #"{"id":"1","joke_id":"j","rating":4}"# + "\n"
    for name in ["a/x.ndjson", "b/x.ndjson"] { try bench.write(line, to: name) }
    try bench.addExport("managed", as: "one")
    try bench.addExport("managed", as: "two")
    for index in 1...2 {
      for (inputs, words) in [
        (["a/x.ndjson", "b/x.ndjson"], "would both become 'out/x.ndjson'"),
        (["one", "two"], "would both describe the export in 'out/'"),
      ] {
        try await bench.run(Tool.ratings, inputs + ["-o", "out", "--shard", "\(index)/2"])
          .expect(64, words)
      }
    }
    #expect(!bench.exists("out"))
  }

  @Test(arguments: [
    (["page", "lines"], true), (["lines", "page"], true), (["page", "lines", "last"], false),
    (["last", "lines", "page"], true),
  ])
  func `one share warns of a missing page, if a run of all inputs does`(
    inputs: [String], isIncomplete: Bool
  ) async throws {
    func page(_ id: String, _ token: String) -> String {
      #"{"documents":[{"name":"projects/p/databases/d/documents/rating_events/\#(id)","fields":"#
        + #"{"joke_id":{"stringValue":"j"},"rating":{"integerValue":"5"}}}]\#(token)}"#
    }
    try bench.write(page("a", #","nextPageToken":"b""#), to: "page")
    try bench.write(page("b", ""), to: "last")
    let lines = (0..<9).map { #"{"id":"\#($0)","joke_id":"j","rating":4}"# + "\n" }
    try bench.write(lines.joined(), to: "lines")
    var warnings: [String] = []
    for index in 1...3 {
      let outcome = try await bench.run(
        Tool.ratings, inputs + ["-o", "out-\(index)", "--shard", "\(index)/3"])
      outcome.expect(0)
      if outcome.errors.contains("the export is incomplete") { warnings.append(outcome.errors) }
    }
    #expect(warnings.count == (isIncomplete ? 1 : 0))
  }

  @Test func `shares in place leave a tree with subcollections as it is`() async throws {
    let document =
      #"{"joke_id":{"type":"string","value":"j"},"rating":{"type":"number","value":3}}"#
    try bench.write(document, to: "tree/rating_events/a/a.json")
    try bench.write(document, to: "tree/rating_events/a/rating_events/b/b.json")
    let before = try bench.tree()
    for index in 1...3 {
      try await bench.run(
        Tool.ratings, ["tree", "--in-place", "--shard", "\(index)/3"]
      ).expect(64, "b.json': it is in a subcollection")
    }
    #expect(try bench.tree() == before)
    try await bench.run(Tool.ratings, ["tree", "--in-place", "--shard", "1/1"]).expect(0)
    #expect(bench.exists("tree/rating_events/a/rating_events/b/b.json"))
    #expect(!bench.exists("tree/rating_events/a/a.json"))
  }

  @Test func `--checkpoint-bytes is refused only for a part of a file`() async throws {
    let lines = (0..<9).map { #"{"id":"\#($0)","joke_id":"j","rating":4}"# + "\n" }
    try bench.write(lines.joined(), to: "in/lines")
    try bench.write("[\(lines.joined(separator: ","))]", to: "in/whole")
    let options = ["--checkpoint-bytes", "4096", "--shard", "1/2"]
    try await bench.run(Tool.ratings, ["in/lines", "-o", "out"] + options)
      .expect(64, "'--checkpoint-bytes' has no effect")
    #expect(!bench.exists("out"))
    try await bench.run(Tool.ratings, ["in/whole", "-o", "out"] + options).expect(0)
    try await bench.run(Tool.ratings, ["in", "-o", "folder/"] + options).expect(0)
  }

  @Test func `a place in the middle of a file is its byte in the whole file`() async throws {
    let line = #"{"id":"1","joke_id":"j","rating":5}"# + "\n"
    let text = String(repeating: line, count: 9)
    try bench.write(text + "broken\n", to: "input")
    try await bench.run(
      Tool.ratings, ["input", "-o", "out", "--shard", "3/3"]
    ).expect(65, "input (byte \(text.utf8.count)): ")
  }

  @Test func `a share is planned, and its plan carried out`() async throws {
    try bench.write(try Fixtures.input(Tool.ratings, "mixed.ndjson"), to: "input")
    for index in 1...3 {
      let planned = try await bench.run(
        Tool.ratings,
        ["input", "-o", "planned-\(index)", "--shard", "\(index)/3", "--dry-run"]
          + ["--plan-out", "plan-\(index)"])
      #expect([0, 3].contains(planned.status), "\(planned)")
      let done = try await bench.run(
        Tool.ratings, ["--plan", "plan-\(index)", "--summary", "summary-\(index)"])
      #expect([0, 3].contains(done.status), "\(done)")
      let checked = try await bench.run(Tool.ratings, ["--verify", "summary-\(index)"])
      #expect([0, 3].contains(checked.status), "\(checked)")
    }
    try await bench.run(Tool.ratings, ["input", "-o", "whole"])
    let joined = try (1...3).map { try bench.bytes("planned-\($0)") }.reduce(Data(), +)
    #expect(joined == (try bench.bytes("whole")))
  }

  @Test func `shares in place are whole files, each with its journal`() async throws {
    for number in 0..<9 {
      let lines = (1...5).map {
        #"{"id":"\#(number)-\#($0)","joke_id":"j","rating":\#($0)}"# + "\n"
      }
      try bench.write(lines.joined(), to: "in/\(number).ndjson")
    }
    let before = try bench.files(in: "in")
    try await bench.run(Tool.ratings, ["in", "-o", "whole/"])
    for index in 1...3 {
      try await bench.run(
        Tool.ratings,
        ["in", "--in-place", "--shard", "\(index)/3"]
      ).expect(0)
    }
    #expect(try bench.files(in: "in") == bench.files(in: "whole"))
    for journal in ["in.journal-2", "in.journal", "in.journal-3"] {
      try await bench.run(Tool.ratings, ["--undo", journal]).expect(0)
    }
    #expect(try bench.files(in: "in") == before)
  }

  private static let refused: [(arguments: [String], status: Int32)] = [
    (["-"], 65), (["input", "--mended", "list"], 64),
    (["input", "--expect-count", "1"], 64),
    (["bigquery"], 65), (["input", "--journal", "journal"], 64),
    (["input", "--in-place", "--batches", "batches"], 64), (["input", "--prove-undo"], 64),
  ]

  @Test(arguments: refused)
  func `--shard refuses what needs whole inputs`(arguments: [String], status: Int32) async throws {
    try bench.write(try Fixtures.input(Tool.ratings, "mixed.ndjson"), to: "input")
    try bench.write(try Fixtures.input(Tool.ratings, "bigquery.ndjson"), to: "bigquery")
    let output = arguments.contains("--in-place") ? [] : ["--batches", "batches", "-o", "out"]
    let outcome = try await bench.run(
      Tool.ratings,
      arguments + (arguments == ["bigquery"] ? ["--batches", "b"] : output)
        + ["--shard", "1/2"])
    outcome.expect(status)
    // A hint never names an option that is refused in turn.
    #expect(!outcome.errors.contains("needs '--journal"), "\(outcome)")
    #expect(outcome.errors.contains("share") || outcome.errors.contains("--shard"), "\(outcome)")
    #expect(!bench.exists("out") && !bench.exists("batches"))
  }
}
