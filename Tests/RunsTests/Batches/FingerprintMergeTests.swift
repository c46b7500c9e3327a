import Scan
import SystemIO
import TestSupport
import Testing

@testable import Runs

struct FingerprintMergeTests {
  /// Writes the sorted fingerprints of a shard's ids; an id with `!` is of a document that a batch
  /// writes.
  private func file(
    _ ids: [String], in directory: TemporaryDirectory, _ name: String
  ) throws -> (path: String, file: BatchFile) {
    let fingerprints = ShardFingerprints()
    for id in ids {
      let bytes = Array(id.utf8.filter { $0 != UInt8(ascii: "!") })
      fingerprints.enter(ShardFingerprint(ofID: bytes.span, isWritten: id.hasSuffix("!")))
    }
    let bytes = fingerprints.sorted()
    return (
      try directory.write(bytes, to: name),
      BatchFile(
        name: name, writeCount: 0, byteCount: bytes.count, digest: SHA256.digest(bytes))
    )
  }

  private func repetitions(
    _ shards: [[String]]
  ) throws -> [FingerprintMerge.Repetition] {
    try TemporaryDirectory.with { directory in
      var merge = try FingerprintMerge(
        shards.enumerated().map { try file($1, in: directory, "\($0)") })
      var found: [FingerprintMerge.Repetition] = []
      try merge.forEachRepetition { found.append($0) }
      return found
    }
  }

  @Test(arguments: SeededGenerator.seeds(20))
  func `each document that is in two shards is found, if a batch writes it`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var shards = [[String]](repeating: [], count: Int.random(in: 1...9, using: &generator))
    var expected: Set<ShardFingerprint> = []
    for number in 0..<Int.random(in: 0...2000, using: &generator) {
      let places = shards.indices.filter { _ in generator.happens(onceIn: shards.count) }
      let written = places.filter { _ in generator.happens(onceIn: 3) }
      for place in places {
        shards[place].append("\(number)" + (written.contains(place) ? "!" : ""))
      }
      guard places.count > 1, !written.isEmpty else { continue }
      let bytes = Array("\(number)".utf8)
      expected.insert(ShardFingerprint(ofID: bytes.span, isWritten: true))
    }
    for index in shards.indices { shards[index].shuffle(using: &generator) }
    let found = try repetitions(shards)
    #expect(Set(found.map { $0.document.with(isWritten: true) }) == expected, "seed \(seed)")
    #expect(found.count == expected.count)
  }

  @Test func `the shards are named, and one that writes the document`() throws {
    let found = try repetitions([["a", "b!"], ["c"], ["b", "d!"], ["b"]])
    #expect(found.map(\.shards) == [[0, 2, 3]])
    #expect(found.map(\.writer) == [0])
  }

  @Test func `a document that its own shard has twice is written by none of its batches`() throws {
    #expect(try repetitions([["a!", "a!"], ["a"]]).isEmpty)
    #expect(try repetitions([["a!", "a"], ["a!"]]).map(\.writer) == [1])
  }

  @Test func `fingerprints out of order, or cut, are refused`() throws {
    try TemporaryDirectory.with { directory in
      let (path, file) = try file(["a", "b", "c"], in: directory, "file")
      let bytes = try directory.bytes(of: "file")
      let size = ShardFingerprint.byteCount
      var swapped = bytes
      swapped.replaceSubrange(..<size, with: bytes[size..<2 * size])
      swapped.replaceSubrange(size..<2 * size, with: bytes[..<size])
      let damaged: [[UInt8]] = [
        Array(bytes.dropLast()), Array(bytes.dropLast(size)), bytes + Array(bytes.suffix(size)),
        swapped, bytes.map { $0 ^ 2 },
      ]
      for bytes in damaged {
        try directory.write(bytes, to: "file")
        #expect(throws: UnsuitableInput.self) {
          var merge = try FingerprintMerge([(path, file)])
          try merge.forEachRepetition { _ in }
        }
      }
    }
  }
}
