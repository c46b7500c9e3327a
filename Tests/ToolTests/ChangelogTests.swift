import Foundation
import TestSupport
import Testing

/// Rows of a BigQuery changelog, from the command line.
struct ChangelogTests {
  private let bench: Bench
  private static let now = ["--now", "2026-03-01T04:00:00Z"]
  private static let whole = now + Tool.unmigrated(Tool.ranking)

  init() throws {
    bench = try Bench()
    try bench.write(try Fixtures.input(Tool.ranking, "bigquery.ndjson"), to: "rows.json")
  }

  @Test func `a changelog in several files of a folder is one`() async throws {
    let whole = try await bench.run(Tool.ranking, ["rows.json"] + Self.whole)
    let lines = try bench.text("rows.json").split(separator: "\n")
    for (number, line) in lines.enumerated() {
      try bench.write(line + "\n", to: "rows/rows-\(10 + number).json")
    }
    let parts = try await bench.run(Tool.ranking, ["rows"] + Self.whole)
    #expect(parts.status == 0 && parts.output == whole.output, "\(parts)")
    #expect(
      parts.errors.contains("13 rows of changelogs, about 8 documents"), "\(parts)")
  }

  @Test func `a stream cannot be read twice`() async throws {
    let rows = try bench.bytes("rows.json")
    for tool in [Tool.ranking, Tool.documents] {
      let outcome = try await bench.run(tool, ["-"], input: .bytes(rows))
      #expect(outcome.status == 65 && outcome.output.isEmpty, "\(outcome)")
      #expect(outcome.errors.contains("is read twice, which a stream cannot be"))
    }
  }

  @Test(arguments: ["null", #"{"rating":5}"#])
  func `a row without a text in its data is a reject`(data: String) async throws {
    // The first row decides the format.
    let rows = [("a", #""{}""#), ("b", data)].map { id, data in
      #"{"timestamp":"2026-03-01 00:00:00 UTC","operation":"UPDATE","document_name":"#
        + #""projects/p/databases/d/documents/rating_events/\#(id)","data":\#(data)}"# + "\n"
    }
    try bench.write(rows.joined(), to: "rows.json")
    try await bench.run(Tool.documents, ["rows.json"]).expect(
      3, "it has no text in 'data'; rejected")
  }

  @Test func `a history is not rewritten, and batches are made of it`() async throws {
    for output in [["-o", "out"], ["--in-place"], ["-o", "out", "--dry-run"]] {
      let refused = try await bench.run(Tool.ratings, ["rows.json"] + output)
      #expect(refused.status == 65 && !bench.exists("out"), "\(refused)")
      #expect(refused.errors.contains("cannot be rewritten"))
    }
    try await bench.run(Tool.ratings, ["rows.json", "--batches", "b"]).expect(0)
    let batch = try bench.text("b/batch-00001.json")
    #expect(batch.components(separatedBy: "\"update\"").count == 3, "\(batch)")
    let dry = try await bench.run(
      Tool.ratings, ["rows.json", "--dry-run", "--summary", "summary"])
    #expect(dry.status == 0 && !dry.errors.contains("SHA-256"), "\(dry)")
    #expect(!dry.errors.contains("copied unchanged") && dry.errors.contains("skipped"), "\(dry)")
    let summary = try JSONSerialization.jsonObject(with: bench.bytes("summary")) as? [String: Any]
    #expect((summary?["outputs"] as? [Any])?.isEmpty == true)
    try await bench.run(Tool.ratings, ["rows.json", "--check"]).expect(2)
  }

  @Test func `a printed changelog is an export that can be rewritten`() async throws {
    let ranked = try await bench.run(
      Tool.ranking, ["rows.json", "--scale", "five-point"] + Self.now)
    try await bench.run(
      Tool.documents,
      ["rows.json", "--plain", "--collection", "rating_events", "-o", "plain.ndjson"])
    try await bench.run(Tool.ratings, ["plain.ndjson", "-o", "migrated.ndjson"]).expect(0)
    let migrated = try await bench.run(Tool.ranking, ["migrated.ndjson"] + Self.now)
    #expect(migrated.output == ranked.output, "\(migrated)")
  }

  @Test func `a compressed changelog, and a catalogue that is one`() async throws {
    let rows = try bench.bytes("rows.json")
    try bench.write(try compressed(rows, with: "gzip"), to: "rows.gz")
    let plain = try await bench.run(Tool.ranking, ["rows.json"] + Self.whole)
    let packed = try await bench.run(
      Tool.ranking, ["rows.gz", "--jokes", "rows.json"] + Self.whole)
    #expect(packed.status == 0 && packed.output == plain.output, "\(packed)")
    #expect(packed.errors.contains("Boo. Boo who?"), "\(packed)")
  }

  @Test func `a document with a row without a valid time is ignored by every tool`()
    async throws
  {
    let older = ManyRows.line("a", #""2026-03-01 00:00:01 UTC""#, rating: 4)
    let newer = ManyRows.line("a", #""later""#, rating: 4, isDeleted: true)
    try bench.write(older + "\n" + newer + "\n", to: "rows.json")
    for (tool, options) in [
      (Tool.ranking, Self.now), (Tool.documents, []), (Tool.ratings, ["--batches", "b"]),
    ] {
      let outcome = try await bench.run(tool, ["rows.json"] + options)
      #expect(outcome.status == 3 && !outcome.outputText.contains("joke-1"), "\(outcome)")
      #expect(outcome.errors.contains("so no row of its document counts"), "\(outcome)")
      #expect(outcome.errors.contains("left out with 1 document of unknown state"), "\(outcome)")
    }
    #expect(!bench.exists("b/batch-00001.json"))
  }

  @Test(arguments: ["x ,", "] "])
  func `no batches are made if the rest of a file is lost`(damage: String) async throws {
    func row(_ id: String, _ second: Int, _ rating: Int) -> String {
      ManyRows.line(id, "\(1_772_323_200 + second)", rating: rating)
    }
    try bench.write("[\(row("a", 1, 3)),\(row("b", 1, 4))]", to: "rows/1")
    try bench.write(
      "[\(row("c", 2, 5)) \(damage == "x ," ? "," : "")\(damage)\(row("a", 2, 5))]", to: "rows/2")
    let batches = ["rows", "--batches", "b"]
    try await bench.run(Tool.ratings, batches).expect(65, "rows/2:1:")
    for more in [[], ["--dry-run"]] {
      try await bench.run(Tool.ratings, batches + ["--salvage"] + more).expect(
        65, "no batches are made of older ones", "get their files again")
    }
    #expect(!bench.exists("b"))
    try await bench.run(Tool.documents, ["rows", "--salvage"]).expect(
      3, "rows/2: the rest of the file is unread, and may hold the latest row of any document",
      "nothing that follows is read")
  }

  @Test(arguments: [
    #"{"timestamp":4,"document_na"#, #"{"timestamp":4,"operation":"DELETE"}"#,
    #"{"timestamp":4,"operation":"DELETE","document_name":"c/a","document_name":"c/a"}"#,
  ])
  func `no batches are made if a row names no document`(row: String) async throws {
    let rows = [ManyRows.line("a", "1", rating: 4), row]
    try bench.write(rows.joined(separator: "\n") + "\n", to: "rows.json")
    try await bench.run(Tool.ratings, ["rows.json", "--salvage", "--batches", "b"]).expect(
      65, "no batches are made of older ones")
    try await bench.run(Tool.ratings, ["rows.json", "--salvage", "--dry-run"]).expect(
      3, "1 unreadable row of changelogs may be the latest of any document")
  }

  @Test func `the list of rejects says why a damaged row is not in it`() async throws {
    let row = ManyRows.line("a", "1", rating: 4)
    try bench.write(row + "\n" + row.dropLast() + "\n", to: "rows.json")
    try await bench.run(Tool.documents, ["rows.json", "--salvage", "--rejects", "list"]).expect(3)
    #expect(try bench.text("list").contains(#""record_left_out":"no document""#))
  }

  @Test func `damaged gzip is reported instead of the damaged rows in it`() async throws {
    let rows = ManyRows(seed: 0xF1).lines.joined(separator: "\n")
    var packed = try compressed(Data(rows.utf8), with: "gzip")
    packed[packed.count * 3 / 4] ^= 0xFF
    try bench.write(packed, to: "rows.gz")
    for tool in [Tool.ranking, Tool.documents] {
      let outcome = try await bench.run(tool, ["rows.gz"])
      #expect(outcome.status == 65 && outcome.output.isEmpty, "\(outcome)")
      #expect(outcome.errors.contains("not valid gzip"), "\(outcome)")
    }
  }

  @Test(arguments: [false, true], ["1", "2"])
  func `rows of one shape count once for each document, however many threads there are`(
    isArray: Bool, jobs: String
  ) async throws {
    let rows = ManyRows(seed: 0xF1)
    let text = rows.lines.joined(separator: isArray ? ",\n" : "\n")
    try bench.write(isArray ? "[\(text)]" : text + "\n", to: "rows.json")
    try bench.write(rows.left.joined(separator: "\n") + "\n", to: "left.ndjson")
    let options = ["--scale", "five-point", "--jobs", jobs] + Self.now
    let ranked = try await bench.run(Tool.ranking, ["rows.json"] + options)
    let twin = try await bench.run(Tool.ranking, ["left.ndjson"] + options)
    #expect(ranked.status == 0 && ranked.output == twin.output, "\(ranked)\n\(twin)")
    #expect(twin.outputText.contains("\"hilarious\""))
  }
}

/// A changelog in which most rows are superseded, and all look alike.
private struct ManyRows {
  /// The rows, in the order of the file.
  private(set) var lines: [String] = []
  /// The remaining documents, as plain lines.
  private(set) var left: [String] = []

  /// A row of a document.
  static func line(
    _ id: String, _ moment: String, joke: String = "joke-1", rating: Int, isDeleted: Bool = false
  ) -> String {
    #"{"timestamp":\#(moment),"document_name":"projects/p/databases/(default)/documents/"#
      + #"rating_events/\#(id)","data":"{\"joke_id\":\"\#(joke)\",\"rating\":\#(rating)}","#
      + #""operation":"\#(isDeleted ? "DELETE" : "UPDATE")"}"#
  }

  init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var latest: [Int: (second: Int, line: String?)] = [:]
    for _ in 0..<9000 {
      let id = Int.random(in: 1000..<4000, using: &generator)
      let second = Int.random(in: 1_772_300_000..<1_772_310_000, using: &generator)
      let rating = Int.random(in: 1...5, using: &generator)
      let joke = "joke-\(Int.random(in: 10..<40, using: &generator))"
      let isDeleted = generator.happens(onceIn: 5)
      lines.append(
        Self.line("\(id)", "\(second)", joke: joke, rating: rating, isDeleted: isDeleted))
      if let known = latest[id], known.second > second { continue }
      let line = #"{"id":"\#(id)","joke_id":"\#(joke)","rating":\#(rating)}"#
      latest[id] = (second, isDeleted ? nil : line)
    }
    left = latest.sorted { $0.key < $1.key }.compactMap(\.value.line)
  }
}
