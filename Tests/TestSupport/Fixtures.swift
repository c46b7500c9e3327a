package import Foundation

/// A case of a tool under `data/`: an input, options, and the expected output.
package struct FixtureCase: Sendable, CustomStringConvertible {
  /// The tool.
  package let tool: String
  /// The input's name, in the directory where the tool runs.
  package let input: String
  /// The options, from the file beside the input.
  package let options: [String]

  /// The name of the case.
  package var name: String { (input as NSString).deletingPathExtension }
  /// The directory in which the tool runs.
  package var directory: URL { Fixtures.inputs(of: tool) }
  /// The directory of the expected output.
  package var expected: URL { Fixtures.data.appending(path: "expected/\(tool)/\(name)") }
  /// The expected output's name: `output` with the input's extension.
  package var outputName: String { "output." + (input as NSString).pathExtension }
  package var description: String { "\(tool)/\(input)" }

  /// An expected file, or nil if there is none.
  package func expectation(_ name: String) throws -> Data? {
    let file = expected.appending(path: name)
    return FileManager.default.fileExists(atPath: file.path) ? try Data(contentsOf: file) : nil
  }
}

/// The files under `data/`, located relative to this source file.
package enum Fixtures {
  /// The directory `data`.
  package static let data = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "data")

  /// The directory of a tool's inputs.
  package static func inputs(of tool: String) -> URL { data.appending(path: "input/\(tool)") }

  /// The bytes of an input.
  package static func input(_ tool: String, _ name: String) throws -> Data {
    try Data(contentsOf: inputs(of: tool).appending(path: name))
  }

  /// All cases of a tool, sorted by name; none if they cannot be listed.
  package static func cases(of tool: String) -> [FixtureCase] {
    let directory = inputs(of: tool)
    let entries = try? FileManager.default.contentsOfDirectory(
      at: directory, includingPropertiesForKeys: [.isRegularFileKey])
    let names = (entries ?? []).filter {
      $0.pathExtension != "args"
        && (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true
    }
    return names.map(\.lastPathComponent).sorted().map { name in
      let stem = (name as NSString).deletingPathExtension
      let file = directory.appending(path: stem + ".args")
      let lines = (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n") ?? []
      return FixtureCase(tool: tool, input: name, options: lines.map(String.init))
    }
  }
}
