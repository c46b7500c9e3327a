import Scan
import SystemIO
import TestSupport
import Testing

@testable import Runs

struct PlanTests {
  private static let input = FileIdentity(
    path: "/in", byteCount: 9, checksum: .sha256(SHA256.digest([1])))
  private static let output = FileIdentity(
    path: "/out", byteCount: 7, checksum: .sha256(SHA256.digest([2])))

  /// Writes a plan, and gives its path.
  private func plan(in directory: TemporaryDirectory) throws -> String {
    let path = directory.path(of: "plan")
    let file = try PlanFile(
      ByteOutput(OutputTarget(path), permissions: .ownerOnly), tool: "migrate-ratings",
      version: "1.0.0", created: Timestamp(seconds: 1), arguments: ["--output=/out", "--", "/in"])
    try file.add(
      .init(
        place: Place(file: "/in", line: 2, column: 3, byte: 17), documentID: Array("d_é".utf8),
        before: .number(spelled: "4.0"), after: .whole(5)))
    try file.add(
      .init(
        place: Place(file: "/in", byte: 0), key: "k", entry: "j", before: .text("a\n"), after: nil))
    try file.add(
      .init(place: Place(file: "/in"), key: "k", before: nil, after: .bytes([0x31])))
    try file.add(
      .init(
        place: Place(file: "/in"), key: "k", before: .number(spelled: "inf"),
        after: .boolean(true)))
    var results = RunResults()
    results.outputs = [Self.output]
    results.removals = ["/gone"]
    try file.finish([Self.input], results).publish()
    return path
  }

  @Test func `a plan is a line for each thing, readable to its owner alone`() throws {
    try TemporaryDirectory.with { directory in
      _ = try plan(in: directory)
      #expect(try directory.mode(of: "plan") == 0o600)
      let lines = try directory.text(of: "plan").split(separator: "\n")
      #expect(
        lines.dropLast().joined(separator: "\n") == #"""
          {"schema_version":1,"plan":"migrate-ratings","version":"1.0.0","created":"1970-01-01T00:00:01Z","arguments":["--output=/out","--","/in"]}
          {"change":"update","document":"d_é","before":4.0,"after":5,"file":"/in","line":2,"column":3,"byte":17}
          {"change":"delete","key":"k","entry":"j","before":"a\n","file":"/in","byte":0}
          {"change":"add","key":"k","after":{"bytes":1,"sha256":"\#(SHA256.digest([0x31]))"},"file":"/in"}
          {"change":"update","key":"k","before":"inf","after":true,"file":"/in"}
          {"input":"/in","bytes":9,"sha256":"\#(SHA256.digest([1]))"}
          {"output":"/out","bytes":7,"sha256":"\#(SHA256.digest([2]))"}
          {"removal":"/gone"}
          """#)
      let sealed = Array((lines.dropLast().joined(separator: "\n") + "\n").utf8)
      #expect(
        lines.last == #"""
          {"end":true,"changes":4,"inputs":1,"outputs":1,"removals":1,"sha256":"\#(SHA256.digest(sealed))"}
          """#)
    }
  }

  @Test func `a written plan is read`() throws {
    try TemporaryDirectory.with { directory in
      let plan = try Plan(reading: plan(in: directory))
      #expect(plan.recorded.tool == "migrate-ratings")
      #expect(plan.recorded.version == "1.0.0")
      #expect(plan.recorded.arguments == ["--output=/out", "--", "/in"])
      #expect(plan.inputs == [Self.input])
      #expect(plan.results.outputs == [Self.output])
      #expect(plan.results.removals == ["/gone"])
    }
  }

  @Test func `promise 8: a plan of which one byte was edited is refused`() throws {
    try TemporaryDirectory.with { directory in
      _ = try plan(in: directory)
      let bytes = try directory.bytes(of: "plan")
      for place in bytes.indices {
        for edit: UInt8 in [1, 0x20, 0x80] {
          var edited = bytes
          edited[place] ^= edit
          let path = try directory.write(edited, to: "edited")
          #expect(throws: UnsuitableInput.self, "byte \(place), bits \(edit)") {
            try Plan(reading: path)
          }
        }
      }
    }
  }

  @Test(arguments: SeededGenerator.seeds(200))
  func `promise 8: a plan that was edited anyhow is refused`(seed: UInt64) throws {
    try TemporaryDirectory.with { directory in
      _ = try plan(in: directory)
      let bytes = try directory.bytes(of: "plan")
      var generator = SeededGenerator(seed: seed)
      var edited = bytes
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      let end = Int.random(in: place...min(bytes.count, place + 300), using: &generator)
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: edited.removeSubrange(place..<max(end, place + 1))
      case 1: edited.insert(contentsOf: bytes[place..<max(end, place + 1)], at: place)
      default: edited.replaceSubrange(place..<end, with: [generator.pick(bytes)])
      }
      if edited == bytes { return }
      let path = try directory.write(edited, to: "edited")
      #expect(throws: UnsuitableInput.self, "seed \(seed)") { try Plan(reading: path) }
    }
  }

  @Test func `promise 7: a plan that was cut anywhere is refused`() throws {
    try TemporaryDirectory.with { directory in
      _ = try plan(in: directory)
      let bytes = try directory.bytes(of: "plan")
      for count in 0..<bytes.count {
        let path = try directory.write(bytes[..<count], to: "cut")
        #expect(throws: UnsuitableInput.self, "\(count) bytes") { try Plan(reading: path) }
      }
    }
  }

  @Test func `a plan whose lines changed places is refused`() throws {
    try TemporaryDirectory.with { directory in
      _ = try plan(in: directory)
      var lines = try directory.text(of: "plan").split(separator: "\n")
      lines.swapAt(1, 2)
      let path = try directory.write(lines.joined(separator: "\n") + "\n", to: "swapped")
      #expect(throws: UnsuitableInput.self) { try Plan(reading: path) }
    }
  }
}
