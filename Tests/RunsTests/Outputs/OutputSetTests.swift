import Foundation
import Runs
import Scan
import SystemIO
import TestSupport
import Testing

struct OutputSetTests {
  /// A plan for one input file, whose arguments are made from its folder.
  private func plan(
    otherOutputs: Bool = false, _ words: (TemporaryDirectory) throws -> [String],
    _ body: (OutputSet, InputList, TemporaryDirectory) throws -> Void
  ) throws {
    try TemporaryDirectory.with { directory in
      let inputs = try InputList([directory.write("{}", to: "input")])
      let plan = try OutputSet(
        Arguments(reading: words(directory)), inputs: inputs, alternatives: ["--output PATH"],
        otherOutputs: otherOutputs)
      try body(plan, inputs, directory)
    }
  }

  @Test func `without an output nothing is read`() throws {
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
      #expect(plan.obstacles.count == 1)
      var output = try plan.output(for: try #require(inputs.inputs.first))
      try output.write([1])
      try output.finish().publish()
      #expect(try directory.text(of: "output") == "old")
    }
  }

  @Test func `the input as its own output needs in place`() throws {
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
        try OutputSet(
          Arguments(reading: ["--output", output]), inputs: inputs, alternatives: [])
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
        let arguments = Arguments(reading: ["--output", directory.path(of: output)])
        #expect(throws: UsageError.self, "\(output)") {
          try OutputSet(arguments, inputs: inputs, alternatives: [])
        }
      }
      for output in ["export/../new", "new/../export2"] {
        let arguments = Arguments(reading: ["--output", directory.path(of: output)])
        _ = try OutputSet(arguments, inputs: inputs, alternatives: [])
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
      let arguments = Arguments(reading: ["--output", directory.path(of: "out")])
      #expect(throws: UsageError.self) {
        try OutputSet(arguments, inputs: inputs, alternatives: [])
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
        let arguments = Arguments(reading: ["--dry-run"] + way)
        let plan = try OutputSet(arguments, inputs: InputList(paths), alternatives: [])
        #expect(plan.obstacles.count == 1)
        #expect(plan.obstacles.first?.contains("2 outputs there may need ") == true)
      }
    }
  }
}
