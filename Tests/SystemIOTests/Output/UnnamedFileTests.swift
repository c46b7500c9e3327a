import Scan
import SystemIO
import TestSupport
import Testing

struct UnnamedFileTests {
  @Test(arguments: [0, 1, 255 << 10, 600_000])
  func `the bytes are read back, and the file has no name`(byteCount: Int) throws {
    try TemporaryDirectory.with { directory in
      let bytes = (0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 7) }
      try directory.write([UInt8](), to: "known")
      let file = try UnnamedFile(Environment(["TMPDIR": directory.path(of: "")]))
      var side = try file.output()
      try side.write(bytes)
      _ = try side.finish()
      #expect(try directory.names() == ["known"])
      var copy: [UInt8] = []
      try file.forEachPiece { copy += $0.copied }
      #expect(copy == bytes)
    }
  }

  @Test func `a directory that is not there is named`() throws {
    #expect {
      _ = try UnnamedFile(Environment(["TMPDIR": "/nowhere/at/all"]))
    } throws: { error in
      (error as? SystemError)?.path == "/nowhere/at/all"
    }
  }
}
