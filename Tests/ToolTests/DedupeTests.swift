import Foundation
import TestSupport
import Testing

/// `aggregate-top10 --dedupe`, `--dedupe-report` and `--compat-report`.
struct DedupeTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  private static let policies = ["none", "week", "device-latest"]

  /// Votes of few devices for few jokes, so that most share a device.
  private func events(seed: UInt64, count: Int) -> [String] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      let joke = generator.pick(["a", "b", "c"])
      let device = generator.pick([#""d1""#, #""d2""#, "null", #""""#])
      let week = generator.pick([#""W1""#, #""W2""#, "7"])
      let time = generator.pick(["1770840000", "1770840001", #""2026-02-11T20:00:00Z""#, "null"])
      let rating = generator.pick([5, 5, 1, 1, 4, 3, 2])
      return
        #"{"joke_id":"\#(joke)","rating":\#(rating),"device_id":\#(device),"week_id":\#(week),"timestamp":\#(time)}"#
    }
  }

  private func ranking(_ arguments: [String]) async throws -> String {
    let scale = arguments.contains("--scale") ? [] : Tool.unmigrated(Tool.ranking)
    let outcome = try await bench.run(Tool.ranking, arguments + scale + ["--now", "0", "-q"])
    outcome.expect(0)
    return outcome.outputText
  }

  @Test(arguments: policies, SeededGenerator.seeds(8))
  func `order, files and jobs do not matter`(policy: String, seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let events = events(seed: seed, count: 200)
    try bench.write(events.joined(separator: "\n"), to: "whole")
    let shuffled = events.shuffled(using: &generator)
    try bench.write(shuffled.prefix(90).joined(separator: "\n"), to: "one")
    try bench.write("[" + shuffled.dropFirst(90).joined(separator: ",") + "]", to: "two")
    let whole = try await ranking(["whole", "--dedupe", policy, "--jobs", "1"])
    let parts = try await ranking(["two", "one", "--dedupe", policy, "--jobs", "3"])
    #expect(whole == parts, "seed \(seed)")
  }

  @Test(arguments: policies, SeededGenerator.seeds(8))
  func `migrated events rank like the originals with --scale five-point`(
    policy: String, seed: UInt64
  ) async throws {
    try bench.write(events(seed: seed, count: 150).joined(separator: "\n"), to: "given")
    try await bench.run(Tool.ratings, ["given", "-o", "migrated"]).expect(0)
    let before = try await ranking(["given", "--scale", "five-point", "--dedupe", policy])
    let after = try await ranking(["migrated", "--dedupe", policy])
    #expect(before == after, "seed \(seed)")
  }

  @Test(arguments: ["emulator", "backup"], policies)
  func `in every format, device, week and time are found`(
    name: String, policy: String
  ) async throws {
    let exports = Fixtures.data.appending(path: "exports")
    let options = ["--scale", "five-point", "--dedupe", policy]
    let plain = try await ranking([exports.appending(path: name + ".ndjson").path] + options)
    #expect(try await ranking([exports.appending(path: name).path] + options) == plain)
    let all = try await ranking([exports.appending(path: name).path, "--scale", "five-point"])
    #expect((all == plain) == (policy != "device-latest"))
  }

  @Test func `every vote counts unless a policy is asked for`() async throws {
    try bench.write(events(seed: 1, count: 80).joined(separator: "\n"), to: "events")
    #expect(try await ranking(["events"]) == ranking(["events", "--dedupe", "none"]))
    #expect(try await ranking(["events"]) != ranking(["events", "--dedupe", "week"]))
  }

  /// A field that occurs twice, in plain and in typed documents and in those of one shape.
  @Test(arguments: ["device_id", "week_id", "timestamp"])
  func `an ambiguous vote is a reject only where the ranking depends on it`(
    field: String
  ) async throws {
    let first = #""device_id":"d","week_id":"2026-W07","timestamp":"2026-02-11T20:00:00Z""#
    let second = [
      "device_id": #""e""#, "week_id": #""2026-W08""#, "timestamp": #""2026-02-18T20:00:00Z""#,
    ]
    let more = "\"\(field)\":\(second[field] ?? "")"
    let whole = #"{"joke_id":"a","rating":5,\#(first)}"# + "\n"
    let twice = #"{"joke_id":"a","rating":5,\#(first),\#(more)}"# + "\n"
    try bench.write(whole + String(repeating: twice, count: 3), to: "events")
    let typed = "\(first),\(more)".split(separator: ",").map { member in
      let type = member.hasPrefix("\"timestamp") ? "timestampValue" : "stringValue"
      let (key, value) = (member.prefix { $0 != ":" }, member.drop { $0 != ":" }.dropFirst())
      return #"\#(key):{"\#(type)":\#(value)}"#
    }
    try bench.write(
      #"{"name":"projects/p/databases/d/documents/rating_events/x","fields":{"joke_id":"#
        + #"{"stringValue":"a"},"rating":{"integerValue":"5"},\#(typed.joined(separator: ","))}}"#
        + "\n", to: "typed")
    for options in [[], ["--dedupe-report"], ["--report", "page.html"]] {
      let plain = try await bench.run(Tool.ranking, ["events"] + options).expect(0)
      #expect(plain.outputText.contains(#""total_hilarious_ratings": 4"#), "\(plain)")
    }
    for options in [
      ["--dedupe", "week"], ["--dedupe", "device-latest"], ["--by", "week", "--weeks", "weeks"],
      ["--week", "2026-W07"],
    ] {
      let outcome = try await bench.run(Tool.ranking, ["events", "-v"] + options).expect(3)
      #expect(outcome.outputText.contains(#""total_hilarious_ratings": 1"#), "\(outcome)")
      let column = twice.utf8.count - "\(more)}\n".utf8.count + 1
      #expect(outcome.errors.contains("events:2:\(column) "), "\(outcome)")
      #expect(outcome.errors.contains("'\(field)' occurs twice"), "\(outcome)")
      let typed = try await bench.run(Tool.ranking, ["typed"] + options + ["--allow-empty"])
      #expect(typed.errors.contains("'\(field)' occurs twice"), "\(typed)")
    }
  }

  @Test func `the summary says the policy, and what it left out`() async throws {
    try bench.write(
      (Array(repeating: #"{"joke_id":"a","rating":5,"device_id":"d","week_id":"w"}"#, count: 3)
        + [#"{"joke_id":"a","rating":5}"#]).joined(separator: "\n"), to: "events")
    try await bench.run(Tool.ranking, ["events", "--summary", "without"])
    #expect(try bench.json("without")["dedupe"] as? String == "none")
    #expect(try bench.json("without")["votes_left_out"] == nil)
    let outcome = try await bench.run(
      Tool.ranking, ["events", "--summary", "with", "--dedupe", "week"])
    let summary = try bench.json("with")
    #expect(summary["dedupe"] as? String == "week")
    #expect(summary["counted"] as? Int == 2 && summary["votes_left_out"] as? Int == 2)
    #expect(summary["votes_without_device_or_week"] as? Int == 1)
    #expect(summary["votes_without_time"] as? Int == 3)
    #expect(outcome.errors.contains("warning: 1 vote without a device or a week counted"))
    #expect(outcome.errors.contains("warning: 3 votes without a readable time: "))
  }

  @Test func `guards apply to the votes that count`() async throws {
    try bench.write(
      Array(repeating: #"{"joke_id":"a","rating":5,"device_id":"d"}"#, count: 3)
        .joined(separator: "\n"), to: "events")
    let outcome = try await bench.run(
      Tool.ranking, ["events", "--dedupe", "device-latest", "--min-events", "2"])
    #expect(outcome.status == 4 && outcome.output.isEmpty, "\(outcome)")
  }

  @Test func `a report says what each policy would change, whatever the policy is`() async throws {
    let input = Fixtures.inputs(of: Tool.ranking).appending(path: "votes-latest.ndjson").path
    func report(_ options: String...) async throws -> [String: [String: Any]] {
      try await bench.run(
        Tool.ranking,
        [input, "--dedupe-report", "--summary", "summary", "--force"] + options
          + Tool.unmigrated(Tool.ranking)
      ).expect(0)
      return try #require(try bench.json("summary")["dedupe_report"] as? [String: [String: Any]])
    }
    let plain = try await report()
    #expect(plain.keys.sorted() == ["device-latest", "none", "week"])
    #expect(Self.policies.map { plain[$0]?["counted"] as? Int } == [13, 11, 8])
    #expect(Self.policies.map { plain[$0]?["left_out"] as? Int } == [0, 2, 5])
    let latest = try await report("--dedupe", "device-latest")
    #expect(Self.policies.map { latest[$0]?["counted"] as? Int } == [13, 11, 8])
    let moves = try #require(latest["device-latest"]?["hilarious"] as? [String: [Any]])
    #expect(moves.values.allSatisfy { $0.isEmpty })
  }

  @Test func `--compat-report says if the app's script counts every event alike`() async throws {
    try bench.write(#"{"joke_id":"a","rating":5}"#, to: "events")
    let outcome = try await bench.run(
      Tool.ranking, ["events", "--compat-report", "--summary", "summary"])
    #expect(outcome.errors.contains("the app's own script reads every event as it is read here\n"))
    let report = try #require(try bench.json("summary")["compat_report"] as? [String: Any])
    #expect(report["is_ranking_same"] as? Bool == true)
    #expect((report["differences"] as? [Any])?.isEmpty == true)
  }

  @Test func `the ranking of the app's own script is told, with its texts and its totals`()
    async throws
  {
    let jokes = ["b", "a", "9", "constructor", "__proto__"]
    let lines = jokes.map { #"{"joke_id":"\#($0)","rating":5}"# }
    try bench.write(lines.joined(separator: "\n"), to: "events")
    try await bench.run(
      Tool.ranking, ["events", "--compat-report", "--summary", "summary"]
    ).expect(
      0, "its totals: 5 hilarious, 0 horrible",
      "the app cannot read its ranking: the count of 'constructor'")
    let report = try #require(try bench.json("summary")["compat_report"] as? [String: Any])
    #expect(report["is_ranking_same"] as? Bool == false)
    #expect(report["total_hilarious_ratings"] as? Int == 5)
    let lists = try #require(report["ranking"] as? [String: [String: Any]])
    let list = try #require(lists["hilarious"]?["jokes"] as? [[String: Any]])
    #expect(list.compactMap { $0["joke_id"] as? String } == ["9", "b", "a", "constructor"])
    #expect(list.map { $0["rank"] as? Int } == [1, 2, 3, 4])
    #expect(list.last?["count"] as? String == "function Object() { [native code] }1")
  }

  @Test func `--compat-report refuses --dedupe`() async throws {
    try bench.write("", to: "events")
    try await bench.run(
      Tool.ranking, ["events", "--compat-report", "--dedupe", "week"]
    ).expect(64)
  }
}
