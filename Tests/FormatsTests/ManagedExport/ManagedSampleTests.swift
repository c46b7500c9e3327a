import Foundation
import Scan
import SystemIO
import TestSupport
import Testing

@testable import Formats

/// Real exports and cases of framing, which are found where `LAUGHTRACK_SAMPLES` says.
@Suite(
  .enabled(
    if: ProcessInfo.processInfo.environment["LAUGHTRACK_SAMPLES"] != nil,
    "LAUGHTRACK_SAMPLES names no folder of samples"))
struct ManagedSampleTests {
  private static func bytes(_ path: String) throws -> [UInt8] {
    let root = try #require(ProcessInfo.processInfo.environment["LAUGHTRACK_SAMPLES"])
    return Array(try Data(contentsOf: URL(fileURLWithPath: root + "/" + path)))
  }

  private static let exports = [
    ("real/swiftguide/raw/codable/data/firestore_export", "real/swiftguide/decoded.ndjson"),
    ("real/algolia/raw/data/firestore_export", "real/algolia/decoded.ndjson"),
    ("real/vocab/raw/firestore_export", "real/vocab/decoded.ndjson"),
    ("real/catan_now/raw/firestore_export", "real/catan_now/decoded.ndjson"),
  ]

  /// The documents of a shard, one a line, as they came.
  private func documents(of shard: [UInt8]) throws -> String {
    let outcome = try readLog(shard)
    #expect(outcome.damage == nil)
    #expect(outcome.output == shard)
    return try outcome.payloads.map { payload in
      let json = try restDocument(of: try Entity(payload.span))
      return String(decoding: json, as: UTF8.self) + "\n"
    }.joined()
  }

  private func expected(_ path: String) throws -> String {
    let text = String(decoding: try Self.bytes(path), as: UTF8.self)
    return text.hasSuffix("\n") ? text : text + "\n"
  }

  @Test(arguments: exports)
  func `a real export's documents are those recorded`(folder: String, decoded: String) throws {
    let shard = try Self.bytes(folder + "/all_namespaces/all_kinds/output-0")
    #expect(try documents(of: shard) == expected(decoded))
  }

  @Test func `the documents of a generated export are those recorded`() throws {
    let folder = "managed-2k/2026-03-26T00_00_00_12345/all_namespaces/kind_rating_events"
    let shard = try Self.bytes(folder + "/output-0")
    #expect(try documents(of: shard) == expected("managed-2k/expected.ndjson"))
  }

  @Test func `a document of every type of value is the one recorded`() throws {
    let shard = try Self.bytes("framing-edges/all-types")
    #expect(try documents(of: shard) == expected("framing-edges/all-types.expected.ndjson"))
  }

  /// One case of framing, as the manifest has it.
  private struct Case: Decodable {
    var bytes: Int
    var entities: Int
    var valid: Bool
    var note: String
  }

  @Test func `each case of framing is read, or refused with its place`() throws {
    let manifest = try JSONDecoder().decode(
      [String: Case].self, from: Data(try Self.bytes("framing-edges/manifest.json")))
    #expect(manifest.count == 23)
    let places = [
      "bad-crc": (2, 80), "truncated-header": (2, 80), "truncated-payload": (2, 80),
      "missing-last": (1, 65_536), "last-without-first": (1, 0), "full-inside-first": (1, 27),
      "length-too-big": (1, 0), "type-9": (1, 0),
    ]
    for (name, expectation) in manifest {
      let file = try Self.bytes("framing-edges/" + name)
      #expect(file.count == expectation.bytes, "\(name)")
      let outcome = try readLog(file)
      #expect((outcome.damage == nil) == expectation.valid, "\(name)")
      if expectation.valid {
        #expect(outcome.payloads.count == expectation.entities, "\(name)")
        #expect(outcome.output == file, "\(name)")
      } else {
        let (record, byte) = try #require(places[name])
        #expect(outcome.damage?.place?.byte == byte, "\(name)")
        #expect(outcome.damage?.reason.hasPrefix("record \(record): ") == true, "\(name)")
        let salvage = try readLog(file, isSalvaging: true)
        #expect(salvage.payloads.count == expectation.entities, "\(name)")
        #expect(salvage.output == file, "\(name)")
        #expect(!salvage.problems.isEmpty, "\(name)")
      }
    }
  }

  @Test func `every case of framing is taken for a shard, and metadata are not`() throws {
    let names = try JSONDecoder().decode(
      [String: Case].self, from: Data(try Self.bytes("framing-edges/manifest.json"))
    ).keys
    for name in names where name != "empty" {
      let file = try Self.bytes("framing-edges/" + name)
      #expect(InputFormat.managedShard.recognize(InputSample(file.span)) != nil, "\(name)")
    }
    let metadata = try Self.bytes(
      "real/vocab/raw/firestore_export/firestore_export.overall_export_metadata")
    #expect(InputFormat.managedShard.recognize(InputSample(metadata.span)) == nil)
  }
}
