import Foundation
import TestSupport
import Testing

/// `aggregate-top10 --by week`: a ranking of each week beside that of all time.
struct WeeksTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  /// Events of few jokes and weeks; some have no label, or one that is no week.
  private func events(seed: UInt64, count: Int) -> [String] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { number in
      let joke = generator.pick(["a", "b", "c"])
      let week = generator.pick([#""2026-W07""#, #""2026-W08""#, #""W""#, "7", #""all_time""#])
      return
        #"{"id":"\#(number)","joke_id":"\#(joke)","rating":\#(generator.pick([5, 1])),"device_id":"d\#(number % 7)","week_id":\#(week)}"#
    }
  }

  private func writeEvents(_ labels: String...) throws {
    let lines = labels.map { #"{"joke_id":"j","rating":5,"week_id":"\#($0)"}"# }
    try bench.write(lines.joined(separator: "\n") + "\n", to: "events")
  }

  private func total(_ name: String) throws -> Int {
    let document = try bench.json(name)
    let totals = ["total_hilarious_ratings", "total_horrible_ratings"]
    return totals.reduce(0) { $0 + (document[$1] as? Int ?? 0) }
  }

  // MARK: Documents

  @Test(arguments: [["--weeks", "weeks"], ["--as", "import"]])
  func `an empty ranking of a week does not take the place of one with jokes`(options: [String])
    async throws
  {
    let run = ["events", "--by", "week", "-o", "all", "--scale", "five-point"] + options
    try writeEvents("2026-W07", "2026-W08")
    try await bench.run(Tool.ranking, run).expect(0)
    func rankings() throws -> [String: String] { try bench.tree().filter { $0.key != "events" } }
    let published = try rankings()
    let neutral = try bench.text("events").replacing(
      #"5,"week_id":"2026-W07""#, with: #"3,"week_id":"2026-W07""#)
    try bench.write(neutral, to: "events")
    for more in [[], ["-n"], ["--force"]] {
      try await bench.run(Tool.ranking, run + more).expect(4, "no event of '2026-W07' counts")
      #expect(try rankings() == published)
    }
    try await bench.run(Tool.ranking, run + ["--allow-empty"]).expect(0)
    try await bench.run(Tool.ranking, run).expect(0)
  }

  @Test(arguments: [UInt64](1...4))
  func `the counts of the weeks, and of events without one, add up to those of all time`(
    seed: UInt64
  ) async throws {
    try bench.write(events(seed: seed, count: 300).joined(separator: "\n"), to: "events")
    try await bench.rank(
      ["events", "--by", "week", "--weeks", "weeks", "-o", "all.json", "--summary", "summary"])
    let names = try bench.names().filter { $0.hasPrefix("weeks/") }
    #expect(names.sorted() == ["weeks/2026-W07.json", "weeks/2026-W08.json", "weeks/W.json"])
    let lacking = try #require(try bench.json("summary")["events_without_week"] as? Int)
    #expect(try bench.json("summary")["weeks"] as? Int == 3)
    #expect(try total("all.json") == 300, "seed \(seed)")
    #expect(try names.reduce(lacking) { try $0 + total($1) } == 300, "seed \(seed)")
  }

  @Test(arguments: ["none", "week"])
  func `order, files and jobs do not matter`(policy: String) async throws {
    var generator = SeededGenerator(seed: 5)
    let events = events(seed: 5, count: 400).shuffled(using: &generator)
    try bench.write(events.joined(separator: "\n"), to: "whole")
    let shuffled = events.shuffled(using: &generator)
    try bench.write(shuffled.prefix(90).joined(separator: "\n"), to: "one")
    try bench.write("[" + shuffled.dropFirst(90).joined(separator: ",") + "]", to: "two")
    let options = ["--by", "week", "--as", "import", "--dedupe", policy, "--now", "0"]
    let whole = try await bench.rank(["whole", "--jobs", "1"] + options)
    let parts = try await bench.rank(["two", "one", "--jobs", "3"] + options)
    #expect(whole.output == parts.output)
  }

  @Test(arguments: ["emulator", "backup"])
  func `in every format the weeks are found`(name: String) async throws {
    let exports = Fixtures.data.appending(path: "exports")
    let options = ["--scale", "five-point", "--by", "week", "--as", "import", "--now", "0"]
    let plain = try await bench.rank([exports.appending(path: name + ".ndjson").path] + options)
    let other = try await bench.rank([exports.appending(path: name).path] + options)
    #expect(plain.output == other.output)
    #expect(plain.outputText.contains("\"week_start\""))
  }

  @Test func `an import file has all rankings, and the next one replaces it`() async throws {
    try writeEvents("2026-W07", "2026-W08")
    let arguments = ["events", "--by", "week", "--as", "import", "-o", "import.json"]
    try await bench.rank(arguments)
    let first = try bench.bytes("import.json")
    let again = try await bench.rank(arguments)
    #expect(again.errors.contains("no joke moved since the previous ranking"), "\(again)")
    #expect(try bench.bytes("import.json") == first)
    let file = try bench.json("import.json")
    let collections = try #require(file["__collections__"] as? [String: Any])
    let documents = try #require(collections["weekly_rankings"] as? [String: Any])
    #expect(documents.keys.sorted() == ["2026-W07", "2026-W08", "all_time"])
  }

  @Test func `a label that is no week has a ranking without ends, a warning, and a safe name`()
    async throws
  {
    let long = String(repeating: "w", count: 300)
    try writeEvents("2025-W53", "..a", "a\\u0000:é", long)
    let outcome = try await bench.rank([
      "events", "--by", "week", "--weeks", "weeks", "-o", "all.json",
    ])
    #expect(outcome.errors.contains("ISO 8601 has no week '2025-W53'"), "\(outcome)")
    let names = try bench.names().filter { $0.hasPrefix("weeks/") }.sorted()
    #expect(names.count == 4, "\(names)")
    #expect(names.contains("weeks/%2E.a.json") && names.contains("weeks/a%00%3A%C3%A9.json"))
    #expect(names.allSatisfy { $0.utf8.count < 200 })
    for name in names {
      let document = try bench.json(name)
      #expect(document["week_start"] == nil && document["week_end"] == nil)
    }
    #expect(try bench.json("weeks/2025-W53.json")["week_id"] as? String == "2025-W53")
  }

  @Test func `the first and the last week of ISO 8601 are weeks, outside of Firestore's times`()
    async throws
  {
    try writeEvents("0000-W01", "9999-W52")
    let outcome = try await bench.rank([
      "events", "--by", "week", "--weeks", "weeks", "-o", "all.json",
    ])
    let outside = "is not all within the years 1 to 9999, which Firestore's timestamps have: "
    #expect(
      outcome.errors.contains(
        "the week '0000-W01' \(outside)its ranking has no week_start and no week_end"), "\(outcome)"
    )
    #expect(
      outcome.errors.contains("the week '9999-W52' \(outside)its ranking has no week_end"),
      "\(outcome)")
    #expect(!outcome.errors.contains("ISO 8601 has no"), "\(outcome)")
    let last = try bench.json("weeks/9999-W52.json")
    #expect(last["week_start"] as? String == "9999-12-27T00:00:00Z" && last["week_end"] == nil)
    try await bench.rank(["events", "--week", "0000-W01", "-o", "first.json"])
    #expect(try bench.json("first.json")["total_hilarious_ratings"] as? Int == 1)
  }

  @Test func `a label that can name no document is in no ranking of a week, with a warning`()
    async throws
  {
    try writeEvents("all_time", "a/b", "..", "__x__", "2026-W07")
    let outcome = try await bench.rank([
      "events", "--by", "week", "--weeks", "weeks", "-o", "all.json",
    ])
    #expect(
      outcome.errors.contains("4 events without a week_id that can name a document"), "\(outcome)")
    #expect(try bench.names().sorted() == ["all.json", "events", "weeks", "weeks/2026-W07.json"])
    #expect(try total("all.json") == 5)
    let page = try await bench.rank(["events", "-n", "--report", "page"])
    #expect(!page.errors.contains("in no ranking of a week"), "\(page)")
  }

  @Test(arguments: [[], ["-n"]])
  func `without an event of a week a warning says that the folder gets no file`(
    options: [String]
  ) async throws {
    try writeEvents("a/b")
    let outcome = try await bench.rank(
      ["events", "--by", "week", "--weeks", "weeks", "-o", "all.json"] + options)
    #expect(outcome.errors.contains("no event is of a week: 'weeks' gets no file"), "\(outcome)")
    #expect(!bench.exists("weeks"))
    let merged = try await bench.rank(["events", "--by", "week", "--as", "import", "-n"])
    #expect(!merged.errors.contains("gets no file"), "\(merged)")
  }

  @Test func `the server sets the time of weeks too`() async throws {
    try writeEvents("2026-W07")
    try await bench.rank([
      "events", "--by", "week", "--weeks", "weeks", "--as", "commit", "--database",
      "projects/p/databases/d", "--server-timestamp", "computed_at", "-o", "all.json",
    ])
    let text = try bench.text("weeks/2026-W07.json")
    #expect(text.contains("documents/weekly_rankings/2026-W07\""))
    #expect(text.contains("REQUEST_TIME") && !text.contains("\"timestampValue\": \"2026-03"))
  }

  // MARK: Files

  @Test func `older rankings of the weeks are replaced, and those of other weeks stay`()
    async throws
  {
    let arguments = ["events", "--by", "week", "--weeks", "weeks/", "-o", "weeks/all_time.json"]
    try writeEvents("2026-W07", "2026-W08")
    try await bench.rank(arguments)
    let old = try bench.bytes("weeks/2026-W07.json")
    try writeEvents("2026-W08", "2026-W08")
    try await bench.rank(arguments)
    #expect(try total("weeks/2026-W08.json") == 2 && total("weeks/all_time.json") == 2)
    #expect(try bench.bytes("weeks/2026-W07.json") == old)
  }

  @Test(arguments: ["words\n", "{\"week_id\":\"2026-W07\",\"hilarious\":[],\"horrible\":[]}"])
  func `a file that is not a ranking of the week is not replaced, and nothing is published`(
    text: String
  ) async throws {
    try writeEvents("2026-W07", "2026-W08")
    try bench.write(text, to: "weeks/2026-W08.json")
    let arguments = ["events", "--by", "week", "--weeks", "weeks", "-o", "all.json"]
    let outcome = try await bench.rank(arguments, 73)
    #expect(outcome.errors.contains("exists and is not a '2026-W08' document"), "\(outcome)")
    #expect(try bench.names().sorted() == ["events", "weeks", "weeks/2026-W08.json"])
    let dry = try await bench.rank(arguments + ["-n"])
    #expect(dry.errors.contains("the real run would fail: "), "\(dry)")
    #expect(try bench.text("weeks/2026-W08.json") == text)
    try await bench.rank(arguments + ["--force"])
    #expect(try total("weeks/2026-W08.json") == 1)
  }

  @Test(.enabled(if: SystemParts.canBecomeAnother, "no root, or no setpriv(1)"))
  func `a dry run foresees another user's ranking of a week that cannot be replaced`()
    async throws
  {
    try writeEvents("2026-W07", "2026-W08")
    let arguments = ["events", "--by", "week", "--weeks", "weeks", "-o", "all.json"]
    try await bench.rank(["events", "--by", "week", "--weeks", "weeks", "-o", "other.json"])
    for (path, mode) in [("", 0o777), ("weeks", 0o1777)] { try bench.setMode(path, mode) }
    for more in [["-n"], []] {
      let outcome = try await bench.run(
        Tool.ranking, arguments + more, shell: SystemParts.asAnother)
      outcome.expect(
        more.isEmpty ? 77 : 0, "cannot replace 'weeks/2026-W07.json': Operation not permitted")
    }
  }

  @Test func `a ranking of a week is not written over an input or another output`() async throws {
    try writeEvents("2026-W07")
    try bench.write(try bench.bytes("events"), to: "weeks/2026-W07.json")
    let input = try await bench.rank(
      ["weeks/2026-W07.json", "--by", "week", "--weeks", "weeks", "-o", "all.json", "--force"], 64)
    #expect(input.errors.contains("is the same file as the input"), "\(input)")
    let output = try await bench.rank(
      ["events", "--by", "week", "--weeks", ".", "-o", "2026-W07.json"], 64)
    #expect(output.errors.contains("is the same file as --output"), "\(output)")
    #expect(!bench.exists("2026-W07.json"))
    // Nor where the directory is not there yet.
    let before = try bench.tree()
    for option in ["-o", "--summary", "--report"] {
      let named = option == "-o" ? [] : ["-o", "ranking.json"]
      let new = try await bench.rank(
        ["events", "--by", "week", "--weeks", "new", option, "new/2026-W07.json"] + named, 64)
      #expect(new.errors.contains("is the same file as"), "\(new)")
      #expect(try bench.tree() == before)
      for weeks in ["new", "./new", "new/weeks"] where option != "-o" {
        let nested = try await bench.rank(
          ["events", "--by", "week", "--weeks", weeks, option, "new"] + named, 64)
        let reason = "--weeks '\(weeks)' needs a directory in the place of \(option) 'new'"
        #expect(nested.errors.contains(reason), "\(nested)")
        #expect(try bench.tree() == before)
      }
    }
  }

  @Test func `a file in the place of the directory is refused before anything is read`()
    async throws
  {
    try bench.write("{\"joke_id\":", to: "damaged")
    try bench.write("words\n", to: "weeks")
    let outcome = try await bench.rank(["damaged", "--by", "week", "--weeks", "weeks"], 73)
    #expect(outcome.errors.contains("--weeks 'weeks' is a file"), "\(outcome)")
    try writeEvents("2026-W07")
    let dry = try await bench.rank([
      "events", "--by", "week", "--weeks", "weeks", "-o", "all.json", "-n",
    ])
    #expect(
      dry.errors.contains("the real run would fail: --weeks 'weeks' is a file"), "\(dry)")
  }

  @Test func `a run that a guard stops leaves no directory`() async throws {
    try writeEvents("2026-W07")
    let arguments = ["events", "--by", "week", "--weeks", "new/weeks", "-o", "all.json"]
    try await bench.rank(arguments + ["--min-events", "2"], 4)
    #expect(try bench.names() == ["events"])
  }

  @Test func `a dry run names every file with its digest, and makes none`() async throws {
    try writeEvents("2026-W05", "2026-W06", "2026-W07", "2026-W08")
    let arguments = ["events", "--by", "week", "--weeks", "weeks", "-o", "all.json", "--now", "0"]
    let dry = try await bench.rank(arguments + ["-n"])
    #expect(try bench.names() == ["events"])
    try await bench.rank(arguments)
    for name in try bench.names().filter({ $0.hasSuffix(".json") }) {
      let digest = try await bench.digest(name)
      #expect(dry.errors.contains("\(digest)  \(name)"), "\(name): \(dry)")
    }
  }

  @Test func `the rankings of weeks are verified`() async throws {
    try writeEvents("2026-W07", "2026-W08")
    try await bench.rank(
      ["events", "--by", "week", "--weeks", "weeks", "-o", "all.json", "--summary", "summary"])
    let whole = try await bench.rank(["--verify", "summary"])
    #expect(whole.outputText.contains("weeks/2026-W08.json: the same\n"), "\(whole)")
    try bench.write("words\n", to: "weeks/2026-W08.json")
    let changed = try await bench.rank(["--verify", "summary"], 65)
    #expect(changed.outputText.contains("weeks/2026-W08.json: differs from byte 0 on\n"))
  }

  // MARK: Refusals

  private static let refusals = [
    (["--by", "month"], "'--by' takes 'week'"), (["--by", "week"], "needs '--weeks DIR'"),
    (["--by", "week", "--as", "commit", "--database", "projects/p/databases/d"], "needs '--weeks"),
    (["--weeks", "weeks"], "'--weeks' needs '--by week'"),
    (["--by", "week", "--weeks", "w", "--dedupe", "device-latest"], "one week of all"),
    (["--by", "week", "--weeks", "w", "--check", "-o", "all.json"], "'--by'"),
    (["--by", "week", "--explain", "j"], "'--by'"),
    (["--by", "week", "--weeks", "w", "--week", "2026-W07"], "'--by week' has no effect"),
    (["--by", "week", "--emit", "partial"], "'--by' needs every event"),
    (["--week", "2026-W07", "--emit", "partial"], "'--week' needs every event"),
    (["--since", "2026-W07", "--partials", "p"], "'--since' needs every event"),
    (["--until", "2026-W07", "--merge"], "'--until' needs every event"),
    (["--week", "2026-W07", "--since", "2026-W01"], "'--week'"),
    (["--week", "2026-W07", "--compat-report"], "'--compat-report'"),
    (["--since", "2026-W08", "--until", "2026-W07"], "is after '--until 2026-W07'"),
    (["--week", "2025-W53"], "takes a week of ISO 8601"), (["--since", "7"], "takes a week of"),
  ]

  @Test(arguments: refusals)
  func `options that contradict the choice of weeks are refused`(
    arguments: [String], words: String
  ) async throws {
    try writeEvents("2026-W07")
    let outcome = try await bench.rank(["events"] + arguments, 64)
    #expect(outcome.errors.contains(words), "\(outcome)")
    #expect(try bench.names() == ["events"])
  }
}
