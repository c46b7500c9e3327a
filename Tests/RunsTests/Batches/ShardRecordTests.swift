@testable import Runs
import Scan
import TestSupport
import Testing

struct ShardRecordTests {
  private static func record(documents: Int, end: Int) throws -> ShardRecord {
    let digest = SHA256.digest([])
    return ShardRecord(
      shard: try #require(RunShard(1, of: 2)), version: "1",
      settings: [("batch-size", "500"), ("batch-bytes", "9000")], inputs: .init([("a", 100)]),
      covers: [.init(number: 0, path: "a", byteCount: end, range: 0..<end, digest: digest)],
      exports: [], counts: .init(documents: documents, withoutRating: 0, others: 0, rejects: 0),
      fingerprints: .init(name: "fingerprints", writeCount: 0, byteCount: 0, digest: digest),
      batches: [], undoBatches: [])
  }

  private static func reread(_ record: ShardRecord) throws -> ShardRecord {
    try TemporaryDirectory.with { directory in
      try directory.write(record.json, to: ShardRecord.fileName)
      return try ShardRecord(in: directory.path)
    }
  }

  @Test func `a record is read as it was written`() throws {
    let read = try Self.reread(Self.record(documents: 7, end: 100))
    #expect(read.counts.documents == 7 && read.covers[0].range == 0..<100)
  }

  /// Two of them would overflow.
  @Test func `numbers that no run has are refused, whatever the seal`() throws {
    for (documents, end) in [(Int.max, 100), (-1, 100), (7, Int.max)] {
      #expect(throws: UnsuitableInput.self) {
        try Self.reread(Self.record(documents: documents, end: end))
      }
    }
  }
}
