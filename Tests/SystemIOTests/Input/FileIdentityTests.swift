import Scan
import SystemIO
import TestSupport
import Testing

struct FileIdentityTests {
  private let text = Array("123456789".utf8)

  @Test(arguments: [false, true])
  func `a file is known by its bytes, wherever it lies`(hashes: Bool) throws {
    try TemporaryDirectory.with { directory in
      let one = try FileIdentity(
        reading: directory.write(text, to: "one"), as: "/one", hashes: hashes)
      let other = try FileIdentity(
        reading: directory.write(text, to: "other"), as: "/other", hashes: hashes)
      #expect(one.path == "/one")
      #expect(one.byteCount == 9)
      #expect(one != other)
      #expect(one.hasBytes(of: other))
      let changed = try FileIdentity(
        reading: directory.write("123456780", to: "other"), as: "/one", hashes: hashes)
      #expect(!changed.hasBytes(of: one))
    }
  }

  @Test func `its checksum is spelled in hexadecimal digits`() throws {
    try TemporaryDirectory.with { directory in
      let path = try directory.write(text, to: "file")
      let sum = try FileIdentity(reading: path, as: "f", hashes: false).checksum
      #expect(sum.description == "CRC-32C e3069283")
      let hash = try FileIdentity(reading: path, as: "f", hashes: true).checksum
      #expect(hash.description == "SHA-256 \(SHA256.digest(text))")
      let empty = try FileIdentity(
        reading: directory.write("", to: "empty"), as: "e", hashes: false)
      #expect(empty.checksum.digits == "00000000")
    }
  }
}
