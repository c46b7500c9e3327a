import Scan
import Testing

@testable import SystemIO

struct StreamHashTests {
  // Around the bytes hashed without a thread and one block, and more of those than may wait.
  @Test(arguments: [0, 1, 1_048_575, 1_048_576, 1_048_577, 1_179_648, 1_179_649, 5_000_001])
  func `the digest is that of the bytes as one`(byteCount: Int) {
    let bytes = (0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    for step in [7919, 131_072, 1_000_000] {
      var hash = StreamHash()
      for start in stride(from: 0, to: byteCount, by: step) {
        hash.update(bytes.span.extracting(start..<min(byteCount, start + step)))
      }
      #expect(hash.digest() == SHA256.digest(bytes))
    }
  }

  @Test func `a digest on the way leaves the rest to be added`() {
    let bytes = [UInt8](repeating: 7, count: 1_300_000)
    var hash = StreamHash()
    hash.update(bytes.span)
    #expect(hash.digest() == SHA256.digest(bytes))
    hash.update(bytes.span)
    #expect(hash.digest() == SHA256.digest(bytes + bytes))
  }
}
