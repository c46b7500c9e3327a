import Foundation
import TestSupport
import Testing

/// Every item that a process has reported as marked is in the file, however the process ends.
struct DurabilityTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  /// The processed ids of the dump, parsed by Foundation.
  private func stored(_ file: String) throws -> [String] {
    let bytes = try bench.bytes(file)
    let dump: Dump =
      file.hasSuffix("json")
      ? try JSONDecoder().decode(Dump.self, from: bytes)
      : try PropertyListDecoder().decode(Dump.self, from: bytes)
    #expect(dump.other == "kept")
    return dump.ids ?? []
  }

  private struct Dump: Codable {
    var other: String
    var ids: [String]?

    enum CodingKeys: String, CodingKey {
      case other = "anonymousDeviceId"
      case ids = "ScreenSort.ProcessedIDs"
    }
  }

  private func writeDump(_ file: String) throws {
    let dump = Dump(other: "kept")
    let encoder = PropertyListEncoder()
    encoder.outputFormat = file.hasSuffix("xml.plist") ? .xml : .binary
    try bench.write(
      file.hasSuffix("json") ? try JSONEncoder().encode(dump) : try encoder.encode(dump), to: file)
  }

  /// The tool that marks the assets 1 to `count` of a dump, and prints each one that it has marked.
  private func marking(_ file: String, _ count: Int) throws -> [String] {
    try bench.write((1...count).map { "asset-\($0)\n" }.joined(), to: "list")
    return [file, "--mark", "list", "--in-place", "-q"]
  }

  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  @Test(arguments: [("dump.json", 400, 10), ("dump.plist", 400, 10), ("dump.xml.plist", 60, 4)])
  func `killed at any moment, it loses none that it reported and does the rest once`(
    file: String, itemCount: Int, killCount: Int
  ) async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    let note: Comment = "seed \(seed), \(file)"
    var random = SeededGenerator(seed: seed)
    try writeDump(file)
    var reported: [String] = []
    for kill in 1...killCount {
      // The process is killed after about this much output, so that all runs together cover most
      // items.
      let byteCount = Int.random(in: 0...20 * itemCount / killCount, using: &random)
      let process = try await bench.start(Tool.pruning, try marking(file, itemCount))
      _ = try await eventually(within: .seconds(60)) {
        !process.isRunning || process.outputSoFar.utf8.count >= byteCount
      }
      try await Task.sleep(for: .microseconds(Int.random(in: 0...5000, using: &random)))
      process.send(SIGKILL)
      let outcome = try await process.outcome()
      #expect(outcome.status == 137 || outcome.status == 0, "\(note) \(outcome)")
      reported += lines(outcome.outputText)
      let stored = try stored(file)
      #expect(Set(reported).isSubset(of: stored), note)
      // Each kill may add one item that was marked but not yet reported.
      #expect(stored.count <= reported.count + kill, note)
    }
    let rest = try await bench.run(Tool.pruning, try marking(file, itemCount)).expect(0)
    reported += lines(rest.outputText)
    #expect(Set(reported).count == reported.count, "\(note): one was done twice")
    #expect(reported.count >= itemCount - killCount, note)
    #expect(try stored(file) == (1...itemCount).map { "asset-\($0)" }, note)
    // The leftovers of the kills blocked no run, and are removed.
    #expect(try bench.names() == [file, "list"], note)
  }

  @Test(.enabled(if: Tracing.isPossible, "no strace here"))
  func `the lock of a run that was killed after its last mark goes with the next run`()
    async throws
  {
    try writeDump("dump.json")
    // Marking removes only the lock.
    let line = Tracing.line("unlink", "signal=KILL:when=1")
    let killed = try await bench.run(Tool.pruning, try marking("dump.json", 2), shell: line)
    killed.expect(137)
    #expect(lines(killed.outputText) == ["asset-1", "asset-2"])
    #expect(try stored("dump.json") == ["asset-1", "asset-2"])
    #expect(try bench.names() == [".laughtrack-dump.json.lock", "dump.json", "list"])
    let next = try await bench.run(Tool.pruning, try marking("dump.json", 3))
    #expect(next.status == 0 && next.outputText == "asset-3\n", "\(next)")
    #expect(try bench.names() == ["dump.json", "list"])
    #expect(try stored("dump.json") == ["asset-1", "asset-2", "asset-3"])
  }

  @Test(.enabled(if: Tracing.isPossible, "no strace here"))
  func `an asset is reported only after the file and its directory are flushed`() async throws {
    try writeDump("dump.json")
    let line = Tracing.line("/^rename,fsync,write", to: "trace", "-y")
    try await bench.run(Tool.pruning, try marking("dump.json", 3), shell: line).expect(0)
    let calls = try bench.text("trace").split(separator: "\n").compactMap { call -> String? in
      if call.contains(/write\(\d+<[^>]*\.tmp>/) { return "write" }
      if call.contains(/fsync\(\d+<[^>]*\.tmp>\) += 0/) { return "flush" }
      if call.contains(/rename.*dump\.json.*= 0/) { return "rename" }
      if call.contains(/fsync\(\d+<[^>]*\/here>\) += 0/) { return "flush directory" }
      return call.contains(/write\(1</) ? "report" : nil
    }
    let steps = ["write", "flush", "rename", "flush directory", "report"]
    #expect(calls == Array(repeatElement(steps, count: 3).joined()))
  }
}
