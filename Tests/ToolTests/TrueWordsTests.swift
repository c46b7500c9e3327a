import Foundation
import TestSupport
import Testing

/// The messages of a run are true, also in dry runs, checks and interrupted runs.
struct TrueWordsTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  private static let event = "{\"id\":\"d\",\"joke_id\":\"a\",\"rating\":4}\n"

  // MARK: Dry runs and checks

  @Test(arguments: Tool.rewriting)
  func `a dry run that leaves a plan and a summary says so`(tool: String) async throws {
    try bench.addSample(tool)
    let outcome = try await bench.run(
      tool,
      ["input", "-o", "out", "-n", "--plan-out", "plan", "--summary", "sum"] + Tool.options(tool))
    outcome.expect(0)
    #expect(
      outcome.errorLines.last
        == "DRY RUN: nothing written but the plan 'plan' and the summary 'sum'")
    #expect(try bench.names() == ["input", "plan", "sum"])
  }

  @Test(arguments: [Tool.ratings, Tool.ranking, Tool.documents])
  func `a check lists its rejects`(tool: String) async throws {
    try bench.write(
      Self.event + "{\"id\":\"e\",\"joke_id\":\"a\",\"joke_id\":\"b\",\"rating\":4}\n", to: "input")
    let options = tool == Tool.ranking ? ["-o", "out", "--scale", "five-point"] : []
    let outcome = try await bench.run(tool, ["input", "--check", "--rejects", "r"] + options)
    #expect(outcome.status == 2 || outcome.status == 3, "\(outcome)")
    #expect(try bench.text("r").split(separator: "\n").count == 1)
    #expect(!bench.exists("out"))
    let dry = try await bench.run(tool, ["input", "-n", "--rejects", "other"])
    #expect(!bench.exists("other"), "\(dry)")
  }

  @Test(arguments: [
    (Tool.ratings, ["1 to migrate"], ["1 migrated", " updated", " deleted "]),
    (Tool.saved, [" to save, ", "= 1 to migrate +", " to take from"], ["1 migrated", " filled"]),
    (Tool.pruning, ["= 1 to prune +"], ["1 pruned"]),
    (Tool.editing, ["1 would be saved, 0 would be saved again"], ["1 saved"]),
  ])
  func `a dry run says of dumps what would be done`(tool: String, said: [String], unsaid: [String])
    async throws
  {
    try bench.write(try Fixtures.input(tool, "dump.json"), to: "input")
    for option in ["-n", "--check"] {
      let outcome = try await bench.run(tool, ["input", option] + Tool.options(tool))
      for words in said { #expect(outcome.errors.contains(words), "\(words): \(outcome)") }
      for words in unsaid { #expect(!outcome.errors.contains(words), "\(words): \(outcome)") }
    }
  }

  private static let edits = [
    ("a: would be saved", "a: saved"), ("b: would be unsaved", "b: unsaved"),
    ("a: would be rated otherwise than before", "a: rated otherwise than before"),
    ("b: its rating would be removed", "b: its rating removed"),
  ]
  private static let result = "c: result 7B1C1F0A-0000-4000-8000-000000000001"

  @Test(arguments: [
    (Tool.editing, ["--save", "a", "--unsave", "b", "--rate", "a=hilarious,b=none"], edits),
    (Tool.saved, [], [("a: to save", "a: saved"), ("b: saved already", "b: saved already")]),
    (
      Tool.pruning, ["--existing", "existing"],
      [("c: to prune", "c: no longer processed"), (result + " to remove", result + " removed")]
    ),
  ])
  func `with --verbose a dry run says of each joke and asset what would be done`(
    tool: String, options: [String], words: [(planned: String, done: String)]
  ) async throws {
    try bench.write(
      #"{"jokeRatings":{"a":1,"b":5},"savedJokeIds":["b"],"ScreenSort.ProcessedIDs":["c","d"],"#
        + #""ScreenSort.CachedResults":[{"id":"7B1C1F0A-0000-4000-8000-000000000001","#
        + #""assetId":"c","status":"failed","contentType":"music","message":"none"}]}"#,
      to: "input")
    try bench.write("d\n", to: "existing")
    for option in ["--dry-run", "--check", "--output=out"] {
      let outcome = try await bench.run(tool, ["input", "-v", option] + options)
      for (planned, done) in words {
        let note = "note: \(option == "--output=out" ? done : planned)\n"
        #expect(outcome.errors.contains(note), "\(option): \(outcome)")
      }
    }
  }

  @Test func `a check says nothing of a journal that it does not write`() async throws {
    try bench.write(Self.event, to: "input")
    let outcome = try await bench.run(
      Tool.ratings, ["input", "-o", "out", "--check", "--journal", "j"])
    outcome.expect(2)
    #expect(!outcome.errors.contains("would write") && !outcome.errors.contains("journal"))
  }

  // MARK: Undoing

  @Test func `a dry run of --undo and --prove-undo say what they did`()
    async throws
  {
    try bench.write(Self.event, to: "input")
    let done = try await bench.run(
      Tool.ratings, ["input", "-o", "out", "--journal", "j", "--prove-undo"])
    #expect(done.errors.contains("the journal: j, its undo proved"), "\(done)")
    let dry = try await bench.run(Tool.ratings, ["--undo", "j", "-n"])
    #expect(dry.errors.contains("would undo: 1 file of the run of"), "\(dry)")
    #expect(!dry.errors.contains("undone") && !dry.errors.contains("written in"), "\(dry)")
    #expect(dry.errorLines.last == "DRY RUN: nothing written")
    let unproved = try await bench.run(Tool.ratings, ["input", "-o", "b", "--journal", "k"])
    #expect(!unproved.errors.contains("proved"), "\(unproved)")
  }

  // MARK: --resume

  @Test func `a run that finds nothing to resume says so`() async throws {
    try bench.write(Self.event, to: "input")
    try await bench.run(Tool.ratings, ["input", "-o", "out", "--resume"]).expect(
      0, "note: --resume found nothing to resume")
    let again = try await bench.run(Tool.ratings, ["input", "-o", "out", "--resume"])
    #expect(again.errors.contains("--resume left 1 output as it is: it was complete"), "\(again)")
    #expect(!again.errors.contains("written:"), "\(again)")
  }

  @Test func `a run with nothing to resume or to change says so`() async throws {
    try bench.write(Self.event, to: "input")
    _ = try await bench.run(Tool.ratings, ["input", "--in-place"])
    let again = try await bench.run(Tool.ratings, ["input", "--in-place", "--resume"])
    #expect(again.errorLines.contains("migrate-ratings: note: --resume found nothing to resume"))
    #expect(again.errors.contains("no file changed, and none was touched"), "\(again)")
  }

  // MARK: Operands and names

  @Test(arguments: Tool.several)
  func `a directory without a file is no input`(tool: String) async throws {
    try bench.makeDirectory("empty/inner")
    let options = Tool.options(tool).filter { $0 != "input" }
    if tool == Tool.pruning { try bench.addSample(tool) }
    try await bench.run(tool, ["empty", "-n"] + options).expect(66, "there is no file in it")
  }

  @Test func `a flag may be given twice, in both its spellings`() async throws {
    try bench.write(Self.event, to: "input")
    try await bench.run(Tool.ratings, ["input", "-n", "--dry-run"]).expect(0)
  }

  @Test func `two inputs do not make a directory that is named like a file`() async throws {
    for name in ["in/a", "in/b"] { try bench.write(Self.event, to: name) }
    let asked = try await bench.run(Tool.ratings, ["in/a", "in/b", "-o", "all.ndjson"])
    #expect(asked.status == 64 && !bench.exists("all.ndjson"), "\(asked)")
    #expect(asked.errors.contains("'all.ndjson/'"), "\(asked)")
    for output in ["all.ndjson/", "out", "2026-02-14", ".hidden"] {
      try await bench.run(Tool.ratings, ["in/a", "in/b", "-o", output]).expect(0)
    }
    try bench.makeDirectory("there.d")
    try await bench.run(Tool.ratings, ["in/a", "in/b", "-o", "there.d"]).expect(0)
  }

  @Test(arguments: [
    (Tool.ratings, "out.ndjson.gz", true), (Tool.ratings, "out.ndjson", false),
    (Tool.ranking, "top.json.zst", true), (Tool.documents, "all.GZ", true),
  ])
  func `a name that belies the bytes is warned of`(tool: String, output: String, isTold: Bool)
    async throws
  {
    try bench.write(Self.event, to: "input")
    let scale = tool == Tool.ranking ? ["--scale", "five-point"] : []
    let outcome = try await bench.run(tool, ["input", "-o", output] + scale).expect(0)
    #expect(outcome.errors.contains("'\(output)' is not compressed") == isTold, "\(outcome)")
  }

  @Test func `a compressed output without the ending is warned of`() async throws {
    try bench.write(try compressed(Data(Self.event.utf8), with: "gzip"), to: "input.gz")
    let plain = try await bench.run(Tool.ratings, ["input.gz", "-o", "out.ndjson"])
    #expect(plain.errors.contains("'out.ndjson' is compressed with gzip"), "\(plain)")
    let named = try await bench.run(Tool.ratings, ["input.gz", "-o", "out.gz"])
    #expect(!named.errors.contains("whatever its name says"), "\(named)")
  }
}
