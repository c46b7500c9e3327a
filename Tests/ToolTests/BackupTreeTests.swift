import Foundation
import TestSupport
import Testing

/// Trees of node-firestore-backup, from the command line.
struct BackupTreeTests {
  private let bench: Bench

  init() throws {
    bench = try Bench()
    try bench.addExport("backup")
  }

  private var migrated: [String: Data] {
    get throws { try ExportTree.files(ExportTree.url("backup-migrated")) }
  }

  private var someDocument: String {
    get throws {
      let names = try bench.files(in: "export").keys.sorted()
      return try #require(
        names.first { $0.split(separator: "/").count == 3 && $0.hasPrefix("rating_events/") })
    }
  }

  @Test func `a ranking is that of the plain twin`() async throws {
    let options = ["--now", "2026-03-01T04:00:00Z", "--scale", "five-point"]
    let ranked = try await bench.run(Tool.ranking, ["export"] + options)
    let twin = try await bench.run(
      Tool.ranking, [ExportTree.url("backup.ndjson").path] + options)
    #expect(ranked.status == 0 && ranked.output == twin.output, "\(ranked)")
  }

  @Test func `every document is printed, from any folder`() async throws {
    let recorded = try Data(
      contentsOf: Fixtures.data.appending(path: "expected/exports/backup.ndjson"))
    let outcome = try await bench.run(Tool.documents, ["export"])
    #expect(outcome.output == recorded, "\(outcome)")
    let inside = try await bench.run(Tool.documents, ["."], in: bench.url("export"))
    #expect(inside.output == recorded)
    let one = try await bench.run(Tool.documents, ["export/" + someDocument])
    #expect(String(decoding: recorded, as: UTF8.self).contains(one.outputText))
    let folder = try (someDocument as NSString).deletingLastPathComponent
    let own = try await bench.run(Tool.documents, ["."], in: bench.url("export/" + folder))
    #expect(own.outputText.hasPrefix(one.outputText) && one.status == 0)
  }

  @Test func `below a document that is gone, names are whole if others are beside it`()
    async throws
  {
    let document = try bench.text("export/" + someDocument)
    let file = "left/users/u/rating_events/x/x.json"
    for path in [file, "left/users/v/v.json"] { try bench.write(document, to: path) }
    let folders = file.split(separator: "/").indices.map {
      file.split(separator: "/").prefix($0 + 1).joined(separator: "/")
    }
    for operand in folders {
      let outcome = try await bench.run(Tool.documents, [operand])
      #expect(outcome.outputText.contains(#"{"name":"users/u/rating_events/x","#), "\(outcome)")
    }
  }

  @Test func `a document is read whose id begins with a dot, and what is left below it`()
    async throws
  {
    let lost = try bench.text("export/" + someDocument)
    try bench.write(lost, to: "dotted/rating_events/.a/s/c/c.json")
    try bench.write(lost, to: "dotted/rating_events/b/b.json")
    try bench.write(lost, to: "dotted/.events/c/c.json")
    try await bench.run(Tool.documents, ["dotted", "--count"]).expect(
      0, ".events: 1\n", "rating_events: 1\n", "rating_events/*/s: 1\n")

    let document = try bench.text("export/" + someDocument)
    try bench.write(document, to: "left/rating_events/.a/.a.json")
    try await bench.run(Tool.documents, ["left", "--count"]).expect(0, "rating_events: 1")
    try await bench.run(Tool.documents, ["left/rating_events/.a", "--count"]).expect(0)
  }

  @Test func `a warning names a folder that may be the rest of a deleted document`() async throws {
    let document = try bench.text("export/" + someDocument)
    try bench.write(document, to: "left/rating_events/gone/rating_events/x/x.json")
    try await bench.run(Tool.ratings, ["left", "-o", "out"]).expect(
      0, "warning: left/rating_events/gone: this may be a backup of its own")
    let backup = try await bench.run(Tool.ratings, ["export", "-o", "out2"])
    #expect(!backup.errors.contains("nothing tells"), "\(backup)")
  }

  @Test func `a migrated tree differs in its ratings, and lacks what is deleted`() async throws {
    let outcome = try await bench.run(Tool.ratings, ["export", "-o", "out"]).expect(0)
    #expect(try bench.files(in: "out") == migrated)
    #expect(outcome.errors.contains("deleted with their documents:"))
    #expect(try folders(in: bench.url("out")) == foldersMigrated, "no empty folder stays")
    let again = try await bench.run(Tool.ratings, ["out", "-o", "again"])
    #expect(try again.status == 0 && bench.files(in: "again") == migrated)
  }

  @Test func `a resumed run leaves no folder of a deleted document`() async throws {
    for name in try bench.files(in: "export").keys {
      try bench.makeDirectory((("out/" + name) as NSString).deletingLastPathComponent)
    }
    try await bench.run(Tool.ratings, ["export", "-o", "out", "--resume"]).expect(0)
    #expect(try bench.files(in: "out") == migrated)
    #expect(try folders(in: bench.url("out")) == foldersMigrated)
  }

  private var foldersMigrated: [String] {
    get throws { try folders(in: ExportTree.url("backup-migrated")) }
  }

  private func folders(in directory: URL) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: directory.path).sorted()
  }

  @Test func `in place the files of deleted documents go, and only changed ones are written`()
    async throws
  {
    let before = try bench.files(in: "export")
    let dry = try await bench.run(Tool.ratings, ["export", "--in-place", "--dry-run"])
    #expect(try dry.status == 0 && bench.files(in: "export") == before, "\(dry)")
    #expect(dry.errors.contains("would be deleted with their documents:"))
    try await bench.run(Tool.ratings, ["export", "--check"]).expect(2)
    try await bench.run(Tool.ratings, ["export", "--in-place"]).expect(0)
    #expect(try bench.files(in: "export") == migrated)
  }

  @Test func `an older result loses what is deleted now`() async throws {
    try bench.addExport("backup", as: "out")
    try await bench.run(Tool.ratings, ["export", "-o", "out"]).expect(73)
    try await bench.run(Tool.ratings, ["export", "-o", "out", "--force"]).expect(0)
    #expect(try bench.files(in: "out") == migrated)
  }

  @Test func `a document that has lost fields is a reject, and stays`() async throws {
    let name = try someDocument
    let lost = #"{"rating":{"type":"number","value":3},"type":"unknown","value":{}}"#
    try bench.write(lost, to: "export/" + name)
    try await bench.run(Tool.ratings, ["export", "-o", "out"]).expect(3, name, "has lost fields")
    #expect(try bench.text("out/" + name) == lost)
  }

  private static let unknown =
    #"{"joke_id":{"value":"j","type":"string"},"rating":{"value":4,"type":"number"},"#
    + #""loc":{"type":"geopoint","value":{"_latitude":1,"_longitude":2}}}"#

  @Test(arguments: [unknown, #"{"rating":4}"#, #"{"error":{"value":4}}"#, #"{"__name__":"b"}"#])
  func `a JSON file among documents is a document, unreadable ones are rejects`(
    text: String
  ) async throws {
    let name = try someDocument
    try bench.write(text, to: "export/" + name)
    for (tool, options) in [
      (Tool.documents, []),
      (Tool.ranking, Tool.options(Tool.ranking) + Tool.unmigrated(Tool.ranking)),
      (Tool.ratings, ["-o", "out"]),
    ] {
      let outcome = try await bench.run(tool, ["export"] + options)
      #expect(outcome.status == 3 && outcome.errors.contains(name + ":1:"), "\(outcome)")
      #expect(outcome.errors.contains("has no type"), "\(outcome)")
      #expect(!outcome.outputText.contains(#"{"name":"rating""#), "\(outcome)")
    }
    #expect(try bench.text("out/" + name) == text)
  }

  @Test func `a document with a value of an unknown type is one by itself, too`() async throws {
    try bench.write(Self.unknown, to: "un/rating_events/b/b.json")
    for operand in ["un", "un/rating_events/b", "un/rating_events/b/b.json"] {
      let outcome = try await bench.run(Tool.documents, [operand])
      #expect(outcome.status == 3 && outcome.outputText.isEmpty, "\(outcome)")
      #expect(outcome.errors.contains("'loc' has no type"), "\(outcome)")
      #expect(outcome.errors.contains("document 'b'"), "\(outcome)")
    }
  }

  @Test(arguments: [-20, 200])
  func `a cut document is damage, and nothing is published`(byteCount: Int) async throws {
    let name = try someDocument
    let bytes = try bench.bytes("export/" + name)
    try bench.cut("export/" + name, to: byteCount < 0 ? bytes.count + byteCount : byteCount)
    let outcome = try await bench.run(Tool.ratings, ["export", "-o", "out"]).expect(65)
    #expect(outcome.errors.contains(name) && !bench.exists("out"))
    try await bench.run(Tool.ratings, ["export", "-o", "out", "--salvage"]).expect(3)
    #expect(try bench.bytes("out/" + name) == bench.bytes("export/" + name))
  }

  @Test func `other files in a tree are recognised by their bytes`() async throws {
    try bench.write("", to: "export/none.json")
    try bench.write("words", to: "export/notes.txt")
    try bench.write(#"{"joke_id":"plain","rating":5}"#, to: "export/more.json")
    let outcome = try await bench.run(
      Tool.ranking, ["export", "--scale", "five-point"])
    outcome.expect(0, "the file is empty", "notes.txt")
    #expect(outcome.outputText.contains("\"plain\""))
  }

  @Test func `batches name the documents by their places`() async throws {
    try await bench.run(
      Tool.ratings, ["export", "--batches", "b", "--database", "projects/p/databases/d"]
    ).expect(0)
    let batch = try bench.text("b/batch-00001.json")
    #expect(batch.contains("\"delete\":\"projects/p/databases/d/documents/rating_events/"))
    #expect(!batch.contains("/below"))
  }
}
