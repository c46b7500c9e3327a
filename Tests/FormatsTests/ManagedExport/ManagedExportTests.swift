import Scan
import SystemIO
import Testing

@testable import Formats

struct ManagedExportTests {
  private func export(
    _ counts: [(entityCount: UInt64, byteCount: UInt64)]
  ) throws -> ManagedExport {
    let parts = counts.enumerated().map { index, counts in
      ExportWriter.Part(
        path: "part\(index)", entityCount: counts.entityCount, byteCount: counts.byteCount)
    }
    let metadata = try OverallMetadata(ExportWriter.overall(parts), file: "dir/file")
    return ManagedExport(
      shownFolder: "dir/",
      parts: metadata.entries.map { ManagedExport.Part(folder: $0.path + "/", shards: []) },
      metadata: metadata)
  }

  private func totals(_ read: (Int, Int, Int), _ written: (Int, Int, Int)? = nil) -> LogTotals {
    let (old, new) = (read, written ?? read)
    var totals = LogTotals()
    totals.read = LogCounts(recordCount: old.0, payloadByteCount: old.1, fileByteCount: old.2)
    totals.written = LogCounts(recordCount: new.0, payloadByteCount: new.1, fileByteCount: new.2)
    return totals
  }

  @Test func `an export holds as many entities as its metadata say`() throws {
    let export = try export([(2, 20), (1, 17)])
    #expect(export.counts([totals((2, 20, 34)), totals((1, 10, 17))])?.problems.isEmpty == true)
    let problem = export.counts([totals((2, 20, 34)), totals((0, 0, 0))])?.problems.first
    #expect(
      problem?.description
        == "dir/file: incomplete or changed export: the metadata says 1 entity, the shards in "
        + "'part1/' hold 0")
    #expect(problem?.kind == .badData)
  }

  @Test func `bytes may be counted in either way, and any other is told`() throws {
    let export = try export([(2, 20), (2, 34), (2, 35)])
    let found = Array(repeating: totals((2, 20, 34)), count: 3)
    #expect(export.counts(found)?.partsOfOtherByteCounts == ["part2/"])
  }

  @Test func `metadata stay where the shards do`() throws {
    let export = try export([(2, 20)])
    #expect(export.mendedMetadata([totals((2, 20, 34))]) == nil)
    #expect(export.mendedMetadata([totals((2, 20, 34), (2, 20, 34))]) == nil)
  }

  @Test func `bytes are counted afterwards as they were before`() throws {
    let export = try export([(2, 20), (2, 34), (2, 99), (3, 30)])
    let changed = totals((2, 20, 34), (1, 9, 16))
    let mended = try #require(
      export.mendedMetadata([changed, changed, changed, totals((3, 30, 51))]))
    let entries = try OverallMetadata(mended, file: "file").entries
    #expect(entries.map(\.entityCount) == [1, 1, 1, 3])
    #expect(entries.map(\.byteCount) == [9, 16, 9, 30])
  }

  @Test func `a stretch of damage is a reject already, and is not missing as well`() throws {
    let export = try export([(9, 90)])
    var found = totals((6, 60, 100))
    #expect(export.counts([found])?.problems.map(\.missingCount) == [3])
    found.damageCount = 2
    #expect(export.counts([found])?.problems.map(\.missingCount) == [1])
    #expect(export.counts([totals((10, 100, 170))])?.problems.map(\.missingCount) == [0])
  }

  @Test func `metadata of an incomplete export count the written entities`() throws {
    // Nothing goes that is there; a count of old less what went would be that of the whole.
    let cut = totals((6, 60, 100))
    let whole = totals((2, 20, 34))
    for (byteCount, expected) in [(90, 60), (150, 60), (0, 60)] {
      let mended = try #require(
        try export([(9, UInt64(byteCount))]).mendedMetadata([cut]))
      let entry = try #require(try OverallMetadata(mended, file: "file").entries.first)
      #expect((entry.entityCount, entry.byteCount) == (6, expected))
    }
    // Another part tells how bytes were counted, and stays.
    let mended = try #require(try export([(9, 150), (2, 34)]).mendedMetadata([cut, whole]))
    let entries = try OverallMetadata(mended, file: "file").entries
    #expect(entries.map(\.entityCount) == [6, 2])
    #expect(entries.map(\.byteCount) == [100, 34])
  }

  @Test func `a part whose entities are not counted is told`() throws {
    let message = EntityWriter.field(1, EntityWriter.field(2, Array("part".utf8)))
    let file = LogWriter.file(of: [Array("3".utf8), message], isPadded: false)
    let export = ManagedExport(
      shownFolder: "dir/", parts: [ManagedExport.Part(folder: "part/", shards: [])],
      metadata: try OverallMetadata(file, file: "dir/file"))
    #expect(export.counts([totals((2, 20, 34))])?.uncountedParts == ["part/"])
    #expect(export.counts([totals((0, 0, 0))])?.uncountedParts == [])
  }

  @Test func `without metadata there is nothing to hold against or to mend`() {
    let export = ManagedExport(
      shownFolder: "dir/", parts: [ManagedExport.Part(folder: "", shards: ["output-0"])])
    #expect(!export.isCounted)
    #expect(export.counts([totals((2, 20, 34))]) == nil)
    #expect(export.mendedMetadata([totals((2, 20, 34), (0, 0, 0))]) == nil)
  }
}
