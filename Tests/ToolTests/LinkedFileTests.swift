import Foundation
import TestSupport
import Testing

/// Files with several names in a directory, and symbolic links in the folders of exports.
struct LinkedFileTests {
  private static let event = "{\"id\":\"a\",\"joke_id\":\"j\",\"rating\":4}\n"
  private static let migrated = "{\"id\":\"a\",\"joke_id\":\"j\",\"rating\":5}\n"
  private static let part = "all_namespaces/kind_rating_events"
  private let bench: Bench

  init() throws {
    bench = try Bench()
    try bench.write(Self.event, to: "in/b")
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: bench.url(name).path, withDestinationPath: target)
  }

  private func linkHard(_ name: String, to target: String) throws {
    try FileManager.default.linkItem(at: bench.url(target), to: bench.url(name))
  }

  // MARK: One file with several names

  @Test func `a tool that only reads reads a linked file once, with a warning`() async throws {
    try link("in/a", to: "b")
    try linkHard("in/c", to: "in/b")
    for tool in [Tool.documents, Tool.ranking] {
      let outcome = try await bench.run(tool, ["in"] + Tool.unmigrated(tool))
      outcome.expect(
        0, "warning: in/a: it is the same file as 'in/b', and is",
        "warning: in/c: it is the same file as 'in/b', and is")
      #expect(outcome.errors.contains(tool == Tool.ranking ? "1" : "1 read"), "\(outcome)")
    }
  }

  @Test func `a link beside its file stays a link, and the file is written once`() async throws {
    try link("in/a", to: "b")
    try await bench.run(Tool.ratings, ["in", "-o", "out"]).expect(0)
    #expect(try bench.files(in: "out") == ["b": Data(Self.migrated.utf8)])
    try await bench.run(Tool.ratings, ["in", "--in-place"]).expect(0)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: bench.url("in/a").path) == "b")
    #expect(try bench.text("in/a") == Self.migrated)
  }

  @Test(arguments: [["--in-place"], ["-o", "out"]])
  func `hard links would be written by themselves, and are refused`(
    options: [String]
  ) async throws {
    try linkHard("in/a", to: "in/b")
    try await bench.run(Tool.ratings, ["in"] + options).expect(64, "hint: remove one of the names")
    #expect(try bench.text("in/a") == Self.event)
    #expect(!bench.exists("out"))
  }

  @Test func `a link in another folder to a file is refused, and its hint advises no link`()
    async throws
  {
    try bench.makeDirectory("more")
    try link("more/a", to: "../in/b")
    try await bench.run(Tool.ratings, ["in", "more", "-o", "out"]).expect(
      64, "hint: remove the link, or make it a copy\n")
  }

  @Test func `a file in two named folders has one name, which no hint says to remove`()
    async throws
  {
    try bench.write(Self.event, to: "in/more/a")
    for folders in [["in", "in/more"], ["in/more", "in"]] {
      let outcome = try await bench.run(Tool.ratings, folders + ["--in-place"])
      outcome.expect(64, "hint: name each input once")
      #expect(!outcome.errors.contains("remove"), "\(outcome)")
    }
  }

  @Test func `two operands that are one file are refused as ever`() async throws {
    try link("latest", to: "in/b")
    try await bench.run(Tool.documents, ["in", "latest"]).expect(64)
    try await bench.run(Tool.documents, ["in/b", "latest"]).expect(64)
  }

  // MARK: In exports

  @Test func `a link beside shards becomes the file that it leads to, and is told`() async throws {
    try bench.addExport("managed")
    try bench.write("words\n", to: "words")
    try link("export/\(Self.part)/notes", to: "../../../words")
    try await bench.run(Tool.ratings, ["export", "-o", "out"]).expect(
      0, "warning: export/\(Self.part)/notes: it is a link; the copy is")
    #expect(try bench.files(in: "out")[Self.part + "/notes"] == Data("words\n".utf8))
    let inPlace = try await bench.run(Tool.ratings, ["export", "--in-place"])
    #expect(inPlace.status == 0 && !inPlace.errors.contains("it is a link"), "\(inPlace)")
  }

  @Test func `a shard that is a link to another in its folder is left out`() async throws {
    try bench.addExport("managed")
    try link("export/\(Self.part)/latest", to: "output-0")
    try await bench.run(Tool.ratings, ["export", "-o", "out"]).expect(0)
    #expect(try bench.files(in: "out") == ExportTree.files(ExportTree.url("managed-migrated")))
  }

  @Test(arguments: ["all_namespaces", part])
  func `a shard below a link to a directory is refused as such`(folder: String) async throws {
    try bench.addExport("managed")
    try FileManager.default.moveItem(
      at: bench.url("export/" + folder), to: bench.url("elsewhere"))
    try link("export/" + folder, to: bench.url("elsewhere").path)
    try await bench.run(Tool.documents, ["export"]).expect(
      66, "is below 'export/\(folder)', which is a link to a directory",
      "hint: put the directory itself there")
  }
}
