package import Foundation

/// Compresses a file with the system's program.
package func compressed(
  _ bytes: Data, with program: String, _ arguments: [String] = ["-c"]
) throws -> Data {
  let directory = FileManager.default.temporaryDirectory.appending(
    path: "laughtrack-compressing-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  // If this fails, the system's own clean-up of temporary files removes it.
  defer { try? FileManager.default.removeItem(at: directory) }
  let files = (directory.appending(path: "input"), directory.appending(path: "output"))
  try bytes.write(to: files.0)
  try Data().write(to: files.1)
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = [program] + arguments
  process.standardInput = try FileHandle(forReadingFrom: files.0)
  process.standardOutput = try FileHandle(forWritingTo: files.1)
  process.standardError = FileHandle.nullDevice
  try process.run()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else { throw ToolFault.noFile(program) }
  return try Data(contentsOf: files.1)
}
