import Foundation
import TestSupport
import Testing

/// Files that the tools wrote, found among their inputs.
struct OwnFileTests {
  private let bench: Bench
  private static let database = ["--database", "projects/p/databases/d"]

  init() async throws {
    bench = try Bench()
    for (name, bytes) in try await Self.files.value { try bench.write(bytes, to: "in/\(name)") }
  }

  /// The files of a folder with an export and with what all tools wrote about it, made once for all
  /// tests.
  private static let files = Task {
    let bench = try Bench()
    try await addFiles(to: bench)
    return try bench.files(in: "in")
  }

  private static func addFiles(to bench: Bench) async throws {
    func write(_ tool: String, _ arguments: [String], _ status: Int32 = 0) async throws {
      try await bench.run(tool, arguments).expect(status)
    }
    try bench.write(
      #"{"id":"a","joke_id":"j","rating":4}\#n{"id":"b","rating":3}\#n"#,
      to: "in/export.ndjson")
    let migrate = ["in/export.ndjson", "-o", "out", "--batches", "batches"] + database
    try await write(
      Tool.ratings, migrate + ["--summary", "summary", "--metrics", "metrics", "--report", "page"])
    try await write(Tool.ratings, ["in/export.ndjson", "-n", "-o", "other", "--plan-out", "plan"])
    let rank = ["in/export.ndjson", "--scale", "five-point"] + database
    for shape in ["json", "firestore", "commit", "import"] {
      try await write(
        Tool.ranking, rank + ["--as", shape, "-o", "ranking-\(shape)", "--rejects", "rejects"], 3)
    }
    for shape in ["json", "firestore", "commit", "import"] {
      let weeks = ["--week", "2026-W07", "--since", "2026-W07"]
      try await write(
        Tool.ranking, rank + weeks.prefix(2) + ["--as", shape, "-o", "week-\(shape)"], 3)
      try await write(
        Tool.ranking, rank + weeks.suffix(2) + ["--as", shape, "-o", "since-\(shape)"], 3)
    }
    try await write(Tool.ranking, rank + ["--by", "week", "--as", "import", "-o", "weeks"], 3)
    try await write(Tool.ranking, ["in/export.ndjson", "--emit", "partial", "-o", "partial"], 3)
    try bench.write(#"{"id":"j","text":"","type":"dad"}"# + "\n", to: "jokes")
    try bench.write(#"{"savedJokeIds":["j"],"jokeRatings":{"j":5}}"#, to: "dump")
    let ranked = ["in/export.ndjson", "--scale", "five-point", "--explain", "j"]
    let votes = try await bench.run(Tool.ranking, ranked + ["--explain-as", "ndjson"])
    try bench.write(votes.output, to: "votes")
    let feed = ["jokes", "dump", "--date", "2026-03-01", "--as", "json"]
    try await write("preview-feed", feed + ["-o", "feed"])
    try await write("preview-feed", feed + ["--explain", "j", "-o", "explanation"])
    let list = ["jokes", "dump", "--as", "json"]
    try await write("preview-feed", list + ["--saved", "-o", "saved"])
    try await write("preview-feed", list + ["--rated", "hilarious", "-o", "rated"])
    let log = try await bench.run(Tool.ratings, ["dump", "-n", "--log-format", "json"])
    try bench.write(log.errors, to: "log")
    try await write(Tool.editing, ["dump", "--list", "--as", "json", "-o", "list"])
    try await write(Tool.documents, ["in/export.ndjson", "--count", "-o", "counts"])
    for name in ["jokes", "dump"] { try FileManager.default.removeItem(at: bench.url(name)) }
    for name in try bench.names()
    where name != "in" && name != "out" && !name.contains("/") {
      try FileManager.default.moveItem(at: bench.url(name), to: bench.url("in/\(name)"))
    }
  }

  private static let names = [
    "summary", "metrics", "plan", "rejects", "batches/batch-00001.json",
    "batches/undo/batch-00001.json", "batches/manifest.json", "ranking-json", "ranking-firestore",
    "ranking-commit", "ranking-import", "week-json", "week-firestore", "week-commit",
    "week-import", "since-json", "since-firestore", "since-commit", "since-import", "weeks",
    "votes", "feed", "saved", "rated", "explanation", "list", "counts", "partial", "page", "log",
  ]

  @Test(arguments: [
    #"{"schema_version":1,"time":"2026-03-01T00:00:00Z","tool":"app","joke_id":"j","rating":4}"#,
    #"[{"rank":1,"joke_id":"j","rated_at":"2026-03-01T00:00:00Z","rating":4}]"#,
  ])
  func `an event that begins like a log or a list is an event`(text: String) async throws {
    try bench.write(text, to: "events")
    try await bench.run(Tool.ratings, ["events", "-n"]).expect(0, "1 document read = 0 kept + 1 to")
  }

  @Test(arguments: [Tool.ranking, Tool.documents, Tool.ratings])
  func `files about a run in a folder are skipped, each with a note`(tool: String) async throws {
    let outcome = try await bench.run(tool, ["in", "-n", "--verbose", "--summary", "counts"])
    #expect([0, 3, 4].contains(outcome.status), "\(outcome)")
    for name in Self.names {
      let word = "skipped 'in/\(name)': it is"
      #expect(outcome.errors.contains(word), "\(name): \(outcome.errors)")
    }
  }

  /// The files that may be named as operands.
  private static let meant = [
    "rejects", "ranking-firestore", "ranking-import", "week-firestore", "week-import",
    "since-firestore", "since-import", "weeks",
  ]

  @Test(arguments: [Tool.ranking, Tool.ratings, Tool.saved, Tool.documents])
  func `a file about a run is refused by its kind`(tool: String) async throws {
    for name in Self.names where !Self.meant.contains(name) {
      try await bench.run(tool, ["in/\(name)", "-n"]).expect(65, "in/\(name): it is ", "hint: ")
    }
  }

  @Test(arguments: ["ndjson", "json-array", "json-stream"])
  func `a file about a run is refused with --format, too`(format: String) async throws {
    for name in Self.names where !Self.meant.contains(name) && name != "metrics" {
      try await bench.run(Tool.ratings, ["in/\(name)", "-n", "--format", format]).expect(
        65, "in/\(name): it is ")
    }
  }
}
