import Foundation
import TestSupport
import Testing

/// A shard of a managed export, as `data/README.md` describes it.
struct ManagedShardTests {
  private let bench: Bench
  private let shard: Data
  private let migrated: Data

  init() throws {
    bench = try Bench()
    let path = "all_namespaces/kind_rating_events/output-0"
    shard = try Data(contentsOf: Fixtures.data.appending(path: "exports/managed/" + path))
    migrated = try Data(
      contentsOf: Fixtures.data.appending(path: "exports/managed-migrated/" + path))
    try bench.write(shard, to: "output-0")
  }

  @Test func `a migrated shard is the one that Google's definitions give`() async throws {
    try await bench.run(Tool.ratings, ["output-0", "-o", "out"]).expect(0)
    #expect(try bench.bytes("out") == migrated)
    try await bench.run(Tool.ratings, ["out", "-o", "again"])
    #expect(try bench.bytes("again") == migrated)
  }

  @Test func `a shard ranks as its migrated copy does`() async throws {
    try bench.write(migrated, to: "migrated")
    let options = ["--now", "2026-03-01T00:00:00Z"]
    let before = try await bench.run(
      Tool.ranking, ["output-0", "--scale", "five-point"] + options)
    let after = try await bench.run(Tool.ranking, ["migrated"] + options)
    before.expect(0)
    #expect(before.output == after.output)
    #expect(!after.output.isEmpty)
  }

  @Test func `standard input may be a shard`() async throws {
    let outcome = try await bench.run(Tool.ratings, ["-", "-o", "-"], input: .bytes(shard))
    outcome.expect(0)
    #expect(outcome.output == migrated)
  }

  @Test(arguments: [0, 5, 6, 7, 400, 20_000, 40_000, 65_000])
  func `a flipped bit is named with file, byte and record, and nothing is published`(
    byte: Int
  ) async throws {
    var flipped = shard
    flipped[byte] ^= 2
    try bench.write(flipped, to: "output-0")
    for tool in [Tool.ratings, Tool.ranking] {
      let outcome = try await bench.run(tool, ["output-0", "-o", "out"]).expect(65)
      #expect(outcome.errors.hasPrefix("\(tool): error: output-0 (byte "), "\(outcome)")
      #expect(outcome.errors.contains("): not valid managed export shard: record "), "\(outcome)")
      #expect(try bench.names() == ["output-0"])
    }
  }

  @Test func `salvage goes on behind a damaged record, and keeps it where nothing goes`()
    async throws
  {
    var flipped = migrated
    flipped[400] ^= 2
    try bench.write(flipped, to: "output-0")
    try await bench.run(Tool.ratings, ["output-0", "-o", "out", "--salvage"]).expect(
      3, "record 2: the checksum does not match")
    #expect(try bench.bytes("out") == flipped)
  }

  @Test func `batches name a shard's documents in full, and ask that they exist`() async throws {
    try await bench.run(Tool.ratings, ["output-0", "--batches", "batches"]).expect(0)
    let text = try bench.text("batches/batch-00001.json")
    #expect(text.contains("projects/mr-funny-jokes/databases/(default)/documents/rating_events/"))
    #expect(text.contains(#""currentDocument":{"exists":true}"#))
  }
}
