import Foundation
@testable import Runs
import Scan
import SystemIO
import TestSupport
import Testing

struct OutputSetTests {
  private let errors = Transcript()
  /// The obstacles of a dry run.
  private var obstacles: [String] { errors.lines.filter { $0.contains("the real run would fail") } }

  /// The outputs of a run with these words that rewrites these inputs.
  private func outputs(
    _ words: [String], _ inputs: InputList, otherOutputs: Bool = false
  ) throws -> OutputSet {
    var outputs = try OutputSet(locking: .sample(words + ["--verbose"], errors: errors))
    outputs.read(inputs)
    try outputs.rewrite(inputs, alternatives: ["--output PATH"], otherOutputs: otherOutputs)
    return outputs
  }

  /// The outputs for one input file, with words that are made from its folder.
  private func plan(
    otherOutputs: Bool = false, _ words: (TemporaryDirectory) throws -> [String],
    _ body: (OutputSet, InputList, TemporaryDirectory) throws -> Void
  ) throws {
    try TemporaryDirectory.with { directory in
      let inputs = try InputList([directory.write("{}", to: "input")])
      try body(outputs(words(directory), inputs, otherOutputs: otherOutputs), inputs, directory)
    }
  }

  @Test func `an output must be named, except in a dry run or beside other outputs`() throws {
    #expect(throws: UsageError.self) { try plan({ _ in [] }, { _, _, _ in }) }
    try plan(otherOutputs: true, { _ in [] }) { plan, _, _ in #expect(!plan.namesOutputs) }
    try plan({ _ in ["--dry-run"] }) { plan, _, _ in #expect(!plan.namesOutputs) }
  }

  @Test func `in place and elsewhere exclude each other`() {
    #expect(throws: UsageError.self) {
      try plan({ ["--in-place", "--output", $0.path(of: "new")] }, { _, _, _ in })
    }
  }

  @Test func `an existing output is refused, and in a dry run an obstacle`() throws {
    func words(_ directory: TemporaryDirectory) throws -> [String] {
      ["--output", try directory.write("old", to: "output")]
    }
    #expect(throws: OutputRefusal.self) { try plan(words, { _, _, _ in }) }
    try plan({ try words($0) + ["--dry-run"] }) { plan, inputs, directory in
      #expect(obstacles.count == 1)
      var output = try plan.output(for: try #require(inputs.inputs.first))
      try output.write([1])
      try output.finish().publish()
      #expect(try directory.text(of: "output") == "old")
    }
  }

  @Test func `an output that is its input is refused without --in-place`() throws {
    #expect(throws: OutputRefusal.self) {
      try plan({ ["--output", $0.path(of: "input"), "--force"] }, { _, _, _ in })
    }
    try plan({ _ in ["--in-place"] }) { plan, inputs, directory in
      #expect(plan.isInPlace)
      var output = try plan.output(for: try #require(inputs.inputs.first))
      try output.write(Array("new".utf8))
      try output.finish().publish()
      #expect(try directory.text(of: "input") == "new")
    }
  }

  @Test func `several inputs go to a folder, under their own names`() throws {
    try TemporaryDirectory.with { directory in
      try directory.makeDirectory("export/inner")
      for file in ["export/a", "export/inner/b"] { try directory.write("{}", to: file) }
      let inputs = try InputList([directory.path(of: "export")])
      func plan(_ output: String) throws -> OutputSet {
        try outputs(["--output", output], inputs)
      }
      let out = try plan(directory.path(of: "out"))
      for input in inputs.inputs {
        var output = try out.output(for: input)
        try output.write(Array(input.relativePath.utf8))
        try output.finish().publish()
      }
      #expect(try directory.text(of: "out/a") == "a")
      #expect(try directory.text(of: "out/inner/b") == "inner/b")
      #expect(throws: UsageError.self) { try plan("-") }
      #expect(throws: OutputRefusal.self) { try plan(directory.path(of: "export/a")) }
    }
  }

  @Test func `results never lie among the inputs`() throws {
    try TemporaryDirectory.with { directory in
      try directory.makeDirectory("export")
      try directory.write("{}", to: "export/a")
      let inputs = try InputList([directory.path(of: "export")])
      for output in ["export", "export/new", "export/new/deep/"] {
        #expect(throws: UsageError.self, "\(output)") {
          try outputs(["--output", directory.path(of: output)], inputs)
        }
      }
      for output in ["export/../new", "new/../export2"] {
        _ = try outputs(["--output", directory.path(of: output)], inputs)
      }
    }
  }

  @Test func `a slash at the end makes one input's output a folder`() throws {
    try plan({ ["--output", $0.path(of: "out/")] }) { plan, inputs, directory in
      var output = try plan.output(for: try #require(inputs.inputs.first))
      try output.write([1])
      try output.finish().publish()
      #expect(try directory.bytes(of: "out/input") == [1])
    }
  }

  @Test func `two inputs of one name cannot go to one folder`() throws {
    try TemporaryDirectory.with { directory in
      for folder in ["x", "y"] {
        try directory.makeDirectory(folder)
        try directory.write("{}", to: folder + "/same")
      }
      let inputs = try InputList(["x/same", "y/same"].map(directory.path(of:)))
      #expect(throws: UsageError.self) {
        try outputs(["--output", directory.path(of: "out")], inputs)
      }
    }
  }

  @Test func `inputs that fit one by one but not together are an obstacle of a dry run`() throws {
    try TemporaryDirectory.with { directory in
      let system = try FileManager.default.attributesOfFileSystem(forPath: directory.path)
      let free = try #require(system[.systemFreeSize] as? Int)
      // Files with nothing in them but holes: they take no room themselves.
      let paths = try ["one", "two"].map { name in
        let path = try directory.write("", to: name)
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.truncate(atOffset: UInt64(free / 5 * 3))
        try file.close()
        return path
      }
      for way in [["--in-place"], ["--output", directory.path(of: "out")]] {
        _ = try outputs(["--dry-run"] + way, InputList(paths))
        #expect(obstacles.last?.contains("2 outputs there may need ") == true)
      }
      #expect(obstacles.count == 2)
    }
  }
}
