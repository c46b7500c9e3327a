import Foundation
import TestSupport
import Testing

/// Whole managed exports, as `data/README.md` describes them.
struct ManagedExportTests {
  private let bench: Bench
  private let now = ["--now", "2026-03-01T00:00:00Z"]

  init() throws { bench = try Bench() }

  // MARK: Rewriting

  @Test(arguments: ["managed", "emulator"])
  func `a migrated export is the one that Google's definitions give, file for file`(
    name: String
  ) async throws {
    try bench.addExport(name)
    try await bench.run(Tool.ratings, ["export", "-o", "out"]).expect(0)
    #expect(try bench.files(in: "out") == ExportTree.files(ExportTree.url(name + "-migrated")))
    try await bench.run(Tool.ratings, ["out", "-o", "again"])
    #expect(try bench.files(in: "again") == bench.files(in: "out"))
  }

  @Test(arguments: [
    ("emulator", "export/firebase-export-metadata.json"),
    ("emulator/firestore_export", "export/" + "firestore_export.overall_export_metadata"),
    ("emulator/firestore_export", "export/"),
  ])
  func `an export is named by its folder, or by a file that describes it`(
    name: String, operand: String
  ) async throws {
    try bench.addExport(name)
    try await bench.run(Tool.ratings, [operand, "-o", "out"]).expect(0)
    let migrated = name.replacing("emulator", with: "emulator-migrated")
    #expect(try bench.files(in: "out") == ExportTree.files(ExportTree.url(migrated)))
  }

  @Test func `an export in a folder of others comes out where it was`() async throws {
    try bench.addExport("emulator", as: "all/2026/march")
    try bench.addExport("managed", as: "all/2026/april")
    try bench.write(try Fixtures.input(Tool.ratings, "mixed.ndjson"), to: "all/plain.ndjson")
    try bench.write("words\n", to: "all/notes.txt")
    try bench.write("words\n", to: "all/2026/april/notes.txt")
    let outcome = try await bench.run(Tool.ratings, ["all", "-o", "out"]).expect(0)
    #expect(
      try bench.files(in: "out/2026/march")
        == ExportTree.files(ExportTree.url("emulator-migrated")))
    var april = try ExportTree.files(ExportTree.url("managed-migrated"))
    april["notes.txt"] = Data("words\n".utf8)
    #expect(try bench.files(in: "out/2026/april") == april)
    #expect(bench.exists("out/plain.ndjson"))
    #expect(!bench.exists("out/notes.txt"))
    #expect(outcome.errors.contains("note: skipped 'all/notes.txt': "), "\(outcome)")
  }

  @Test func `hidden files and what archives of macOS add are nothing`() async throws {
    try bench.addExport("emulator")
    try bench.write("junk", to: "export/__MACOSX/._firestore_export.overall_export_metadata")
    try bench.write("junk", to: "export/" + ExportTree.shards + "._output-0")
    try await bench.run(Tool.ratings, ["export", "-o", "out"]).expect(0)
    #expect(
      try bench.files(in: "out") == ExportTree.files(ExportTree.url("emulator-migrated")))
  }

  @Test func `in place only shards that change are touched, and the counts of them`() async throws {
    try bench.addExport("emulator")
    let before = try bench.tree()
    try await bench.run(Tool.ratings, ["export", "--in-place"]).expect(0)
    #expect(
      try bench.files(in: "export") == ExportTree.files(ExportTree.url("emulator-migrated")))
    let after = try bench.tree()
    let touched = try bench.files(in: "export").keys.filter {
      before["export/" + $0] != after["export/" + $0]
    }
    #expect(
      touched.sorted() == [
        ExportTree.shards + "output-0", ExportTree.shards + "output-1", ExportTree.metadata,
      ])
    try await bench.run(Tool.ratings, ["export", "--in-place"])
    let unchanged = try bench.tree()
    for name in try bench.files(in: "export").keys {
      #expect(unchanged["export/" + name] == after["export/" + name], "\(name)")
    }
  }

  @Test func `a dry run without an output has the digest of every file`() async throws {
    try bench.addExport("managed")
    let dry = try await bench.run(Tool.ratings, ["export", "-n"])
    try await bench.run(Tool.ratings, ["export", "-o", "out"]).expect(0)
    let written = try bench.files(in: "out").keys
    #expect(written.count > 2)
    for name in written {
      #expect(dry.errors.contains("\(try await bench.digest("out/" + name))  export/\(name)"))
    }
  }

  @Test func `a dry run names every file, with the digest that it will have`() async throws {
    try bench.addExport("emulator")
    let before = try bench.tree()
    let dry = try await bench.run(Tool.ratings, ["export", "-o", "out", "--dry-run"]).expect(0)
    #expect(try bench.tree() == before)
    try await bench.run(Tool.ratings, ["export", "-o", "out"])
    for name in try bench.files(in: "out").keys {
      #expect(dry.errors.contains(try await bench.digest("out/" + name) + "  out/" + name))
    }
  }

  @Test func `a check says whether anything is pending`() async throws {
    try bench.addExport("emulator")
    try bench.addExport("emulator-migrated", as: "done")
    let before = try bench.tree()
    try await bench.run(Tool.ratings, ["export", "--check"]).expect(2)
    try await bench.run(Tool.ratings, ["done", "--check"]).expect(0)
    #expect(try bench.tree() == before)
  }

  @Test func `an export without documents comes out as it was`() async throws {
    try bench.addExport("emulator/firestore_export")
    let all = "export/firestore_export.overall_export_metadata"
    try bench.remove("export/all_namespaces")
    // The two records that an emulator without documents writes.
    let empty: [UInt8] = [0xB8, 0x6D, 0x44, 0x4E, 1, 0, 1, 0x33, 5, 0x2B, 0x28, 0x43, 0, 0, 1]
    try bench.write(Data(empty), to: all)
    try await bench.run(Tool.ratings, ["export", "-o", "out"]).expect(
      0, "warning: \(all): the export is empty")
    #expect(try bench.files(in: "out") == bench.files(in: "export"))
    try await bench.run(Tool.ranking, ["export"] + now).expect(0)
  }

  // MARK: Damage

  @Test(arguments: [
    (ExportTree.shards + "output-0", 3), (ExportTree.shards + "output-0", 8000),
    (ExportTree.shards + "output-1", 9435), (ExportTree.metadata, 0), (ExportTree.metadata, 40),
  ])
  func `a flipped bit in any shard keeps everything back`(name: String, byte: Int) async throws {
    try bench.addExport("emulator")
    try bench.flip("export/" + name, byte: byte)
    let before = try bench.files(in: "")
    for arguments in [["-o", "out"], ["--in-place"]] {
      try await bench.run(Tool.ratings, ["export"] + arguments).expect(
        65, "error: export/\(name) (byte ")
      #expect(try bench.files(in: "") == before)
    }
    try await bench.run(Tool.ranking, ["export"]).expect(65)
  }

  @Test func `salvage takes the documents that are there, and counts those`() async throws {
    try bench.addExport("emulator")
    try bench.write(Data(), to: "export/" + ExportTree.shards + "output-1")
    try await bench.run(Tool.ratings, ["export", "-o", "out"]).expect(65)
    try await bench.run(Tool.ratings, ["export", "-o", "out", "--salvage"]).expect(
      3, "warning: export/\(ExportTree.metadata): incomplete")
    let again = try await bench.run(Tool.ratings, ["out", "--check"]).expect(0)
    #expect(!again.errors.contains("incomplete"), "\(again)")
  }

  @Test(arguments: [
    (Tool.ratings, ["-o", "out"]), (Tool.ranking, ["--scale", "five-point"]),
    ("read-export", ["--count"]),
  ])
  func `each entity that salvage finds missing is a reject`(
    tool: String, arguments: [String]
  ) async throws {
    try bench.addExport("emulator")
    try bench.write(Data(), to: "export/" + ExportTree.shards + "output-1")
    let salvage = ["export", "--salvage", "--rejects", "rejects"] + arguments
    try await bench.run(tool, salvage + ["--max-rejects", "1"]).expect(4)
    #expect(!bench.exists("out"))
    try await bench.run(tool, salvage + ["--summary", "summary"]).expect(3)
    let lines = try bench.text("rejects").split(separator: "\n")
    #expect(lines.count == 1)
    let line = String(lines.first ?? "")
    #expect(line.contains(#""kind":"missing entities""#), "\(line)")
    let count = try #require(line.firstMatch(of: /"count":([0-9]+)/)?.1)
    #expect(line.contains("export/" + ExportTree.metadata))
    #expect(try bench.text("summary").contains("\"rejects\": \(count)"), "\(line)")
  }

  @Test func `migrate-saved has no use for an export`() async throws {
    try bench.addExport("emulator")
    try await bench.run(Tool.saved, ["export", "-o", "out"] + now).expect(65)
    #expect(!bench.exists("out"))
  }

  // MARK: Reading

  @Test func `an export ranks as its twin in NDJSON`() async throws {
    try bench.addExport("emulator")
    try bench.write(try Data(contentsOf: ExportTree.url("emulator.ndjson")), to: "twin")
    let options = ["--scale", "five-point"] + now
    let export = try await bench.run(Tool.ranking, ["export"] + options).expect(0)
    #expect(export.output == (try await bench.run(Tool.ranking, ["twin"] + options)).output)
    let both = try await bench.run(Tool.ranking, ["export", "twin"] + options)
    #expect(both.errors.contains("80 read"), "\(both)")
  }

  @Test func `an export is a catalogue of the jokes in it`() async throws {
    try bench.addExport("emulator")
    let ranking = try await bench.run(
      Tool.ranking, ["export", "--jokes", "export", "--scale", "five-point"] + now)
    ranking.expect(0, "joke number 0")
    #expect(!ranking.errors.contains("not in the catalogue"), "\(ranking)")
    try bench.write(try Fixtures.input(Tool.saved, "dump.json"), to: "dump.json")
    let feed = try await bench.run(
      "preview-feed", ["export", "dump.json", "--as", "json", "--date", "2026-03-01"])
    feed.expect(0)
    #expect(feed.outputText.contains("joke number 4"), "\(feed)")
  }

  @Test func `batches are made of an export as of any other`() async throws {
    try bench.addExport("emulator")
    try await bench.run(Tool.ratings, ["export", "--batches", "batches"]).expect(0)
    #expect(bench.exists("batches/batch-00001.json"))
    #expect(!bench.exists("out"))
  }
}

/// Real exports, in the folder that `LAUGHTRACK_SAMPLES` names.
@Suite(
  .enabled(
    if: ProcessInfo.processInfo.environment["LAUGHTRACK_SAMPLES"] != nil,
    "LAUGHTRACK_SAMPLES names no folder of samples"))
struct ManagedExportSampleTests {
  @Test(arguments: ["swiftguide", "algolia", "vocab", "catan_now"])
  func `a real export in which nothing changes comes out as it was`(name: String) async throws {
    let bench = try Bench()
    let root = try #require(ProcessInfo.processInfo.environment["LAUGHTRACK_SAMPLES"])
    let source = URL(fileURLWithPath: root + "/real/\(name)/raw")
    try await bench.run(
      Tool.ratings, [source.path, "-o", "out", "--allow-empty"]
    ).expect(0)
    #expect(try bench.files(in: "out") == ExportTree.files(source))
  }

  @Test func `a database's export of 2,000 events keeps its form, and is done after one run`()
    async throws
  {
    let bench = try Bench()
    let root = try #require(ProcessInfo.processInfo.environment["LAUGHTRACK_SAMPLES"])
    try await bench.run(
      Tool.ratings, [root + "/managed-2k/2026-03-26T00_00_00_12345", "-o", "out"]
    ).expect(0, "1,051 kept + 728 updated + 221 deleted")
    let shard = try bench.bytes("out/all_namespaces/kind_rating_events/output-0")
    #expect(shard.count % 32_768 == 0)
    try await bench.run(Tool.ratings, ["out", "-o", "again"]).expect(0)
    #expect(try bench.files(in: "again") == bench.files(in: "out"))
  }
}
