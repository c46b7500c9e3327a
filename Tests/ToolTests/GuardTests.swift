import Foundation
import TestSupport
import Testing

/// Guards: a suspicious result is not published, the old one stays, and the exit status is 4.
struct GuardTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  /// Runs a tool that would replace an old `out`.
  private func run(_ tool: String, _ arguments: [String]) async throws -> ToolOutcome {
    try bench.write("old\n", to: "out")
    return try await bench.run(
      tool, ["input", "-o", "out", "--force"] + Tool.options(tool) + arguments)
  }

  private func expectTripped(
    _ outcome: ToolOutcome, _ words: String, at location: SourceLocation = #_sourceLocation
  ) throws {
    outcome.expect(4, words, sourceLocation: location)
    #expect(try bench.text("out") == "old\n", sourceLocation: location)
    #expect(try bench.names() == ["input", "out"], sourceLocation: location)
  }

  private func event(_ joke: String, _ rating: Int) -> String {
    "{\"joke_id\":\"\(joke)\",\"rating\":\(rating)}\n"
  }

  // MARK: Guards on inputs

  private static let counts = [Tool.ratings: 12, Tool.ranking: 72, Tool.documents: 12]

  @Test(arguments: Tool.several)
  func `--expect-count fails unless the number of records is exact`(tool: String) async throws {
    try bench.addSample(tool)
    let count = Self.counts[tool] ?? 1
    try expectTripped(
      try await run(tool, ["--expect-count", "\(count + 1)"]), "1 fewer than --expect-count says")
    try await run(tool, ["--expect-count", "\(count)"]).expect(0)
  }

  @Test func `the hint of a guard leaves it out, also in a dry run`() async throws {
    try bench.write(event("a", 3) + event("a", 5), to: "input")
    let ratings = ["input", "--max-delete-percent", "1%"]
    for arguments in [ratings + ["-o", "new"], ratings + ["-n"]] {
      let outcome = try await bench.run(Tool.ratings, arguments).expect(4)
      let what = arguments.contains("-n") ? "it" : "a dry run"
      #expect(
        outcome.errors.contains("look at \(what) without --max-delete-percent, or allow more"),
        "\(outcome)")
    }
    try bench.write(event("a", 5), to: "input")
    try await bench.run(Tool.ranking, ["input", "-o", "old"]).expect(0)
    try bench.write(event("b", 5), to: "input")
    let churn = ["input", "--previous", "old", "--max-churn", "0"]
    #expect(
      try await bench.run(Tool.ranking, churn).errors.contains(
        "look at a dry run without --max-churn, or allow more"))
    #expect(
      try await bench.run(Tool.ranking, churn + ["-n"]).errors.contains("look at it without"))
  }

  @Test func `an old ranking is said to be kept where there is one`() async throws {
    try bench.addSample(Tool.ranking)
    let guarded = ["input", "--min-events", "99"] + Tool.options(Tool.ranking)
    for more in [[], ["-n"], ["-o", "out"], ["-o", "out", "-n"]] {
      try await bench.run(Tool.ranking, guarded + more).expect(
        4, "hint: nothing was published; see whether")
    }
    let options = ["input", "-o", "out"] + Tool.options(Tool.ranking)
    try await bench.run(Tool.ranking, options).expect(0)
    let outcome = try await bench.run(Tool.ranking, guarded + ["-o", "out"])
    #expect(outcome.errors.contains("hint: the old ranking was kept; see whether"), "\(outcome)")
  }

  @Test(arguments: [Tool.ratings, Tool.saved, Tool.documents])
  func `after output to a stream no guard says it is unpublished`(tool: String) async throws {
    try bench.addSample(tool)
    let arguments = ["input", "--expect-count", "99"] + Tool.options(tool)
    let streamed = try await bench.run(tool, arguments + ["-o", "-"]).expect(4)
    #expect(!streamed.output.isEmpty)
    #expect(
      streamed.errors.contains(
        "hint: the stream has partial output, which must not be used"))
    for more in [["-o", "out"], ["-o", "-", "--dry-run"]] {
      try await bench.run(tool, arguments + more).expect(
        4, "hint: nothing was published; see whether")
    }
  }

  @Test(arguments: Tool.several, [false, true])
  func `the input is the file that was expected`(tool: String, isCompressed: Bool) async throws {
    try bench.addSample(tool)
    if isCompressed {
      try await bench.run("none", [], shell: "gzip -n input && mv input.gz input")
    }
    let digest = try await bench.digest("input")
    let wrong = String(digest.reversed())
    try expectTripped(
      try await run(tool, ["--expect-sha256", wrong]),
      "the SHA-256 of 'input' is \(digest), and --expect-sha256 says \(wrong)")
    try await run(tool, ["--expect-sha256", digest]).expect(0)
  }

  @Test(arguments: Tool.several, ["", " \n"])
  func `an empty input is not the file that was expected`(
    tool: String, blank: String
  ) async throws {
    try bench.write(blank, to: "input")
    let digest = try await bench.digest("input")
    try expectTripped(
      try await run(tool, ["--expect-sha256", String(digest.reversed())]),
      "the SHA-256 of 'input' is \(digest), and --expect-sha256 says")
    try await run(tool, ["--expect-sha256", digest]).expect(0)
  }

  @Test(arguments: [Tool.ratings, Tool.ranking], [1, 2])
  func `the digest is that of the whole file, whoever reads it`(
    tool: String, jobs: Int
  ) async throws {
    try bench.write(String(repeating: event("a", 5), count: 100_000), to: "input")
    let digest = try await bench.digest("input")
    try await run(tool, ["--expect-sha256", digest, "--jobs", "\(jobs)"]).expect(0)
  }

  @Test func `--expect-sha256 takes one input`() async throws {
    try bench.addSample(Tool.ratings)
    try bench.write("", to: "other")
    try await bench.run(
      Tool.ratings,
      ["input", "other", "-o", "out", "--expect-sha256", String(repeating: "0", count: 64)]
    ).expect(64)
    #expect(try bench.names() == ["input", "other"])
  }

  // MARK: Guards on migrations

  @Test(arguments: [
    ("--max-delete-percent", "3 of 12 documents would be deleted (25%)", "25%", "24.9%"),
    (
      "--max-change-percent", "8 of 12 documents would be changed or deleted (67%)",
      "66.6667%", "66.6666%"
    ),
  ])
  func `a migration does no more than it may`(
    option: String, deed: String, enough: String, less: String
  ) async throws {
    try bench.addSample(Tool.ratings)
    try expectTripped(try await run(Tool.ratings, [option, less]), deed)
    try await run(Tool.ratings, [option, enough]).expect(0)
  }

  @Test func `ratings in dumps count as documents do`() async throws {
    try bench.write("{\"jokeRatings\":{\"a\":3,\"b\":5,\"c\":1,\"d\":4}}", to: "input")
    try expectTripped(
      try await run(Tool.ratings, ["--max-delete-percent", "24%"]),
      "1 of 4 ratings in dumps would be deleted (25%); the limit of --max-delete-percent is 24%")
    try await run(Tool.ratings, ["--max-delete-percent", "25%"]).expect(0)
  }

  @Test(arguments: [Tool.ratings, Tool.ranking, Tool.documents])
  func `a run that a guard stops tells what it counted`(tool: String) async throws {
    try bench.write(
      event("a", 5) + event("a", 4) + "{\"joke_id\":\"b\",\"rating\":1,\"rating\":2}\n", to: "input"
    )
    let outcome = try await bench.run(
      tool, ["input", "-o", "out", "--max-rejects", "0", "--summary", "s", "--metrics", "m"])
    #expect(outcome.status == 4 && !bench.exists("out"), "\(outcome)")
    let summary = try bench.json("s")
    let counts = try #require(summary["counts"] as? [String: Any], "\(summary)")
    #expect(counts["rejects"] as? Int == 1, "\(summary)")
    #expect((summary["error"] as? String)?.contains("is a reject, and --max-rejects") == true)
    #expect(summary["outputs"] == nil)
    let counted = tool == Tool.ranking ? "last_run_events" : "last_run_rejects"
    #expect(try bench.text("m").contains("laughtrack_\(counted){"))
    if tool == Tool.ratings {
      let documents = try #require(counts["documents"] as? [String: Any])
      #expect(documents["before"] as? Int == 3, "\(documents)")
    }
  }

  // MARK: Guards on changes of a ranking

  /// Publishes a ranking of ten hilarious and ten horrible ratings, then ranks other events.
  private func rank(_ events: String, _ arguments: [String]) async throws -> ToolOutcome {
    let old = (0..<10).map { event("a\($0 % 2)", 5) + event("b\($0 % 2)", 1) }.joined()
    try bench.write(old, to: "input")
    try await bench.run(Tool.ranking, ["input", "-o", "out", "--now", "0"])
    try bench.write(events, to: "input")
    let before = try bench.bytes("out")
    let outcome = try await bench.run(
      Tool.ranking, ["input", "-o", "out", "--now", "0"] + arguments)
    #expect(try (bench.bytes("out") == before) == (outcome.status == 4), "\(outcome)")
    return outcome
  }

  @Test(arguments: [5, 1])
  func `neither kind of rating drops by more than it may`(rating: Int) async throws {
    let events =
      String(repeating: event("a0", rating), count: 9)
      + String(repeating: event("b0", 6 - rating), count: 30)
    let tripped = try await rank(events, ["--max-drop-percent", "9%"]).expect(4)
    let name = rating == 5 ? "hilarious" : "horrible"
    #expect(
      tripped.errors.contains(
        "1 of 10 \(name) ratings of the previous ranking would be missing (10%)"), "\(tripped)")
    try await rank(events, ["--max-drop-percent", "10%"]).expect(0)
  }

  @Test(arguments: [5, 1])
  func `neither kind of rating grows by more than it may`(rating: Int) async throws {
    let events =
      String(repeating: event("a0", rating), count: 16)
      + String(repeating: event("b0", 6 - rating), count: 9)
    let tripped = try await rank(events, ["--max-growth-percent", "59.9"]).expect(4)
    let name = rating == 5 ? "hilarious" : "horrible"
    #expect(
      tripped.errors.contains("the \(name) ratings would be 16, and the previous ranking has 10"))
    #expect(tripped.errors.contains("60% more; the limit of --max-growth-percent is 59.9%"))
    try await rank(events, ["--max-growth-percent", "60"]).expect(0)
    try await rank(events, ["--max-growth-percent", "250%"]).expect(0)
  }

  @Test func `two exports in one folder do not count twice unseen`() async throws {
    let events = (0..<10).map { event("a\($0 % 2)", 5) + event("b\($0 % 2)", 1) }.joined()
    try bench.write(events, to: "exports/monday.ndjson")
    let nightly = ["exports", "-o", "out", "--max-growth-percent", "50"]
    let first = try await bench.run(Tool.ranking, nightly).expect(
      0, "there is no ranking at 'out' yet, and nothing to compare this one with")
    #expect(!first.errors.contains("or the output with -o"), "\(first)")
    let old = try bench.bytes("out")
    try bench.write(events, to: "exports/tuesday.ndjson")
    try await bench.run(Tool.ranking, nightly).expect(
      4, "see whether two exports lie among the inputs")
    #expect(try bench.bytes("out") == old)
  }

  @Test func `--max-growth-percent ignores an older ranking without events`() async throws {
    try bench.write("", to: "input")
    try await bench.run(Tool.ranking, ["input", "-o", "out"])
    try bench.write(event("a", 5), to: "input")
    try await bench.run(
      Tool.ranking, ["input", "-o", "out", "--max-growth-percent", "0"]
    ).expect(0)
  }

  // MARK: Guards on unmigrated ratings

  @Test func `an export that is not migrated is not ranked as if it were`() async throws {
    let migrated = String(repeating: event("a", 5) + event("b", 1), count: 49)
    try bench.write(migrated + event("c", 4) + event("c", 5), to: "input")
    // One in a hundred is within the default limit.
    try await run(Tool.ranking, []).expect(0, "1 rated 4 not counted")
    try expectTripped(
      try await run(Tool.ranking, ["--max-unmigrated", "0"]),
      "1 of 100 events is rated 4, 3 or 2 (1%); the limit of --max-unmigrated is 0%")
    try bench.write(migrated + event("c", 4) + event("c", 2), to: "input")
    let tripped = try await run(Tool.ranking, [])
    try expectTripped(
      tripped, "2 of 100 events are rated 4, 3 or 2 (2%); the limit of --max-unmigrated is 1%")
    #expect(
      tripped.errors.contains("run migrate-ratings first, or count with --scale five-point"))
    for more in [["--dry-run"], ["--check"], ["--compat-report"], ["--dedupe", "week"]] {
      try expectTripped(try await run(Tool.ranking, more), "this export is not migrated")
    }
    try await run(Tool.ranking, ["--max-unmigrated", "2%"]).expect(0)
    try await run(Tool.ranking, ["--scale", "five-point"]).expect(0)
    try await bench.run(Tool.ratings, ["input", "-o", "migrated"])
    try await bench.run(Tool.ranking, ["migrated"]).expect(0)
    // The scale of a partial result is that of the run that made it.
    try await bench.run(Tool.ranking, ["input", "--emit", "partial", "-o", "part"])
    let merged = try await bench.run(Tool.ranking, ["--merge", "part"])
    #expect(merged.errors.contains("make the partial results of migrated exports"), "\(merged)")
    // An explanation names each unmigrated event, and publishes nothing.
    try await bench.run(Tool.ranking, ["input", "--explain", "c"]).expect(0)
  }

  @Test func `a ranking published with --max-unmigrated can be verified`() async throws {
    try bench.write(event("a", 5) + event("a", 4), to: "input")
    try await run(
      Tool.ranking, ["--max-unmigrated", "50%", "--summary", "run"]
    ).expect(0)
    try await bench.run(Tool.ranking, ["--verify", "run"]).expect(0)
  }

  @Test func `--max-unmigrated is refused with five points`() async throws {
    try bench.write(event("a", 5), to: "input")
    try await run(
      Tool.ranking, ["--max-unmigrated", "50%", "--scale", "five-point"]
    ).expect(64)
  }

  @Test(arguments: ["--max-delete-percent", "--max-change-percent"])
  func `a percentage may lack its sign`(option: String) async throws {
    try bench.addSample(Tool.ratings)
    let tripped = try await run(Tool.ratings, [option, "1.5"])
    try expectTripped(tripped, "the limit of \(option) is 1.5%")
    try await run(Tool.ratings, [option, "100"]).expect(0)
  }

  @Test func `a ranking that was named is compared in place of the old one`() async throws {
    try bench.write(event("a", 5), to: "input")
    try await bench.run(Tool.ranking, ["input", "-o", "small", "--now", "0"])
    try await rank(
      event("a0", 5) + event("b0", 1), ["--max-drop-percent", "0%", "--previous", "small"]
    ).expect(0)
  }

  @Test func `no more places change than may`() async throws {
    // Two jokes swap places, and a third is new.
    let events =
      String(repeating: event("a1", 5), count: 9) + event("a0", 5) + event("x", 1)
      + String(repeating: event("b0", 1), count: 9) + String(repeating: event("b1", 1), count: 8)
    try await rank(events, ["--max-churn", "2"]).expect(4, "3 places would have another joke")
    try await rank(events, ["--max-churn", "3"]).expect(0)
  }

  @Test func `an export is no older than it may be`() async throws {
    try bench.addSample(Tool.ranking)
    let old = Date(timeIntervalSinceNow: -7200)
    try FileManager.default.setAttributes(
      [.modificationDate: old], ofItemAtPath: bench.url("input").path)
    try expectTripped(
      try await run(Tool.ranking, ["--max-input-age", "119m"]), "and --max-input-age allows 119m")
    try await run(Tool.ranking, ["--max-input-age", "3h"]).expect(0)
    // A file without data does not make the operand new.
    try bench.write("new", to: "mixed/readme")
    try bench.write("", to: "mixed/empty")
    try FileManager.default.copyItem(at: bench.url("input"), to: bench.url("mixed/old"))
    try FileManager.default.setAttributes(
      [.modificationDate: old], ofItemAtPath: bench.url("mixed/old").path)
    try await bench.run(Tool.ranking, ["mixed", "--max-input-age", "1h"]).expect(4)
    try await bench.run(
      Tool.ranking, ["-", "--max-input-age", "1h"], shell: "cat input | \"$@\""
    ).expect(64)
    // One new file makes the operand new.
    try bench.write(event("a", 5), to: "folder/new")
    try bench.write(event("a", 5), to: "folder/old")
    try FileManager.default.setAttributes(
      [.modificationDate: old], ofItemAtPath: bench.url("folder/old").path)
    try await bench.run(Tool.ranking, ["folder", "--max-input-age", "1h"]).expect(0)
    // A file dated in the future would make it new for ever.
    try bench.write(event("a", 5), to: "folder/later")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: 600)],
      ofItemAtPath: bench.url("folder/later").path)
    let later = try await bench.run(Tool.ranking, ["folder", "--max-input-age", "1h"])
    later.expect(4, "which is in the future")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: 60)],
      ofItemAtPath: bench.url("folder/later").path)
    try await bench.run(Tool.ranking, ["folder", "--max-input-age", "1h"]).expect(0)
  }
}
