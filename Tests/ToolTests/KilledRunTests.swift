import Foundation
import TestSupport
import Testing

/// The next run under the same lock removes the leftovers of `kill -9`, and nothing else.
@Suite(.serialized) struct KilledRunTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  private static let event = "{\"joke_id\":\"a\",\"rating\":4}\n"

  private func temporaries() throws -> [String] {
    try bench.names().filter { $0.hasSuffix(".tmp") }
  }

  /// A run that waits for the rest of its standard input, with unfinished files.
  private func started(_ tool: String, _ arguments: [String]) async throws -> RunningTool {
    let before = try temporaries().count
    let running = try await bench.start(tool, arguments + Tool.options(tool), input: .pipe)
    let dump = "{\"jokeRatings\":{\"a\":5}}\n"
    try running.feed(
      Data(String(repeating: Tool.ofDumps.contains(tool) ? dump : Self.event, count: 30_000).utf8))
    #expect(try await eventually { try temporaries().count > before })
    return running
  }

  private func kill(_ running: RunningTool) async throws {
    running.send(SIGKILL)
    _ = try await running.outcome()
    #expect(!(try temporaries().isEmpty))
  }

  @Test(arguments: [Tool.ratings, Tool.saved, Tool.pruning, Tool.documents])
  func `the next run leaves no litter, however it ends`(tool: String) async throws {
    try bench.addSample(tool)
    let arguments = ["-", "-o", "out", "--rejects", "rejects"]
    for isWell in [true, false] {
      try await kill(try await started(tool, arguments))
      let next = try await bench.run(
        tool,
        [isWell ? "input" : "missing", "-o", "out", "--rejects", "rejects"]
          + Tool.options(tool))
      #expect(isWell ? [0, 3].contains(next.status) : next.status == 66, "\(next)")
      #expect(!(try bench.names().contains { $0.contains(".laughtrack-") }))
      if isWell { try bench.remove("out") }
    }
  }

  @Test func `the next run removes leftovers in a tree and of batches`() async throws {
    try bench.write(Self.event, to: "in/a/b")
    let more = ["-o", "out", "--batches", "batches", "--database", "projects/p/databases/d"]
    // The output of standard input is unfinished; the other is waiting for its publication.
    try bench.write(Self.event, to: "one")
    let running = try await started(Tool.ratings, ["in", "one", "-"] + more.prefix(2))
    #expect(try await eventually { try temporaries().contains { $0.hasPrefix("out/a/") } })
    try await kill(running)
    try await kill(try await started(Tool.ratings, ["-"] + more.suffix(4)))
    // Batches cannot name a document without an id, so it is rejected.
    try await bench.run(Tool.ratings, ["in", "one"] + more).expect(3)
    #expect(try bench.names().allSatisfy { !$0.contains(".laughtrack-") })
  }

  @Test func `a run that is alive keeps its files, whoever else is killed`() async throws {
    try bench.write(Self.event, to: "one")
    try bench.write("", to: "out/empty")
    let alive = try await started(Tool.ratings, ["-", "-o", "out/alive"])
    let its = Set(try temporaries())
    try await kill(try await started(Tool.ratings, ["-", "-o", "out/other"]))
    try await bench.run(Tool.ratings, ["one", "-o", "out/other"]).expect(0)
    #expect(Set(try temporaries()) == its)
    try alive.closeInput()
    try await alive.outcome().expect(0)
    #expect(try temporaries().isEmpty)
  }

  @Test func `files that only resemble temporaries stay`() async throws {
    try await kill(try await started(Tool.ratings, ["-", "-o", "out"]))
    let name = try #require(try temporaries().first)
    let mark = try #require(name.dropLast(4).split(separator: "-").last)
    let others = [
      "x-\(mark).tmp", ".laughtrack-1-1-\(mark).tmp.x", ".laughtrack-1-1-0123456789abcdef.tmp",
      ".laughtrack-\(mark)",
    ]
    for other in others { try bench.write("x", to: other) }
    try bench.write(Self.event, to: "one")
    try await bench.run(Tool.ratings, ["one", "-o", "out"]).expect(0)
    #expect(try bench.names() == (others + ["one", "out"]).sorted())
  }

  @Test(arguments: ["", "0123456789abcde", "0123456789abcdef"])
  func `a lock file without a whole mark removes no temporary file`(content: String) async throws {
    try bench.write(Self.event, to: "one")
    try bench.write(content, to: ".laughtrack-out.lock")
    try bench.write("x", to: ".laughtrack-1-1-0123456789abcdef.tmp")
    try await bench.run(Tool.ratings, ["one", "-o", "out"]).expect(0)
    #expect(try bench.names() == [".laughtrack-1-1-0123456789abcdef.tmp", "one", "out"])
  }

  @Test(arguments: ["x", "0123456789ABCDEF\n", "../../0123456789\n", "0123456789abcdef\n\n"])
  func `a file in the place of a lock ends the run with 73`(content: String) async throws {
    try bench.write(Self.event, to: "one")
    try bench.write(content, to: ".laughtrack-out.lock")
    let before = try bench.tree()
    try await bench.run(Tool.ratings, ["one", "-o", "out"]).expect(
      73, "cannot lock './.laughtrack-out.lock': it is not a lock file")
    try await bench.run(Tool.ratings, ["one", "-o", "out", "-n"]).expect(
      0, "would fail: cannot lock")
    #expect(try bench.tree() == before)
    // A lock that is held only for leftovers does not block a run.
    try bench.write(content, to: ".laughtrack-summary.lock")
    try await bench.run(
      Tool.ratings, ["one", "-o", "other", "--summary", "summary"]
    ).expect(0)
    #expect(try bench.text(".laughtrack-summary.lock") == content)
  }

  @Test func `every lock of the killed run goes with the next one`() async throws {
    try bench.write(Self.event, to: "one")
    try await kill(
      try await started(Tool.ratings, ["-", "-o", "out", "--rejects", "rejects"]))
    #expect(bench.exists(".laughtrack-rejects.lock"))
    try bench.write("0123456789abcdef\n", to: ".laughtrack-other.lock")
    try await bench.run(Tool.ratings, ["one", "-o", "out"]).expect(0)
    #expect(try bench.names() == [".laughtrack-other.lock", "one", "out"])
  }

  @Test func `the next run removes the leftovers of a killed --mark`() async throws {
    try bench.write(#"{"anonymousDeviceId":"anna"}"#, to: "dump")
    try bench.write((1...100_000).map { "asset-\($0)\n" }.joined(), to: "list")
    let marking = ["dump", "--mark", "list", "--in-place"]
    func kill() async throws {
      for _ in 0..<50 where try temporaries().isEmpty {
        let run = try await bench.start(Tool.pruning, marking)
        _ = try await eventually { try !temporaries().isEmpty || !run.isRunning }
        run.send(SIGKILL)
        _ = try await run.outcome()
      }
      #expect(try !temporaries().isEmpty)
    }
    try await kill()
    try bench.write("one more", to: "few")
    try await bench.run(Tool.pruning, ["dump", "--mark", "few", "--in-place"]).expect(0)
    #expect(try bench.names() == ["dump", "few", "list"])
    try await kill()
    try await bench.run(
      Tool.editing, ["dump", "--in-place"] + Tool.options(Tool.editing)
    ).expect(0)
    #expect(try bench.names() == ["dump", "dump.journal", "few", "list"])
  }

  @Test func `the mark in a lock that others may write is not believed`() async throws {
    try bench.write(Self.event, to: "one")
    try bench.write("0123456789abcdef\n", to: ".laughtrack-out.lock")
    try bench.write("x", to: ".laughtrack-1-1-0123456789abcdef.tmp")
    try bench.setMode(".laughtrack-out.lock", 0o666)
    try await bench.run(Tool.ratings, ["one", "-o", "out"]).expect(0)
    #expect(try temporaries().count == 1)
  }

  // Unfinished outputs that cannot be resumed; `ResumeTests` has those that can.

  private static let (part, checkpoint) = (".laughtrack-out.part", ".laughtrack-out.checkpoint")

  @Test func `a part that a killed run left without a checkpoint goes with the next run`()
    async throws
  {
    try bench.write(String(repeating: Self.event, count: 300_000), to: "large")
    try bench.write(Self.event, to: "one")
    for operand in ["one", "missing"] {
      let running = try await bench.start(
        Tool.ratings, ["large", "-", "-o", "out", "--checkpoint-bytes", "1000000"], input: .pipe)
      #expect(try await eventually { try bench.names().contains { $0.hasSuffix(".part") } })
      running.send(SIGKILL)
      _ = try await running.outcome()
      // As after a kill before the first checkpoint.
      for name in try bench.names() where name.hasSuffix(".checkpoint") { try bench.remove(name) }
      #expect(bench.exists("out/.laughtrack-large.part"))
      _ = try await bench.run(Tool.ratings, ["one", operand, "-o", "out"])
      #expect(try bench.names().allSatisfy { !$0.contains(".laughtrack-") }, "\(operand)")
    }
  }

  @Test(arguments: [part, checkpoint])
  func `a file in the place of a part or checkpoint is not overwritten`(name: String) async throws {
    try bench.write(Self.event, to: "one")
    try bench.write("precious", to: name)
    try await bench.run(Tool.ratings, ["one", "-o", "out"]).expect(0)
    try bench.remove("out")
    let before = try bench.tree()
    try await bench.run(Tool.ratings, ["one", "-o", "out", "--resume"]).expect(
      73, "'./\(name)' has the name of an unfinished output")
    try await bench.run(Tool.ratings, ["one", "-o", "out", "--resume", "-n"]).expect(
      0, "would fail: './\(name)'")
    #expect(try bench.tree() == before)
  }

  @Test func `a directory with the name of a part is not emptied`() async throws {
    try bench.write(Self.event, to: "one")
    try bench.write("precious", to: "\(Self.part)/file")
    for more in [[], ["--force", "--resume"]] {
      _ = try await bench.run(Tool.ratings, ["one", "-o", "out"] + more)
      #expect(try bench.text("\(Self.part)/file") == "precious")
    }
  }

  /// A run with the lock on `out` whose output `out/a` is finished, waiting for standard input.
  private func startedWithWaitingPart() async throws -> RunningTool {
    try bench.write(String(repeating: Self.event, count: 3_000), to: "in/a")
    try bench.write(Self.event, to: "one")
    let running = try await bench.start(
      Tool.ratings, ["in", "-", "-o", "out", "--checkpoint-bytes", "65536"], input: .pipe)
    try running.feed(Data(String(repeating: Self.event, count: 30_000).utf8))
    // Inputs are read in order, so this is the output of standard input.
    #expect(try await eventually { try temporaries().contains { $0.hasPrefix("out/") } })
    return running
  }

  @Test(arguments: ["out", "link"])
  func `no other run takes a part that waits to be published`(directory: String) async throws {
    let alive = try await startedWithWaitingPart()
    try FileManager.default.createSymbolicLink(
      at: bench.url("link"), withDestinationURL: bench.url("out"))
    let isLarge = ["--checkpoint-bytes", "65536"]
    for more in [[], isLarge, ["--resume"], isLarge + ["--force"]] {
      try await bench.run(Tool.ratings, ["in/a", "-o", "\(directory)/a"] + more).expect(
        75, " is writing '\(directory)/a'")
    }
    try alive.closeInput()
    try await alive.outcome().expect(0)
    #expect(try bench.names().filter { $0.hasPrefix("out/") }.count == 2)
  }

  @Test(.enabled(if: SystemParts.hasFlock, "no flock(1) here"))
  func `a part whose own lock is held stays when that of a directory above is taken over`()
    async throws
  {
    try bench.write(Self.event, to: "one")
    try bench.write("0123456789abcdef\n", to: ".laughtrack-out.lock")
    for name in ["a", "b"] { try bench.write("whole", to: "out/.laughtrack-\(name).part") }
    let holder = try await bench.start(
      "none", [], shell: "exec 9>out/.laughtrack-a.lock; flock 9; echo held >&2; cat", input: .pipe)
    #expect(try await eventually { holder.errorsSoFar.contains("held") })
    try await bench.run(Tool.ratings, ["one", "-o", "out/"]).expect(75)
    #expect(bench.exists("out/.laughtrack-a.part") && !bench.exists("out/.laughtrack-b.part"))
    try holder.closeInput()
    _ = try await holder.outcome()
  }
}
