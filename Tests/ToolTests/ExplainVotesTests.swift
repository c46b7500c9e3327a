import Foundation
import TestSupport
import Testing

/// `aggregate-top10 --explain`: every event of one joke, and what became of it.
struct ExplainVotesTests {
  private let bench: Bench

  init() throws {
    bench = try Bench()
    try bench.write(Self.events, to: "events")
  }

  private static let device = "8B1F0C52-0D5E-4C56-9E4C-3A7D6F2B1A01"

  private static let events = [
    #"{"id":"x","joke_id":"a","rating":5,"device_id":"\#(device)","week_id":"W1","timestamp":"2026-02-03T18:20:00Z"}"#,
    #"{"id":"\#(device)_a_W2","joke_id":"\u0061","rating":1,"device_id":"\#(device)","week_id":"W2","timestamp":1770840000}"#,
    #"{"id":"y","joke_id":"a","rating":5,"device_id":"anna","week_id":"W2","timestamp":"2026-02-11T20:00:00Z"}"#,
    #"{"id":"z","joke_id":"a","rating":3}"#,
    #"{"id":"u","joke_id":"a","rating":"5"}"#,
    #"{"id":"v","joke_id":"a","rating":5,"rating":1}"#,
    #"{"id":"y","joke_id":"a","rating":5}"#,
    #"{"joke_id":"b","rating":5}"#,
    #"{"rating":5}"#,
    "",
  ].joined(separator: "\n")

  private func explain(_ id: String, _ options: String...) async throws -> ToolOutcome {
    try await bench.run(
      Tool.ranking, ["events", "--explain", id, "--top", "1"] + options,
      shell: "\"$@\" > result; status=$?; cat result; exit $status")
  }

  /// The first words of each row: what became of the event.
  private func fates(_ outcome: ToolOutcome) -> [String] {
    let table = outcome.outputText.split(separator: "\n\n")[0].split(separator: "\n").dropFirst()
    return table.map { String($0.prefix { $0 != " " }) }
  }

  @Test func `every event of the joke is told, and where the joke stands`() async throws {
    let outcome = try await explain("a", "--duplicates", "first")
    #expect(outcome.status == 3, "\(outcome)")
    let wide = Self.device.count
    let head = "device".padding(toLength: wide, withPad: " ", startingAt: 0)
    #expect(
      outcome.outputText == """
        event                            rating  when                  week  place                   \(head)  document
        hilarious                        5       2026-02-03T18:20:00Z  W1    events:1:1 (byte 0)     \(Self.device)  x
        horrible                         1       2026-02-11T20:00:00Z  W2    events:2:1 (byte 137)   \(Self.device)  \(Self.device)_a_W2
        hilarious                        5       2026-02-11T20:00:00Z  W2    events:3:1 (byte 307)   anna                                  y
        neutral                          3                                   events:4:1 (byte 412)                                         z
        not a rating from 1 to 5         "5"                                 events:5:34 (byte 481)                                        u
        rejected: 'rating' occurs twice  1                                   events:6:36 (byte 521)                                        v
        left out: read before            5                                   events:7:1 (byte 533)                                         y

        joke      a
        events    7: 3 counted, 2 neither hilarious nor horrible, 1 left out, 1 rejected
        hilarious 2 ratings, place 1 of 2; on the list, and 1 more than it needs to stay there ('b', the next, has 1, and comes after it at a tie)
        horrible  1 rating, place 1 of 1; on the list, and 0 more than it needs to stay there

        """)
  }

  @Test func `a policy leaves votes out, and says which ones count`() async throws {
    let outcome = try await explain("a", "--dedupe", "device-latest")
    #expect(
      outcome.outputText.contains("left out: that at events:2:1 (byte 137) counts"), "\(outcome)")
    #expect(fates(outcome).count == 7)
    #expect(outcome.outputText.contains("events    7: 3 counted, 2 neither"))
    #expect(
      try await explain("a", "--dedupe", "week").outputText.contains("events    7: 4 counted"))
  }

  @Test func `what is said agrees with the ranking`() async throws {
    for policy in ["none", "week", "device-latest"] {
      let ranking = try await bench.run(
        Tool.ranking, ["events", "--dedupe", policy, "--now", "0", "--as", "json"])
      let document = try #require(
        try JSONSerialization.jsonObject(with: ranking.output) as? [String: Any])
      let list = try #require(document["hilarious"] as? [[String: Any]])
      let count = try #require(list.first { $0["joke_id"] as? String == "a" }?["count"] as? Int)
      let told = try await explain("a", "--dedupe", policy)
      #expect(told.outputText.contains("\nhilarious \(count) rating"), "\(policy)")
      #expect(fates(told).count { $0 == "hilarious" } == count, "\(policy)")
    }
  }

  @Test func `a joke that nobody voted for is no failure`() async throws {
    try bench.write(#"{"joke_id":"lettuce-in","rating":5}"#, to: "events")
    let outcome = try await explain("letuce-in")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(
      outcome.outputText == """
        joke      letuce-in
        events    none: nobody voted for this joke
        similar   lettuce-in
        hilarious no ratings; 2 more would bring it onto the list of 1 ('lettuce-in', its last now, has 1, and comes before it at a tie)
        horrible  no ratings; 1 more would bring it onto the list of 1, where a place is free

        """)
  }

  @Test func `devices have pseudonyms where these are asked for`() async throws {
    let outcome = try await explain("a", "--redact")
    for text in [outcome.outputText, outcome.errors] {
      #expect(!text.contains(Self.device) && !text.contains("anna"), "\(text)")
    }
    #expect(outcome.outputText.contains("device-"))
  }

  @Test func `on a terminal's width, no line of the table is wider`() async throws {
    let outcome = try await bench.run(
      Tool.ranking, ["events", "--explain", "a"], shell: "\"$@\" | cat",
      environment: ["COLUMNS": "80"])
    let table = outcome.outputText.split(separator: "\n\n")[0].split(separator: "\n")
    #expect(table.count == 8 && table.allSatisfy { $0.count <= 80 }, "\(outcome.outputText)")
  }

  @Test(arguments: [
    ["-o", "x"], ["--check"], ["--dry-run"], ["--as", "json"], ["--dedupe-report"],
    ["--compat-report"], ["--min-events", "1"],
  ])
  func `nothing that publishes goes with it`(options: [String]) async throws {
    let outcome = try await bench.run(Tool.ranking, ["events", "--explain", "a"] + options)
    #expect(outcome.status == 64, "\(outcome)")
    #expect(outcome.errors.contains("cannot both be given"))
    #expect(try bench.names() == ["events"])
  }

  @Test func `damage ends it as it ends a ranking`() async throws {
    try bench.write(Self.events + "{", to: "events")
    #expect(try await explain("a").status == 65)
  }

  @Test func `a reader that goes away ends it quietly`() async throws {
    let many = (0..<20_000).map { #"{"joke_id":"a","rating":5,"device_id":"d\#($0)"}"# }
    try bench.write(many.joined(separator: "\n"), to: "events")
    let outcome = try await bench.run(
      Tool.ranking, ["events", "--explain", "a", "-q"], shell: "\"$@\" | head -2 >/dev/null")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
  }
}
