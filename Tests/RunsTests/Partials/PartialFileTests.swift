import Formats
import Jokes
@testable import Runs
import Scan
import SystemIO
import TestSupport
import Testing

struct PartialFileTests {
  private static var sample: PartialResult {
    var partial = PartialResult.sample(
      .sample(
        "a \"b\".json",
        log: LogTotals(recordCount: 1, payloadByteCount: 2, fileByteCount: 3, damageCount: 4),
        continuation: Place(file: "a \"b\".json", line: 5, column: 6, byte: 7)),
      ["é\n": (1, 2), "z": (0, 9), "a": (5, 0)])
    partial.exports = [
      ExportCounts(
        id: SHA256.digest([1]), shownMetadata: "m",
        parts: [
          .init(folder: "f", entityCount: 9, byteCount: nil, found: LogTotals()),
          .init(folder: "g", entityCount: nil, byteCount: 8, found: LogTotals()),
        ])
    ]
    return partial
  }

  @Test func `a partial result is a line for each thing, jokes in the order of their bytes`() throws
  {
    try TemporaryDirectory.with { directory in
      try Self.sample.write(to: "p", in: directory)
      let lines = try directory.text(of: "p").split(separator: "\n")
      let digest = SHA256.digest(Array("a \"b\".json 0..<100".utf8))
      let file = SHA256.digest(Array("a \"b\".json".utf8))
      #expect(
        lines.dropLast().joined(separator: "\n") == #"""
          {"laughtrack_partial":2,"version":"\#(Version.text)","scale":"binary","collection":"rating_events","salvage":false}
          {"piece":"a \"b\".json","bytes":100,"from":0,"to":100,"sha256":"\#(digest)","file":"\#(file)","format":"ndjson","read":100,"log":[1,2,3,4],"more":{"line":5,"column":6,"byte":7}}
          {"export":"\#(SHA256.digest([1]))","metadata":"m","parts":[{"folder":"f","entities":9,"log":[0,0,0,0]},{"folder":"g","bytes":8,"log":[0,0,0,0]}]}
          {"records":23,"missing":4,"events":22,"other_documents":1,"other_labels":0,"rejects":{"damaged":1,"missing entities":4},"neutral":{"3":2},"unexpected":{"null":3}}
          ["a",5,0]
          ["z",0,9]
          ["é\n",1,2]
          """#)
      let sealed = Array((lines.dropLast().joined(separator: "\n") + "\n").utf8)
      #expect(
        lines.last == #"""
          {"end":true,"pieces":1,"jokes":3,"hilarious":6,"horrible":11,"sha256":"\#(SHA256.digest(sealed))"}
          """#)
    }
  }

  @Test func `a partial result is read, and written again with the same bytes`() throws {
    try TemporaryDirectory.with { directory in
      let read = try PartialResult.read(Self.sample.write(to: "p", in: directory))
      try read.write(to: "q", in: directory)
      #expect(try directory.bytes(of: "p") == directory.bytes(of: "q"))
      #expect(read.counts.tally.horribleTotal == 11)
      #expect(read.pieces == Self.sample.pieces)
      #expect(read.exports == Self.sample.exports)
      #expect(read.totals == Self.sample.totals)
    }
  }

  @Test func `a partial result of which one byte was edited is refused`() throws {
    try TemporaryDirectory.with { directory in
      try Self.sample.write(to: "p", in: directory)
      let bytes = try directory.bytes(of: "p")
      for place in bytes.indices {
        for edit: UInt8 in [1, 0x20, 0x80] {
          var edited = bytes
          edited[place] ^= edit
          let path = try directory.write(edited, to: "edited")
          #expect(throws: DamagedPartial.self, "byte \(place), bits \(edit)") {
            try PartialResult.read(path)
          }
        }
      }
    }
  }

  @Test func `a partial result that was cut anywhere, or goes on, is refused`() throws {
    try TemporaryDirectory.with { directory in
      try Self.sample.write(to: "p", in: directory)
      let bytes = try directory.bytes(of: "p")
      for count in 0..<bytes.count {
        let path = try directory.write(bytes[..<count], to: "cut")
        #expect(throws: DamagedPartial.self, "\(count) bytes") { try PartialResult.read(path) }
      }
      let path = try directory.write(bytes + bytes, to: "twice")
      #expect(throws: DamagedPartial.self) { try PartialResult.read(path) }
    }
  }

  /// Lines that are sealed rightly, and that no run would write.
  @Test(arguments: [
    ("\"jokes\":1", "[\"a\",1,0]\n", "[\"a\",9223372036854775807,9223372036854775807]\n"),
    ("\"jokes\":1", "[\"a\",1,0]\n", "[\"a\",-1,0]\n"),
    ("\"jokes\":1", "[\"a\",1,0]\n", "[\"a\",0,0]\n"),
    ("\"jokes\":1", "[\"a\",1,0]\n", "[\"a\",1e0,0]\n"),
    ("\"jokes\":2", "[\"a\",1,0]\n", "[\"b\",1,0]\n[\"a\",1,0]\n"),
    ("\"jokes\":2", "[\"a\",1,0]\n", "[\"a\",1,0]\n[\"a\",1,0]\n"),
    ("\"jokes\":1", "\"events\":6", "\"events\":5"),
    ("\"jokes\":1", "\"records\":7", "\"records\":9223372036854775807"),
    ("\"jokes\":1", "\"neutral\":{\"3\":2}", "\"neutral\":{\"9\":2}"),
    ("\"jokes\":1", "\"laughtrack_partial\":2", "\"laughtrack_partial\":1"),
    ("\"jokes\":1", "\"scale\":\"binary\"", "\"scale\":\"other\""),
    ("\"jokes\":1", "\"version\":\"", "\"version\":\"9"),
    ("\"jokes\":1", "\"to\":100", "\"to\":101"),
  ])
  func `numbers that cannot be are refused, whatever the seal`(
    jokes: String, old: String, new: String
  ) throws {
    try TemporaryDirectory.with { directory in
      let partial = PartialResult.sample(.sample("x"), ["a": (1, 0)])
      try partial.write(to: "p", in: directory)
      let text = try directory.text(of: "p")
      let end = try #require(text.firstRange(of: "{\"end\":"))
      #expect(text.contains(old))
      let body = String(text[..<end.lowerBound].replacing(old, with: new))
      let count = jokes == "\"jokes\":2" ? 2 : 1
      let path = try directory.write(
        body + """
          {"end":true,"pieces":1,"jokes":\(count),"hilarious":\(count),"horrible":0,"sha256":"\
          \(SHA256.digest(Array(body.utf8)))"}

          """, to: "edited")
      #expect(throws: DamagedPartial.self) { try PartialResult.read(path) }
    }
  }
}
