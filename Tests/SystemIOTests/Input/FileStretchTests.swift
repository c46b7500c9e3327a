import Scan
import SystemIO
import TestSupport
import Testing

struct FileStretchTests {
  /// The chunks that a text's lines are read in.
  private func chunks(
    _ text: String, size: Int, from start: Int = 0, limit: Int = 1 << 20
  ) throws -> [(text: String, offset: Int)] {
    try TemporaryDirectory.with { directory in
      var window = ByteWindow(
        try InputFile(path: directory.write(text, to: "lines")), byteCount: 8)
      _ = try window.refill()
      let file = try #require(try window.positionedFile())
      var buffer = FileStretch()
      var chunks: [(String, Int)] = []
      for begin in stride(from: start, to: file.byteCount, by: size) {
        try buffer.read(
          file, lines: begin..<min(begin + size, file.byteCount), isFirst: begin == start,
          limit: limit)
        chunks.append((buffer.bytes.text, buffer.offset))
      }
      return chunks
    }
  }

  @Test(arguments: SeededGenerator.seeds(40))
  func `every line is in exactly one chunk of any size`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let lines = (0..<Int.random(in: 1...60, using: &generator)).map { _ in
      String(repeating: "x", count: Int.random(in: 0...30, using: &generator)) + "\n"
    }
    let rest = String(repeating: "r", count: Int.random(in: 0...5, using: &generator))
    let text = lines.joined() + rest
    let size = Int.random(in: 1...200, using: &generator)
    let found = try chunks(text, size: size)
    #expect(found.map(\.text).joined() == lines.joined(), "seed \(seed)")
    for chunk in found where !chunk.text.isEmpty {
      let start = text.index(text.startIndex, offsetBy: chunk.offset)
      #expect(text[start...].hasPrefix(chunk.text), "seed \(seed)")
    }
  }

  @Test func `a line that is too long is left out, and what follows it in its stretch`() throws {
    let long = String(repeating: "y", count: 20_000) + "\n"
    let found = try chunks("a\nb\n" + long + "c\n", size: 10, limit: 1000)
    #expect(found.map(\.text).joined() == "a\nb\nc\n")
    // However much was read with it.
    let short = try chunks("a\n" + long + "c\n", size: 10, limit: 20_000)
    #expect(short.map(\.text).joined() == "a\nc\n")
    let enough = try chunks("a\n" + long + "c\n", size: 10, limit: 20_001)
    #expect(enough.map(\.text).joined() == "a\n" + long + "c\n")
    #expect(try chunks("a\n" + long + "c\n", size: 10).map(\.text).joined() == "a\n" + long + "c\n")
  }

  @Test func `reading may begin anywhere that a line does`() throws {
    #expect(try chunks("ab\ncd\nef\n", size: 4, from: 3).map(\.text).joined() == "cd\nef\n")
  }
}
