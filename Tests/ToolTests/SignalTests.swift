import Foundation
import TestSupport
import Testing

/// Signals to a run in the middle of its input.
struct SignalTests {
  private let bench: Bench

  init() throws {
    bench = try Bench()
    // The parent of the tests may ignore these signals, which child processes inherit.
    for number in [SIGINT, SIGTERM, SIGHUP, SIGUSR1] { signal(number, SIG_DFL) }
    signal(SIGPIPE, SIG_IGN)
  }

  /// A run that has begun to read its standard input, and would replace an old output.
  private func startedRun(_ tool: String, _ more: [String] = []) async throws -> RunningTool {
    try bench.write("old\n", to: "out")
    let running = try await bench.start(
      tool, ["-", "-o", "out", "--force", "-v"] + Tool.options(tool) + more, input: .pipe)
    let (dump, event) = ("{\"jokeRatings\":{\"a\":5}}\n", "{\"joke_id\":\"a\",\"rating\":5}\n")
    let (first, next) =
      switch tool {
      case Tool.editing:
        // In an array, the end of the first dump tells nothing of the format.
        ("[{\"jokeRatings\":{\"a\":5},\"other\":[0", String(repeating: ",0", count: 20))
      case _ where Tool.ofDumps.contains(tool): (dump, dump)
      default: (event, event)
      }
    try running.feed(Data((first + String(repeating: next, count: 4000)).utf8))
    #expect(try await eventually { running.errorsSoFar.contains("taken for") })
    return running
  }

  /// Ends the input of a run.
  private func endInput(of running: RunningTool, _ tool: String) throws {
    if tool == Tool.editing { try running.feed(Data("]}]\n".utf8)) }
    try running.closeInput()
  }

  @Test(arguments: Tool.all, [(SIGHUP, 129), (SIGINT, 130), (SIGTERM, 143)])
  func `a signal to stop leaves the old output and nothing else`(
    tool: String, signal: (Int32, Int)
  ) async throws {
    let running = try await startedRun(
      tool, Tool.several.contains(tool) ? ["--rejects", "rejects"] : [])
    running.send(signal.0)
    // Its input stays open, so the run would not end by itself. It ends within a second, but on a
    // busy machine the test may notice late.
    let outcome = try await running.outcome(within: .seconds(60))
    #expect(Int(outcome.status) == signal.1, "\(outcome)")
    #expect(outcome.errorLines.last?.hasSuffix("nothing was written") == true, "\(outcome)")
    #expect(try bench.names() == ["out"])
    #expect(try bench.text("out") == "old\n")
  }

  @Test(arguments: Tool.rewriting)
  func `the unfinished output is beside the target, with mode 0600`(tool: String) async throws {
    let running = try await startedRun(tool)
    #expect(try await eventually { try bench.names().contains { $0.hasSuffix(".tmp") } })
    let name = try #require(try bench.names().first { $0.hasSuffix(".tmp") })
    #expect(!name.contains("/"))
    #expect(try bench.mode(name) == 0o600)
    try endInput(of: running, tool)
    try await running.outcome().expect(0)
    #expect(try bench.names() == ["out"])
  }

  @Test func `a stopped run does not say that nothing was written to a stream`() async throws {
    let running = try await bench.start(Tool.documents, ["-", "-v"], input: .pipe)
    let event = "{\"joke_id\":\"a\",\"rating\":5}\n"
    try running.feed(Data(String(repeating: event, count: 4000).utf8))
    #expect(try await eventually { running.errorsSoFar.contains("taken for") })
    running.send(SIGTERM)
    let outcome = try await running.outcome()
    #expect(outcome.errorLines.last?.contains("the output so far is incomplete") == true)
  }

  @Test func `stopping takes the batches and their directory away`() async throws {
    let running = try await startedRun(
      Tool.ratings, ["--batches", "batches", "--database", "projects/p/databases/d"])
    running.send(SIGTERM)
    try await running.outcome().expect(143)
    #expect(try bench.names() == ["out"])
  }

  @Test(arguments: Tool.all)
  func `a stopped run ends a JSON log with its status`(tool: String) async throws {
    let running = try await startedRun(tool, ["--log-format", "json"])
    running.send(SIGINT)
    let last = try #require(try await running.outcome().errorLines.last)
    let line = try JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Any]
    #expect(line?["exit_code"] as? Int == 130)
  }

  @Test(arguments: Tool.all)
  func `SIGUSR1 prints how far the run is, and the run goes on`(tool: String) async throws {
    let running = try await startedRun(tool)
    let linesBefore = running.errorsSoFar.split(separator: "\n").count
    running.send(SIGUSR1)
    #expect(
      try await eventually { running.errorsSoFar.split(separator: "\n").count > linesBefore })
    #expect(running.isRunning)
    try endInput(of: running, tool)
    let outcome = try await running.outcome().expect(0)
    #expect(outcome.errors.contains(/note: .*(records|B)/), "\(outcome)")
    #expect(!outcome.errors.contains("\r"))
    #expect(try bench.text("out") != "old\n")
  }

  @Test(arguments: Tool.several)
  func `a hang-up that was ignored from the start stays ignored`(tool: String) async throws {
    let line = "trap '' HUP; (sleep 0.2; kill -HUP $$) & exec \"$@\""
    let running = try await bench.start(
      tool, ["-", "-o", "out"] + Tool.options(tool), shell: line, input: .pipe)
    try await Task.sleep(for: .milliseconds(500))
    #expect(running.isRunning)
    try endInput(of: running, tool)
    try await running.outcome().expect(0)
  }

  /// The options that name the outputs of a run over many files.
  private static let ways = [["-o", "out"], ["--in-place"]]

  @Test(arguments: ways, [(SIGTERM, SIGTERM), (SIGINT, SIGINT), (SIGTERM, SIGINT)])
  func `two signals at once, as from 'timeout', leave nothing behind`(
    way: [String], signals: (Int32, Int32)
  ) async throws {
    var generator = SeededGenerator(seed: UInt64(signals.0) * 64 + UInt64(signals.1))
    let line = "{\"joke_id\":\"a\",\"rating\":5}\n{\"joke_id\":\"a\",\"rating\":4}\n"
    for number in 0..<150 { try bench.write(line, to: "in/\(number)") }
    let before = Data(line.utf8)
    let after = Data(line.replacing("4", with: "5").utf8)
    for _ in 0..<6 {
      let running = try await bench.start(Tool.ratings, ["in"] + way)
      let wait = Int.random(in: 0..<400, using: &generator)
      try await Task.sleep(for: .milliseconds(wait))
      running.send(signals.0)
      let gap = Int.random(in: 0..<3, using: &generator)
      if gap > 0 { try await Task.sleep(for: .milliseconds(gap)) }
      running.send(signals.1)
      let outcome = try await running.outcome()
      let statuses = [0, 128 + signals.0, 128 + signals.1]
      #expect(statuses.contains(outcome.status), "after \(wait) and \(gap) ms: \(outcome)")
      let names = try bench.names()
      #expect(!names.contains { $0.contains(".laughtrack") }, "after \(wait) and \(gap) ms")
      for name in names where name.contains("/") {
        let content = try bench.bytes(name)
        #expect(content == after || name.hasPrefix("in/") && content == before, "\(name)")
      }
      if bench.exists("out") { try bench.remove("out") }
    }
  }
}
