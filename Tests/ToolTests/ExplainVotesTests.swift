import Foundation
import TestSupport
import Testing

/// `aggregate-top10 --explain`: every event of one joke, with its outcome.
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

  /// The first word of each row, the outcome of the event.
  private func fates(_ outcome: ToolOutcome) -> [String] {
    let table = outcome.outputText.split(separator: "\n\n")[0].split(separator: "\n").dropFirst()
    return table.map { String($0.prefix { $0 != " " }) }
  }

  @Test func `every event of the joke is told, and where the joke stands`() async throws {
    let outcome = try await explain("a", "--duplicates", "first").expect(3)
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
      outcome.outputText.contains("left out: the vote at events:2:1 (byte 137) counts"),
      "\(outcome)")
    #expect(fates(outcome).count == 7)
    #expect(outcome.outputText.contains("events    7: 3 counted, 2 neither"))
    #expect(
      try await explain("a", "--dedupe", "week").outputText.contains("events    7: 4 counted"))
  }

  @Test func `--explain counts as many votes as the ranking`() async throws {
    for policy in ["none", "week", "device-latest"] {
      let ranking = try await bench.run(
        Tool.ranking,
        ["events", "--dedupe", policy, "--now", "0", "--as", "json"]
          + Tool.unmigrated(Tool.ranking))
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
    let outcome = try await explain("letuce-in").expect(0)
    #expect(
      outcome.outputText == """
        joke      letuce-in
        events    none: no votes for this joke
        similar   lettuce-in
        hilarious no ratings; 2 more would bring it onto the list of 1 ('lettuce-in', its last now, has 1, and comes before it at a tie)
        horrible  no ratings; 1 more would bring it onto the list of 1, where a place is free

        """)
  }

  @Test func `devices have pseudonyms where these are asked for`() async throws {
    let outcome = try await explain("a", "--redact")
    let lines = try await explain("a", "--redact", "--explain-as", "ndjson", "--dedupe", "week")
    for text in [outcome.outputText, outcome.errors, lines.outputText] {
      #expect(!text.contains(Self.device) && !text.contains("anna"), "\(text)")
    }
    #expect(outcome.outputText.contains("device-") && lines.outputText.contains("device-"))
  }

  // MARK: JSON lines

  /// The JSON lines; the last is about the joke.
  private func lines(_ id: String, _ options: String...) async throws -> [[String: Any]] {
    let outcome = try await bench.run(
      Tool.ranking, ["events", "--top", "1", "--explain", id, "--explain-as", "ndjson"] + options)
    return try outcome.outputText.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  @Test func `for a program each event is a line, and the joke is the last`() async throws {
    let lines = try await lines("a", "--duplicates", "first")
    #expect(lines.allSatisfy { $0["schema_version"] as? Int == 1 })
    #expect(
      lines.compactMap { $0["fate"] as? String } == [
        "hilarious", "horrible", "hilarious", "neutral", "unexpected", "rejected", "read_before",
      ])
    #expect(lines[1]["time"] as? String == "2026-02-11T20:00:00Z")
    #expect(lines[1]["document"] as? String == Self.device + "_a_W2")
    #expect(lines[4]["rating"] as? String == #""5""# && lines[4]["byte"] as? Int == 481)
    #expect(lines[5]["reason"] as? String == "'rating' occurs twice")
    let joke = try #require(lines.last)
    #expect(joke["type"] as? String == "joke" && joke["joke_id"] as? String == "a")
    #expect(
      joke["events"] as? [String: Int]
        == ["read": 7, "counted": 3, "uncounted": 2, "left_out": 1, "rejected": 1])
    let standing = try #require(joke["hilarious"] as? [String: Any])
    #expect(standing["to_spare"] as? Int == 1 && standing["is_listed"] as? Bool == true)
    #expect((standing["rival"] as? [String: Any])?["joke_id"] as? String == "b")
  }

  @Test func `a vote that gave way says to which, and both shapes say the same`() async throws {
    for policy in ["none", "week", "device-latest"] {
      let lines = try await lines("a", "--dedupe", policy)
      let table = try await explain("a", "--dedupe", policy).outputText
      let outvoted = lines.filter { $0["fate"] as? String == "outvoted" }
      #expect(table.matches(of: /left out: the vote at/).count == outvoted.count)
      #expect((policy == "device-latest") == !outvoted.isEmpty)
      let byte = outvoted.first.flatMap { $0["by"] as? [String: Any] }?["byte"] as? Int
      #expect(byte == (outvoted.isEmpty ? nil : 137))
      let counted = (lines.last?["events"] as? [String: Int])?["counted"] ?? -1
      #expect(table.contains("events    7: \(counted) counted"), "\(table)")
    }
  }

  @Test func `a joke without events is one line, with similar ids`() async throws {
    try bench.write(#"{"joke_id":"lettuce-in","rating":5}"#, to: "events")
    let lines = try await lines("letuce-in")
    #expect(lines.count == 1 && lines[0]["similar"] as? [String] == ["lettuce-in"])
    let standing = try #require(lines[0]["hilarious"] as? [String: Any])
    #expect(standing["place"] == nil && standing["to_gain"] as? Int == 2)
  }

  @Test(arguments: ["ndjson", "table"])
  func `--explain-as without --explain is a usage error`(form: String) async throws {
    try await bench.run(Tool.ranking, ["events", "--explain-as", form]).expect(
      64, "needs '--explain JOKE_ID'")
  }

  @Test(arguments: [["a", "m", "b"], ["a", "m", "m", "b"]])
  func `an event that names several jokes is told of each`(jokes: [String]) async throws {
    let plain = jokes.map { "\"joke_id\":\"\($0)\"" }.joined(separator: ",")
    let typed = jokes.map { "\"joke_id\":{\"stringValue\":\"\($0)\"}" }.joined(separator: ",")
    let name = "projects/p/databases/d/documents/rating_events/y"
    let events = [
      "{\"id\":\"x\",\(plain),\"rating\":5}",
      "{\"name\":\"\(name)\",\"fields\":{\(typed),\"rating\":{\"integerValue\":\"5\"}}}",
    ]
    for event in events {
      try bench.write(event, to: "events")
      for id in jokes {
        let outcome = try await explain(id)
        #expect(outcome.outputText.contains("rejected: 'joke_id' occurs twice"), "\(outcome)")
        #expect(outcome.outputText.contains("events    1: "), "\(outcome)")
      }
    }
  }

  @Test func `an event that names two jokes is told of either, and of no other`() async throws {
    try bench.write(
      #"{"id":"x","joke_id":"a","joke_id":"b","rating":5}"# + "\n"
        + #"{"fields":{"joke_id":{"stringValue":"a"},"rating":{"integerValue":"5"},"#
        + #""joke_id":{"stringValue":"b"}},"name":"projects/p/databases/d/documents/rating_events/y"}"#,
      to: "events")
    for id in ["a", "b"] {
      let outcome = try await explain(id)
      #expect(outcome.outputText.contains("rejected: 'joke_id' occurs twice"), "\(outcome)")
    }
    #expect(try await explain("c").outputText.contains("none: no votes"))
  }

  // MARK: Width

  @Test func `in a pipe nothing is cut, unless a width is asked for`() async throws {
    for policy in ["none", "week"] {
      let arguments = ["events", "--explain", "a", "--dedupe", policy]
      let file = try await bench.run(Tool.ranking, arguments)
      let pipe = try await bench.run(Tool.ranking, arguments, shell: "\"$@\" | cat")
      #expect(pipe.output == file.output && pipe.outputText.contains(Self.device + "_a_W2"))
    }
  }

  @Test func `on a terminal's width, no line of the table is wider`() async throws {
    let outcome = try await bench.run(
      Tool.ranking, ["events", "--explain", "a"], shell: "\"$@\" | cat",
      environment: ["COLUMNS": "80"])
    let table = outcome.outputText.split(separator: "\n\n")[0].split(separator: "\n")
    #expect(table.count >= 8 && table.allSatisfy { $0.count <= 80 }, "\(outcome.outputText)")
  }

  @Test(arguments: [
    ["-o", "x"], ["--check"], ["--dry-run"], ["--as", "json"], ["--dedupe-report"],
    ["--compat-report"], ["--min-events", "1"],
  ])
  func `--explain excludes the options of publication`(options: [String]) async throws {
    try await bench.run(Tool.ranking, ["events", "--explain", "a"] + options).expect(
      64, "cannot both be given")
    #expect(try bench.names() == ["events"])
  }

  @Test func `damage ends --explain with 65`() async throws {
    try bench.write(Self.events + "{", to: "events")
    try await explain("a").expect(65)
  }

  @Test func `a reader that goes away ends it quietly`() async throws {
    let many = (0..<20_000).map { #"{"joke_id":"a","rating":5,"device_id":"d\#($0)"}"# }
    try bench.write(many.joined(separator: "\n"), to: "events")
    let outcome = try await bench.run(
      Tool.ranking, ["events", "--explain", "a", "-q"], shell: "\"$@\" | head -2 >/dev/null")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
  }
}
