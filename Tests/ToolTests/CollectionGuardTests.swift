import Foundation
import TestSupport
import Testing

/// Inputs with documents, but none of the named collection.
struct CollectionGuardTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  private func document(_ collection: String, _ id: Int, rating: Int = 4) -> String {
    #"{"name":"projects/p/databases/d/documents/\#(collection)/\#(id)","fields":{"joke_id":"#
      + #"{"stringValue":"j"},"rating":{"integerValue":"\#(rating)"}}}"# + "\n"
  }

  private var export: String {
    (0..<3).map { document("rating_events", $0) }.joined()
      + (0..<2).map { document("jokes", $0) }.joined() + document("users/u/saved", 1)
  }

  private static let tools = [Tool.ratings, Tool.ranking, Tool.documents]

  private func run(
    _ tool: String, _ arguments: [String], input: ToolInput = .nothing
  ) async throws -> ToolOutcome {
    try await bench.run(
      tool, arguments + Tool.options(tool) + Tool.unmigrated(tool), input: input)
  }

  @Test(arguments: [
    #"{"id":"a","text":"?","type":"dad"}"#, #"{"AppName":"x"}"#, #"[{"stars":2},{"x":null}]"#,
    #"{"defaults":{"jokeRatings":{"a":4}},"version":1}"#,
  ])
  func `documents without a rating are not a success`(text: String) async throws {
    try bench.write(text + "\n", to: "input")
    for more in [["-o", "out"], ["-n"], ["--check"], ["--in-place"], ["-o", "out", "-q"]] {
      try await bench.run(Tool.ratings, ["input"] + more).expect(
        4, "has a rating", "see whether it is an export of rating_events", "--allow-empty")
    }
    #expect(!bench.exists("out"))
    try await bench.run(Tool.ratings, ["input", "-o", "out", "--allow-empty"]).expect(0)
  }

  /// A plain document of a collection.
  private func plain(
    _ field: String, _ path: String, _ rating: Int, _ more: String = ""
  ) -> String {
    #"{\#(more)"\#(field)":"\#(path)","joke_id":"j","rating":\#(rating)}"# + "\n"
  }

  @Test(arguments: ["__name__", "name", "path"])
  func `plain documents that name another collection are passed over`(field: String) async throws {
    let root = "projects/p/databases/d/documents/"
    // Equal lengths, so that a pattern of one could match the other.
    let others = (0..<60).map { plain(field, root + "rating_others/\($0 + 100)", 3) }
    let events = (0..<60).map { plain(field, root + "rating_events/\($0 + 100)", 4) }
    let lines = zip(events, others).flatMap { [$0, $1] }
    try bench.write(lines.joined(), to: "input")
    try await bench.run(Tool.ratings, ["input", "-o", "out"]).expect(
      0, "other collections: 60 documents copied unchanged")
    let migrated = lines.map { $0.replacing("\"rating\":4", with: "\"rating\":5") }
    #expect(try bench.text("out") == migrated.joined())
    let ranking = try await bench.run(Tool.ranking, ["out"]).expect(0)
    #expect(ranking.outputText.contains(#""total_hilarious_ratings": 60"#), "\(ranking)")
  }

  @Test func `a path tells the collection if it holds the ID, or ends with it`() async throws {
    let events = [
      plain("path", "pictures/x", 4, #""id":"a","#), plain("path", "rating_events/b", 4),
      plain("name", "Anna", 4), plain("path", "nowhere", 4),
    ]
    let others = [
      plain("path", "reviews/c", 4, #""id":"c","#), plain("path", "reviews/d", 4),
      plain("path", "reviews/e", 4, #""name":"rating_events/e","#),
    ]
    try bench.write((events + others).joined(), to: "input")
    try await bench.run(Tool.ratings, ["input", "-o", "out"]).expect(
      0, "other collections: 3 documents copied unchanged")
    let migrated = events.map { $0.replacing("\"rating\":4", with: "\"rating\":5") } + others
    #expect(try bench.text("out") == migrated.joined())
  }

  @Test func `what is printed of several collections ranks as it did`() async throws {
    try bench.write(export, to: "input")
    try await bench.run(Tool.documents, ["input", "--plain", "-o", "printed"]).expect(0)
    let ranking = ["--scale", "five-point", "--now", "0"]
    let before = try await bench.run(Tool.ranking, ["input"] + ranking).expect(0)
    let after = try await bench.run(Tool.ranking, ["printed"] + ranking).expect(0)
    #expect(after.output == before.output)
  }

  @Test(arguments: ["[]", "{\"documents\":[]}", " \n"])
  func `an input without documents is told of`(text: String) async throws {
    try bench.write(text, to: "input")
    try await bench.run(Tool.ratings, ["input", "-o", "out"]).expect(0, "warning: ")
  }

  @Test(arguments: tools)
  func `a mistyped collection is not a success`(tool: String) async throws {
    try bench.write(export, to: "input")
    for more in [["-o", "out"], ["-o", "out", "-n"]] {
      let outcome = try await run(tool, ["input", "--collection", "rating_event"] + more)
      outcome.expect(
        4,
        "none of 6 documents in 'input' is of the collection 'rating_event'; there: "
          + "rating_events 3, jokes 2, users/*/saved 1",
        "did you mean '--collection rating_events'?")
      #expect(!outcome.errors.contains("ranking is empty"), "\(outcome)")
      #expect(try bench.names() == ["input"])
    }
    try await run(
      tool, ["input", "--collection", "rating_event", "-o", "out", "--allow-empty"]
    ).expect(0)
    #expect(bench.exists("out"))
    try await run(
      tool, ["input", "--collection", "rating_events", "-o", "out", "--force"]
    ).expect(0)
  }

  @Test(arguments: [
    ("", "none of 1 document", "there: rating_events 1"),
    (#","jokes":{"x":{"t":1}}"#, "none of 2 documents", "there: jokes 1, rating_events 1"),
  ])
  func `a collection on the way to the wanted one is told of`(
    more: String, count: String, names: String
  ) async throws {
    try bench.write(#"{"rating_events":{"q":{"joke_id":"j","rating":4}}\#(more)}"#, to: "input")
    try await bench.run(
      Tool.ratings, ["input", "-o", "out", "--collection", "rating_events/q/rating_events"]
    ).expect(4, count, names)
    #expect(!bench.exists("out"))
  }

  @Test func `the hint says that nothing was published if the stream is empty`() async throws {
    try bench.write(export, to: "input")
    let outcome = try await run(Tool.documents, ["input", "--collection", "rating_event"])
    #expect(outcome.status == 4 && outcome.output.isEmpty, "\(outcome)")
    #expect(outcome.errors.contains("hint: nothing was published; did you mean"), "\(outcome)")
  }

  @Test(arguments: tools)
  func `a missing document does not trip the guard`(tool: String) async throws {
    let name = "projects/p/databases/d/documents/rating_events/gone"
    try bench.write("{\"documents\":[{\"name\":\"\(name)\"}]}", to: "input")
    let outcome = try await run(
      tool, ["input", "--collection", "rating_events", "-o", "out"])
    #expect([0, 3].contains(outcome.status), "\(outcome)")
    #expect(bench.exists("out"))
  }

  @Test func `a check, a change in place and batches are stopped, too`() async throws {
    try bench.write(export, to: "input")
    let before = try bench.tree()
    for more in [
      ["--check"], ["--in-place"], ["--batches", "b"],
      ["-n", "-o", "out", "--plan-out", "plan"],
    ] {
      try await bench.run(
        Tool.ratings, ["input", "--collection", "ratings_events"] + more
      ).expect(4)
      #expect(try bench.tree() == before)
    }
  }

  @Test(arguments: tools)
  func `the default collection is guarded as one that was named`(tool: String) async throws {
    try bench.write(document("jokes", 1), to: "input")
    let collection = tool == Tool.documents ? ["--collection", "rating_events"] : []
    try await run(tool, ["input", "-o", "out"] + collection).expect(
      4, "there: jokes 1", "name another with --collection")
  }

  @Test(arguments: tools)
  func `an empty input is a warning`(tool: String) async throws {
    try bench.write("", to: "input")
    try await run(tool, ["input", "-o", "out", "--collection", "rating_event"]).expect(
      0, "no documents")
  }

  @Test(arguments: tools)
  func `documents that do not say where they are count as of the collection`(
    tool: String
  ) async throws {
    try bench.write("{\"joke_id\":\"a\",\"rating\":5}\n", to: "input")
    try await run(tool, ["input", "-o", "out", "--collection", "rating_event"]).expect(0)
  }

  @Test(arguments: tools)
  func `the guard passes if one of the files has the collection`(tool: String) async throws {
    try bench.write(document("jokes", 1), to: "in/jokes.ndjson")
    try bench.write(document("rating_events", 1), to: "in/events.ndjson")
    try await run(
      tool, ["in", "-o", "out", "--collection", "rating_events"]
    ).expect(0)
  }

  @Test func `dumps beside an export do not stand for its documents`() async throws {
    try bench.write("{\"jokeRatings\":{\"a\":4}}", to: "in/dump.json")
    try bench.write(document("jokes", 1), to: "in/jokes.ndjson")
    let outcome = try await bench.run(Tool.ratings, ["in", "-o", "out"])
    #expect(outcome.status == 4 && !bench.exists("out"), "\(outcome)")
    try await bench.run(Tool.ratings, ["in", "-o", "out", "--allow-empty"]).expect(0)
  }

  @Test(arguments: tools)
  func `a stream is guarded, though it cannot be read again`(tool: String) async throws {
    let outcome = try await run(
      tool, ["-", "--collection", "rating_event", "-o", "out"],
      input: .bytes(Data(export.utf8)))
    #expect(outcome.status == 4 && !bench.exists("out"), "\(outcome)")
    #expect(
      outcome.errors.contains("none of 6 documents in '-' is of the collection"), "\(outcome)")
  }

  private static let exports = ["emulator", "managed", "backup"]

  @Test(arguments: exports, tools)
  func `exports of every kind are guarded`(name: String, tool: String) async throws {
    try bench.addExport(name)
    let outcome = try await run(tool, ["export", "--collection", "ratingEvents", "-o", "out"])
    #expect(outcome.status == 4 && !bench.exists("out"), "\(outcome)")
    #expect(outcome.errors.contains("; there: "), "\(outcome)")
    #expect(
      outcome.errors.contains("did you mean '--collection rating_events'?"), "\(outcome)")
  }

  private static let texts = [
    #"{"__collections__":{"rating_events":{"a":{"joke_id":"j","rating":5,"__collections__":{}}}}}"#,
    #"{"path":"rating_events/a","data":{"joke_id":"j","rating":5}}"#,
    #"{"rating_events":{"a":{"joke_id":"j","rating":5},"b":{"joke_id":"j","rating":1}}}"#,
    #"{"documents":[{"name":"projects/p/databases/d/documents/rating_events/a","fields":{}}]}"#,
    #"{"timestamp":"2026-03-01 00:00:00 UTC","event_id":"e","document_name":"#
      + #""projects/p/databases/d/documents/rating_events/a","operation":"CREATE","#
      + #""data":"{\"joke_id\":\"j\",\"rating\":5}"}"#,
  ]

  @Test(arguments: texts, [Tool.ranking, Tool.documents])
  func `every format names its collections`(text: String, tool: String) async throws {
    try bench.write(text, to: "input")
    try await run(tool, ["input", "--collection", "rating_event", "-o", "out"]).expect(
      4, "did you mean '--collection rating_events'?")
  }

  @Test func `many collections are named in part`() async throws {
    try bench.write((0..<3_000).map { document("c\($0)", 1) }.joined(), to: "input")
    try await run(Tool.ranking, ["input"]).expect(4, "and 2,992 more")
  }

  @Test func `a catalogue without the collection of jokes is refused`() async throws {
    try bench.write(#"{"__collections__":{"jokez":{"c":{"text":"t"}}}}"#, to: "catalogue")
    try bench.write(#"{"savedJokeIds":["c"]}"#, to: "dump")
    let feed = ["catalogue", "dump", "--as", "ids"]
    try await bench.run("preview-feed", feed).expect(4, "did you mean '--collection jokez'?")
    try await bench.run("preview-feed", feed + ["--allow-empty"]).expect(0)
  }
}
