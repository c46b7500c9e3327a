import Foundation
import TestSupport
import Testing

/// Promises 14 and 15: concurrent runs do not overwrite each other's files, and no lock outlives
/// its run.
///
/// One test at a time, because each runs two tools at once, of which few may run.
@Suite(.serialized) struct LockTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  private static let event = "{\"joke_id\":\"a\",\"rating\":5}\n"

  /// A run that holds the lock, and reads its standard input until the test closes it.
  private func startedRun() async throws -> RunningTool {
    let running = try await bench.start(
      Tool.ranking, ["-", "-o", "out", "-v", "--now", "0"], input: .pipe)
    try running.feed(Data(Self.event.utf8))
    #expect(try await eventually { try isHeld(Self.lockName) })
    return running
  }

  /// Whether a run holds a lock: it creates the file, locks it, and then writes into it.
  private func isHeld(_ name: String) throws -> Bool {
    try bench.exists(name) && !bench.bytes(name).isEmpty
  }

  private static let lockName = ".laughtrack-out.lock"

  @Test func `each of many runs at once succeeds or finds the lock taken`() async throws {
    let events = String(repeating: Self.event, count: 20_000)
    try bench.write(events, to: "events")
    let expected = try await bench.run(Tool.ranking, ["events", "--now", "0"]).output
    let line = "seq 50 | xargs -P 50 -I {} sh -c '\"$@\"; echo $?' sh \"$@\""
    for round in 0..<2 {
      let runs = try await bench.start(
        Tool.ranking, ["events", "-o", "out", "--now", "0", "--no-progress"], shell: line)
      while runs.isRunning {
        if bench.exists("out") { #expect(try bench.bytes("out") == expected, "round \(round)") }
        await Task.yield()
      }
      let outcome = try await runs.outcome()
      let statuses = Set(outcome.outputText.split(separator: "\n"))
      #expect(statuses.isSubset(of: ["0", "75"]) && statuses.contains("0"), "\(round): \(outcome)")
      #expect(try bench.names() == ["events", "out"], "round \(round)")
    }
  }

  @Test(
    .enabled(if: Tracing.isPossible, "no strace here"),
    arguments: [("ENOLCK", 0), ("EIO", 74)])
  func `a lock that the system refuses leaves no file`(error: String, status: Int32) async throws {
    try bench.write(Self.event, to: "events")
    try bench.write("", to: "kept")
    for name in ["out", "kept"] {
      try await bench.run(
        Tool.ranking, ["events", "-o", name, "--force"],
        shell: Tracing.line("flock", "error=\(error)")
      ).expect(status)
    }
    #expect(try bench.names() == (status == 0 ? ["events", "kept", "out"] : ["events", "kept"]))
  }

  @Test func `a lock that another run has ends a run before it reads`() async throws {
    let first = try await startedRun()
    let second = try await bench.run(Tool.ranking, ["missing", "-o", "out"]).expect(75)
    let processID = first.processID
    #expect(
      second.errors.contains("error: another run (process \(processID)) is writing 'out'"),
      "\(second)")
    try first.closeInput()
    try await first.outcome().expect(0)
    #expect(try bench.names() == ["out"])
  }

  @Test func `runs with other rankings, but one directory of weeks, find the lock taken`()
    async throws
  {
    let weeks = ["--by", "week", "--weeks"]
    let first = try await bench.start(
      Tool.ranking, ["-", "-o", "out"] + weeks + ["weeks"], input: .pipe)
    try first.feed(Data(#"{"joke_id":"a","rating":5,"week_id":"2026-W07"}"#.utf8))
    #expect(try await eventually { try isHeld(".laughtrack-weeks.lock") })
    try await bench.run(
      Tool.ranking, ["missing", "-o", "other"] + weeks + ["./weeks/"]
    ).expect(75)
    try first.closeInput()
    try await first.outcome().expect(0)
    #expect(try bench.names() == ["out", "weeks", "weeks/2026-W07.json"])
  }

  @Test func `a run waits for the lock as long as it is told to`() async throws {
    try bench.write(Self.event, to: "events")
    let first = try await startedRun()
    let second = try await bench.start(
      Tool.ranking, ["events", "-o", "out", "--now", "0", "--lock-wait", "1h"])
    #expect(
      try await eventually {
        second.errorsSoFar.contains("note: waiting for another run (process \(first.processID))")
      })
    try first.closeInput()
    try await first.outcome().expect(0)
    let outcome = try await second.outcome().expect(0)
    #expect(outcome.errors.contains(/note: waited \d.* for another run \(process/), "\(outcome)")
    #expect(try bench.names() == ["events", "out"])
  }

  @Test func `a killed run leaves a lock that stops nobody`() async throws {
    try bench.write(Self.event, to: "events")
    for round in 0..<5 {
      let first = try await startedRun()
      first.send(SIGKILL)
      _ = try await first.outcome()
      let second = try await bench.run(Tool.ranking, ["events", "-o", "out", "--now", "0"])
      #expect(second.status == 0, "round \(round): \(second)")
      #expect(!bench.exists(Self.lockName), "round \(round)")
    }
  }

  @Test func `a dry run warns of a lock, and neither waits nor makes one`() async throws {
    try bench.write(Self.event, to: "events")
    let first = try await startedRun()
    let dry = try await bench.run(Tool.ranking, ["events", "-o", "out", "--dry-run"]).expect(0)
    let holder = "another run (process \(first.processID)) is writing 'out'"
    #expect(
      dry.errors.contains(
        "warning: the real run would fail (75; --lock-wait TIME waits): \(holder)"), "\(dry)")
    let patient = try await bench.run(
      Tool.ranking, ["events", "-o", "out", "--dry-run", "--lock-wait", "2m"])
    #expect(
      patient.errors.contains("the real run would wait for up to 2m: \(holder)"), "\(patient)")
    first.send(SIGTERM)
    _ = try await first.outcome()
    _ = try await bench.run(Tool.ranking, ["events", "-o", "out", "--dry-run"])
    #expect(try bench.names() == ["events"])
  }

  @Test(.enabled(if: SystemParts.hasFlock, "no flock(1) here"), arguments: Tool.rewriting)
  func `an input that is rewritten in place is locked`(tool: String) async throws {
    try bench.addSample(tool)
    let name = ".laughtrack-input.lock"
    try bench.write("", to: name)
    // A shell holds the lock until its input ends.
    let holder = try await bench.start(
      tool, [], shell: "exec 9<\(name); flock 9; echo held >&2; cat", input: .pipe)
    #expect(try await eventually { holder.errorsSoFar.contains("held") })
    let before = try bench.bytes("input")
    try await bench.run(tool, ["input", "--in-place"] + Tool.options(tool)).expect(75)
    #expect(try bench.bytes("input") == before)
    try holder.closeInput()
    _ = try await holder.outcome()
    try await bench.run(tool, ["input", "--in-place"] + Tool.options(tool)).expect(0)
    #expect(!bench.exists(name))
  }

  @Test(
    .enabled(if: SystemParts.hasFlock, "no flock(1) here"),
    arguments: [
      (".laughtrack-in.lock", "in/input"), (".laughtrack-in.lock", "in/sub"),
      ("in/.laughtrack-input.lock", "in"), ("in/sub/.laughtrack-input.lock", "in"),
      ("in/.laughtrack-sub.lock", "in"),
    ])
  func `a lock excludes others on directories above it and on files below`(
    lock: String, operand: String
  ) async throws {
    let event = #"{"joke_id":"j","rating":4}"#
    for name in ["in/input", "in/sub/input"] { try bench.write(event, to: name) }
    try bench.write("", to: lock)
    let holder = try await bench.start(
      "migrate-ratings", [], shell: "exec 9<\(lock); flock 9; echo held >&2; cat", input: .pipe)
    #expect(try await eventually { holder.errorsSoFar.contains("held") })
    try await bench.run("migrate-ratings", [operand, "--in-place"]).expect(
      75, "another run is writing '\(operand)'")
    try await bench.run("migrate-ratings", [operand, "--in-place", "--dry-run"]).expect(
      0, "the real run would fail (75")
    #expect(try bench.text("in/input") == event)
    try holder.closeInput()
    _ = try await holder.outcome()
    try await bench.run("migrate-ratings", [operand, "--in-place"]).expect(0)
  }

  @Test(arguments: ["mkfifo", "ln -s input"])
  func `a pipe or link in the place of a lock ends the run with 73`(
    command: String
  ) async throws {
    try bench.addSample(Tool.ranking)
    try await bench.run(
      Tool.ranking, ["input", "-o", "out"], shell: "\(command) \(Self.lockName) && \"$@\""
    ).expect(73, "cannot lock './\(Self.lockName)'")
    #expect(try bench.names() == [Self.lockName, "input"])
  }

  @Test func `a link and what it points at have one lock`() async throws {
    let first = try await startedRun()
    try FileManager.default.createSymbolicLink(
      atPath: bench.url("link").path, withDestinationPath: "out")
    try await bench.run(Tool.ranking, ["missing", "-o", "link"]).expect(75)
    first.send(SIGTERM)
    _ = try await first.outcome()
  }

  // MARK: Other programs, which take no lock

  @Test func `a file that comes to be there meanwhile is not replaced`() async throws {
    let running = try await startedRun()
    // Once it reads, it has checked that the output is missing.
    try running.feed(Data(String(repeating: Self.event, count: 4000).utf8))
    #expect(try await eventually { running.errorsSoFar.contains("taken for") })
    try bench.write("theirs\n", to: "out")
    try running.closeInput()
    try await running.outcome().expect(73, "'out' was created by another program during the run")
    #expect(try bench.text("out") == "theirs\n")
    #expect(try bench.names() == ["out"])
  }

  // Guards compared the new ranking with the old one.
  @Test(arguments: [false, true], ["theirs\n", ""])
  func `an old ranking that changes meanwhile is not replaced`(
    isForced: Bool, theirs: String
  ) async throws {
    try bench.write(Self.event, to: "events")
    try await bench.run(Tool.ranking, ["events", "-o", "out", "--now", "0"]).expect(0)
    let running = try await bench.start(
      Tool.ranking, ["-", "-o", "out", "-v", "--now", "0"] + (isForced ? ["--force"] : []),
      input: .pipe)
    try running.feed(Data(String(repeating: Self.event, count: 4000).utf8))
    #expect(try await eventually { running.errorsSoFar.contains("taken for") })
    let other = try theirs.isEmpty ? bench.text("out") + "\n" : theirs
    try bench.write(other, to: "out")
    try running.closeInput()
    let outcome = try await running.outcome()
    #expect(outcome.status == (isForced ? 0 : 74), "\(outcome)")
    #expect((try bench.text("out") == other) != isForced)
  }

  @Test(arguments: ["--summary", "--plan-out", "--rejects"], [false, true])
  func `a foreign file that comes to be where a report goes is not replaced`(
    option: String, isForced: Bool
  ) async throws {
    let isPlan = option == "--plan-out"
    let (tool, input) = isPlan ? (Tool.pruning, "input") : (Tool.ratings, "one")
    try bench.addSample(Tool.pruning)
    try bench.write(Self.event, to: "one")
    // It has checked its reports, and waits for its last input.
    let running = try await bench.start(
      tool,
      [input] + (isPlan ? ["--existing", "-", "-n"] : ["-"]) + ["-o", "out", option, "report"]
        + (isForced ? ["--force"] : []), input: .pipe)
    #expect(try await eventually { try bench.names().contains { $0.hasSuffix(".tmp") } })
    try bench.write("theirs\n", to: "report")
    try running.feed(Data((isPlan ? "asset-1\n" : Self.event).utf8))
    try running.closeInput()
    let outcome = try await running.outcome()
    #expect(outcome.status == (isForced ? 0 : 73), "\(outcome)")
    #expect(outcome.errors.contains("exists and was not written by --") != isForced)
    #expect((try bench.text("report") == "theirs\n") != isForced)
    let written = try bench.names().filter { $0.hasPrefix("out/") }
    #expect(isForced || written.isEmpty)
  }

  @Test func `an input in place that changes meanwhile is not replaced`() async throws {
    try await migrated(
      while: "echo theirs > events"
    ).expect(74, "'events' was changed by another program during the run")
    #expect(try bench.text("events") == "theirs\n")
  }

  /// Runs a migration in place that a pipe delays, and meanwhile changes its input.
  private func migrated(
    _ events: String = String(repeating: "{\"joke_id\":\"a\",\"rating\":4}\n", count: 9),
    while change: String
  ) async throws -> ToolOutcome {
    try bench.write(events, to: "events")
    let line = "mkfifo pipe; exec \"$@\""
    let running = try await bench.start(
      Tool.ratings, ["events", "--in-place", "--summary", "pipe"], shell: line)
    #expect(
      try await eventually {
        try bench.names().contains { name in
          try name.hasSuffix(".tmp") && !bench.bytes(name).isEmpty
        }
      })
    _ = try await bench.run("none", [], shell: change + "; cat pipe > /dev/null")
    return try await running.outcome()
  }

  @Test(arguments: ["", "chmod 600 events; "])
  func `an input that changes in place, and gets its time back, is not replaced`(
    more: String
  ) async throws {
    let write = "printf 9 | dd of=events bs=1 seek=24 conv=notrunc 2>/dev/null"
    try await migrated(
      while: "\(more)cp -p events copy; \(write); touch -r copy events"
    ).expect(74, "'events' was changed by another program during the run")
    #expect(try bench.text("events").hasPrefix("{\"joke_id\":\"a\",\"rating\":9}\n"))
    #expect(!bench.exists("events.journal"))
  }

  @Test func `a new mode or name of an input during the run is no change`()
    async throws
  {
    try await migrated(while: "chmod 640 events; ln events backup").expect(0)
    #expect(try bench.text("events").hasPrefix("{\"joke_id\":\"a\",\"rating\":5}\n"))
    #expect(try bench.text("backup").hasPrefix("{\"joke_id\":\"a\",\"rating\":4}\n"))
    #expect(try bench.mode("events") == 0o640)
  }

  @Test func `an input that is replaced by a shorter one during the run ends with 74`()
    async throws
  {
    let others = (1...12_000).map { number in
      let fields = #""joke_id":"j","rating":4,"device_id":"d\#(number)","week_id":"2026-W07""#
      return "{\"id\":\"d\(number)_j_2026-W07\",\(fields)}\n"
    }
    // By a rename, so that the name never lacks a file.
    try await migrated(
      others.joined(), while: "echo theirs > other; mv other events"
    ).expect(74, "'events' was changed by another program during the run")
    #expect(try bench.text("events") == "theirs\n")
  }
}
