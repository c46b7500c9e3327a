import Foundation
import TestSupport
import Testing

/// A temporary directory in which a test runs tools, removed after the test.
///
/// A class, because the files are shared state and `deinit` removes them.
final class Bench {
  /// The directory that tools run in; paths in tests are relative to it.
  let directory: URL
  private let root: URL
  private var runCount = 0

  init() throws {
    root = URL(fileURLWithPath: NSTemporaryDirectory()).resolvingSymlinksInPath()
      .appending(path: "laughtrack-tests-\(UUID().uuidString)")
    directory = root.appending(path: "here")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  deinit {
    do {
      try FileManager.default.removeItem(at: root)
    } catch {
      Issue.record("cannot remove \(root.path): \(error)")
    }
  }

  // MARK: Running

  /// Starts a tool in the directory.
  func start(
    _ tool: String, _ arguments: [String], shell: String? = nil, in place: URL? = nil,
    input: ToolInput = .nothing, environment: [String: String] = [:]
  ) async throws -> RunningTool {
    runCount += 1
    let files = root.appending(path: "run-\(runCount)")
    try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
    return try await RunningTool(
      tool, arguments, shell: shell, in: place ?? directory, files: files, input: input,
      environment: environment)
  }

  /// Runs a tool in the directory to its end.
  @discardableResult
  func run(
    _ tool: String, _ arguments: [String], shell: String? = nil, in place: URL? = nil,
    input: ToolInput = .nothing, environment: [String: String] = [:]
  ) async throws -> ToolOutcome {
    try await start(
      tool, arguments, shell: shell, in: place, input: input, environment: environment
    ).outcome()
  }

  /// The environment of a run at a fixed time.
  static let time = ["SOURCE_DATE_EPOCH": "1772323200"]

  /// Runs `aggregate-top10` at that time, and expects an exit status.
  @discardableResult
  func rank(
    _ arguments: [String], _ status: Int32 = 0, at location: SourceLocation = #_sourceLocation
  ) async throws -> ToolOutcome {
    let outcome = try await run(Tool.ranking, arguments, environment: Self.time)
    outcome.expect(status, sourceLocation: location)
    return outcome
  }

  // MARK: Files

  func url(_ name: String) -> URL { directory.appending(path: name) }

  /// Writes a file, and creates the directories above it.
  func write(_ text: String, to name: String) throws { try write(Data(text.utf8), to: name) }

  /// Writes a file, and creates the directories above it.
  func write(_ bytes: Data, to name: String) throws {
    // Foundation traps on the parent of a one-character name.
    if name.contains("/") { try makeDirectory((name as NSString).deletingLastPathComponent) }
    try bytes.write(to: url(name))
  }

  func makeDirectory(_ name: String) throws {
    try FileManager.default.createDirectory(at: url(name), withIntermediateDirectories: true)
  }

  func bytes(_ name: String) throws -> Data { try Data(contentsOf: url(name)) }

  func text(_ name: String) throws -> String {
    try #require(String(bytes: try bytes(name), encoding: .utf8))
  }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: url(name).path) }

  /// The attributes of a file; symbolic links are not followed.
  func attributes(_ name: String) throws -> [FileAttributeKey: Any] {
    try FileManager.default.attributesOfItem(atPath: url(name).path)
  }

  /// The permission bits of a file.
  func mode(_ name: String) throws -> Int {
    try #require(try attributes(name)[.posixPermissions] as? Int)
  }

  func setMode(_ name: String, _ mode: Int) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url(name).path)
  }

  /// The inode number of a file and its modification time.
  func identity(_ name: String) throws -> String {
    let attributes = try attributes(name)
    let inode = try #require(attributes[.systemFileNumber] as? Int)
    let time = try #require(attributes[.modificationDate] as? Date)
    return "\(inode) \(time.timeIntervalSince1970)"
  }

  /// The JSON object in a file.
  func json(_ name: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: try bytes(name)) as? [String: Any])
  }

  /// Every file and directory: its path with its identity, mode and content.
  func tree() throws -> [String: String] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: directory.path)
    return try names.reduce(into: [:]) { tree, name in
      let isFile = try attributes(name)[.type] as? FileAttributeType == .typeRegular
      let content = isFile ? try bytes(name).base64EncodedString() : ""
      tree[name] = "\(try identity(name)) \(try mode(name)) \(content)"
    }
  }

  /// The paths of all files and directories.
  func names() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: directory.path).sorted()
  }

  /// The SHA-256 of a file, computed by the system's own program.
  func digest(_ name: String) async throws -> String {
    let line = "(sha256sum \"$2\" || shasum -a 256 \"$2\") 2>/dev/null"
    let outcome = try await run("none", [name], shell: line)
    return String(try #require(outcome.outputText.split(separator: " ").first))
  }
}

/// The tools that need only inputs and options; `preview-feed` also needs a catalogue.
enum Tool {
  static let ratings = "migrate-ratings"
  static let ranking = "aggregate-top10"
  static let saved = "migrate-saved"
  static let editing = "edit-saved"
  static let pruning = "prune-processed"
  static let documents = "read-export"
  static let all = [ratings, ranking, saved, editing, pruning, documents]
  /// The tools that take any number of inputs and have rejects.
  static let several = [ratings, ranking, saved, pruning, documents]
  /// The tools that can replace their input.
  static let rewriting = [ratings, saved, editing, pruning]
  /// The tools that read dumps only.
  static let ofDumps = [saved, editing, pruning]
  /// The tools whose `--check` reports pending changes.
  static let comparing = all.filter { $0 != documents }

  /// The name of a fixture that is an input of the tool.
  static func sample(_ tool: String) -> String {
    if ofDumps.contains(tool) { return "dump.json" }
    return tool == ranking ? "top-ten.ndjson" : "mixed.ndjson"
  }

  /// The options with which a tool accepts ratings of 2, 3 and 4.
  static func unmigrated(_ tool: String) -> [String] {
    tool == ranking ? ["--max-unmigrated", "100%"] : []
  }

  /// The options that a tool needs, and those that make its result reproducible.
  static func options(_ tool: String) -> [String] {
    let now = ["--now", "2026-03-01T00:00:00Z"]
    return switch tool {
    case ratings, documents: []
    case editing: now + ["--save", "wifi-signal"]
    case pruning:
      ["--existing", Fixtures.inputs(of: pruning).appending(path: "assets/existing.txt").path]
    default: now
    }
  }
}

extension Bench {
  /// Puts a tool's sample input into the directory as `input`.
  func addSample(_ tool: String) throws {
    try write(try Fixtures.input(tool, Tool.sample(tool)), to: "input")
  }
}
