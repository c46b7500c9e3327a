import Foundation
import TestSupport
import Testing

/// What `kill -9` leaves goes with the next run that has the same lock, and nothing else does.
@Suite(.serialized) struct KilledRunTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  private static let event = "{\"joke_id\":\"a\",\"rating\":4}\n"

  private func temporaries() throws -> [String] {
    try bench.names().filter { $0.hasSuffix(".tmp") }
  }

  /// A run that waits for the rest of its standard input, and has files under way.
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

  @Test func `in a tree, too, and of a directory of batches`() async throws {
    try bench.write(Self.event, to: "in/a/b")
    let more = ["-o", "out", "--batches", "batches", "--database", "projects/p/databases/d"]
    // What standard input becomes is still being written; the other output waits to be published.
    try bench.write(Self.event, to: "one")
    let running = try await started(Tool.ratings, ["in", "one", "-"] + more.prefix(2))
    #expect(try await eventually { try temporaries().contains { $0.hasPrefix("out/a/") } })
    try await kill(running)
    try await kill(try await started(Tool.ratings, ["-"] + more.suffix(4)))
    // No batch can name a document without an id.
    #expect(try await bench.run(Tool.ratings, ["in", "one"] + more).status == 3)
    #expect(try bench.names().allSatisfy { !$0.contains(".laughtrack-") })
  }

  @Test func `a run that is alive keeps its files, whoever else is killed`() async throws {
    try bench.write(Self.event, to: "one")
    let alive = try await started(Tool.ratings, ["one", "-", "-o", "out"])
    let its = Set(try temporaries())
    try await kill(try await started(Tool.ratings, ["-", "-o", "out/other"]))
    #expect(try await bench.run(Tool.ratings, ["one", "-o", "out/other"]).status == 0)
    #expect(Set(try temporaries()) == its)
    try alive.closeInput()
    let outcome = try await alive.outcome()
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try temporaries().isEmpty)
  }

  @Test func `what only looks like a temporary stays`() async throws {
    try await kill(try await started(Tool.ratings, ["-", "-o", "out"]))
    let name = try #require(try temporaries().first)
    let mark = try #require(name.dropLast(4).split(separator: "-").last)
    let others = [
      "x-\(mark).tmp", ".laughtrack-1-1-\(mark).tmp.x", ".laughtrack-1-1-0123456789abcdef.tmp",
      ".laughtrack-\(mark)",
    ]
    for other in others { try bench.write("x", to: other) }
    try bench.write(Self.event, to: "one")
    #expect(try await bench.run(Tool.ratings, ["one", "-o", "out"]).status == 0)
    #expect(try bench.names() == (others + ["one", "out"]).sorted())
  }

  @Test(arguments: ["", "x", "0123456789abcdef", "0123456789ABCDEF\n", "../../0123456789\n"])
  func `a lock with something else in it says nothing`(content: String) async throws {
    try bench.write(Self.event, to: "one")
    try bench.write(content, to: ".laughtrack-out.lock")
    try bench.write("x", to: ".laughtrack-1-1-0123456789abcdef.tmp")
    #expect(try await bench.run(Tool.ratings, ["one", "-o", "out"]).status == 0)
    #expect(try bench.names() == [".laughtrack-1-1-0123456789abcdef.tmp", "one", "out"])
  }

  @Test func `the mark in a lock that others may write is not believed`() async throws {
    try bench.write(Self.event, to: "one")
    try bench.write("0123456789abcdef\n", to: ".laughtrack-out.lock")
    try bench.write("x", to: ".laughtrack-1-1-0123456789abcdef.tmp")
    try bench.setMode(".laughtrack-out.lock", 0o666)
    #expect(try await bench.run(Tool.ratings, ["one", "-o", "out"]).status == 0)
    #expect(try temporaries().count == 1)
  }

  @Test func `a part without a checkpoint goes with the next run`() async throws {
    try bench.write(Self.event, to: "one")
    try bench.write("x", to: ".laughtrack-out.part")
    #expect(try await bench.run(Tool.ratings, ["one", "-o", "out"]).status == 0)
    #expect(try bench.names() == ["one", "out"])
  }
}
