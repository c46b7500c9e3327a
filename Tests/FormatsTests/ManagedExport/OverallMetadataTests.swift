import Scan
import SystemIO
import Testing

@testable import Formats

struct OverallMetadataTests {
  private let parts = [
    ExportWriter.Part(path: "a", entityCount: 300, byteCount: 70_000),
    ExportWriter.Part(path: "b", entityCount: 127, byteCount: 128),
  ]

  private func damage(_ bytes: [UInt8]) -> DamagedInput? {
    do {
      _ = try OverallMetadata(bytes, file: "file")
      return nil
    } catch { return error as? DamagedInput }
  }

  @Test func `an entry says where a part is and what it holds`() throws {
    let metadata = try OverallMetadata(ExportWriter.overall(parts), file: "file")
    #expect(metadata.entries.map(\.path) == ["a", "b"])
    #expect(metadata.entries.map(\.entityCount) == [300, 127])
    #expect(metadata.entries.map(\.byteCount) == [70_000, 128])
  }

  @Test func `an export without documents has no entries`() throws {
    #expect(try OverallMetadata(ExportWriter.overall([]), file: "file").entries.isEmpty)
  }

  @Test(arguments: [false, true])
  func `only counts change, and what depends on their length`(isPadded: Bool) throws {
    let metadata = try OverallMetadata(
      ExportWriter.overall(parts, isPadded: isPadded), file: "file")
    #expect(
      metadata.mended([(300, 70_000), (127, 128)])
        == ExportWriter.overall(parts, isPadded: isPadded))
    var changed = parts
    (changed[0].entityCount, changed[0].byteCount) = (5, 127)
    (changed[1].entityCount, changed[1].byteCount) = (0, 0)
    #expect(
      metadata.mended([(5, 127), (0, 0)]) == ExportWriter.overall(changed, isPadded: isPadded))
  }

  @Test func `unknown fields and overlong numbers keep their bytes`() throws {
    let path = EntityWriter.field(2, [UInt8(ascii: "a")])
    let counts = EntityWriter.tag(3, 0) + [0x85, 0x00] + EntityWriter.tag(4, 0) + [9]
    let entry = EntityWriter.field(9, [1, 2]) + path + counts + EntityWriter.field(10, [3])
    let message = EntityWriter.field(7, [1]) + EntityWriter.field(1, entry)
    let file = LogWriter.file(of: [Array("3".utf8), message])
    let metadata = try OverallMetadata(file, file: "file")
    #expect(metadata.entries.map(\.entityCount) == [5])
    #expect(metadata.mended([(5, 9)]) == file)
    let mended = metadata.mended([(5, 300)])
    #expect(try OverallMetadata(mended, file: "file").entries.map(\.byteCount) == [300])
    #expect(mended.count == file.count + 1)
  }

  @Test func `metadata of hundreds of parts run over the end of a block`() throws {
    let parts = (0..<400).map { number in
      ExportWriter.Part(
        path: String(repeating: "\(number % 10)", count: 100), entityCount: 1, byteCount: 1)
    }
    let metadata = try OverallMetadata(ExportWriter.overall(parts), file: "file")
    #expect(metadata.entries.count == 400)
    #expect(metadata.mended(parts.map { _ in (1, 1) }) == ExportWriter.overall(parts))
  }

  @Test func `every flipped bit and every cut is found`() {
    let file = ExportWriter.overall(parts)
    for bit in 0..<8 * file.count {
      var damaged = file
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(damage(damaged) != nil, "bit \(bit)")
    }
    for count in file.indices { #expect(damage(Array(file[..<count])) != nil, "\(count) bytes") }
  }

  @Test func `a message that cannot be read is damaged at its byte`() throws {
    let message = EntityWriter.field(1, EntityWriter.field(2, [0xFF]))
    let found = damage(LogWriter.file(of: [Array("3".utf8), message]))
    #expect(found?.reason == "a text is not UTF-8")
    #expect(found?.place?.byte == 8 + 7 + 4)
    #expect(
      damage(LogWriter.file(of: [Array("3".utf8), EntityWriter.field(1, [])]))?.reason
        == "an entry has no path")
    #expect(damage(LogWriter.file(of: [Array("4".utf8), []])) != nil)
  }
}
