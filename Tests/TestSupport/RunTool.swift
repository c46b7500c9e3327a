package import Foundation
import Synchronization

/// The result of running a tool.
package struct ToolOutcome: Sendable, CustomStringConvertible {
  /// The tool and its arguments.
  package let command: String
  /// The exit status, or 128 plus the number of the signal that ended it.
  package let status: Int32
  /// Its standard output.
  package let output: Data
  /// Its standard error.
  package let errors: String

  /// The output as text, invalid bytes replaced.
  package var outputText: String { String(decoding: output, as: UTF8.self) }
  /// The lines on standard error.
  package var errorLines: [String] {
    errors.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).dropLast(
      errors.hasSuffix("\n") || errors.isEmpty ? 1 : 0)
  }

  package var description: String { "\(command)\nexit \(status)\n\(errors)" }
}

/// A tool's standard input.
package enum ToolInput: Sendable {
  /// Empty.
  case nothing
  /// These bytes, in a file.
  case bytes(Data)
  /// A pipe, which stays open until the test closes it.
  case pipe
}

/// A reason that a tool could not be run.
package enum ToolFault: Error, CustomStringConvertible {
  /// It exceeded its time limit and was killed.
  case timeLimit(String)
  /// A file for its streams could not be made.
  case noFile(String)

  package var description: String {
    switch self {
    case .timeLimit(let command): "still running at its time limit: \(command)"
    case .noFile(let path): "cannot make '\(path)'"
    }
  }
}

/// The tools built together with the tests.
package enum BuiltTools {
  /// Their directory: that of the running tests, on macOS that of their bundle.
  package static let directory: URL = {
    #if os(Linux)
      return URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent()
    #else
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? Bundle.main
      return bundle.bundleURL.deletingLastPathComponent()
    #endif
  }()

  /// The path of a tool.
  package static func path(of tool: String) -> String { directory.appending(path: tool).path }
}

/// A running tool.
///
/// Its standard output and standard error go to files: two pipes that are read in turn would hang
/// both sides when one is full. A class, because the process is one.
package final class RunningTool {
  private let process = Process()
  private var inputEnd: FileHandle?
  private let outputFile: URL
  private let errorsFile: URL
  private let command: String
  private var slot: ToolSlots.Slot?
  private static let starting = Mutex(())

  /// Starts a tool or a shell command, when not too many others run.
  ///
  /// - Parameters:
  ///   - tool: the tool's name.
  ///   - shell: a line of shell in which `"$@"` is the tool and its arguments, for closed streams,
  ///     masks and pipes.
  ///   - directory: the directory to run in.
  ///   - files: a directory for the streams' files, unique to this run.
  ///   - environment: variables beside `PATH`; no others are inherited.
  package init(
    _ tool: String, _ arguments: [String], shell: String? = nil, in directory: URL, files: URL,
    input: ToolInput = .nothing, environment: [String: String] = [:]
  ) async throws {
    slot = await ToolSlots.shared.take()
    let path = BuiltTools.path(of: tool)
    command = ([tool] + arguments).joined(separator: " ")
    process.executableURL = URL(fileURLWithPath: shell == nil ? path : "/bin/sh")
    process.arguments = shell.map { ["-c", $0, "sh", path] + arguments } ?? arguments
    process.currentDirectoryURL = directory
    let inherited = ["PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "LLVM_PROFILE_FILE"]
    process.environment = ProcessInfo.processInfo.environment.filter { inherited.contains($0.key) }
      .merging(environment) { $1 }
    outputFile = files.appending(path: "stdout")
    errorsFile = files.appending(path: "stderr")
    let streams = [try Self.writing(outputFile), try Self.writing(errorsFile)]
    process.standardOutput = streams[0]
    process.standardError = streams[1]
    switch input {
    case .nothing: process.standardInput = FileHandle.nullDevice
    case .bytes(let bytes):
      let file = files.appending(path: "stdin")
      try bytes.write(to: file)
      process.standardInput = try FileHandle(forReadingFrom: file)
    case .pipe:
      let pipe = Pipe()
      process.standardInput = pipe.fileHandleForReading
      inputEnd = pipe.fileHandleForWriting
    }
    try Self.starting.withLock { _ in try process.run() }
    // A finished process keeps its handles open, and Foundation cannot start another with more than
    // about a thousand descriptors.
    for stream in streams { try stream.close() }
    if let handle = process.standardInput as? FileHandle, handle !== FileHandle.nullDevice {
      try handle.close()
    }
  }

  private static func writing(_ file: URL) throws -> FileHandle {
    guard FileManager.default.createFile(atPath: file.path, contents: nil) else {
      throw ToolFault.noFile(file.path)
    }
    return try FileHandle(forWritingTo: file)
  }

  /// Its process id.
  package var processID: Int32 { process.processIdentifier }
  /// Whether it is still running.
  package var isRunning: Bool { process.isRunning }
  /// Its standard error so far.
  package var errorsSoFar: String { Self.text(of: errorsFile) }
  /// Its standard output so far.
  package var outputSoFar: String { Self.text(of: outputFile) }

  private static func text(of file: URL) -> String {
    (try? Data(contentsOf: file)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Writes bytes to its standard input.
  package func feed(_ bytes: Data) throws { try inputEnd?.write(contentsOf: bytes) }

  /// Closes its standard input.
  package func closeInput() throws {
    try inputEnd?.close()
    inputEnd = nil
  }

  /// Sends it a signal.
  package func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Waits until it ends.
  ///
  /// - Throws: `ToolFault` after the time limit, when the tool is killed.
  package func outcome(within limit: Duration = .seconds(60)) async throws -> ToolOutcome {
    guard try await eventually(within: limit, { !process.isRunning }) else {
      send(SIGKILL)
      throw ToolFault.timeLimit(command)
    }
    slot = nil
    try closeInput()
    let status = process.terminationStatus
    return ToolOutcome(
      command: command,
      status: process.terminationReason == .uncaughtSignal ? 128 + status : status,
      output: try Data(contentsOf: outputFile), errors: errorsSoFar)
  }
}

/// Waits until a condition holds or a time limit has passed.
///
/// - Returns: whether it held.
package func eventually(
  within limit: Duration = .seconds(20), _ holds: () throws -> Bool
) async throws -> Bool {
  let end = ContinuousClock.now + limit
  while try !holds() {
    if ContinuousClock.now > end { return false }
    try await Task.sleep(for: .milliseconds(3))
  }
  return true
}
