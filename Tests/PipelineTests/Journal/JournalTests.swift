import ByteIO
import Pipeline
import TestSupport
import Testing

/// What takes a run back: for any two files, from what is kept of one and the other itself.
struct JournalTests {
  private func write(
    _ directory: TemporaryDirectory, _ pairs: [(original: [UInt8], result: [UInt8]?)]
  ) throws -> [UInt8] {
    var writer = try JournalWriter(
      ByteOutput(OutputTarget(directory.path(of: "journal")), isPrivate: true), tool: "tool",
      version: "1", time: Timestamp(seconds: 0), outputs: ["/result"])
    for pair in pairs {
      let original = try InputFile(path: try directory.write(pair.original, to: "original"))
      var file = JournalFile(
        originalPath: "/original", resultPath: "/result", mode: 0o600,
        original: try JournalFile.Identity(of: InputFile(path: original.path)), result: .nothing)
      if let bytes = pair.result {
        let path = try directory.write(bytes, to: "result")
        try writer.add(original, 0..<pair.original.count, InputFile(path: path), 0..<bytes.count)
        file.result = .steps(byteCount: bytes.count)
      } else {
        #expect(try writer.add(whole: original) == file.original)
      }
      try writer.end(file)
    }
    try writer.finish().publish()
    return try directory.bytes(of: "journal")
  }

  private func reader(_ directory: TemporaryDirectory) throws -> JournalReader {
    try JournalReader(InputFile(path: directory.path(of: "journal")))
  }

  /// Checks that the original comes back, and that it and the result are known when they are there; gives
  /// the journal's bytes.
  @discardableResult
  private func expectRoundTrip(_ original: [UInt8], _ result: [UInt8], _ note: String) throws
    -> [UInt8]
  {
    try TemporaryDirectory.with { directory in
      let journal = try write(directory, [(original, result)])
      let files = try reader(directory).files()
      var restored: [UInt8] = []
      var again = try reader(directory)
      let isBack = try again.restore(files[0], from: directory.path(of: "result")) {
        restored += $0.copied
      }
      #expect(isBack && restored == original, "\(note)")
      for (name, isOriginal, isResult) in [
        ("original", true, original == result), ("result", original == result, true),
      ] {
        let path = directory.path(of: name)
        var reader = try reader(directory)
        #expect(try files[0].isOriginal(at: path) == isOriginal, "\(note), \(name)")
        #expect(try reader.isResult(at: path, of: files[0]) == isResult, "\(note), \(name)")
      }
      return journal
    }
  }

  @Test(arguments: [UInt64](1...150))
  func `promise 13: any original comes back from any result`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let alphabet = UInt8.random(in: 1...255, using: &generator)
    func bytes(_ count: Int) -> [UInt8] {
      (0..<count).map { _ in UInt8.random(in: 0...alphabet, using: &generator) }
    }
    let original = bytes(Int.random(in: 0...3000, using: &generator))
    var result = original
    for _ in 0..<Int.random(in: 0...12, using: &generator) {
      let start = Int.random(in: 0...result.count, using: &generator)
      let end = min(result.count, start + Int.random(in: 0...200, using: &generator))
      let added = Bool.random(using: &generator) ? Int.random(in: 0...100, using: &generator) : 0
      result.replaceSubrange(start..<end, with: bytes(added))
    }
    try expectRoundTrip(original, result, "seed \(seed)")
  }

  @Test func `files longer than what is looked at come back`() throws {
    var generator = SeededGenerator(seed: 9)
    let noise = (0..<3_000_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    try expectRoundTrip(noise, [], "all of it gone")
    try expectRoundTrip([], noise, "all of it new")
    try expectRoundTrip(noise, Array(noise.reversed()), "nothing in common")
    try expectRoundTrip(noise, Array(noise[..<100] + noise[2_000_000...]), "a long removal")
  }

  @Test func `a result of which any bit changed, or the length, is not the run's`() throws {
    try TemporaryDirectory.with { directory in
      _ = try write(directory, [Self.pair])
      let file = try reader(directory).files()[0]
      func isResult(_ bytes: [UInt8]) throws -> Bool {
        let path = try directory.write(bytes, to: "changed")
        var reader = try reader(directory)
        let isResult = try reader.isResult(at: path, of: file)
        reader = try self.reader(directory)
        #expect(try reader.restore(file, from: path) { _ in } == isResult)
        return isResult
      }
      #expect(try isResult(Self.pair.result))
      for place in Self.pair.result.indices {
        var changed = Self.pair.result
        changed[place] ^= 1 << UInt8(place % 8)
        #expect(try !isResult(changed), "byte \(place)")
      }
      #expect(try !isResult(Self.pair.result + [0]))
      #expect(try !isResult(Array(Self.pair.result.dropLast())))
      #expect(try !isResult([]))
    }
  }

  private static func line(_ number: Int, rating: Int) -> String {
    let random = UInt32(truncatingIfNeeded: number &* 2_654_435_761)
    return "{\"id\":\"event-\(random)\",\"joke_id\":\"joke-\(number % 7)\",\"rating\":\(rating),"
      + "\"device_id\":\"\(String(random ^ 0x5555_5555, radix: 16))\"}\n"
  }

  @Test func `what is removed stands in the journal in one piece`() throws {
    let ratings = (0..<60).map { [1, 2, 3, 4, 5, 3][$0 * 7 % 6] }
    let original = ratings.enumerated().map { Self.line($0, rating: $1) }
    let result = ratings.enumerated().compactMap { number, rating in
      rating == 3 ? nil : Self.line(number, rating: [0, 1, 1, 3, 5, 5][rating])
    }
    let bytes = try expectRoundTrip(
      Array(original.joined().utf8), Array(result.joined().utf8), "lines")
    let journal = String(decoding: bytes, as: UTF8.self)
    for (number, rating) in ratings.enumerated() where rating == 3 {
      #expect(journal.contains(original[number]), "line \(number)")
    }
    #expect(bytes.count < 2 * original.joined().utf8.count)
  }

  @Test func `a file that went comes back from the journal alone`() throws {
    try TemporaryDirectory.with { directory in
      let original = Array("{\"rating\":3}".utf8)
      _ = try write(directory, [(original, nil), ([], [])])
      let files = try reader(directory).files()
      var restored: [UInt8] = []
      var reader = try reader(directory)
      #expect(try reader.restore(files[0], from: "/none") { restored += $0.copied })
      #expect(restored == original)
      #expect(files.count == 2 && files[0].result == .nothing)
    }
  }

  // MARK: Damage

  private static let pair = (
    original: Array((0..<9).map { line($0, rating: 3 + $0 % 3) }.joined().utf8),
    result: Array((0..<9).map { line($0, rating: 5) }.joined().utf8)
  )

  private func expectRefused(
    _ journal: [UInt8], _ note: String, _ directory: TemporaryDirectory
  ) throws {
    try directory.write(journal, to: "journal")
    #expect(throws: DamagedJournal.self, "\(note)") { try self.reader(directory).files() }
  }

  @Test func `a journal of which any bit changed is refused`() throws {
    try TemporaryDirectory.with { directory in
      let journal = try write(directory, [Self.pair])
      for place in journal.indices {
        var changed = journal
        changed[place] ^= 1 << UInt8(place % 8)
        try expectRefused(changed, "byte \(place)", directory)
      }
    }
  }

  @Test func `promise 7: a journal that was cut at any byte is refused`() throws {
    try TemporaryDirectory.with { directory in
      let journal = try write(directory, [Self.pair, Self.pair])
      for count in journal.indices {
        try expectRefused(Array(journal[..<count]), "\(count) bytes", directory)
      }
      try expectRefused(journal + [0], "a byte more", directory)
      try expectRefused(journal + journal, "twice", directory)
    }
  }
}
