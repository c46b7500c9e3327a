import Formats
import Foundation
@testable import Runs
import Scan
import SystemIO
import TestSupport
import Testing

struct InputListSharesTests {
  /// The parts of each share: the file's name and the range that is read.
  private func parts(
    _ operands: [String], of count: Int, _ dealing: InputList.Dealing = .bytes
  ) throws -> [[String: Range<Int>]] {
    let list = try InputList(operands)
    return try (1...count).map { index in
      let shared = try list.shared(
        RunShard(index, of: count), dealing, format: nil)
      return Dictionary(
        uniqueKeysWithValues: shared.inputs.map {
          (($0.path as NSString).lastPathComponent, $0.range ?? 0..<$0.status.byteCount)
        })
    }
  }

  /// Checks that the parts of a file follow each other without a gap.
  private func expectCover(
    _ parts: [[String: Range<Int>]], of name: String, _ byteCount: Int, _ comment: Comment
  ) {
    var end = 0
    for part in parts.compactMap({ $0[name] }) where !part.isEmpty {
      #expect(part.lowerBound == end, comment)
      end = part.upperBound
    }
    #expect(end == byteCount, comment)
  }

  private static let line = #"{"id":"a","joke_id":"j","rating":5}"# + "\n"

  @Test(arguments: SeededGenerator.seeds(40))
  func `a file of lines is cut at line starts, each line in one share`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let lines = (0..<Int.random(in: 1...40, using: &generator)).map { number in
      let padding = String(
        repeating: "x", count: generator.happens(onceIn: 6) ? 3000 : number % 9)
      return #"{"id":"\#(padding)","rating":1}"# + (number % 3 == 0 ? "\r\n" : "\n")
    }
    try expectLines(
      lines.joined(), in: Int.random(in: 1...64, using: &generator), "seed \(seed)")
  }

  @Test(arguments: [1, 12], [1, 2, 3, 4, 6, 12, 13, 64])
  func `a share begins where a line does, even at the border of two ranges`(
    lineCount: Int, count: Int
  ) throws {
    try expectLines(
      String(repeating: Self.line, count: lineCount), in: count, "lines of one length")
  }

  /// Checks that each line of a file is in the share that its first byte is in.
  private func expectLines(_ text: String, in count: Int, _ comment: Comment) throws {
    try TemporaryDirectory.with { directory in
      let path = try directory.write(text, to: "events.ndjson")
      let parts = try parts([path], of: count)
      let bytes = Array(text.utf8)
      expectCover(parts, of: "events.ndjson", bytes.count, comment)
      for (index, part) in parts.enumerated() {
        // The only input is in each share, if only without a byte.
        let range = try #require(part["events.ndjson"])
        if range.isEmpty { continue }
        #expect(range.lowerBound == 0 || bytes[range.lowerBound - 1] == UInt8(ascii: "\n"))
        // The first byte of each line is in the share's range.
        let share = try #require(RunShard(index + 1, of: count)).range(of: bytes.count)
        for place in range
        where place == 0 || bytes[place - 1] == UInt8(ascii: "\n") {
          #expect(share.contains(place), comment)
        }
      }
    }
  }

  @Test(arguments: [
    ("not divided without a last line end", "ndjson", String(line.dropLast())),
    ("an array is not divided", "json", "[" + line + "," + line + "]\n"),
    ("an unknown format is not divided", "txt", "words\nwords\nwords\n"),
  ])
  func `another file is whole in one share`(reason: String, ending: String, text: String) throws {
    try TemporaryDirectory.with { directory in
      let folder = try directory.makeDirectory("in")
      try directory.write(Self.line + Self.line, to: "in/a.ndjson")
      try directory.write(text, to: "in/b.\(ending)")
      try directory.write("", to: "in/c.ndjson")
      for count in [2, 3, 5, 9] {
        let parts = try parts([folder], of: count)
        expectCover(parts, of: "a.ndjson", 2 * Self.line.utf8.count, "\(reason)")
        let owners = parts.compactMap { $0["b.\(ending)"] }
        #expect(owners == [0..<text.utf8.count], "\(reason), \(count)")
        #expect(parts.last?["c.ndjson"] == 0..<0)
      }
    }
  }

  @Test func `what changes in place is dealt by name, whatever the sizes`() throws {
    try TemporaryDirectory.with { directory in
      let folder = try directory.makeDirectory("in")
      for number in 0..<30 { try directory.write(Self.line, to: "in/\(number).ndjson") }
      let before = try parts([folder], of: 4, .names)
      #expect(before.map(\.count).reduce(0, +) == 30)
      #expect(before.allSatisfy { !$0.isEmpty })
      for number in 0..<9 { try directory.write("", to: "in/\(number).ndjson") }
      try FileManager.default.removeItem(atPath: directory.path(of: "in/29.ndjson"))
      let after = try parts([folder], of: 4, .names)
      for (one, other) in zip(before, after) {
        #expect(Set(one.keys).subtracting(["29.ndjson"]) == Set(other.keys))
      }
    }
  }

  @Test func `an export that is written stays together, one that is read does not`() throws {
    try TemporaryDirectory.with { directory in
      let folder = "in/all_namespaces/all_kinds/"
      try directory.makeDirectory(folder)
      for number in 0..<4 { try directory.write("12", to: folder + "output-\(number)") }
      let list = try InputList([directory.path(of: "in")])
      func shares(_ dealing: InputList.Dealing) throws -> [[String]] {
        try (1...6).map { index in
          try list.shared(RunShard(index, of: 6), dealing, format: nil).inputs.map(\.relativePath)
        }
      }
      let names = list.inputs.map(\.relativePath)
      #expect(names.count == 4)
      #expect(try shares(.bytesOrExports).filter { !$0.isEmpty } == [names])
      #expect(try shares(.names).filter { !$0.isEmpty } == [names])
      #expect(try shares(.bytes).filter { !$0.isEmpty } == names.map { [$0] })
    }
  }

  @Test func `a name that a part would get is refused`() throws {
    try TemporaryDirectory.with { directory in
      let folder = try directory.makeDirectory("in")
      try directory.write(String(repeating: Self.line, count: 9), to: "in/a.ndjson")
      try directory.write("", to: "in/a.ndjson.part-1-of-2")
      let list = try InputList([folder])
      #expect(throws: UsageError.self) {
        try list.shared(RunShard(1, of: 2), .bytes, format: nil)
      }
    }
  }

  @Test func `a stream is refused`() throws {
    let list = try InputList(["/dev/null"])
    #expect(throws: UnsuitableInput.self) {
      try list.shared(RunShard(1, of: 1), .bytes, format: nil)
    }
  }
}
