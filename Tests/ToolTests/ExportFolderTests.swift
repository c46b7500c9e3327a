import Foundation
import TestSupport
import Testing

/// The files around the shards of an export, and the folders that migrated exports may go to.
struct ExportFolderTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  @Test func `a copy of a shard beside it is neither counted nor migrated`() async throws {
    try bench.addExport("emulator")
    for name in ["output-0 (1)", "output-0.bak"] {
      let shard = try bench.bytes("export/" + ExportTree.shards + "output-0")
      try bench.write(shard, to: "export/" + ExportTree.shards + name)
    }
    try await bench.run(Tool.ratings, ["export/firestore_export", "-o", "out"]).expect(
      0, "output-0 (1): the export's metadata do not list it")
    #expect(
      try bench.files(in: "out")
        == ExportTree.files(ExportTree.url("emulator-migrated/firestore_export")))
  }

  @Test func `a copy of a shard under any name is no documents, and goes along`() async throws {
    try bench.addExport("managed")
    let before = try await bench.run("read-export", ["export", "--count"])
    let shard = try #require(bench.files(in: "export").first { $0.key.hasSuffix("output-0") })
    try bench.write(shard.value, to: "export/backup")
    let after = try await bench.run("read-export", ["export", "--count"])
    #expect(after.output == before.output, "\(after)")
    let outcome = try await bench.run(Tool.ratings, ["export", "-o", "out"])
    #expect(
      outcome.errors.contains("export/backup: the export's metadata do not list it"),
      "\(outcome)")
    #expect(try bench.bytes("out/backup") == shard.value)
  }

  @Test(arguments: ["export", "export/managed.overall_export_metadata"])
  func `other documents in an export's folder are none of the export's`(
    operand: String
  ) async throws {
    try bench.addExport("managed")
    let metadata = try #require(
      bench.files(in: "export").keys.first { $0.hasSuffix("overall_export_metadata") })
    let operand = operand == "export" ? operand : "export/" + metadata
    let before = try await bench.run("read-export", [operand, "--count"])
    let other = "{\"joke_id\":\"a\",\"rating\":4}\n"
    try bench.write(other, to: "export/old.ndjson")
    let after = try await bench.run("read-export", [operand, "--count"])
    #expect(after.output == before.output, "\(after)")
    for tool in ["read-export", Tool.ratings, Tool.ranking] {
      let outcome = try await bench.run(tool, [operand, "-n", "--force"])
      #expect(outcome.errors.contains("old.ndjson"), "\(outcome)")
      #expect(outcome.errors.contains("the export's metadata do not list it"), "\(outcome)")
    }
    try await bench.run(Tool.ratings, [operand, "--in-place"]).expect(0)
    #expect(try bench.text("export/old.ndjson") == other)
  }

  @Test(arguments: [
    ("BZh91AY&SY", "it is compressed", "bzip2"), ("<!DOCTYPE html>\n", "a web page", "download"),
  ])
  func `another file in the place of a shard is named by its kind`(
    text: String, name: String, hint: String
  ) async throws {
    try bench.addExport("managed")
    let shard = try #require(bench.files(in: "export").keys.first { $0.hasSuffix("output-0") })
    try bench.write(text, to: "export/" + shard)
    let outcome = try await bench.run("read-export", ["export"])
    outcome.expect(65, "it should be a shard")
    #expect(outcome.errors.contains(name.replacing("it is ", with: "")), "\(outcome)")
    #expect(outcome.errors.contains(hint), "\(outcome)")
  }

  @Test(arguments: ["zeroed", "random", "cut"])
  func `a damaged shard beside others is damage, without metadata, too`(damage: String) async throws
  {
    try bench.addExport("managed")
    let shard = try #require(bench.files(in: "export").keys.first { $0.hasSuffix("output-0") })
    let bytes = try bench.bytes("export/" + shard)
    let damaged =
      switch damage {
      case "zeroed": Data(count: 16) + bytes.dropFirst(16)
      case "random": Data([0xFF, 0xFE, 0x80, 0x99]) + bytes.dropFirst(4)
      default: bytes.prefix(5)
      }
    try bench.write(bytes, to: "in/output-0")
    try bench.write(damaged, to: "in/output-1")
    for (tool, options) in [
      ("read-export", ["--check"]), (Tool.ratings, ["-n"]),
      (Tool.ranking, ["-n", "--max-unmigrated", "100%"]),
    ] {
      try await bench.run(tool, ["in"] + options).expect(65, "in/output-1")
      try await bench.run(tool, ["in", "--salvage"] + options).expect(3)
    }
  }

  @Test(arguments: [("in", "."), ("in/all_namespaces", "k"), ("in/all_namespaces/k", ".")])
  func `below all_namespaces a file with such a name is a shard, wherever the run begins`(
    folder: String, operand: String
  ) async throws {
    try bench.write(Data(count: 16) + Data("words".utf8), to: "in/all_namespaces/k/output-0")
    try await bench.run(
      "read-export", [operand], shell: "cd \(folder) && exec \"$@\""
    ).expect(65, "not valid managed export shard")
  }

  @Test func `a file that is only named like a shard has no count to check`() async throws {
    try bench.write("{\"joke_id\":\"a\",\"rating\":4}\n", to: "in/output-0")
    let outcome = try await bench.run(Tool.ratings, ["in", "-n"])
    #expect(outcome.status == 0 && !outcome.errors.contains("cannot be checked"), "\(outcome)")
  }

  @Test func `a second export in an emulator's folder is copied with a warning`() async throws {
    try bench.addExport("emulator")
    try bench.addExport("managed", as: "export/second")
    try await bench.run(Tool.ratings, ["export", "-o", "out"]).expect(
      0, "does not list it: it is not read")
    #expect(try bench.files(in: "out/second") == bench.files(in: "export/second"))
  }

  @Test func `empty directories of an export are made, and those of others are not`() async throws {
    try bench.addExport("emulator", as: "all/export")
    try bench.makeDirectory("all/export/storage_export/metadata/deep")
    try bench.makeDirectory("all/empty")
    try await bench.run(Tool.ratings, ["all", "-o", "dry", "--dry-run"])
    #expect(!bench.exists("dry"))
    try await bench.run(Tool.ratings, ["all", "-o", "out"]).expect(0)
    #expect(bench.exists("out/export/storage_export/metadata/deep"))
    #expect(!bench.exists("out/empty"))
    try bench.write("words", to: "in-the-way/export/storage_export/metadata/deep")
    try await bench.run(Tool.ratings, ["all", "-o", "in-the-way"]).expect(73)
  }

  @Test func `a folder that holds another export gets no second one`() async throws {
    try bench.addExport("emulator/firestore_export")
    try bench.write("x", to: "out/other.overall_export_metadata")
    try await bench.run(Tool.ratings, ["export", "-o", "out"]).expect(
      73, "'out/other.overall_export_metadata' describes it")
    try await bench.run(Tool.ratings, ["export", "-o", "out", "--dry-run"]).expect(
      0, "the real run would fail: another export is")
    try await bench.run(Tool.ratings, ["export", "-o", "out", "--force"]).expect(
      73, "remove that export")
  }

  @Test func `two exports are not written into one folder`() async throws {
    try bench.addExport("emulator/firestore_export", as: "one")
    try bench.addExport("managed", as: "two")
    try await bench.run(Tool.ratings, ["one", "two", "-o", "out"]).expect(
      64, "would both describe the export in 'out/'")
  }

  @Test func `a copied file is no more open than it was`() async throws {
    try bench.addExport("emulator")
    let accounts = "/auth_export/accounts.json"
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: bench.url("export" + accounts).path)
    try await bench.run(Tool.ratings, ["export", "-o", "out"]).expect(0)
    let mode = try FileManager.default.attributesOfItem(atPath: bench.url("out" + accounts).path)
    #expect(mode[.posixPermissions] as? Int == 0o600)
  }

  @Test func `a file named through two operands is named with both`() async throws {
    try bench.addExport("emulator/firestore_export")
    try await bench.run(
      "read-export", ["export", "export/all_namespaces", "--count"]
    ).expect(64, "is named twice, by 'export' and by 'export/all_namespaces'")
    let folder = try await bench.run(
      "read-export",
      ["export/", "export/firestore_export.overall_export_metadata", "--count"])
    #expect(folder.errors.contains("names the same directory as 'export/'"), "\(folder)")
  }
}
