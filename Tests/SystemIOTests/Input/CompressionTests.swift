import Scan
@testable import SystemIO
import Testing

struct CompressionTests {
  @Test(
    arguments: [
      ([0x1F, 0x8B], .gzip), ([0x1F, 0x8B, 8, 0], .gzip), ([0x28, 0xB5, 0x2F, 0xFD, 0], .zstd),
      ([0x50, 0x2A, 0x4D, 0x18], .zstd), ([0x5F, 0x2A, 0x4D, 0x18], .zstd),
      ([0x60, 0x2A, 0x4D, 0x18], nil), ([0x28, 0xB5, 0x2F], nil), ([0x1F], nil), ([], nil),
      ([0x7B, 0x22, 0x61, 0x22], nil), ([0x50, 0x4B, 3, 4], nil),
    ] as [([UInt8], Compression?)])
  func `a compression is told by its first bytes`(bytes: [UInt8], compression: Compression?) {
    #expect(Compression(firstBytes: bytes.span) == compression)
  }

  @Test func `the error names the missing program and says to install it`() {
    let missing = MissingProgram(program: "zstd", path: "a.zst")
    #expect(missing.kind == .missingProgram)
    #expect(missing.message == "zstd is needed to read 'a.zst' and was not found")
    #expect(missing.hint == "install zstd")
  }
}
