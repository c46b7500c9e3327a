import Foundation
import TestSupport
import Testing

/// The messages about a truncated, empty, foreign or incomplete export, as recorded in
/// `data/expected/exports`.
struct ManagedExportMessageTests {
  /// A way to break an export.
  struct Trouble: Sendable, CustomStringConvertible {
    let name: String
    let status: Int32
    let make: @Sendable (Bench) throws -> Void
    var description: String { name }

    init(
      _ name: String, _ status: Int32, _ make: @escaping @Sendable (Bench) throws -> Void
    ) { (self.name, self.status, self.make) = (name, status, make) }
  }

  private static let shard = "export/" + ExportTree.shards + "output-1"
  private static let metadata = "export/" + ExportTree.metadata
  private static let partMetadata = "export/" + ExportTree.partMetadata
  private static let manifest = "export/" + ExportTree.manifest

  static let troubles = [
    Trouble("shard-missing", 66) { try $0.remove(shard) },
    Trouble("shard-empty", 65) { try $0.write(Data(), to: shard) },
    Trouble("shard-cut", 65) { try $0.cut(shard, to: 5000) },
    Trouble("shard-foreign", 65) { try $0.write("{\"rating\":4}\n", to: shard) },
    Trouble("shard-flipped", 65) { try $0.flip(shard, byte: 5000) },
    Trouble("shard-compressed", 65) {
      try $0.write(try compressed(try $0.bytes(shard), with: "gzip"), to: shard)
    },
    Trouble("shard-compressed-and-renamed", 66) {
      try $0.write(try compressed(try $0.bytes(shard), with: "gzip"), to: shard + ".gz")
      try $0.remove(shard)
    },
    Trouble("shard-unlisted", 0) {
      try $0.write("", to: "export/" + ExportTree.shards + "output-2")
    },
    Trouble("metadata-missing", 66) { try $0.remove(metadata) },
    Trouble("metadata-empty", 65) { try $0.write(Data(), to: metadata) },
    Trouble("metadata-cut", 65) { try $0.cut(metadata, to: 40) },
    Trouble("metadata-foreign", 65) { try $0.write("{\"a\":1}\n", to: metadata) },
    Trouble("metadata-flipped", 65) { try $0.flip(metadata, byte: 40) },
    Trouble("part-metadata-missing", 66) { try $0.remove(partMetadata) },
    Trouble("part-metadata-empty", 65) { try $0.write(Data(), to: partMetadata) },
    Trouble("part-metadata-cut", 65) { try $0.cut(partMetadata, to: 50) },
    Trouble("part-metadata-foreign", 65) { try $0.write("words\n", to: partMetadata) },
    Trouble("manifest-without-firestore", 65) {
      try $0.write(#"{"version":"1","auth":{"path":"auth_export"}}"#, to: manifest)
    },
    Trouble("manifest-cut", 65) { try $0.cut(manifest, to: 100) },
    Trouble("manifest-empty", 65) { try $0.write(Data(), to: manifest) },
    Trouble("manifest-leads-out", 65) {
      try $0.write(#"{"firestore":{"metadata_file":"../other"}}"#, to: manifest)
    },
    Trouble("inner-folder-alone", 0) { bench in
      try bench.remove(manifest)
      try bench.remove(metadata)
    },
    Trouble("shards-alone", 0) { bench in
      try bench.remove(manifest)
      try bench.remove(metadata)
      try bench.remove(partMetadata)
    },
    Trouble("two-in-a-folder", 65) { bench in
      try bench.remove(manifest)
      try bench.write(try bench.bytes(metadata), to: metadata.replacing(".", with: "-2."))
    },
  ]

  @Test(arguments: troubles)
  func `an export that is broken is told of as recorded`(trouble: Trouble) async throws {
    let bench = try Bench()
    try bench.addExport("emulator")
    try trouble.make(bench)
    let before = try bench.tree()
    let outcome = try await bench.run(Tool.ratings, ["export", "-o", "out"])
    #expect(outcome.status == trouble.status, "\(outcome)")
    if outcome.status != 0 { #expect(try bench.tree() == before) }
    try expectGolden(
      Data(normalized(outcome.errors, without: [bench.directory]).utf8),
      Fixtures.data.appending(path: "expected/exports/\(trouble.name).stderr"))
    if outcome.status == 0 { return }
    #expect(try await bench.run(Tool.ranking, ["export"]).status == outcome.status)
  }
}
