import Foundation
import TestSupport
import Testing

/// Outputs in folders that are read, and folders in the place of an output.
extension OutputFileTests {
  /// The options that name an output, of the tools that have each.
  static let outputs: [(tool: String, options: [String])] = [
    (Tool.ranking, ["-o"]), (Tool.ranking, ["--summary"]), (Tool.ranking, ["--report"]),
    (Tool.ranking, ["--metrics"]), (Tool.ranking, ["--rejects"]), (Tool.ranking, ["--partials"]),
    (Tool.ranking, ["--by", "week", "-o", "out", "--weeks"]), (Tool.ratings, ["-o"]),
    (Tool.ratings, ["-n", "-o", "out/", "--plan-out"]),
    (Tool.ratings, ["--in-place", "--journal"]), (Tool.ratings, ["--in-place", "--report"]),
    (Tool.ratings, ["--database", "projects/p/databases/d", "--batches"]), (Tool.documents, ["-o"]),
  ]

  @Test(arguments: outputs)
  func `an output in a folder that is read is refused before anything is read`(
    tool: String, options: [String]
  ) async throws {
    try bench.write("not even JSON", to: "in/a.ndjson")
    let before = try bench.names()
    for path in ["in/x", "in/new/x", "./in/../in/x"] {
      try await bench.run(tool, ["in"] + options + [path]).expect(
        64, "'\(path)' lies in the input folder '")
      #expect(try bench.names() == before)
    }
  }

  @Test func `a run that writes nothing may name an output in a folder that is read`()
    async throws
  {
    try bench.addSample(Tool.ratings)
    try bench.write(try bench.bytes("input"), to: "in/a.ndjson")
    try await bench.run(Tool.ratings, ["in", "--check", "-o", "in/x"]).expect(2)
    try await bench.run(Tool.ratings, ["in", "--check", "--summary", "in/x"]).expect(64)
    try await bench.run(Tool.ratings, ["in", "-n", "-o", "in/x"]).expect(64)
  }

  @Test func `an input folder as the output is refused, and --in-place offered`() async throws {
    try bench.addSample(Tool.ratings)
    try bench.write(try bench.bytes("input"), to: "in/a.ndjson")
    try await bench.run(Tool.ratings, ["in", "-o", "in"]).expect(64, "use --in-place")
    let ranking = try await bench.run(Tool.ranking, ["in", "-o", "in/x"])
    #expect(ranking.status == 64 && !ranking.errors.contains("--in-place"), "\(ranking)")
  }

  @Test func `a link to a new file in a folder that is read is refused the first time`()
    async throws
  {
    try bench.addSample(Tool.ranking)
    try bench.write(try bench.bytes("input"), to: "in/a.ndjson")
    try await bench.run(
      Tool.ranking, ["in", "-o", "latest"], shell: "ln -s in/x.json latest; exec \"$@\""
    ).expect(64)
    #expect(!bench.exists("in/x.json"))
  }

  @Test func `the parent of a missing folder is not in it`() async throws {
    try bench.addSample(Tool.ratings)
    let batches = ["--database", "projects/p/databases/d", "--batches", "new"]
    let outcome = try await bench.run(
      Tool.ratings, ["input", "--report", "new/../page"] + batches)
    #expect(!outcome.errors.contains("lies in the directory of batches"), "\(outcome)")
    try bench.write(try bench.bytes("input"), to: "in/a.ndjson")
    try await bench.run(Tool.ratings, ["in", "-n", "-o", "in/missing/../../out"]).expect(0)
  }

  @Test func `outputs in a hidden folder of an input are made again each night`() async throws {
    try bench.addSample(Tool.ranking)
    try bench.write(try bench.bytes("input"), to: "in/a.ndjson")
    for _ in 1...2 {
      try await bench.run(
        Tool.ranking,
        ["in", "--by", "week", "-o", "out", "--weeks", "in/.made/weeks", "--report", "in/.page"]
      ).expect(0)
    }
  }

  @Test(
    arguments: ["--summary", "--metrics", "--rejects", "--report", "--journal", "-o"],
    [true, false])
  func `an output in the directory of batches is refused`(option: String, isThere: Bool)
    async throws
  {
    try bench.addSample(Tool.ratings)
    if isThere { try bench.makeDirectory("batches") }
    let before = try bench.tree()
    let more = option == "--journal" ? ["-o", "out"] : []
    try await bench.run(
      Tool.ratings,
      [
        "input", "--batches", "batches/", "--database", "projects/p/databases/d", option,
        "batches/x",
      ]
        + more
    ).expect(64, "'batches/x' lies in the directory of batches")
    #expect(try bench.tree() == before)
  }

  @Test(arguments: [
    (Tool.ranking, "--partials", []), (Tool.ranking, "--weeks", ["--by", "week"]),
    (Tool.ratings, "--batches", ["--database", "projects/p/databases/d"]),
  ])
  func `a directory is no stream`(tool: String, option: String, more: [String]) async throws {
    try bench.addSample(tool)
    try await bench.run(tool, ["input", option, "-"] + more).expect(
      64, "'\(option)' takes the path of a directory, not '-'")
    #expect(try bench.names() == ["input"])
  }

  @Test(arguments: ["-o", "--summary", "--metrics", "--rejects", "--report"])
  func `an undo journal is not replaced, not even with --force`(option: String) async throws {
    try bench.addSample(Tool.ratings)
    try await bench.run(Tool.ratings, ["input", "--in-place"]).expect(0)
    let before = try bench.tree()
    let more = option == "-o" ? [] : ["-o", "out"]
    try await bench.run(
      Tool.ratings, ["input", "--force", option, "input.journal"] + more
    ).expect(73, "'input.journal' is the undo journal of an earlier run")
    #expect(try bench.tree() == before)
    let unforced = try await bench.run(Tool.ratings, ["input", option, "input.journal"] + more)
    #expect(unforced.status == 73 && !unforced.errors.contains("--force"), "\(unforced)")
  }

  @Test func `an undo journal among the rankings of weeks is not replaced`() async throws {
    try bench.addSample(Tool.ratings)
    try await bench.run(
      Tool.ratings, ["input", "--in-place", "--journal", "weeks.journal"]
    ).expect(0)
    let journal = try bench.bytes("weeks.journal")
    try bench.write(journal, to: "weeks/2026-W07.json")
    try bench.write(#"{"joke_id":"j","rating":5,"week_id":"2026-W07"}"#, to: "input")
    try await bench.run(
      Tool.ranking, ["input", "--by", "week", "--weeks", "weeks", "-o", "out", "--force"]
    ).expect(73, "--weeks 'weeks/2026-W07.json' is the undo journal")
    #expect(try bench.bytes("weeks/2026-W07.json") == journal && !bench.exists("out"))
  }

  @Test(
    .enabled(if: SystemParts.canBecomeAnother, "no root, or no setpriv(1)"), arguments: Tool.all)
  func `a folder that may be written and not read takes an output`(tool: String) async throws {
    try bench.addSample(tool)
    try bench.makeDirectory("box")
    try bench.setMode("box", 0o333)
    try await run(tool, ["-o", "box/out"], shell: SystemParts.asAnother).expect(0)
    #expect(bench.exists("box/out"))
  }

  @Test(
    arguments: ["--rejects", "--metrics", "--journal", "--summary", "--report", "--batches"],
    [[], ["-n"]])
  func `what is written beside the output is not the directory of the output`(
    option: String, more: [String]
  ) async throws {
    for name in ["in/a", "in/b"] {
      try bench.write("{\"id\":\"x\",\"joke_id\":\"a\",\"rating\":4}\n", to: name)
    }
    let database =
      option == "--batches" ? ["--database", "projects/p/databases/d"] : []
    for path in ["out", "./out"] {
      let arguments = ["in", "-o", "out", option, path] + database + more
      try await bench.run(Tool.ratings, arguments).expect(
        64, "--output 'out/a' needs a directory in the place of \(option) '\(path)'")
      #expect(try bench.names() == ["in", "in/a", "in/b"])
    }
  }
}
