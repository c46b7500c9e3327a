import Foundation
@testable import Runs
import Scan
import SystemIO
import TestSupport
import Testing

private func value(_ bytes: [UInt8]) throws -> JSONValue { try JSONValue(bytes.span) }

struct BatchDirectoryTests {
  private let source = BatchDirectory.Source(
    path: "export.ndjson", byteCount: 3, digest: SHA256.digest([1, 2, 3]))

  private func fill(_ batches: inout BatchDirectory) throws {
    for number in 0..<5 {
      let (apply, undo) = (Array("{\"n\":\(number)}".utf8), Array("{\"u\":\(number)}".utf8))
      try batches.writer.add(apply.span, undo: undo.span)
    }
    try batches.finish(sources: [source])
  }

  @Test func `the manifest's digests and sizes are those of the files`() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path(of: "batches")
      var batches = try BatchDirectory(
        path, limits: BatchLimits(writeCount: 2), isDiscarding: false)
      try fill(&batches)
      #expect(!FileManager.default.fileExists(atPath: path))
      try batches.publish()

      let manifest = try value(directory.bytes(of: "batches/manifest.json"))
      #expect(manifest["schema_version"]?.integer == 1)
      let listed = ["batches", "undo"].flatMap { manifest[$0]?.elements ?? [] }
      #expect(listed.count == 6)
      for file in listed {
        let name = try #require(file["file"]?.string)
        let bytes = try directory.bytes(of: "batches/" + name)
        #expect(file["sha256"]?.string == SHA256.digest(bytes).description, "\(name)")
        #expect(file["bytes"]?.integer == bytes.count, "\(name)")
        let writes = try value(bytes)["writes"]?.elements
        #expect(file["writes"]?.integer == writes?.count, "\(name)")
      }
      let names = listed.compactMap { $0["file"]?.string } + ["manifest.json"]
      #expect(batches.files.map(\.name) == names)
      #expect(try directory.names(in: "batches").count == 5)
      #expect(try directory.names(in: "batches/undo").count == 3)
      let manifestBytes = try directory.bytes(of: "batches/manifest.json")
      #expect(batches.files.last?.digest == SHA256.digest(manifestBytes))

      let sources = try #require(manifest["sources"]?.elements)
      #expect(sources.map { $0["path"]?.string } == ["export.ndjson"])
      #expect(sources.map { $0["sha256"]?.string } == [source.digest.description])
    }
  }

  @Test(arguments: [(500, 2), (7, 2), (4, 3), (3, 5), (1, 5)])
  func `where the server sets timestamps a batch holds half as many`(
    writeCount: Int, batchCount: Int
  ) throws {
    var batches = try BatchDirectory(
      "nowhere", limits: BatchLimits(writeCount: writeCount), stampsTime: true, isDiscarding: true)
    try fill(&batches)
    let counts = batches.writer.batches.map(\.writeCount)
    #expect(counts.allSatisfy { $0 <= max(1, writeCount / 2) })
    #expect(counts.count == (writeCount == 500 ? 1 : batchCount))
  }

  @Test func `a dry run has the same files and writes none`() throws {
    try TemporaryDirectory.with { directory in
      let limits = BatchLimits(writeCount: 2)
      var real = try BatchDirectory(
        directory.path(of: "real"), limits: limits, isDiscarding: false)
      try fill(&real)
      try real.publish()
      var dry = try BatchDirectory(directory.path(of: "dry"), limits: limits, isDiscarding: true)
      try fill(&dry)
      try dry.publish()
      #expect(dry.files.map(\.digest) == real.files.map(\.digest))
      #expect(dry.files.map(\.name) == real.files.map(\.name))
      #expect(try directory.names() == ["real"])
    }
  }
}
