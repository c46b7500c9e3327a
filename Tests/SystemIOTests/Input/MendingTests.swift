import Scan
import SystemIO
import TestSupport
import Testing

/// Other bytes in some places of an input, in whatever pieces it is read.
struct MendingTests {
  /// Reads a file of these bytes with mends in it, and gives what came, and the window's end.
  private func read(
    _ bytes: [UInt8], _ mending: Mending, byteCount: Int, looksAhead: Bool = false,
    _ check: (borrowing ByteWindow) -> Void = { _ in }
  ) throws -> [UInt8] {
    try TemporaryDirectory.with { directory in
      let path = try directory.write(bytes, to: "input")
      var window = ByteWindow(
        try InputFile(path: path), byteCount: byteCount, hashes: true, sum: FileChecksum())
      if looksAhead { _ = try window.refill() }
      window.mend(mending)
      var seen: [UInt8] = []
      try window.forEachPiece { seen += $0.copied }
      check(window)
      return seen
    }
  }

  private func mend(_ text: [UInt8], _ range: Range<Int>, _ replacement: [UInt8]) -> Mending.Mend {
    Mending.Mend(range, checksum: CRC32C.checksum(text[range].span), replacement)
  }

  @Test(arguments: SeededGenerator.seeds(60))
  func `the mended content equals the edits, the digest is that of the input`(
    seed: UInt64
  ) throws {
    var generator = SeededGenerator(seed: seed)
    let count = Int.random(in: 0...(seed % 6 == 5 ? 400_000 : 400), using: &generator)
    let text = (0..<count).map { _ in UInt8.random(in: 0x21...0x7E, using: &generator) }
    var edits: [Edit] = []
    var place = 0
    for _ in 0..<Int.random(in: 1...6, using: &generator) {
      let start = Int.random(in: place...count, using: &generator)
      let end = min(count, start + Int.random(in: 1...max(1, count / 3), using: &generator))
      if start == end { break }
      let length = Int.random(in: 0...max(1, count / 3), using: &generator)
      edits.append(
        Edit(
          start..<end, (0..<length).map { _ in UInt8.random(in: 0x21...0x7E, using: &generator) }))
      place = end
    }
    let mending = Mending(edits.map { mend(text, $0.range, $0.replacement) })
    for (size, looksAhead) in [(1, false), (7, true), (64, true), (300_000, false)] {
      let seen = try read(text, mending, byteCount: size, looksAhead: looksAhead) { window in
        let (digest, sum, count) = (window.digest(), window.crc32c(), window.inputByteCount)
        #expect(digest == SHA256.digest(text) && count == text.count, "seed \(seed)")
        #expect(sum == CRC32C.checksum(text.span), "seed \(seed)")
      }
      #expect(seen == Edit.apply(edits, to: text), "seed \(seed), \(size) bytes")
    }
    let changed = edits.count { Array(text[$0.range]) != $0.replacement }
    #expect(mending.changedCount == changed, "seed \(seed)")
  }

  /// The format is told by what is at hand, which is to be as much as of a file without mends.
  @Test func `the bytes in memory stay in the window when records are mended`() throws {
    let text = Array("{\"a\":1}\n{\"b\":2}\n{\"c\":3}\n".utf8)
    try TemporaryDirectory.with { directory in
      var window = ByteWindow(try InputFile(path: try directory.write(text, to: "input")))
      _ = try window.refill()
      window.mend(Mending([mend(text, 8..<15, Array("{}".utf8))]))
      _ = try window.refill()
      let seen = window.bytes.copied
      #expect(seen == Array("{\"a\":1}\n{}\n{\"c\":3}\n".utf8))
    }
  }

  @Test func `a record that differs in its line ends alone stays as it is`() throws {
    let text = Array("[{\n\"a\":\r\n1}]".utf8)
    let mending = Mending([mend(text, 1..<11, Array("{ \"a\":  1}".utf8))])
    #expect(try read(text, mending, byteCount: 4) == text)
    #expect(mending.changedCount == 0)
  }

  @Test func `of a record and one inside it, either can be mended`() throws {
    let text = Array("[{a{b}{c}}]".utf8)
    func outer(_ replacement: String, _ inner: [(Range<Int>, String)]) -> Mending {
      var mend = mend(text, 1..<10, Array(replacement.utf8))
      mend.inner = inner.map { self.mend(text, $0.0, Array($0.1.utf8)) }
      return Mending([mend])
    }
    let same = "{a{b}{c}}"
    let one = outer(same, [(3..<6, "{bb}"), (6..<9, "{c}")])
    #expect(try read(text, one, byteCount: 3) == Array("[{a{bb}{c}}]".utf8))
    #expect(one.changedCount == 1)
    let two = outer(same, [(3..<6, ""), (6..<9, "{d}")])
    #expect(try read(text, two, byteCount: 3) == Array("[{a{d}}]".utf8))
    #expect(two.changedCount == 2)
    let whole = outer("{x}", [(3..<6, "{b}")])
    #expect(try read(text, whole, byteCount: 3) == Array("[{x}]".utf8))
    #expect(throws: OutputRefusal.self) {
      try read(text, outer("{x}", [(3..<6, "{y}")]), byteCount: 3)
    }
  }

  @Test(arguments: [3..<6, 8..<12, 20..<21])
  func `bytes that are not those of the list are not replaced`(range: Range<Int>) throws {
    let text = Array("0123456789".utf8)
    let mending = Mending([Mending.Mend(range, checksum: 1, [7])])
    #expect {
      _ = try read(text, mending, byteCount: 4)
    } throws: { error in
      (error as? OutputRefusal)?.message.contains("from \(range.lowerBound) to") == true
    }
    #expect(mending.changedCount == nil)
  }
}
