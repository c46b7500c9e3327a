import Foundation
import TestSupport
import Testing

/// Promise 20: resuming a killed run gives the bytes of an uninterrupted one.
struct ResumeTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  private static let (part, checkpoint) = (".laughtrack-out.part", ".laughtrack-out.checkpoint")
  private let every = ["--checkpoint-bytes", "65536", "--no-progress"]

  /// Events enough for several checkpoints, made once for all tests.
  private static let events = (0..<60_000).map {
    "{\"id\":\"\($0 * 7919)\",\"joke_id\":\"j\($0 % 97)\",\"rating\":\($0 * 31 % 5 + 1)}\n"
  }.joined()

  private func addEvents() throws { try bench.write(Self.events, to: "input") }

  /// Runs until there is a checkpoint, then kills the run.
  private func runUntilKilled(
    _ arguments: [String], by signal: Int32 = SIGKILL
  ) async throws -> ToolOutcome {
    let running = try await bench.start(Tool.ratings, arguments + every)
    while running.isRunning, !bench.exists(Self.checkpoint) {
      try await Task.sleep(for: .milliseconds(1))
    }
    running.send(signal)
    return try await running.outcome()
  }

  @Test func `a journal that is left out when a run is resumed is missed`() async throws {
    try addEvents()
    for (more, isWarned) in [([], true), (["--journal", "j"], false)] {
      var isKilled = false
      for _ in 0..<20 where !isKilled {
        if bench.exists("out") { try bench.remove("out") }
        if bench.exists("j") { try bench.remove("j") }
        isKilled =
          try await runUntilKilled(["input", "-o", "out", "--journal", "j"]).status != 0
      }
      guard isKilled else { return }
      let done = try await bench.run(
        Tool.ratings, ["input", "-o", "out", "--resume"] + more + every)
      done.expect(0)
      #expect(done.errors.contains("undo journal, and this one writes none") == isWarned, "\(done)")
      try bench.remove("out")
    }
  }

  /// Leaves an unfinished output of a killed run; false if every run was too fast.
  private func leaveUnfinished() async throws -> Bool {
    try addEvents()
    for _ in 0..<20 {
      if try await runUntilKilled(["input", "-o", "out"]).status != 0 { return true }
      try FileManager.default.removeItem(at: bench.url("out"))
    }
    return false
  }

  private func expectRefused(_ words: String, _ more: [String] = []) async throws {
    let before = try namesButLitter()
    try await bench.run(
      Tool.ratings, ["input", "-o", "out", "--resume"] + every + more
    ).expect(65, words, "run without --resume to start again")
    let after = try namesButLitter()
    #expect(after == before)
  }

  /// The names without the lock and the unfinished checkpoint of a killed run, which the next run
  /// removes.
  private func namesButLitter() throws -> [String] {
    try bench.names().filter { !$0.hasSuffix(".lock") && !$0.hasSuffix(".tmp") }
  }

  @Test func `a checkpoint of another input, of another run or with damage is refused`()
    async throws
  {
    try #require(try await leaveUnfinished())
    let (input, checkpoint) = (try bench.bytes("input"), try bench.bytes(Self.checkpoint))
    var other = input
    other[10] ^= 1
    try bench.write(other, to: "input")
    try await expectRefused("'input' is not the input that it was made from")
    try bench.write(input + input, to: "input")
    try await expectRefused("'input' is not the input that it was made from")
    try bench.write(input, to: "input")
    try await expectRefused("it is of another run", ["--salvage"])
    let text = try #require(String(bytes: checkpoint, encoding: .utf8))
    try bench.write(
      text.replacingOccurrences(of: "written: ", with: "written: 1"), to: Self.checkpoint)
    try await expectRefused("it is damaged")
    try bench.write(checkpoint, to: Self.checkpoint)
    try FileManager.default.removeItem(at: bench.url(Self.part))
    try await expectRefused("the unfinished output is missing")
  }

  @Test func `--resume overwrites bytes of the part that this run would not write`() async throws {
    try #require(try await leaveUnfinished())
    var part = try bench.bytes(Self.part)
    part[100] ^= 1
    try bench.write(part, to: Self.part)
    try await bench.run(Tool.ratings, ["input", "-o", "out", "--resume"] + every).expect(0)
    try await bench.run(Tool.ratings, ["input", "-o", "expected"])
    #expect(try bench.bytes("out") == (try bench.bytes("expected")))
  }

  @Test func `without --resume it begins anew, and leaves nothing behind`() async throws {
    try #require(try await leaveUnfinished())
    try await bench.run(Tool.ratings, ["input", "-o", "out"] + every).expect(0)
    #expect(!bench.exists(Self.part) && !bench.exists(Self.checkpoint))
  }

  @Test func `a dry run leaves an unfinished output alone`() async throws {
    try #require(try await leaveUnfinished())
    let before = try bench.tree()
    for arguments in [["--dry-run"], ["--dry-run", "--resume"]] {
      try await bench.run(Tool.ratings, ["input", "-o", "out"] + every + arguments).expect(0)
    }
    #expect(try bench.tree() == before)
  }

  @Test func `a run that a signal stops keeps what it has, and says so`() async throws {
    try addEvents()
    for _ in 0..<20 {
      let outcome = try await runUntilKilled(["input", "-o", "out"], by: SIGTERM)
      if outcome.status == 0 {
        try FileManager.default.removeItem(at: bench.url("out"))
        continue
      }
      outcome.expect(143, "is kept in './\(Self.part)', and --resume continues from it")
      #expect(bench.exists(Self.part) && bench.exists(Self.checkpoint))
      return
    }
    Issue.record("the run was never stopped")
  }

  @Test(arguments: [["in"], ["in/a"]])
  func `a file with other bytes is refused, and nothing is written`(
    operands: [String]
  ) async throws {
    for name in ["a", "b"] {
      try bench.write("{\"joke_id\":\"a\",\"rating\":4}\n", to: "in/\(name)")
    }
    // A temporary file changes the time of its directory.
    func files() throws -> [String: String] { try bench.tree().filter { $0.key != "out" } }
    let output = operands == ["in"] ? "out/b" : "out"
    for other in ["", "{}", "{\"joke_id\":\"a\",\"rating\":5}\n\n"] {
      try bench.write(other, to: output)
      let before = try files()
      let arguments = operands + ["-o", "out", "--resume"]
      try await bench.run(Tool.ratings, arguments).expect(
        73, "'\(output)' exists already, and is not what")
      let dry = try await bench.run(Tool.ratings, arguments + ["--dry-run"])
      #expect(dry.errors.contains("would fail: '\(output)' exists already"), "\(dry)")
      #expect(try files() == before)
    }
    try await bench.run(Tool.ratings, operands + ["-o", "out", "--force"]).expect(0)
    try await bench.run(Tool.ratings, operands + ["-o", "out", "--resume"]).expect(0)
  }

  @Test func `a run that fails keeps nothing`() async throws {
    try addEvents()
    try bench.write(try bench.bytes("input") + Data("{".utf8), to: "input")
    try await bench.run(Tool.ratings, ["input", "-o", "out"] + every).expect(65)
    #expect(try bench.names() == ["input"])
  }

  @Test(.enabled(if: Tracing.isPossible, "no strace here"))
  func `--undo of a killed run in place removes its part`() async throws {
    for name in ["a", "b"] {
      try addEvents()
      try bench.makeDirectory("in")
      try FileManager.default.moveItem(at: bench.url("input"), to: bench.url("in/\(name)"))
    }
    // Each output is renamed from its part at the end.
    let line = Tracing.line("/^rename", "signal=KILL:when=1", "-P in/.laughtrack-b.part")
    try await bench.run(Tool.ratings, ["in", "--in-place"] + every, shell: line).expect(137)
    #expect(bench.exists("in/.laughtrack-b.part"))
    try await bench.run(Tool.ratings, ["--undo", "in.journal"]).expect(0)
    #expect(try bench.names() == ["in", "in.journal", "in/a", "in/b"])
  }

  @Test func `--undo removes the part and checkpoint beside the output`()
    async throws
  {
    try addEvents()
    let input = try bench.bytes("input")
    try await bench.run(Tool.ratings, ["input", "-o", "out", "--journal", "journal"])
    for name in [Self.part, Self.checkpoint] {
      try bench.write("LaughTrack checkpoint 1\n", to: name)
    }
    try await bench.run(Tool.ratings, ["--undo", "journal"]).expect(0)
    #expect(try bench.bytes("out") == input)
    #expect(try bench.names() == ["input", "journal", "out"])
  }
}
