import Testing

@testable import Formats

struct PartMetadataTests {
  @Test func `the names of shards come in their order`() throws {
    let part = ExportWriter.part(["output-10", "output-9"])
    #expect(try PartMetadata.shards(in: part, file: "file") == ["output-10", "output-9"])
  }

  @Test func `another message is damaged`() {
    let whole = ExportWriter.part(["output-0"])
    let others: [[UInt8]] = [
      [], Array("words".utf8), Array("{}".utf8), Array(whole.dropLast()), [0xFF],
      EntityWriter.field(2, []),
    ]
    for bytes in others {
      #expect(throws: DamagedInput.self, "\(bytes)") {
        try PartMetadata.shards(in: bytes, file: "file")
      }
    }
  }
}
