import ByteIO
import Console
import Foundation
import TestSupport
import Testing
import Wiring

struct OutputPlanTests {
  /// A plan for one input file, whose options are made from its folder.
  private func plan(
    otherOutputs: Bool = false, _ options: (inout SharedOptions, TemporaryDirectory) throws -> Void,
    _ body: (OutputPlan, InputList, TemporaryDirectory) throws -> Void
  ) throws {
    try TemporaryDirectory.with { directory in
      let inputs = try InputList([directory.write("{}", to: "input")])
      var shared = SharedOptions()
      try options(&shared, directory)
      let plan = try OutputPlan(
        shared, inputs: inputs, alternatives: ["--output PATH"], otherOutputs: otherOutputs)
      try body(plan, inputs, directory)
    }
  }

  @Test func `without an output nothing is read`() throws {
    #expect(throws: UsageError.self) { try plan({ _, _ in }, { _, _, _ in }) }
    try plan(otherOutputs: true, { _, _ in }) { plan, _, _ in #expect(!plan.namesOutputs) }
    try plan({ options, _ in options.dryRun = true }) { plan, _, _ in #expect(!plan.namesOutputs) }
  }

  @Test func `in place and elsewhere exclude each other`() {
    #expect(throws: UsageError.self) {
      try plan(
        { options, directory in
          options.inPlace = true
          options.output = directory.path(of: "new")
        }, { _, _, _ in })
    }
  }

  @Test func `an existing output is refused, and in a dry run an obstacle`() throws {
    func options(_ options: inout SharedOptions, _ directory: TemporaryDirectory) throws {
      options.output = try directory.write("old", to: "output")
    }
    #expect(throws: OutputRefusal.self) { try plan(options, { _, _, _ in }) }
    try plan({
      try options(&$0, $1)
      $0.dryRun = true
    }) { plan, inputs, directory in
      #expect(plan.obstacles.count == 1)
      var output = try plan.output(for: try #require(inputs.inputs.first))
      try output.write([1])
      try output.finish().publish()
      #expect(try directory.text(of: "output") == "old")
    }
  }

  @Test func `the input as its own output needs in place`() throws {
    #expect(throws: OutputRefusal.self) {
      try plan(
        { options, directory in
          options.output = directory.path(of: "input")
          options.force = true
        }, { _, _, _ in })
    }
    try plan({ options, _ in options.inPlace = true }) { plan, inputs, directory in
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
      var shared = SharedOptions()
      shared.output = directory.path(of: "out")
      let plan = try OutputPlan(shared, inputs: inputs, alternatives: [])
      for input in inputs.inputs {
        var output = try plan.output(for: input)
        try output.write(Array(input.relativePath.utf8))
        try output.finish().publish()
      }
      #expect(try directory.text(of: "out/a") == "a")
      #expect(try directory.text(of: "out/inner/b") == "inner/b")
      shared.output = "-"
      #expect(throws: UsageError.self) { try OutputPlan(shared, inputs: inputs, alternatives: []) }
      shared.output = directory.path(of: "export/a")
      #expect(throws: OutputRefusal.self) {
        try OutputPlan(shared, inputs: inputs, alternatives: [])
      }
    }
  }

  @Test func `results never lie among the inputs`() throws {
    try TemporaryDirectory.with { directory in
      try directory.makeDirectory("export")
      try directory.write("{}", to: "export/a")
      let inputs = try InputList([directory.path(of: "export")])
      for output in ["export", "export/new", "export/new/deep/"] {
        var shared = SharedOptions()
        shared.output = directory.path(of: output)
        #expect(throws: UsageError.self, "\(output)") {
          try OutputPlan(shared, inputs: inputs, alternatives: [])
        }
      }
      for output in ["export/../new", "new/../export2"] {
        var shared = SharedOptions()
        shared.output = directory.path(of: output)
        _ = try OutputPlan(shared, inputs: inputs, alternatives: [])
      }
    }
  }

  @Test func `a slash at the end makes one input's output a folder`() throws {
    try plan({ $0.output = $1.path(of: "out/") }) { plan, inputs, directory in
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
      var shared = SharedOptions()
      shared.output = directory.path(of: "out")
      #expect(throws: UsageError.self) { try OutputPlan(shared, inputs: inputs, alternatives: []) }
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
      for way in [true, false] {
        var shared = SharedOptions()
        shared.dryRun = true
        shared.inPlace = way
        shared.output = way ? nil : directory.path(of: "out")
        let plan = try OutputPlan(shared, inputs: InputList(paths), alternatives: [])
        #expect(plan.obstacles.count == 1)
        #expect(plan.obstacles.first?.contains("2 outputs there may need ") == true)
      }
    }
  }
}
