import ByteIO
import TestSupport
import Testing

struct ComparedFileTests {
  /// Where the bytes written differ from the file's; the bytes come in pieces of a size.
  private func difference(
    _ written: [UInt8], _ file: [UInt8]?, pieces size: Int = 3
  ) throws -> (isMissing: Bool, at: Int?) {
    try TemporaryDirectory.with { directory in
      if let file { try directory.write(file, to: "file") }
      let files = ComparedFiles()
      var output = try files.output(inPlaceOf: OutputTarget(directory.path(of: "file")))
      for start in stride(from: 0, to: written.count, by: size) {
        try output.write(Array(written[start..<min(start + size, written.count)]))
      }
      let finished = try output.finish()
      #expect(files.results.isEmpty)
      try finished.publish()
      #expect(try directory.names() == (file == nil ? [] : ["file"]))
      if let file { #expect(try directory.bytes(of: "file") == file) }
      let result = try #require(files.results.first)
      return (result.isMissing, result.firstDifference)
    }
  }

  private let bytes = Array("0123456789".utf8)

  @Test func `the same bytes are the same`() throws {
    #expect(try difference(bytes, bytes).at == nil)
    #expect(try difference([], []).at == nil)
  }

  @Test func `the first byte that is another is found, wherever it is`() throws {
    for place in bytes.indices {
      var other = bytes
      other[place] ^= 1
      #expect(try difference(bytes, other).at == place)
    }
  }

  @Test func `a file that is shorter or longer differs at its end or the other's`() throws {
    for count in 0..<bytes.count {
      #expect(try difference(bytes, Array(bytes[..<count])).at == count)
      #expect(try difference(Array(bytes[..<count]), bytes).at == count)
    }
  }

  @Test func `a difference behind what is buffered is found`() throws {
    var generator = SeededGenerator(seed: 3)
    let long = (0..<700_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    for place in [0, 131_071, 131_072, 262_144, 600_001, 699_999] {
      var other = long
      other[place] ^= 1
      #expect(try difference(long, other, pieces: 100_001).at == place)
    }
    #expect(try difference(long, long, pieces: 100_001).at == nil)
  }

  @Test func `a missing file is a difference, and none is made`() throws {
    let result = try difference(bytes, nil)
    #expect(result.isMissing)
    #expect(result.at == 0)
  }

  @Test func `a result that is given up is no result`() throws {
    try TemporaryDirectory.with { directory in
      let files = ComparedFiles()
      var output = try files.output(inPlaceOf: OutputTarget(directory.path(of: "file")))
      try output.write([1])
      try output.finish().discard()
      #expect(files.results.isEmpty)
    }
  }

  @Test func `a stream cannot be compared`() throws {
    #expect(throws: OutputRefusal.self) {
      _ = try ComparedFiles().output(inPlaceOf: OutputTarget("-"))
    }
  }
}
