import Foundation
import Scan
import SystemIO
import TestSupport
import Testing

/// Shards that hold a record larger than any document.
struct LargeLogRecordTests {
  private static let block = 32 << 10
  private static let path = "all_namespaces/kind_rating_events/output-0"
  /// The offset of a fragment of the large record beyond the limit.
  private static let damage = 530 * block
  private let bench: Bench

  init() throws { bench = try Bench() }

  /// Writes a shard of the managed export, a record of 17 MiB, and the shard again.
  private func write(_ export: String, as name: String) throws {
    let path = "exports/\(export)/" + Self.path
    let shard = try Data(contentsOf: Fixtures.data.appending(path: path))
    let padding = Data(count: (Self.block - shard.count % Self.block) % Self.block)
    try bench.write(shard + padding + Self.record(byteCount: 17 << 20) + shard, to: name)
  }

  /// The blocks of a record of zeros, the last one padded.
  private static func record(byteCount: Int) -> Data {
    var bytes = Data()
    let count = byteCount / (block - 7)
    let payload = [UInt8](repeating: 0, count: block - 7)
    for index in 0..<count {
      let type: UInt8 = index == 0 ? 2 : index == count - 1 ? 4 : 3
      var sum = CRC32C()
      sum.update(type)
      sum.update(payload.span)
      let stored = CRC32C.masked(sum.value)
      bytes.append(contentsOf: (0..<4).map { UInt8(truncatingIfNeeded: stored >> (8 * $0)) })
      bytes.append(contentsOf: [UInt8(payload.count & 0xFF), UInt8(payload.count >> 8), type])
      bytes.append(contentsOf: payload)
    }
    return bytes
  }

  @Test func `a record that is too large is rejected and copied unchanged`() async throws {
    try write("managed-migrated", as: "output-0")
    try await bench.run(
      Tool.ratings, ["output-0", "-o", "out", "--rejects", "rejects"]
    ).expect(3, "larger than 16.8 MB, too large for a document; rejected")
    #expect(try bench.bytes("out") == bench.bytes("output-0"))
    let rejects = try bench.text("rejects").split(separator: "\n")
    #expect(rejects.count == 1)
    #expect(rejects.first?.contains("too-large") == true)
    try await bench.run(Tool.ranking, ["output-0"]).expect(3)
  }

  @Test func `a large record that moves stays whole, and a second run changes nothing`()
    async throws
  {
    try write("managed", as: "output-0")
    try await bench.run(Tool.ratings, ["output-0", "-o", "out"]).expect(3)
    try await bench.run(Tool.ratings, ["out", "-o", "again"]).expect(3)
    #expect(try bench.bytes("out") == bench.bytes("again"))
    #expect(try bench.bytes("out") != bench.bytes("output-0"))
  }

  @Test func `a wrong byte in a large record ends the run, with file, byte and record`()
    async throws
  {
    try write("managed", as: "output-0")
    var bytes = try bench.bytes("output-0")
    bytes[Self.damage + 9] ^= 1
    try bench.write(bytes, to: "output-0")
    try await bench.run(Tool.ratings, ["output-0", "-o", "out"]).expect(
      65,
      "migrate-ratings: error: output-0 (byte \(Self.damage)): not valid managed export shard: "
        + "record ")
    #expect(try bench.names() == ["output-0"])
  }
}
