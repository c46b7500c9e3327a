import Foundation
import TestSupport
import Testing

/// Rows of a BigQuery changelog, from the command line.
struct ChangelogTests {
  private let bench: Bench
  private static let now = ["--now", "2026-03-01T04:00:00Z"]

  init() throws {
    bench = try Bench()
    try bench.write(try Fixtures.input(Tool.ranking, "bigquery.ndjson"), to: "rows.json")
  }

  @Test func `a changelog in several files of a folder is one`() async throws {
    let whole = try await bench.run(Tool.ranking, ["rows.json"] + Self.now)
    let lines = try bench.text("rows.json").split(separator: "\n")
    for (number, line) in lines.enumerated() {
      try bench.write(line + "\n", to: "rows/rows-\(10 + number).json")
    }
    let parts = try await bench.run(Tool.ranking, ["rows"] + Self.now)
    #expect(parts.status == 0 && parts.output == whole.output, "\(parts)")
    #expect(
      parts.errors.contains("13 rows of changelogs tell of 8 documents"), "\(parts)")
  }

  @Test func `a stream cannot be read twice`() async throws {
    let rows = try bench.bytes("rows.json")
    for tool in [Tool.ranking, Tool.documents] {
      let outcome = try await bench.run(tool, ["-"], input: .bytes(rows))
      #expect(outcome.status == 65 && outcome.output.isEmpty, "\(outcome)")
      #expect(outcome.errors.contains("which are read twice, and a stream is read once"))
    }
  }

  @Test func `a history is not rewritten, and batches are made of it`() async throws {
    for output in [["-o", "out"], ["--in-place"], ["-o", "out", "--dry-run"]] {
      let refused = try await bench.run(Tool.ratings, ["rows.json"] + output)
      #expect(refused.status == 65 && !bench.exists("out"), "\(refused)")
      #expect(refused.errors.contains("is not rewritten"))
    }
    let outcome = try await bench.run(Tool.ratings, ["rows.json", "--batches", "b"])
    #expect(outcome.status == 0, "\(outcome)")
    let batch = try bench.text("b/batch-00001.json")
    #expect(batch.components(separatedBy: "\"update\"").count == 3, "\(batch)")
    let dry = try await bench.run(Tool.ratings, ["rows.json", "--dry-run"])
    #expect(dry.status == 0 && !dry.errors.contains("SHA-256"), "\(dry)")
    let check = try await bench.run(Tool.ratings, ["rows.json", "--check"])
    #expect(check.status == 2)
  }

  @Test func `a printed changelog is an export that can be rewritten`() async throws {
    let ranked = try await bench.run(
      Tool.ranking, ["rows.json", "--scale", "five-point"] + Self.now)
    try await bench.run(
      Tool.documents,
      ["rows.json", "--plain", "--collection", "rating_events", "-o", "plain.ndjson"])
    let outcome = try await bench.run(Tool.ratings, ["plain.ndjson", "-o", "migrated.ndjson"])
    #expect(outcome.status == 0, "\(outcome)")
    let migrated = try await bench.run(Tool.ranking, ["migrated.ndjson"] + Self.now)
    #expect(migrated.output == ranked.output, "\(migrated)")
  }

  @Test func `a compressed changelog, and a catalogue that is one`() async throws {
    let rows = try bench.bytes("rows.json")
    try bench.write(try compressed(rows, with: "gzip"), to: "rows.gz")
    let plain = try await bench.run(Tool.ranking, ["rows.json"] + Self.now)
    let packed = try await bench.run(
      Tool.ranking, ["rows.gz", "--jokes", "rows.json"] + Self.now)
    #expect(packed.status == 0 && packed.output == plain.output, "\(packed)")
    #expect(packed.errors.contains("Boo. Boo who?"), "\(packed)")
  }
}
