import Foundation
import TestSupport
import Testing

/// The summaries of runs of all tools with all outcomes, made once for all tests.
struct SummaryRuns {
  /// The summary of one run.
  struct Summary: CustomStringConvertible {
    let command: String
    let value: JSONTree
    var description: String { command }
  }

  private(set) var all: [Summary] = []

  /// Made in parts, because a single row of runs ends long after all other tests.
  private static let made = Task {
    async let ordinary = SummaryRuns { for tool in Tool.all { try await $0.addOrdinary(tool) } }
    async let undone = SummaryRuns { for tool in Tool.rewriting { try await $0.addUndone(tool) } }
    async let others = SummaryRuns {
      try await $0.addRejects()
      try await $0.addMigrations()
      try await $0.addRankings()
      try await $0.addOthers()
      try await $0.addPreviews()
    }
    return try await ordinary.all + undone.all + others.all
  }

  /// The summaries of all runs.
  static var summaries: [Summary] { get async throws { try await made.value } }

  private init(_ add: @Sendable (inout SummaryRuns) async throws -> Void) async throws {
    try await add(&self)
  }

  /// Runs a tool and collects its summary.
  private mutating func add(
    _ status: Int32, _ bench: Bench, _ tool: String, _ arguments: [String], isForced: Bool = true
  ) async throws {
    let outcome = try await bench.run(
      tool, arguments + ["--summary", "summary"] + (isForced ? ["--force"] : []),
      environment: Bench.time)
    let command = ([tool] + arguments).joined(separator: " ")
    guard outcome.status == status, bench.exists("summary") else {
      Issue.record("\(command): \(outcome)")
      return
    }
    all.append(Summary(command: command, value: try JSONTree(bench.bytes("summary"))))
    try bench.remove("summary")
  }

  /// Runs that every tool supports.
  private mutating func addOrdinary(_ tool: String) async throws {
    let bench = try Bench()
    try bench.addSample(tool)
    let options = Tool.options(tool)
    let given = ["input"] + options
    try await add(0, bench, tool, given + ["-o", "out"])
    try await add(0, bench, tool, given + ["-o", "out", "--hash"])
    try await add(0, bench, tool, given + ["-o", "out", "--redact"])
    try await add(0, bench, tool, given + ["-o", "out", "-n"])
    try await add(66, bench, tool, ["missing", "-o", "out"] + options)
    try bench.write(compressed(bench.bytes("input"), with: "gzip"), to: "packed")
    try await add(0, bench, tool, ["packed", "-o", "other"] + options)
    try bench.write("{\"a\":", to: "damaged")
    try await add(65, bench, tool, ["damaged", "-o", "out"] + options)
    if tool == Tool.ranking {
      try await add(0, bench, tool, given + ["-o", "out", "--check"])
      try await add(2, bench, tool, given + ["-o", "missing", "--check"])
    } else {
      try await add(tool == Tool.documents ? 0 : 2, bench, tool, given + ["--check"])
    }
  }

  /// Runs that undo another, or apply a plan.
  private mutating func addUndone(_ tool: String) async throws {
    let bench = try Bench()
    try bench.addSample(tool)
    let given = ["input"] + Tool.options(tool)
    try await add(0, bench, tool, given + ["-n", "-o", "out", "--plan-out", "plan"])
    try await add(0, bench, tool, ["--plan", "plan"], isForced: false)
    try await add(0, bench, tool, given + ["--in-place", "--journal", "journal"])
    try await add(0, bench, tool, ["--undo", "journal", "-n"])
    try await add(0, bench, tool, ["--undo", "journal", "--hash"])
    try await add(0, bench, tool, ["--undo", "journal"])
  }

  private mutating func addRejects() async throws {
    for tool in [Tool.ratings, Tool.ranking] {
      let bench = try Bench()
      try bench.write(try Fixtures.input(tool, "keys-twice.ndjson"), to: "input")
      let given = ["input", "-o", "out"] + Tool.unmigrated(tool)
      try await add(3, bench, tool, given)
      try await add(3, bench, tool, given + ["-n"])
      try await add(4, bench, tool, ["input", "-o", "out", "--max-rejects", "0"])
    }
    let bench = try Bench()
    try bench.write("{\"a\":1}\n{\"a\":\n", to: "input")
    try await add(3, bench, Tool.documents, ["input", "--salvage", "-o", "out"])
    try bench.write("{\"jokeRatings\":7}", to: "dump")
    for tool in [Tool.ratings, Tool.saved] {
      try await add(3, bench, tool, ["dump", "-o", "new"])
    }
  }

  private mutating func addMigrations() async throws {
    let bench = try Bench()
    try bench.addExport("backup")
    try await add(0, bench, Tool.ratings, ["export", "-o", "migrated"])
    try bench.addSample(Tool.ratings)
    try await add(
      0, bench, Tool.ratings,
      ["input", "--batches", "batches", "--database", "projects/p/databases/d"])
    try await add(
      0, bench, Tool.ratings,
      ["input", "--batches", "shard", "--shard", "1/1", "--database", "projects/p/databases/d"])
    try await add(
      0, bench, Tool.ratings, ["shard", "--merge-batches", "--batches", "merged"], isForced: false)
  }

  private mutating func addRankings() async throws {
    let bench = try Bench()
    let lines = [
      #"{"joke_id":"a","rating":5,"device_id":"d","week_id":"w"}"#,
      #"{"joke_id":"a","rating":5,"device_id":"d","week_id":"w"}"#,
      #"{"joke_id":"a","rating":5,"device_id":"d","week_id":"x"}"#,
      #"{"joke_id":"b","rating":5}"#, #"{"joke_id":"b","rating":5}"#,
      #"{"joke_id":"c","rating":null}"#, #"{"joke_id":"c","rating":3}"#,
      #"{"id":"x","joke_id":"c","rating":99}"#, #"{"id":"y","joke_id":"c","rating":99}"#,
      #"{"joke_id":"c","rating":99}"#, #"{"joke_id":"c","rating":99}"#,
      #"{"joke_id":"z","rating":1}"#,
    ]
    try bench.write(lines.joined(separator: "\n"), to: "events")
    try bench.write(
      [
        lines[3], lines[4], lines[0], #"{"joke_id":"q","rating":5}"#,
        #"{"joke_id":"y","rating":1}"#,
      ].joined(separator: "\n"), to: "older")
    try await add(0, bench, Tool.ranking, ["older", "-o", "previous"])
    for more in [
      ["--dedupe-report"], ["--compat-report"], ["--previous", "previous"], ["--dedupe", "week"],
      ["--duplicates", "first"], ["--as", "import"], ["--partials", "partials"],
      ["--by", "week", "--weeks", "weeks"], ["--week", "2026-W07"],
    ] {
      let given = ["events", "-o", "out"] + Tool.unmigrated(Tool.ranking)
      try await add(0, bench, Tool.ranking, given + more)
    }
    try await add(0, bench, Tool.ranking, ["events", "--explain", "a"], isForced: false)
    try await add(0, bench, Tool.ranking, ["events"] + Tool.unmigrated(Tool.ranking))
    try await add(4, bench, Tool.ranking, ["events"])
    try await add(4, bench, Tool.ranking, ["events", "-o", "out", "--min-events", "100"])
  }

  private mutating func addOthers() async throws {
    let bench = try Bench()
    try bench.write(#"{"savedJokeIds":["a"],"ScreenSort.ProcessedIDs":["p"]}"#, to: "dump")
    try await add(0, bench, Tool.editing, ["dump", "--list"])
    try await add(0, bench, Tool.editing, ["dump", "--list", "--hash", "-n"])
    try await add(0, bench, Tool.editing, ["dump", "--rate", "a=hilarious", "-o", "out"])
    try bench.write("p\nq\n", to: "ids")
    try await add(0, bench, Tool.pruning, ["dump", "--skip-report", "ids"])
    // The last one finds them marked.
    for option in ["-n", "--in-place", "--in-place"] {
      try await add(0, bench, Tool.pruning, ["dump", "--mark", "ids", option], isForced: false)
    }
    try bench.addExport("emulator")
    try await add(0, bench, Tool.documents, ["export", "--count"])
  }

  private mutating func addPreviews() async throws {
    let (bench, tool) = (try Bench(), "preview-feed")
    try bench.write(try Fixtures.input(tool, "category.ndjson"), to: "jokes")
    try bench.write(try Fixtures.input(Tool.saved, "dump.json"), to: "dump")
    let given = ["jokes", "dump", "-o", "out"]
    for more in [
      [], ["-n"], ["--saved"], ["--rated", "horrible"], ["--explain", "x"], ["--hash"],
    ] {
      try await add(0, bench, tool, given + more)
    }
    try await add(66, bench, tool, ["missing", "dump"])
    try bench.write(#"{"text":"no id"}"#, to: "jokes")
    try await add(3, bench, tool, given)
    try await add(4, bench, tool, given + ["--max-rejects", "0"])
  }
}
