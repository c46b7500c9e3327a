import Scan
import Synchronization
import SystemIO
import TestSupport
import Testing

@testable import Runs

/// Undo journals: any file is restored from the journal of its edits and the result of them.
struct JournalReplayTests {
  /// Collects the steps.
  private final class Steps: EditFollower {
    let told = Mutex<[DeltaSteps.Finished]>([])
    func follow(_ steps: DeltaSteps.Finished) { told.withLock { $0.append(steps) } }
  }

  /// Writes what edits make of a text, and gives the steps that were told.
  private func write(
    _ text: [UInt8], _ edits: [Edit], to path: String
  ) throws -> (result: [UInt8], steps: [DeltaSteps.Finished]) {
    let steps = Steps()
    var output = try ByteOutput(OutputTarget(path))
    output.follow(by: steps)
    var place = 0
    for edit in Edit.sorted(edits) {
      try output.copy(text.span.extracting(place..<edit.range.lowerBound))
      try output.replace(text.span.extracting(edit.range), with: edit.replacement.span)
      place = edit.range.upperBound
    }
    try output.copy(text.span.extracting(place..<text.count))
    try output.tellEdits()
    try output.finish().publish()
    return (Edit.apply(edits, to: text), steps.told.withLock { $0 })
  }

  /// - Parameter files: each an original and its edits; nil where it went.
  private func write(
    _ directory: TemporaryDirectory, _ files: [(original: [UInt8], edits: [Edit]?)]
  ) throws -> [UInt8] {
    var writer = try JournalWriter(
      ByteOutput(OutputTarget(directory.path(of: "journal")), permissions: .ownerOnly),
      tool: "tool", version: "1", time: Timestamp(seconds: 0), outputs: ["/result"])
    for (bytes, edits) in files {
      let original = try InputFile(path: try directory.write(bytes, to: "original"))
      var file = JournalFile(
        originalPath: "/original", resultPath: "/result", mode: 0o600,
        original: try JournalFile.Identity(of: InputFile(path: original.path)), result: .nothing)
      if let edits {
        let path = directory.path(of: "result")
        let (result, steps) = try write(bytes, edits, to: path)
        #expect(try directory.bytes(of: "result") == result)
        for steps in steps { try writer.add(steps) }
        file.result = .steps(byteCount: result.count)
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
  private func expectRoundTrip(_ original: [UInt8], _ edits: [Edit], _ note: String) throws
    -> [UInt8]
  {
    let result = Edit.apply(edits, to: original)
    return try TemporaryDirectory.with { directory in
      let journal = try write(directory, [(original, edits)])
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

  @Test(arguments: SeededGenerator.seeds(150))
  func `promise 13: any original comes back, whatever the edits`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let alphabet = UInt8.random(in: 1...255, using: &generator)
    func bytes(_ count: Int) -> [UInt8] {
      (0..<count).map { _ in UInt8.random(in: 0...alphabet, using: &generator) }
    }
    let original = bytes(Int.random(in: 0...3000, using: &generator))
    var edits: [Edit] = []
    var place = 0
    for _ in 0..<Int.random(in: 0...12, using: &generator) {
      let start = Int.random(in: place...original.count, using: &generator)
      let end = min(original.count, start + Int.random(in: 0...200, using: &generator))
      let added = Bool.random(using: &generator) ? Int.random(in: 0...100, using: &generator) : 0
      edits.append(Edit(start..<end, bytes(Bool.random(using: &generator) ? end - start : added)))
      place = end
    }
    try expectRoundTrip(original, edits, "seed \(seed)")
  }

  @Test func `long edits come back`() throws {
    var generator = SeededGenerator(seed: 9)
    let noise = (0..<3_000_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let all = 0..<noise.count
    try expectRoundTrip(noise, [Edit(all, [])], "all of it gone")
    try expectRoundTrip([], [Edit(0..<0, noise)], "all of it new")
    try expectRoundTrip(noise, [Edit(all, noise.reversed())], "nothing in common")
    try expectRoundTrip(noise, [Edit(100..<2_000_000, [])], "a long removal")
  }

  @Test func `a result of which any bit changed, or the length, is not the run's`() throws {
    try TemporaryDirectory.with { directory in
      _ = try write(directory, [Self.file])
      let file = try reader(directory).files()[0]
      func isResult(_ bytes: [UInt8]) throws -> Bool {
        let path = try directory.write(bytes, to: "changed")
        var reader = try reader(directory)
        let isResult = try reader.isResult(at: path, of: file)
        reader = try self.reader(directory)
        #expect(try reader.restore(file, from: path) { _ in } == isResult)
        return isResult
      }
      #expect(try isResult(Self.result))
      for place in Self.result.indices {
        var changed = Self.result
        changed[place] ^= 1 << UInt8(place % 8)
        #expect(try !isResult(changed), "byte \(place)")
      }
      #expect(try !isResult(Self.result + [0]))
      #expect(try !isResult(Array(Self.result.dropLast())))
      #expect(try !isResult([]))
    }
  }

  private static func line(_ number: Int, rating: Int) -> String {
    let random = UInt32(truncatingIfNeeded: number &* 2_654_435_761)
    return "{\"id\":\"event-\(random)\",\"joke_id\":\"joke-\(number % 7)\",\"rating\":\(rating),"
      + "\"device_id\":\"\(String(random ^ 0x5555_5555, radix: 16))\"}\n"
  }

  @Test func `removed lines are whole in the journal`() throws {
    let ratings = (0..<60).map { [1, 2, 3, 4, 5, 3][$0 * 7 % 6] }
    let original = ratings.enumerated().map { Self.line($0, rating: $1) }
    var edits: [Edit] = []
    var start = 0
    for (number, rating) in ratings.enumerated() {
      let end = start + original[number].utf8.count
      let line = Self.line(number, rating: [0, 1, 1, 3, 5, 5][rating])
      edits.append(Edit(start..<end, rating == 3 ? [] : Array(line.utf8)))
      start = end
    }
    let bytes = try expectRoundTrip(Array(original.joined().utf8), edits, "lines")
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

  private static let file: (original: [UInt8], edits: [Edit]?) = {
    let original = Array((0..<9).map { line($0, rating: 3 + $0 % 3) }.joined().utf8)
    return (original, [Edit(0..<original.count, result)])
  }()
  private static let result = Array((0..<9).map { line($0, rating: 5) }.joined().utf8)

  private func expectRefused(
    _ journal: [UInt8], _ note: String, _ directory: TemporaryDirectory
  ) throws {
    try directory.write(journal, to: "journal")
    #expect(throws: DamagedJournal.self, "\(note)") { try self.reader(directory).files() }
  }

  @Test func `a journal of which any bit changed is refused`() throws {
    try TemporaryDirectory.with { directory in
      let journal = try write(directory, [Self.file])
      for place in journal.indices {
        var changed = journal
        changed[place] ^= 1 << UInt8(place % 8)
        try expectRefused(changed, "byte \(place)", directory)
      }
    }
  }

  @Test func `promise 7: a journal that was cut at any byte is refused`() throws {
    try TemporaryDirectory.with { directory in
      let journal = try write(directory, [Self.file, Self.file])
      for count in journal.indices {
        try expectRefused(Array(journal[..<count]), "\(count) bytes", directory)
      }
      try expectRefused(journal + [0], "a byte more", directory)
      try expectRefused(journal + journal, "twice", directory)
    }
  }
}
