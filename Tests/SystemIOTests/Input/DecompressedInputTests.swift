import Foundation
import Scan
import SystemIO
import TestSupport
import Testing

struct DecompressedInputTests {
  /// All that a window on a compressed input shows, and what the input was.
  private func read(
    _ bytes: some Sequence<UInt8>, _ compression: Compression, refillsBefore: Int = 1,
    byteCount: Int = 512
  ) throws -> (bytes: [UInt8], byteCount: Int, digest: SHA256.Digest?) {
    try TemporaryDirectory.with { directory in
      let path = try directory.write(bytes, to: "input")
      var window = ByteWindow(
        try InputFile(path: path), byteCount: byteCount, limit: 1 << 20, hashes: true)
      for _ in 0..<refillsBefore { _ = try window.refill() }
      try window.decompress(compression)
      var seen: [UInt8] = []
      while try window.refill() == .more {
        seen += window.bytes.copied
        window.drop(window.count)
      }
      return (seen, window.inputByteCount, window.digest())
    }
  }

  private static let noise: Data = {
    var generator = SeededGenerator(seed: 1)
    return Data((0..<1_000_000).map { _ in UInt8.random(in: 0...99, using: &generator) })
  }()

  private func noise(_ count: Int) -> Data { Self.noise.prefix(count) }

  @Test(arguments: Compression.allCases, [0, 1, 100, 65_535, 65_536, 65_537, 1_000_000])
  func `the content is decompressed, the digest is that of the compressed bytes`(
    compression: Compression, count: Int
  ) throws {
    let whole = noise(count)
    let input = try compressed(whole, with: compression.program)
    for refills in [0, 1, 3] {
      let found = try read(input, compression, refillsBefore: refills)
      #expect(found.bytes == Array(whole))
      #expect(found.byteCount == input.count)
      #expect(found.digest == SHA256.digest(Array(input)))
    }
  }

  @Test(arguments: Compression.allCases)
  func `members and frames after each other are one input`(compression: Compression) throws {
    let parts = [noise(10), noise(70_000), Data(), noise(3)]
    let input = try parts.reduce(Data()) {
      $0 + (try compressed($1, with: compression.program))
    }
    #expect(try read(input, compression).bytes == Array(parts.reduce(Data(), +)))
  }

  @Test func `a frame to be skipped is skipped`() throws {
    let skipped = Data([0x53, 0x2A, 0x4D, 0x18, 2, 0, 0, 0, 9, 9])
    let input = skipped + (try compressed(noise(50), with: "zstd"))
    #expect(try read(input, .zstd).bytes == Array(noise(50)))
  }

  @Test(arguments: Compression.allCases)
  func `an input that is cut anywhere is damaged`(compression: Compression) throws {
    let input = try compressed(noise(200), with: compression.program)
    for count in 4..<input.count {
      #expect(throws: DamagedCompression.self, "\(count) of \(input.count) bytes") {
        try read(input.prefix(count), compression)
      }
    }
  }

  @Test(arguments: Compression.allCases)
  func `garbage after the last member is damage`(compression: Compression) throws {
    let input = try compressed(noise(200), with: compression.program) + Data("garbage".utf8)
    let error = #expect(throws: DamagedCompression.self) { try read(input, compression) }
    #expect(error?.kind == .badData)
    #expect(error?.message.hasPrefix("not valid \(compression.program): ") == true)
    #expect(error?.place?.file.hasSuffix("/input") == true)
  }

  @Test func `a window that is given up ends its program`() throws {
    let input = try compressed(Data(repeating: 7, count: 3_000_000), with: "gzip")
    try TemporaryDirectory.with { directory in
      let path = try directory.write(input, to: "input")
      for _ in 0..<5 {
        var window = ByteWindow(try InputFile(path: path), byteCount: 64)
        _ = try window.refill()
        try window.decompress(.gzip)
        let refill = try window.refill()
        #expect(refill == .more)
      }
    }
  }
}
