import Foundation
@testable import Runs
import Scan
import SystemIO
import TestSupport
import Testing

struct BatchPackingTests {
  private typealias Packed = (file: BatchFile, text: String)

  private func add(
    _ pair: (write: String, undo: String), to directory: inout BatchDirectory
  ) throws {
    let (write, undo) = (Array(pair.write.utf8), Array(pair.undo.utf8))
    try directory.add(write.span, undo: undo.span)
  }

  /// Packs writes, and gives the batches and those that undo them with their texts.
  private func pack(
    _ limits: BatchLimits, _ writes: [(write: String, undo: String)]
  ) throws -> (batches: [Packed], undo: [Packed]) {
    try TemporaryDirectory.with { directory in
      var packed = try BatchDirectory(
        directory.path(of: "batches"), limits: limits, isDiscarding: false)
      for pair in writes { try add(pair, to: &packed) }
      try packed.finish(sources: [])
      try packed.publish()
      func texts(_ files: [BatchFile]) throws -> [Packed] {
        try files.map { ($0, try directory.text(of: "batches/" + $0.name)) }
      }
      return (try texts(packed.batches), try texts(packed.undoBatches))
    }
  }

  /// The writes of a batch, taken from its lines.
  private func writes(_ packed: [Packed]) -> [String] {
    packed.flatMap { batch in
      batch.text.split(separator: "\n").dropFirst().dropLast().map {
        $0.hasSuffix(",") ? String($0.dropLast()) : String($0)
      }
    }
  }

  @Test(arguments: 30...80)
  func `a batch has at most so many bytes, and its undo the same documents`(byteCount: Int) throws {
    let pairs = (0..<20).map { number in
      (
        write: "\"" + String(repeating: "x", count: number % 7) + "\"",
        undo: "\"" + String(repeating: "u", count: number % 5) + "\""
      )
    }
    let packed = try pack(BatchLimits(byteCount: byteCount), pairs)
    for files in [packed.batches, packed.undo] {
      #expect(files.allSatisfy { $0.text.utf8.count <= byteCount })
      #expect(files.map(\.file.byteCount) == files.map(\.text.utf8.count))
    }
    #expect(writes(packed.batches) == pairs.map(\.write))
    #expect(writes(packed.undo) == pairs.map(\.undo))
    #expect(packed.batches.map(\.file.writeCount) == packed.undo.map(\.file.writeCount))
    #expect(packed.undo.map(\.file.name) == packed.batches.map { "undo/" + $0.file.name })
  }

  @Test func `a batch is closed when the one that undoes it is full`() throws {
    let pairs = ["1", "2", "3"].map { (write: $0, undo: String(repeating: $0, count: 20)) }
    let packed = try pack(BatchLimits(byteCount: 40), pairs)
    #expect(packed.batches.map(\.file.writeCount) == [1, 1, 1])
  }

  @Test func `what fits a batch is told beforehand, to the byte`() throws {
    let limits = BatchLimits(byteCount: 100)
    let largest = try #require((0...100).last { limits.allow(writeOfByteCount: $0) })
    let packed = try pack(limits, [(String(repeating: "1", count: largest), "{}")])
    #expect(packed.batches.map(\.file.byteCount) == [100])
  }

  private static let joined: [(text: String, count: Int?)] = [
    ("{\"a\":1}", 1), ("{\"a\":1},\n{\"a\":[1,\n2]}", 2),
    ("{\n\"a\":\n{\"b\":1,\n\"c\":2}},\n[]", 2),
    ("", nil), ("1,\n", nil), ("1\n2", nil), ("1, 2", nil), ("{\"a\":1", nil), ("1,\n\n2", nil),
  ]

  @Test(arguments: joined)
  func `the writes of a batch are its values, whatever line breaks they have`(
    text: String, count: Int?
  ) throws {
    let batch = Array("{\"writes\":[\n\(text)\n]}\n".utf8)
    let found = BatchDirectory.writes(in: batch.span)
    #expect(found?.count == count)
    let writes = found?.map { String(decoding: batch[$0], as: UTF8.self) }
    #expect(writes == nil || writes?.joined(separator: ",\n") == text)
  }
}
