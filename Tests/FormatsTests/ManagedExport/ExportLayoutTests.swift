import Scan
import SystemIO
import Testing

@testable import Formats

struct ExportLayoutTests {
  private func layout(
    _ tree: [String: [UInt8]], after exportCount: Int = 0
  ) throws -> ExportLayout {
    try ExportSearch(
      tree.keys.sorted(), in: "dir", after: exportCount,
      contents: { try #require(tree[$0]) }, isShard: { tree[$0] == Self.shard }
    ).run()
  }

  /// What stands for the bytes of a shard.
  private static let shard = Array("shard".utf8)

  private func problem(_ tree: [String: [UInt8]]) -> String? {
    do {
      _ = try layout(tree)
      return nil
    } catch { return "\(error)" }
  }

  private func shards(_ layout: ExportLayout) -> [[[String]]] {
    layout.exports.map { $0.parts.map(\.shards) }
  }

  private let production = ExportWriter.production(
    in: "a/b/", ["kind_x": ["output-0"], "kind_y": ["output-10", "output-9"]])

  @Test func `a production export is found at any depth, its shards as they are listed`() throws {
    let layout = try layout(production)
    let folder = "a/b/all_namespaces/"
    #expect(
      shards(layout) == [
        [
          [folder + "kind_x/output-0"],
          [folder + "kind_y/output-10", folder + "kind_y/output-9"],
        ]
      ])
    #expect(
      layout.roles[folder + "kind_y/output-9"] == .shard(export: 0, part: 1, isCertain: true))
    #expect(layout.roles["a/b/export.overall_export_metadata"] == .metadata(export: 0))
    #expect(layout.roles[folder + "kind_x/kind_x.export_metadata"] == .companion(export: 0))
    #expect(layout.roles.count == production.count)
    #expect(layout.warnings.isEmpty)
  }

  @Test func `an emulator's export takes everything in its folder along`() throws {
    var tree = ExportWriter.production(in: "e/fs/", ["all_kinds": ["output-0"]], separator: "\\")
    tree["e/firebase-export-metadata.json"] = ExportWriter.manifest(
      #"fs\\export.overall_export_metadata"#)
    for other in ["e/auth_export/accounts.json", "e/storage_export/blobs/output-1", "e/x.ndjson"] {
      tree[other] = []
    }
    tree["other.ndjson"] = []
    let layout = try layout(tree)
    #expect(shards(layout) == [[["e/fs/all_namespaces/all_kinds/output-0"]]])
    let companions = layout.roles.filter { $0.value == .companion(export: 0) }.map(\.key.path)
      .sorted()
    #expect(
      companions == [
        "e/auth_export/accounts.json", "e/firebase-export-metadata.json",
        "e/fs/all_namespaces/all_kinds/all_kinds.export_metadata",
        "e/storage_export/blobs/output-1", "e/x.ndjson",
      ])
    #expect(layout.roles["other.ndjson"] == nil)
  }

  @Test func `several exports and other files lie side by side`() throws {
    var tree = production.merging(ExportWriter.production(in: "a/c/", ["k": ["output-0"]])) { $1 }
    tree.merge(ExportWriter.production(in: "a/b/nested/", ["k": ["output-0"]])) { $1 }
    tree["a/plain.ndjson"] = []
    tree["a/b/among.ndjson"] = []
    let layout = try layout(tree)
    #expect(layout.exports.map(\.shownFolder) == ["dir/a/b/", "dir/a/b/nested/", "dir/a/c/"])
    #expect(layout.roles["a/plain.ndjson"] == nil)
    #expect(layout.roles["a/b/among.ndjson"] == .beside(export: 0))
    #expect(
      layout.roles["a/b/nested/all_namespaces/k/output-0"]
        == .shard(export: 1, part: 0, isCertain: true))
  }

  @Test func `an export without documents is one, and a warning`() throws {
    let layout = try layout(["x.overall_export_metadata": ExportWriter.overall([])])
    #expect(shards(layout) == [[]])
    #expect(layout.warnings.map(\.path) == ["x.overall_export_metadata"])
  }

  @Test func `without metadata of the whole a folder's own do`() throws {
    let tree: [String: [UInt8]] = [
      "all_namespaces/k/k.export_metadata": ExportWriter.part(["output-1", "output-0"]),
      "all_namespaces/k/output-0": [], "all_namespaces/k/output-1": [],
      "all_namespaces/k/output-2": [],
    ]
    let layout = try layout(tree)
    #expect(
      shards(layout) == [[["all_namespaces/k/output-1", "all_namespaces/k/output-0"]]])
    #expect(layout.exports.map(\.isCounted) == [false])
    #expect(layout.warnings.map(\.path) == ["all_namespaces/k/output-2"])
  }

  @Test func `without any metadata shards come in the order of their numbers`() throws {
    let names = ["output-10", "output-9", "output-1", "output-x"]
    let tree = Dictionary(uniqueKeysWithValues: names.map { ($0, [UInt8]()) })
    let layout = try layout(tree)
    #expect(shards(layout) == [[["output-1", "output-9", "output-10"]]])
    #expect(layout.roles["output-9"] == .shard(export: 0, part: 0, isCertain: false))
    #expect(layout.roles["output-x"] == nil)
  }

  @Test func `without any metadata one shard proves the others, and copies are left out`() throws {
    let copies = ["output-0 (1)", "output-00", "output-1.bak", "output-1.gz"]
    var tree = Dictionary(uniqueKeysWithValues: copies.map { ($0, Self.shard) })
    (tree["output-0"], tree["output-1"], tree["notes"]) = (Self.shard, [], [])
    let layout = try layout(tree)
    #expect(shards(layout) == [[["output-0", "output-1"]]])
    #expect(layout.roles["output-1"] == .shard(export: 0, part: 0, isCertain: true))
    #expect(layout.warnings.map(\.path) == copies)
    #expect(copies.allSatisfy { layout.roles[$0] == .unlisted })
    #expect(layout.roles["notes"] == nil)
  }

  @Test func `part metadata without a shard are cut short, unless the whole export is counted`()
    throws
  {
    let part = ["all_namespaces/k/k.export_metadata": ExportWriter.part([])]
    #expect(problem(part)?.contains("it lists no shard") == true)
    #expect(try layout(ExportWriter.production(in: "", ["k": []])).exports.count == 1)
  }

  @Test func `files of an export that are not listed are left out`() throws {
    var tree = production
    tree["a/b/all_namespaces/kind_x/output-1"] = []
    tree["a/b/all_namespaces/kind_z/kind_z.export_metadata"] = ExportWriter.part(["output-0"])
    tree["a/b/all_namespaces/kind_z/output-0"] = []
    let layout = try layout(tree)
    #expect(
      layout.warnings.map(\.path) == [
        "a/b/all_namespaces/kind_x/output-1",
        "a/b/all_namespaces/kind_z/kind_z.export_metadata", "a/b/all_namespaces/kind_z/output-0",
      ])
    #expect(layout.roles["a/b/all_namespaces/kind_z/output-0"] == .unlisted)
    #expect(layout.exports.count == 1)
  }

  @Test(
    arguments: [
      "a/b/all_namespaces/kind_y/output-9", "a/b/all_namespaces/kind_y/kind_y.export_metadata",
    ])
  func `a file that is listed and not there is missed`(path: String) {
    var tree = production
    tree[path] = nil
    #expect(
      problem(tree)?.hasSuffix("incomplete: 'dir/\(path)' is listed, and is missing") == true)
  }

  @Test func `metadata that an emulator's manifest names must be there`() {
    let tree = ["firebase-export-metadata.json": ExportWriter.manifest("x/y")]
    #expect(problem(tree)?.contains("'dir/x/y' is listed, and is missing") == true)
  }

  @Test func `no path leads out of the export`() {
    let tree = [
      "x.overall_export_metadata": ExportWriter.overall([
        ExportWriter.Part(path: "../secret", entityCount: 1, byteCount: 1)
      ])
    ]
    #expect(problem(tree)?.contains("'../secret' leads out of the export") == true)
  }

  @Test func `a shard that is listed twice would count twice`() {
    let tree = ExportWriter.production(in: "", ["k": ["output-0", "output-0"]])
    #expect(problem(tree)?.contains("'dir/all_namespaces/k/output-0' is listed twice") == true)
  }

  @Test func `two exports in one folder are not told apart`() {
    let tree = [
      "a.overall_export_metadata": ExportWriter.overall([]),
      "b.overall_export_metadata": ExportWriter.overall([]),
    ]
    #expect(problem(tree)?.contains("in the same folder") == true)
  }

  @Test(arguments: ["output-0 (1)", "output-0.bak", "Copy of output-0", "output-00", "output-0.gz"])
  func `a copy of a shard is unlisted`(name: String)
    throws
  {
    var tree = production
    tree["a/b/all_namespaces/kind_x/" + name] = []
    tree["a/b/all_namespaces/kind_x/output-notes"] = []
    let layout = try layout(tree)
    #expect(layout.roles["a/b/all_namespaces/kind_x/" + name] == .unlisted)
    #expect(layout.warnings.map(\.path) == ["a/b/all_namespaces/kind_x/" + name])
    #expect(layout.roles["a/b/all_namespaces/kind_x/output-notes"] == .beside(export: 0))
  }

  @Test func `exports that go along unread in an emulator's are named`() throws {
    var tree = ExportWriter.production(in: "e/fs/", ["all_kinds": ["output-0"]])
    tree["e/firebase-export-metadata.json"] = ExportWriter.manifest(
      "fs/export.overall_export_metadata")
    tree["e/storage_export/blobs/output-1"] = []
    tree["e/old/all_namespaces/all_kinds/output-3"] = []
    tree["e/second/x.overall_export_metadata"] = []
    #expect(
      try layout(tree).unread.sorted() == [
        "e/old/all_namespaces/all_kinds/output-3", "e/second/x.overall_export_metadata",
      ])
    #expect(try layout(tree).isInExport(folder: "e/storage_export/metadata/"))
    #expect(try !layout(tree).isInExport(folder: "f/"))
  }

  @Test(
    arguments: [
      (["output-0", "output-2"], "output-1"), (["output-1"], "output-0"),
      (["output-0", "output-1"], nil), (["output-0", "output-00", "output-1"], nil),
    ] as [([String], String?)])
  func `a gap among shards that nothing lists is named`(names: [String], gap: String?) throws {
    let tree = Dictionary(uniqueKeysWithValues: names.map { ("all_namespaces/k/" + $0, [UInt8]()) })
    #expect(try layout(tree).exports.map(\.missingShard) == [gap])
  }

  @Test(arguments: [
    ("", "is not a plain path"), (".", "is not a plain path"),
    ("x/../output-1", "is not a plain path"),
    ("x/../../y", "leads out"), ("/x", "leads out"), ("C:\\x", "leads out"),
  ])
  func `a path that is refused is called what it is`(path: String, words: String) throws {
    let tree = [
      "k.export_metadata": ExportWriter.part([path]), "output-1": [],
    ]
    #expect(problem(tree)?.contains("the path '\(path)' \(words)") == true)
  }

  @Test func `something else in the place of a listed file is called what it is`() {
    var tree = production
    tree["a/b/all_namespaces/kind_y/output-9"] = nil
    for (path, what) in [("output-9", "a link to a directory"), ("output-9/", "a directory")] {
      let message = #expect(throws: ExportProblem.self) {
        try ExportSearch(
          tree.keys.sorted(), in: "dir",
          besides: [PathKey("a/b/all_namespaces/kind_y/" + path): what],
          contents: { try #require(tree[$0]) }, isShard: { _ in false }
        ).run()
      }
      #expect(message?.description.hasSuffix("kind_y/output-9' is listed, and is \(what)") == true)
    }
  }

  @Test func `metadata that are listed as a shard are none`() {
    let tree = [
      "a.export_metadata": ExportWriter.part(["b.export_metadata"]),
      "b.export_metadata": ExportWriter.part([]),
    ]
    #expect(problem(tree)?.contains("it lists 'dir/b.export_metadata' as a shard") == true)
  }

  @Test func `roles count the exports of other trees`() throws {
    let layout = try layout(production, after: 3)
    let roles = layout.roles.values
    #expect(layout.exports.count == 1 && roles.contains(.metadata(export: 3)))
    #expect(roles.contains(.shard(export: 3, part: 1, isCertain: true)))
    let uncounted = try self.layout(["output-0": []], after: 3)
    #expect(uncounted.roles["output-0"] == .shard(export: 3, part: 0, isCertain: false))
  }
}
