import Foundation
import TestSupport
import Testing

/// The commands that run after a run.
///
/// One test at a time, because some start background processes.
@Suite(.serialized) struct HookTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  private static let print = "env | grep ^LAUGHTRACK_ | sort > facts"
  private static let both = ["--on-success", "echo well >> log", "--on-failure", "echo bad >> log"]

  private func run(
    _ arguments: [String], shell: String? = nil, environment: [String: String] = [:]
  ) async throws -> ToolOutcome {
    try await bench.run(
      Tool.ranking, arguments + ["--now", "0"], shell: shell, environment: environment)
  }

  /// The command's environment variables.
  private func facts() throws -> [String: String] {
    try bench.text("facts").split(separator: "\n").reduce(into: [:]) { facts, line in
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      facts[String(parts[0])] = String(parts[1])
    }
  }

  @Test func `a run that was well is told of when all is published`() async throws {
    try bench.addSample(Tool.ranking)
    try await run(
      ["input", "-o", "out", "--summary", "s", "--metrics", "m", "--on-failure", "touch bad"]
        + ["--on-success", "test -s out && test -s s && test -s m && \(Self.print)"],
      environment: ["LAUGHTRACK_ERROR": "of another run", "KEPT": "kept"]
    ).expect(0)
    let facts = try facts()
    #expect(facts["LAUGHTRACK_TOOL"] == Tool.ranking)
    #expect(facts["LAUGHTRACK_EXIT_STATUS"] == "0")
    #expect(facts["LAUGHTRACK_OUTPUT"] == "out")
    #expect(facts["LAUGHTRACK_SUMMARY"] == "s")
    #expect(facts["LAUGHTRACK_ERROR"] == nil)
    let events = try #require(try bench.json("s")["events"] as? Int)
    #expect(facts["LAUGHTRACK_EVENTS"] == "\(events)")
    #expect(!bench.exists("bad"))
  }

  @Test(arguments: Tool.all)
  func `every tool runs commands, with counts though no summary is asked for`(
    tool: String
  ) async throws {
    try bench.addSample(tool)
    try await bench.run(
      tool, ["input", "-o", "out", "--on-success", Self.print] + Tool.options(tool)
    ).expect(0)
    let facts = try facts()
    #expect(facts["LAUGHTRACK_TOOL"] == tool)
    #expect(facts["LAUGHTRACK_BYTES_READ"].flatMap { Int($0) } != nil, "\(facts)")
  }

  @Test func `a run that failed is told of with its reason, and keeps its status`() async throws {
    let outcome = try await run(["missing", "--on-failure", Self.print + "; exit 9"]).expect(66)
    let facts = try facts()
    #expect(facts["LAUGHTRACK_EXIT_STATUS"] == "66")
    #expect(facts["LAUGHTRACK_ERROR"]?.contains("missing") == true)
    #expect(outcome.errors.contains("error: the command of --on-failure exited with 9"))
    #expect(outcome.errors.components(separatedBy: "cannot open").count == 2, "\(outcome)")
  }

  @Test func `rejects are no failure, a tripped guard is one`() async throws {
    try bench.write("{\"joke_id\":\"a\",\"rating\":5}\n{}\n", to: "input")
    try await run(["input", "-o", "out"] + Self.both).expect(3)
    try await run(["input", "-o", "out", "--min-events", "9"] + Self.both).expect(4)
    #expect(try bench.text("log") == "well\nbad\n")
  }

  @Test(arguments: [["-n"], ["--check"], ["--nonsense"]])
  func `dry runs, checks and lines that cannot be parsed run no command`(arguments: [String])
    async throws
  {
    try bench.addSample(Tool.ranking)
    let outcome = try await run(["input", "-o", "out"] + Self.both + arguments)
    #expect([0, 2, 64].contains(outcome.status), "\(outcome)")
    #expect(try bench.names() == ["input"])
  }

  @Test func `options that contradict each other are told of as any failure`() async throws {
    try bench.addSample(Tool.ranking)
    try bench.write(try bench.bytes("input"), to: "in/a.ndjson")
    for (arguments, words) in [
      (["in", "-q", "-o", "in/r.json"], "lies in the input folder 'in'"),
      (["input", "--metrics", "m", "--rejects", "m"], "is the same file as"),
    ] {
      let outcome = try await run(
        arguments + ["--summary", "summary", "--on-failure", Self.print])
      outcome.expect(64)
      #expect(outcome.errors.components(separatedBy: words).count == 2, "\(outcome)")
      let facts = try facts()
      #expect(facts["LAUGHTRACK_EXIT_STATUS"] == "64")
      #expect(facts["LAUGHTRACK_ERROR"]?.contains(words) == true, "\(facts)")
      #expect(try bench.text("summary").contains(words), "\(arguments)")
    }
    #expect(!bench.exists("m") && !bench.exists("in/r.json"))
  }

  @Test(arguments: [
    (Tool.ranking, ["input", "--week", "2026-W07", "--since", "2026-W01"]),
    (Tool.ranking, ["input", "--explain", "j", "-o", "x"]),
    (Tool.ranking, ["input", "--mended", "r", "--partials", "p"]),
    (Tool.ranking, ["input", "--hash", "--no-hash"]),
    (Tool.ratings, ["--mended", "r", "--in-place", "input"]),
    (Tool.ratings, ["--undo", "j", "--in-place"]), (Tool.ratings, ["--undo", "j", "--resume"]),
    (Tool.ratings, ["--undo", "j", "input"]), (Tool.ratings, ["--plan", "p", "-o", "x"]),
    (Tool.ranking, ["-o", "x"]), (Tool.editing, ["input", "other", "--list"]),
  ])
  func `options that exclude each other, and a wrong number of inputs, are told of, too`(
    tool: String, arguments: [String]
  ) async throws {
    try bench.addSample(tool)
    let bytes = try bench.bytes("input")
    let page = tool == Tool.ranking && !arguments.contains("--explain") ? ["--report", "page"] : []
    let reports = ["--summary", "summary", "--metrics", "metrics"]
    let outcome = try await bench.run(
      tool, arguments + reports + page + ["--on-failure", Self.print])
    outcome.expect(64)
    #expect(outcome.errors.components(separatedBy: "error: ").count == 2, "\(outcome)")
    #expect(try facts()["LAUGHTRACK_EXIT_STATUS"] == "64")
    #expect(try bench.json("summary")["exit_status"] as? Int == 64)
    let made = ["facts", "input", "metrics", "summary"] + (page.isEmpty ? [] : ["page"])
    #expect(try bench.names() == made.sorted())
    #expect(try bench.bytes("input") == bytes)
  }

  @Test func `the summary to verify is not replaced by a failure`() async throws {
    try bench.addSample(Tool.ranking)
    try await run(["input", "-o", "out", "--summary", "s"]).expect(0)
    let before = try bench.tree()
    for more in [["--summary", "s"], ["--metrics", "m", "--summary", "s"], ["input"]] {
      try await bench.run(
        Tool.ranking, ["--verify", "s", "--on-failure", Self.print] + more
      ).expect(64)
      #expect(try bench.tree() == before)
    }
  }

  @Test func `a report whose own path is refused is not written`() async throws {
    try bench.addSample(Tool.ranking)
    try bench.write(try bench.bytes("input"), to: "in/a.ndjson")
    let before = try bench.names()
    for options in [
      ["--summary", "in/s"], ["-o", "in/r", "--summary", "in/s", "--report", "in/p"],
    ] {
      try await run(["in"] + options).expect(64)
      #expect(try bench.names() == before)
    }
    let both = try await run(["input", "--summary", "-", "--report", "-"])
    #expect(both.status == 64 && both.output.isEmpty, "\(both)")
  }

  @Test func `a command that fails spoils a run that was well, which even a quiet one says`()
    async throws
  {
    try bench.addSample(Tool.ranking)
    for (command, words) in [("exit 3", "exited with 3"), ("kill -9 $$", "was ended by signal 9")] {
      try await run(["input", "-q", "-o", "out", "--on-success", command]).expect(
        74, "error: all is written, but the command of --on-success \(words)")
      #expect(bench.exists("out"))
    }
  }

  @Test func `where the command for success fails, the run counts as failed`() async throws {
    try bench.addSample(Tool.ranking)
    let file = ["input", "-o", "out", "--metrics", "m"]
    let success = "laughtrack_last_success_timestamp_seconds{tool=\"aggregate-top10\"} "
    try await run(file).expect(0)
    let old = try bench.text("m").replacing(
      try Regex(success.replacing("{", with: "\\{") + "\\d+"), with: success + "12345")
    try bench.write(old, to: "m")
    try await run(file + ["--on-success", "exit 3", "--on-failure", Self.print]).expect(74)
    let facts = try facts()
    #expect(facts["LAUGHTRACK_EXIT_STATUS"] == "74")
    #expect(facts["LAUGHTRACK_ERROR"]?.contains("--on-success exited with 3") == true)
    let metrics = try bench.text("m")
    #expect(metrics.contains(success + "12345\n"))
    #expect(metrics.contains("laughtrack_last_run_exit_status{tool=\"aggregate-top10\"} 74\n"))
    #expect(metrics.contains("laughtrack_last_run_events{"))
  }

  @Test func `a command reads nothing, and what it writes goes to standard error`() async throws {
    try bench.addSample(Tool.ranking)
    let outcome = try await run(
      ["input", "--quiet", "--on-success", "wc -c; echo said"], shell: "printf 12345 | \"$@\"")
    outcome.expect(0)
    #expect(outcome.errorLines.map { $0.trimmingCharacters(in: .whitespaces) } == ["0", "said"])
    #expect(!outcome.outputText.contains("said"))
  }

  @Test func `a command that takes too long is ended with all it started`() async throws {
    try bench.addSample(Tool.ranking)
    let command =
      "trap '' TERM; echo $$ > pid; sleep 600 & echo $! >> pid; while :; do sleep 1; done"
    try await run(
      ["input", "-o", "out", "--hook-timeout", "1s", "--on-success", command]).expect(
        74, "took longer than 1s and was ended")
    for id in try bench.text("pid").split(separator: "\n").compactMap({ Int32($0) }) {
      #expect(try await eventually { kill(id, 0) != 0 || Self.isZombie(id) }, "\(id)")
    }
  }

  /// Whether a process has ended, but was not yet waited for.
  private static func isZombie(_ id: Int32) -> Bool {
    (try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8))?.contains(") Z ") ?? true
  }

  @Test func `a signal ends a command with the run`() async throws {
    try bench.addSample(Tool.ranking)
    let running = try await bench.start(
      Tool.ranking, ["input", "-o", "out", "--on-success", "echo $$ > pid; exec sleep 600"])
    #expect(try await eventually { try bench.exists("pid") && !bench.text("pid").isEmpty })
    running.send(SIGTERM)
    let outcome = try await running.outcome().expect(143)
    #expect(
      outcome.errors.contains("all was written: out") || outcome.errors.contains("'out'"),
      "\(outcome)")
    let id = try #require(Int32(try bench.text("pid").trimmingCharacters(in: .newlines)))
    #expect(try await eventually { kill(id, 0) != 0 })
  }

  @Test func `a command may run the tool again on the same output`() async throws {
    try bench.addSample(Tool.ranking)
    let again = "\"$TOOL\" input -o out --now 1 --quiet"
    try await run(
      ["input", "-o", "out", "--on-success", again],
      environment: ["TOOL": BuiltTools.path(of: Tool.ranking)]
    ).expect(0)
  }

  @Test(arguments: [
    ["--hook-timeout", "5s"], ["--hook-timeout", "60s"],
    ["--hook-timeout", "0", "--on-success", "true"],
  ])
  func `a time limit that makes no sense is refused`(arguments: [String]) async throws {
    try bench.addSample(Tool.ranking)
    try await run(["input", "--summary", "s"] + arguments).expect(64)
    #expect(try bench.json("s")["exit_status"] as? Int == 64)
  }
}
