import Foundation
import TestSupport
import Testing

/// Exports of the REST API and of backup tools, on the command line.
struct ExportFormatTests {
  private let bench: Bench
  private static let name = "projects/p/databases/(default)/documents/rating_events/"

  init() throws { bench = try Bench() }

  @Test(arguments: Tool.all)
  func `the formats are listed before anything is read`(tool: String) async throws {
    let outcome = try await bench.run(tool, ["--list-formats"])
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let names = outcome.outputText.split(separator: "\n").map { String($0.prefix { $0 != " " }) }
    #expect(names.contains(Tool.ofDumps.contains(tool) ? "xml-plist" : "rest-pages"))
    #expect(names.contains("xml-plist") == (![Tool.ranking, Tool.documents].contains(tool)))
    let help = try await bench.run(tool, ["--help"])
    #expect(help.outputText.contains("--list-formats"))
  }

  @Test func `a time of the last change is the precondition of a write`() async throws {
    let lines = [4, 3].map { rating in
      #"{"name":"\#(Self.name)a\#(rating)","fields":{"rating":{"integerValue":"\#(rating)"},"#
        + #""g":{"geoPointValue":{}}},"updateTime":"2026-02-25T06:13:21.654321Z"}"# + "\n"
    }
    try bench.write(lines.joined(), to: "events")
    try await bench.run(Tool.ratings, ["events", "--batches", "batches"]).expect(0)
    let condition = #""currentDocument":{"updateTime":"2026-02-25T06:13:21.654321Z"}}"#
    let batch = try bench.text("batches/batch-00001.json")
    #expect(batch.contains(#"{"delete":"\#(Self.name)a3",\#(condition)"#), "\(batch)")
    #expect(batch.contains(#""updateMask":{"fieldPaths":["rating"]},\#(condition)"#))
    let undo = try bench.text("batches/undo/batch-00001.json")
    #expect(undo.contains(#""fields":{"rating":{"integerValue":"3"},"g":{"geoPointValue":{}}}"#))
    #expect(undo.contains(#""currentDocument":{"exists":false}"#))
  }

  @Test(arguments: ["", "x", "2026-02-30T00:00:00Z", "2026-02-25T06:13:21.654321001Z"])
  func `a document whose last change has no time is in no batch`(time: String) async throws {
    try bench.write(
      #"{"name":"\#(Self.name)a","fields":{"rating":{"integerValue":"4"}},"updateTime":"\#(time)"}"#,
      to: "events")
    try await bench.run(Tool.ratings, ["events", "--batches", "batches"])
      .expect(3, "Firestore cannot hold it: not a timestamp in microseconds: \"\(time)\"")
    #expect(!bench.exists("batches/batch-00001.json"))
  }

  @Test func `an undo gives a backup's values their types back`() async throws {
    try bench.write(
      #"{"__collections__":{"rating_events":{"a":{"rating":3,"joke":{"__datatype__":"#
        + #""documentReference","value":"jokes/j"},"at":{"__datatype__":"timestamp","value":"#
        + #"{"_seconds":1772337906,"_nanoseconds":0}},"__collections__":{}}}}}"#, to: "backup")
    try await bench.run(
      Tool.ratings, ["backup", "--batches", "batches", "--database", "projects/p/databases/d"]
    ).expect(0)
    let undo = try bench.text("batches/undo/batch-00001.json")
    #expect(
      undo.contains(
        #"{"rating":{"integerValue":"3"},"joke":{"referenceValue":"#
          + #""projects/p/databases/d/documents/jokes/j"},"at":"#
          + #"{"timestampValue":"2026-03-01T04:05:06Z"}}"#), "\(undo)")
  }

  @Test(arguments: [
    #"{"__collections__":{"rating_events":{"a":{"joke_id":"j","rating":5,"__collections__":{"notes":"#
      + #"{"m":{"rating":4,"__collections__":{}},"n":{"__collections__":{"notes":{"o":{}}}}}}},"b":"#
      + #"{"joke_id":"j","rating":5,"__collections__":{}}},"users":{"u":{"__collections__":"#
      + #"{"rating_events":{"c":{"rating":4}}}}}}}"#,
    #"{"rating_events":{"a":{"joke_id":"j","rating":5,"subCollection":{"rating_events/a/notes":"#
      + #"{"m":{"rating":4},"n":{"subCollection":{"rating_events/a/notes/n/notes":{"o":{}}}}}}},"b":"#
      + #"{"joke_id":"j","rating":5,"subCollection":{"a":{"b":{}}}}},"users":{"u":{"subCollection":"#
      + #"{"users/u/rating_events":{"c":{"rating":4}}}}}}"#,
  ])
  func `documents below others are counted as those of other collections`(
    export: String
  ) async throws {
    try bench.write(export, to: "export")
    for tool in [Tool.ranking, Tool.ratings] {
      try await bench.run(tool, ["export", "-o", tool]).expect(0, "other collections: 5 documents")
    }
  }

  @Test(arguments: ["{}", #"{"nextPageToken":"b"}"#])
  func `an empty page may be the first`(empty: String) async throws {
    let page =
      #"{"documents":[{"name":"\#(Self.name)a","fields":{"joke_id":{"stringValue":"j"},"#
      + #""rating":{"integerValue":"5"}}}]}"#
    for pages in [empty + "\n" + page, "[\(empty),\(page)]"] {
      try bench.write(pages, to: "pages")
      try await bench.run(Tool.ranking, ["pages"]).expect(0, "events: 1 read, 1 counted")
    }
  }

  @Test func `pages in several files are one export`() async throws {
    func page(_ id: String, _ token: String) -> String {
      #"{"documents":[{"name":"\#(Self.name)\#(id)","fields":{"joke_id":{"stringValue":"j"},"#
        + #""rating":{"integerValue":"5"}}}]\#(token)}"#
    }
    try bench.write(page("a", #","nextPageToken":"b""#), to: "1.json")
    try bench.write(page("b", ""), to: "2.json")
    let whole = try await bench.run(Tool.ranking, ["1.json", "2.json"])
    #expect(!whole.errors.contains("incomplete"))
    let cut = try await bench.run(Tool.ranking, ["2.json", "1.json"])
    #expect(cut.errors.contains("1.json:1:"), "\(cut)")
    #expect(cut.errors.contains("the export is incomplete"))
    cut.expect(0)
    // A file without pages is not the next page, and one may stand before it.
    try bench.write(#"{"id":"c","joke_id":"j","rating":5}"# + "\n", to: "3.ndjson")
    for (inputs, isCut) in [
      (["1.json", "3.ndjson"], true), (["1.json", "3.ndjson", "2.json"], false),
    ] {
      let outcome = try await bench.run(Tool.ranking, inputs)
      #expect(outcome.errors.contains("incomplete") == isCut, "\(outcome)")
    }
  }

  @Test func `the pages in a folder are judged by their numbers, and {} is one`() async throws {
    func page(_ id: String, isLast: Bool = false) -> String {
      #"{"documents":[{"name":"\#(Self.name)\#(id)","fields":{}}]"#
        + (isLast ? "}" : #","nextPageToken":"x"}"#)
    }
    let first = ["01.json": page("a"), "2.json": page("b")]
    for (last, isWhole) in [
      ("10.json", page("c", isLast: true)), ("3.json", "{}\n"), ("3", "{}"),
    ].map({ ([$0: $1], true) }) + [
      ([:], false), (["10.json": page("c")], false), (["1.json": page("c", isLast: true)], false),
      (["3.json": #"{"a":{}}"#], false),
    ] {
      let files = first.merging(last) { $1 }
      for (name, text) in files { try bench.write(text, to: "pages/page-\(name)") }
      try await bench.run(Tool.documents, ["pages", "--check"]).expect(isWhole ? 0 : 65)
      try FileManager.default.removeItem(at: bench.url("pages"))
    }
  }

  @Test func `a query answer whose document is null has none`() async throws {
    try bench.write(
      #"[{"document":{"name":"\#(Self.name)a","fields":{}}},{"document":null,"readTime":"x"}]"#,
      to: "answers")
    try await bench.run(Tool.documents, ["answers"]).expect(0, "documents: 1 read, 0 rejected")
  }

  /// A field `path` may be the document's own.
  @Test func `a reserved name that ends in the key tells the collection`() async throws {
    let documents =
      #"{"x":{"__name__":"\#(Self.name.dropLast(14))jokes/x","rating":4},"y":{"rating":4},"#
      + #""z":{"path":"jokes/z","rating":4},"w":{"__name__":"jokes/q","rating":4}}"#
    for text in [documents, #"{"rating_events":\#(documents)}"#] {
      try bench.write(text, to: "input")
      try await bench.run(Tool.ratings, ["input", "-o", "-"]).expect(
        0, "4            3      0  → 5", "other collections: 1 document")
      let printed = try await bench.run(Tool.documents, ["input", "--count"])
      #expect(printed.errors.contains("jokes: 1\n"), "\(printed)")
    }
  }

  @Test func `the catalogue can stand under another name`() async throws {
    try bench.write(
      #"{"funny":{"x":{"text":"Ha","type":"dad"}},"jokes":{"y":{"text":"No"}}}"#, to: "catalogue")
    try bench.write("{\"jokeRatings\":{}}", to: "dump")
    let outcome = try await bench.run(
      "preview-feed", ["catalogue", "dump", "--collection", "funny", "--as", "ids"])
    #expect(outcome.outputText == "x\n")
    try await bench.run("preview-feed", ["catalogue", "dump", "--collection", "a/b"]).expect(
      64, "'--collection' takes the path of a collection")
  }

  @Test func `a catalogue is read from every exporter's layout`() async throws {
    let name = "projects/p/databases/d/documents/jokes/"
    let typed = { (id: String, score: String) in
      #"{"name":"\#(name)\#(id)","fields":{"text":{"stringValue":"Ha"},"popularity_score":"#
        + #"\#(score),"tags":{"arrayValue":{"values":[{"stringValue":"x"}]}}}}"#
    }
    let pages =
      #"{"documents":[\#(typed("a", #"{"doubleValue":1.5}"#)),"#
      + #"\#(typed("b", #"{"integerValue":"2"}"#))]}"#
    let nested =
      #"{"__collections__":{"rating_events":{"r":{"rating":5,"__collections__":{}}},"jokes":{"#
      + #""a":{"popularity_score":1.5},"b":{"popularity_score":2}}}}"#
    let lines =
      #"{"path":"jokes/a","data":{"popularity_score":1.5}}"# + "\n"
      + #"{"path":"jokes/b","data":{"popularity_score":2}}"#
    try bench.write("{\"jokeRatings\":{}}", to: "dump")
    for catalogue in [pages, nested, lines] {
      try bench.write(catalogue, to: "catalogue")
      let outcome = try await bench.run(
        "preview-feed", ["catalogue", "dump", "--as", "ids", "--date", "2026-03-01"])
      #expect(outcome.outputText == "b\na\n", "\(outcome)")
      outcome.expect(0)
    }
  }

  @Test func `--verbose says which format was detected, and why`() async throws {
    try bench.write("{\"documents\":[]}", to: "page")
    let outcome = try await bench.run(Tool.ranking, ["page", "--verbose"])
    #expect(
      outcome.errors.contains(
        "page is taken for pages of the Firestore REST API: its first object has an array"))
  }
}

/// Responses of the REST API as printed by Google's own library.
@Suite(
  .enabled(
    if: ProcessInfo.processInfo.environment["LAUGHTRACK_SAMPLES"] != nil,
    "LAUGHTRACK_SAMPLES names no folder of samples"))
struct RESTSampleTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  private func sample(_ name: String) throws -> String {
    try #require(ProcessInfo.processInfo.environment["LAUGHTRACK_SAMPLES"]) + "/rest/" + name
  }

  @Test(arguments: ["documents.list.json", "runQuery.json"])
  func `a sample is read, and leaves as it came where nothing changes`(name: String) async throws {
    let path = try sample(name)
    try await bench.run(Tool.ratings, [path, "-o", "out"]).expect(0)
    #expect(try bench.bytes("out") == (try Data(contentsOf: URL(fileURLWithPath: path))))
    let ranking = try await bench.run(Tool.ranking, [path, "--summary", "summary"])
    #expect([0, 3].contains(ranking.status), "\(ranking)")
    #expect(try !bench.text("summary").contains("\"events\": 0,"))
  }

  @Test func `every type of value of a sample is in the batch that restores it`() async throws {
    let text = try String(contentsOfFile: try sample("documents.list.json"), encoding: .utf8)
    let pattern = /"rating":\s*\{\s*"integerValue":\s*"[0-9]+"/
    #expect(text.contains(pattern))
    try bench.write(
      text.replacing(pattern, with: #""rating": { "integerValue": "3""#), to: "neutral")
    try await bench.run(Tool.ratings, ["neutral", "--batches", "batches"]).expect(0)
    let given = try bench.json("neutral")
    let undo = try bench.json("batches/undo/batch-00001.json")
    let documents = try #require(given["documents"] as? [[String: Any]])
    let writes = try #require(undo["writes"] as? [[String: Any]])
    let old = try #require(documents.first?["fields"])
    let new = try #require((writes.first?["update"] as? [String: Any])?["fields"])
    #expect(try sorted(new) == sorted(old))
  }

  /// A value's JSON with its keys in order, for comparing.
  private func sorted(_ value: Any) throws -> Data {
    try JSONSerialization.data(withJSONObject: value, options: .sortedKeys)
  }
}
