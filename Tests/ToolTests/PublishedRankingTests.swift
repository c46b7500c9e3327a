import Foundation
import TestSupport
import Testing

/// An existing ranking document, and a request that makes the server set its time.
struct PublishedRankingTests {
  private let bench: Bench

  init() throws {
    bench = try Bench()
    try bench.write("{\"joke_id\":\"new\",\"rating\":5}\n", to: "input")
  }

  // MARK: An older document

  /// A document in the format of an older script of the app.
  private func older(start: String, end: String) -> String {
    """
    {"week_id":"all_time","week_start":\(start),"week_end":\(end),"hilarious":[{"joke_id":"old",
    "count":2,"rank":1}],"horrible":[],"total_hilarious_ratings":2,"total_horrible_ratings":0,
    "computed_at":"2026-03-02T05:00:00Z"}
    """
  }

  private static let times = [
    "null", "\"2026-02-23T00:00:00Z\"", "\"2026-03-01T23:59:59.999Z\"",
    #"{"_seconds":1771804800,"_nanoseconds":999000000}"#,
  ]

  @Test(arguments: times)
  func `a document with the ends of a week is replaced, and compared with`(
    time: String
  ) async throws {
    try bench.write(older(start: time, end: time), to: "all_time.json")
    try await bench.run(
      Tool.ranking, ["input", "--previous", "all_time.json", "--summary", "summary"]
    ).expect(0)
    let moves = try #require(try bench.json("summary")["hilarious"] as? [String: Any])
    #expect(moves["left"] as? [String] == ["old"])
    try await bench.run(Tool.ranking, ["input", "-o", "all_time.json"]).expect(0)
    #expect(try bench.json("all_time.json").keys.contains("week_start") == false)
  }

  @Test func `a check says whether there is a ranking, and whether it has changed`() async throws {
    let check = ["input", "-o", "all_time.json", "--check"]
    try await bench.run(Tool.ranking, check).expect(2, "CHECK: there is no ranking yet\n")
    try bench.write(older(start: "null", end: "null"), to: "all_time.json")
    try await bench.run(Tool.ranking, check).expect(2, "CHECK: the ranking has changed\n")
    try await bench.rank(["input", "-o", "all_time.json"])
    try await bench.run(Tool.ranking, check).expect(0, "CHECK: the ranking is the same\n")
  }

  @Test func `the ranking of a week is still not replaced`() async throws {
    let week = older(start: "null", end: "null").replacing("all_time", with: "2026-W09")
    try bench.write(week, to: "all_time.json")
    try await bench.run(Tool.ranking, ["input", "-o", "all_time.json"]).expect(73)
    #expect(try bench.text("all_time.json") == week)
  }

  // MARK: Other files

  @Test(arguments: [
    #"{"week_id":"all_time","week_start":5,"hilarious":[],"horrible":[],"#
      + #""total_hilarious_ratings":-1,"total_horrible_ratings":0}"#,
    #"{"__collections__":{"weekly_rankings":{"all_time":{"week_id":"all_time","hilarious":[],"#
      + #""horrible":[],"total_hilarious_ratings":0,"total_horrible_ratings":0,"computed_at":"#
      + #"{"_seconds":0,"_nanoseconds":0},"__collections__":{"notes":{"n":{"text":"keep"}}}}}}}"#,
    #"{"writes":[{"update":{"name":"projects/p/databases/d/documents/jokes/all_time","fields":{"#
      + #""week_id":{"stringValue":"all_time"},"hilarious":{"arrayValue":{}},"#
      + #""horrible":{"arrayValue":{}},"total_hilarious_ratings":{"integerValue":"0"},"#
      + #""total_horrible_ratings":{"integerValue":"0"},"#
      + #""computed_at":{"timestampValue":"2026-03-01T00:00:00Z"}}}}]}"#,
  ])
  func `a file that only looks like the ranking is not replaced`(text: String) async throws {
    try bench.write(text, to: "all_time.json")
    try await bench.run(Tool.ranking, ["input", "-o", "all_time.json"]).expect(
      73, "and is not an all_time document")
    #expect(try bench.text("all_time.json") == text)
    let forced = [
      "input", "-o", "all_time.json", "--force", "--max-drop-percent", "5", "--now", "0",
    ]
    try await bench.run(Tool.ranking, forced).expect(
      0, "the output is not a ranking that this one can be compared with")
    try await bench.run(Tool.ranking, forced.filter { $0 != "--force" }).expect(0)
  }

  @Test func `rankings of weeks in the file are replaced by a run that writes them, or by force`()
    async throws
  {
    try bench.write(#"{"joke_id":"new","rating":5,"week_id":"2026-W07"}"# + "\n", to: "input")
    let withWeeks = ["input", "--as", "import", "-o", "r.json", "--by", "week"]
    try await bench.run(Tool.ranking, withWeeks).expect(0)
    let both = try bench.text("r.json")
    for run in [
      ["input", "--as", "import", "-o", "r.json"], ["input", "-o", "r.json"],
      withWeeks + ["--weeks", "weeks"],
    ] {
      try await bench.run(Tool.ranking, run).expect(
        73, "'r.json' exists and holds rankings of weeks, which this run does not write", "--force")
      #expect(try bench.text("r.json") == both)
    }
    try await bench.run(Tool.ranking, withWeeks).expect(0)
    let week = ["input", "--as", "import", "-o", "r.json", "--week", "2026-W07"]
    try await bench.run(Tool.ranking, week).expect(73)
    try await bench.run(Tool.ranking, ["input", "-o", "r.json", "--force"]).expect(0)
  }

  @Test(arguments: ["", "[]", "{\"joke_id\":\"j\",\"rating\":3}\n"])
  func `a ranking without an event does not take the place of one with events`(
    input: String
  ) async throws {
    try await bench.run(Tool.ranking, ["input", "-o", "all_time.json"]).expect(0)
    let published = try bench.text("all_time.json")
    try bench.write(input, to: "input")
    let run = ["input", "-o", "all_time.json", "--max-unmigrated", "100%"]
    try await bench.run(Tool.ranking, run).expect(4, "no event counted", "the old ranking was kept")
    #expect(try bench.text("all_time.json") == published)
    try await bench.run(Tool.ranking, run + ["--dry-run"]).expect(4)
    try await bench.run(Tool.ranking, run + ["--force"]).expect(4)
    let empty = try await bench.run(Tool.ranking, run + ["--allow-empty"])
    empty.expect(0, ": the ranking is empty")
    #expect(try bench.text("all_time.json") != published)
    try await bench.run(Tool.ranking, run).expect(0)
  }

  @Test(arguments: ["csv", "markdown"])
  func `empty lists do not take the place of a file`(shape: String) async throws {
    let run = ["input", "-o", "list", "--as", shape, "--max-unmigrated", "100%", "--force"]
    try await bench.run(Tool.ranking, run).expect(0)
    let published = try bench.text("list")
    try bench.write("{\"joke_id\":\"j\",\"rating\":3}\n", to: "input")
    try await bench.run(Tool.ranking, run).expect(4, "no event counted")
    #expect(try bench.text("list") == published)
    try await bench.run(Tool.ranking, run + ["--allow-empty"]).expect(0)
  }

  @Test func `the catalogue is not replaced by the ranking`() async throws {
    let catalogue = "{\"id\":\"new\",\"setup\":\"a\",\"punchline\":\"b\"}\n"
    try bench.write(catalogue, to: "jokes")
    try await bench.run(
      Tool.ranking, ["input", "--jokes", "jokes", "-o", "jokes", "--force"]
    ).expect(73)
    #expect(try bench.text("jokes") == catalogue)
  }

  // MARK: A server timestamp

  private static let request = [
    "--as", "commit", "--database", "projects/p/databases/(default)", "--server-timestamp",
    "computed_at",
  ]

  @Test func `the server sets the time of a request`() async throws {
    try await bench.run(
      Tool.ranking, ["input", "-o", "request.json", "--summary", "run.json"] + Self.request
    ).expect(0)
    let writes = try #require(try bench.json("request.json")["writes"] as? [[String: Any]])
    let write = try #require(writes.first)
    #expect(writes.count == 1 && Set(write.keys) == ["update", "updateTransforms"])
    let update = try #require(write["update"] as? [String: Any])
    let fields = try #require(update["fields"] as? [String: Any])
    #expect(
      Set(fields.keys) == [
        "week_id", "hilarious", "horrible", "total_hilarious_ratings", "total_horrible_ratings",
      ])
    let transforms = try #require(write["updateTransforms"] as? [[String: String]])
    #expect(
      transforms == [["fieldPath": "computed_at", "setToServerValue": "REQUEST_TIME"]])
    // Without a local time in it, the request is the same at any time.
    let again = try await bench.run(
      Tool.ranking, ["input", "-o", "-"] + Self.request,
      environment: ["SOURCE_DATE_EPOCH": "1000000000"])
    #expect(again.output == (try bench.bytes("request.json")))
    try await bench.run(Tool.ranking, ["--verify", "run.json"]).expect(0)
    let dry = try await bench.run(Tool.ranking, ["input", "-n"] + Self.request)
    #expect(dry.status == 0 && !dry.errors.contains("if computed at"), "\(dry)")
  }

  @Test(arguments: [
    (["--as", "json"], true), (["--as", "import"], true), (["--as", "csv"], false),
    (["--as", "markdown"], false), (["--emit", "partial"], false),
  ])
  func `a dry run tells the time of computation only where the result has it`(
    options: [String], hasTime: Bool
  ) async throws {
    try bench.addSample(Tool.ranking)
    let dry = try await bench.run(Tool.ranking, ["input", "-o", "out", "-n"] + options).expect(0)
    #expect(dry.errors.contains("if computed at") == hasTime, "\(dry)")
  }

  @Test func `a request without a time is a ranking to compare with, and to replace`() async throws
  {
    let publish = ["input", "-o", "request.json"] + Self.request
    try await bench.run(Tool.ranking, publish)
    try await bench.run(Tool.ranking, publish + ["--check"]).expect(0)
    try bench.write("{\"joke_id\":\"other\",\"rating\":5}\n", to: "input")
    try await bench.run(Tool.ranking, publish + ["--check"]).expect(2)
    try await bench.run(
      Tool.ranking, ["input", "--previous", "request.json", "--max-churn", "0"]
    ).expect(4)
    try await bench.run(Tool.ranking, publish).expect(0)
  }

  @Test(arguments: [
    (["--as", "commit", "--server-timestamp", "updated_at"], "takes 'computed_at'"),
    (["--as", "json", "--server-timestamp", "computed_at"], "needs '--as commit'"),
    (["--server-timestamp", "computed_at"], "needs '--as commit'"),
    (["--as", "commit", "--server-timestamp", "computed_at", "--now", "0"], "--now"),
  ])
  func `a time that the server cannot set is refused`(
    more: [String], words: String
  ) async throws {
    let database = ["--database", "projects/p/databases/d"]
    try await bench.run(Tool.ranking, ["input", "-o", "out"] + database + more).expect(64, words)
    #expect(try bench.names() == ["input"])
  }
}
