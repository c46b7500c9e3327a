import Foundation
import TestSupport
import Testing

/// `aggregate-top10 --week`, `--since` and `--until`: a ranking of some weeks only.
struct SomeWeeksTests {
  private let bench: Bench

  init() throws {
    bench = try Bench()
    let labels = [
      #""2026-W06""#, #""2026-W07""#, #""2026-W07""#, #""2026-W08""#, #""2026-W7""#, "null",
    ]
    let lines = labels.enumerated().map { number, label in
      #"{"id":"e\#(number)","joke_id":"j\#(number)","rating":5,"week_id":\#(label)}"#
    }
    try bench.write(lines.joined(separator: "\n") + "\n", to: "events")
  }

  @discardableResult
  private func rank(
    _ options: [String], _ status: Int32 = 0, at location: SourceLocation = #_sourceLocation
  ) async throws -> ToolOutcome { try await bench.rank(["events"] + options, status, at: location) }

  private static let ranges = [
    (["--week", "2026-W07"], "2026-W07", 2, 2, "only 2026-W07;"),
    (["--since", "2026-W07", "--until", "2026-W07"], "2026-W07", 2, 2, "only 2026-W07;"),
    (["--since", "2026-W07"], "2026-W07--", 3, 1, "only 2026-W07 and later;"),
    (["--until", "2026-W06"], "--2026-W06", 1, 3, "only 2026-W06 and earlier;"),
    (
      ["--since", "2025-W01", "--until", "2026-W07"], "2025-W01--2026-W07", 3, 1,
      "only 2025-W01 to 2026-W07;"
    ),
  ]

  @Test(arguments: ranges)
  func `only events of the weeks count, and the others are reported`(
    arguments: [String], id: String, counted: Int, others: Int, words: String
  ) async throws {
    let outcome = try await rank(arguments + ["-o", "out", "--summary", "summary"])
    #expect(outcome.errors.contains(words), "\(outcome)")
    #expect(outcome.errors.contains("2 events not counted: 'week_id' is not a week of ISO 8601"))
    #expect(try bench.json("out")["week_id"] as? String == id)
    #expect(try bench.json("out")["total_hilarious_ratings"] as? Int == counted)
    let summary = try bench.json("summary")
    #expect(summary["week_id"] as? String == id)
    #expect(summary["counted"] as? Int == counted)
    #expect(summary["events_of_other_weeks"] as? Int == others)
    #expect(summary["events_without_week"] as? Int == 2)
  }

  @Test(arguments: ranges.map(\.0), ["json", "firestore", "commit", "import"])
  func `a ranking of some weeks replaces its own kind, and never that of all time`(
    arguments: [String], shape: String
  ) async throws {
    let options = ["--as", shape, "--database", "projects/p/databases/d"]
    try await rank(options + ["-o", "all.json"])
    let published = try bench.bytes("all.json")
    let refused = try await rank(arguments + options + ["-o", "all.json"], 73)
    #expect(refused.errors.contains("exists and is not a '"), "\(refused)")
    #expect(try bench.bytes("all.json") == published)
    try await rank(arguments + options + ["-o", "weeks.json"])
    let again = try await rank(arguments + options + ["-o", "weeks.json"])
    #expect(again.errors.contains("no joke moved since the previous ranking"), "\(again)")
    let swapped = try await rank(options + ["-o", "weeks.json"], 73)
    #expect(swapped.errors.contains("exists and is not an all_time document"), "\(swapped)")
  }

  @Test func `a ranking is compared with one of the same weeks`() async throws {
    try await rank(["--week", "2026-W07", "-o", "week.json"])
    try await rank(["--week", "2026-W07", "--check", "-o", "week.json"])
    try await rank(["--week", "2026-W07", "--previous", "week.json"])
    let other = try await rank(["--week", "2026-W08", "--previous", "week.json"], 65)
    #expect(other.errors.contains("it is not a '2026-W08' ranking document"), "\(other)")
  }

  @Test func `a week without events has an empty ranking, with a warning`() async throws {
    let outcome = try await rank(["--week", "2026-W20"])
    #expect(
      outcome.errors.contains("no rating event is of 2026-W20: the ranking is empty"), "\(outcome)")
    #expect(outcome.outputText.contains("\"total_hilarious_ratings\": 0"))
  }

  @Test func `only ratings of the asked weeks count as not migrated`() async throws {
    try bench.write(
      #"{"joke_id":"a","rating":5,"week_id":"2026-W07"}"# + "\n"
        + #"{"joke_id":"a","rating":4,"week_id":"2026-W06"}"# + "\n", to: "events")
    let migrated = try await rank(["--week", "2026-W07"])
    #expect(!migrated.errors.contains("not migrated"), "\(migrated)")
    let other = try await rank(["--week", "2026-W06"], 4)
    #expect(other.errors.contains("1 of 1 event is rated 4, 3 or 2"), "\(other)")
  }

  @Test func `the latest vote of a device is the latest of the weeks`() async throws {
    let votes = [("2026-W06", 5), ("2026-W07", 1), ("2026-W08", 5)].enumerated().map { hour, vote in
      #"{"joke_id":"j","device_id":"d","week_id":"\#(vote.0)","rating":\#(vote.1),"timestamp":"2026-02-01T0\#(hour):00:00Z"}"#
    }
    try bench.write(votes.joined(separator: "\n"), to: "events")
    let options = ["--dedupe", "device-latest", "--until", "2026-W07", "-o", "out"]
    try await rank(options)
    #expect(try bench.json("out")["total_hilarious_ratings"] as? Int == 0)
    #expect(try bench.json("out")["total_horrible_ratings"] as? Int == 1)
  }

  @Test func `an explanation says that an event is of another week`() async throws {
    for policy in ["none", "week"] {
      let outcome = try await rank(
        ["--explain", "j3", "--week", "2026-W07", "--dedupe", policy])
      #expect(outcome.outputText.contains("left out: of another week or none"), "\(outcome)")
      #expect(
        outcome.outputText.contains("1: 0 counted, 0 neither hilarious nor horrible, 1 left out"))
      let listed = try await rank(
        ["--explain", "j1", "--week", "2026-W07", "--dedupe", policy])
      #expect(listed.outputText.contains("place 1 of 2"), "\(listed)")
    }
  }

  @Test func `several weeks have a ranking of their own too`() async throws {
    try await rank(
      ["--since", "2026-W07", "--by", "week", "--weeks", "weeks", "-o", "since.json"])
    let names = try bench.names().filter { $0.hasPrefix("weeks/") }.sorted()
    #expect(names == ["weeks/2026-W07.json", "weeks/2026-W08.json"])
    #expect(try bench.json("since.json")["total_hilarious_ratings"] as? Int == 3)
  }
}
