import Scan
import SystemIO
import TestSupport
import Testing

struct ByteWindowTests {
  /// A window on a file of these bytes.
  private func withWindow(
    _ bytes: [UInt8], byteCount: Int, limit: Int, hashes: Bool = false,
    _ body: (inout ByteWindow) throws -> Void
  ) throws {
    try TemporaryDirectory.with { directory in
      let path = try directory.write(bytes, to: "input")
      var window = ByteWindow(
        try InputFile(path: path), byteCount: byteCount, limit: limit, hashes: hashes)
      try body(&window)
    }
  }

  @Test(arguments: [1, 3, 16, 100, 256, 1000])
  func `all bytes pass through, whatever the window's size`(byteCount: Int) throws {
    let bytes = (0..<256).map { UInt8($0) }
    var generator = SeededGenerator(seed: UInt64(byteCount))
    try withWindow(bytes, byteCount: byteCount, limit: byteCount, hashes: true) { window in
      var seen: [UInt8] = []
      while true {
        let refill = try window.refill()
        let (offset, count, read) = (window.offset, window.count, window.byteCountRead)
        #expect(offset == seen.count)
        #expect(read == offset + count)
        if refill == .end {
          seen += window.bytes.copied
          break
        }
        let taken = Int.random(in: 0...window.count, using: &generator)
        seen += window.bytes.extracting(0..<taken).copied
        window.drop(taken)
      }
      #expect(seen == bytes)
      let (isAtEnd, digest) = (window.isAtEnd, window.digest())
      #expect(isAtEnd)
      #expect(digest == SHA256.digest(bytes))
    }
  }

  @Test func `a window grows to its limit and then is full`() throws {
    try withWindow([UInt8](repeating: 7, count: 100), byteCount: 16, limit: 40) { window in
      var refills: [ByteWindow.Refill] = []
      for _ in 0..<5 { refills.append(try window.refill()) }
      #expect(refills == [.more, .more, .more, .full, .full])
      let (count, isAtEnd) = (window.count, window.isAtEnd)
      #expect(count == 40)
      #expect(!isAtEnd)
      window.drop(1)
      let refill = try window.refill()
      #expect(refill == .more)
      let (nextCount, offset) = (window.count, window.offset)
      #expect(nextCount == 40)
      #expect(offset == 1)
    }
  }

  @Test func `reading on at the end returns the end again`() throws {
    try withWindow([1, 2], byteCount: 16, limit: 16) { window in
      var refills: [ByteWindow.Refill] = []
      for _ in 0..<3 { refills.append(try window.refill()) }
      #expect(refills == [.more, .end, .end])
      let bytes = window.bytes.copied
      #expect(bytes == [1, 2])
    }
  }

  @Test func `an empty file ends at once`() throws {
    try withWindow([], byteCount: 16, limit: 16, hashes: true) { window in
      let refill = try window.refill()
      let (count, digest) = (window.count, window.digest())
      #expect(refill == .end)
      #expect(count == 0)
      #expect(digest == SHA256.digest([]))
    }
  }

  @Test func `bytes that were read elsewhere are entered once, and a gap is an error`() throws {
    let bytes = Array("0123456789".utf8)
    try withWindow(bytes, byteCount: 4, limit: 4, hashes: true) { window in
      let refill = try window.refill()
      #expect(refill == .more)
      try window.enterDigest(bytes.span.extracting(2..<8), at: 2)
      var isRefused = false
      do {
        try window.enterDigest(bytes.span.extracting(9..<10), at: 9)
      } catch is OutputRefusal {
        isRefused = true
      }
      #expect(isRefused)
      try window.enterDigest(bytes.span.extracting(8..<10), at: 8)
      let digest = window.digest()
      #expect(digest == SHA256.digest(bytes))
    }
  }

  @Test func `all bytes of an input are shared, and a part of them is not`() throws {
    let bytes = (0..<100).map { UInt8($0) }
    try withWindow(bytes, byteCount: 40, limit: 200) { window in
      try window.fill(to: 10)
      let beginning = try window.shared()
      #expect(beginning == nil)
      try window.fill()
      let all = try window.shared()
      #expect(all == bytes)
      window.drop(1)
      let rest = try window.shared()
      #expect(rest == nil)
      let left = window.bytes.copied
      #expect(left == Array(bytes[1...]))
    }
  }

  @Test func `without being asked a window makes no digest`() throws {
    try withWindow([1], byteCount: 4, limit: 4) { window in
      while try window.refill() != .end {}
      let digest = window.digest()
      #expect(digest == nil)
    }
  }

  @Test func `a file that becomes shorter while it is read is an error`() throws {
    try TemporaryDirectory.with { directory in
      let path = try directory.write(String(repeating: "x", count: 100), to: "file")
      var window = ByteWindow(try InputFile(path: path), byteCount: 10)
      #expect(try window.refill() == .more)
      window.drop(window.count)
      _ = try directory.write("short", to: "file")
      let error = #expect(throws: OutputRefusal.self) {
        while try window.refill() == .more { window.drop(window.count) }
      }
      #expect(error?.kind == .inputOutput)
    }
  }
}
