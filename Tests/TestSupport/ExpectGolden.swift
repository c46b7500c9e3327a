package import Foundation
package import Testing

/// Compares bytes with a reviewed file.
///
/// With `RECORD=1` in the environment the file is rewritten and the test fails, so that recording
/// is not passing.
package func expectGolden(
  _ bytes: Data, _ file: URL, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let isThere = FileManager.default.fileExists(atPath: file.path)
  let golden = isThere ? try Data(contentsOf: file) : Data()
  if isThere, golden == bytes { return }
  if ProcessInfo.processInfo.environment["RECORD"] == "1" {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try bytes.write(to: file)
    Issue.record("recorded \(file.path)", sourceLocation: sourceLocation)
    return
  }
  let made = String(decoding: bytes, as: UTF8.self)
  let wanted = isThere ? String(decoding: golden, as: UTF8.self) : "no file; RECORD=1 writes it"
  Issue.record(
    "not as in \(file.path):\n--- expected\n\(wanted)\n--- made\n\(made)",
    sourceLocation: sourceLocation)
}

/// A tool's messages without what differs between runs: durations and directories.
///
/// - Parameter directories: directories whose paths become `TMP`.
package func normalized(_ errors: String, without directories: [URL] = []) -> String {
  var text = errors
  for directory in directories {
    text = text.replacingOccurrences(of: directory.path, with: "TMP")
  }
  return text.replacing(/read in \d+(\.\d+)? (ms|s|min \d+ s)/, with: "read in N ms")
}
