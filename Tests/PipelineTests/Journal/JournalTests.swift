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
        originalPath: "/original", resultPath: "/result", mode: 0o600, originalByteCount: 0,
        result: nil)
      if let bytes = pair.result {
        let path = try directory.write(bytes, to: "result")
        let end = pair.original.count
        try writer.add(original, 0..<end, InputFile(path: path), 0..<bytes.count)
        file.originalByteCount = end
        file.result = try JournalFile.Identity(of: InputFile(path: path))
      } else {
        file.originalByteCount = try writer.add(whole: original)
      }
      try writer.end(file)
    }
    try writer.finish().publish()
    return try directory.bytes(of: "journal")
  }

  private func reader(_ directory: TemporaryDirectory) throws -> JournalReader {
    try JournalReader(InputFile(path: directory.path(of: "journal")))
  }

  /// Checks that the original comes back, and is known when it is there; gives the journal's bytes.
  @discardableResult
  private func expectRoundTrip(_ original: [UInt8], _ result: [UInt8], _ note: String) throws
    -> [UInt8]
  {
    try TemporaryDirectory.with { directory in
      let journal = try write(directory, [(original, result)])
      let files = try reader(directory).files()
      var restored: [UInt8] = []
      var again = try reader(directory)
      try again.restore(files[0], from: InputFile(path: directory.path(of: "result"))) {
        restored += $0.copied
      }
      #expect(restored == original, "\(note)")
      for (name, isOriginal) in [("original", true), ("result", original == result)] {
        var reader = try reader(directory)
        #expect(
          try reader.isOriginal(InputFile(path: directory.path(of: name)), of: files[0])
            == isOriginal, "\(note)")
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
      try reader.restore(files[0], from: nil) { restored += $0.copied }
      #expect(restored == original)
      #expect(files.count == 2 && files[0].result == nil)
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
