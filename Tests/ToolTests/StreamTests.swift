import Foundation
import TestSupport
import Testing

/// Standard input, output and error: as operands, closed, and without a reader.
struct StreamTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  @Test(arguments: Tool.all)
  func `a dash is standard input and standard output`(tool: String) async throws {
    let bytes = try Fixtures.input(tool, Tool.sample(tool))
    try bench.write(bytes, to: "input")
    try await bench.run(tool, ["input", "-o", "out"] + Tool.options(tool))
    let piped = try await bench.run(
      tool, ["-", "-o", "-"] + Tool.options(tool), input: .bytes(bytes))
    piped.expect(0)
    #expect(piped.output == (try bench.bytes("out")))
    let slow = try await bench.start(tool, ["-", "-o", "-"] + Tool.options(tool), input: .pipe)
    for start in stride(from: 0, to: bytes.count, by: 100) {
      try slow.feed(bytes[start..<min(start + 100, bytes.count)])
    }
    try slow.closeInput()
    #expect(try await slow.outcome().output == piped.output)
  }

  @Test(arguments: ["1", "2"])
  func `standard input of which something was read goes on from there`(jobs: String) async throws {
    let events = (0..<9).map { "{\"joke_id\":\"j\",\"rating\":5,\"device_id\":\"d\($0)\"}\n" }
    try bench.write("# exported\n" + events.joined(), to: "input")
    let outcome = try await bench.run(
      Tool.ratings, ["-", "-o", "-", "--jobs", jobs],
      shell: "{ read -r header; \"$@\"; } < input")
    outcome.expect(0)
    #expect(outcome.output == Data(events.joined().utf8))
  }

  @Test(arguments: Tool.all)
  func `standard output holds the result and nothing else`(tool: String) async throws {
    try bench.addSample(tool)
    try await bench.run(tool, ["input", "-o", "out"] + Tool.options(tool))
    let outcome = try await bench.run(tool, ["input", "-v", "-o", "-"] + Tool.options(tool))
    #expect(outcome.output == (try bench.bytes("out")))
    let dryRun = try await bench.run(tool, ["input", "--dry-run"] + Tool.options(tool))
    #expect(dryRun.output.isEmpty)
    dryRun.expect(0)
  }

  @Test func `a ranking goes to standard output where nothing else is said`() async throws {
    try bench.addSample(Tool.ranking)
    let options = Tool.options(Tool.ranking)
    let silent = try await bench.run(Tool.ranking, ["input"] + options)
    #expect(
      silent.output == (try await bench.run(Tool.ranking, ["input", "-o", "-"] + options)).output)
    #expect(try bench.names() == ["input"])
  }

  @Test(arguments: [
    (Tool.ranking, ["--summary", "-"]), (Tool.ranking, ["--metrics", "/dev/stdout"]),
    (Tool.ranking, ["--rejects", "-"]), (Tool.ranking, ["-o", "-", "--summary", "-"]),
    (Tool.ranking, ["--explain", "j", "--summary", "-"]),
    ("preview-feed", ["input", "--summary", "-"]),
    (Tool.documents, ["--summary", "-"]), (Tool.documents, ["--count", "--metrics", "-"]),
    (Tool.editing, ["--list", "--summary", "-"]),
    (Tool.pruning, ["--mark", "ids", "--in-place", "--summary", "-"]),
    (Tool.pruning, ["--skip-report", "ids", "--existing", "ids", "-o", "-"]),
  ])
  func `standard output takes one text, named or not`(
    tool: String, options: [String]
  ) async throws {
    try bench.addSample(tool == "preview-feed" ? Tool.saved : tool)
    try bench.write("id\n", to: "ids")
    let before = try bench.tree()
    let outcome = try await bench.run(tool, ["input"] + options).expect(
      64, "would both go to standard output")
    #expect(outcome.output.isEmpty)
    #expect(try bench.tree() == before)
  }

  @Test func `a run that prints no result may print its summary`() async throws {
    for (tool, options) in [
      (Tool.ratings, ["-n"]), (Tool.documents, ["--check"]), (Tool.ranking, ["-o", "out"]),
      (Tool.ranking, ["-n"]),
    ] {
      try bench.addSample(tool)
      let outcome = try await bench.run(
        tool, ["input", "--summary", "-"] + options + Tool.unmigrated(tool)
      ).expect(0)
      #expect(outcome.outputText.hasPrefix("{"), "\(outcome)")
    }
  }

  @Test(arguments: Tool.all)
  func `a closed pipe ends the run at once and quietly`(tool: String) async throws {
    try bench.addSample(tool)
    for arguments in [["input", "-o", "-", "-q"] + Tool.options(tool), ["--help"], ["--version"]] {
      let outcome = try await runWithoutReader(tool, arguments)
      #expect(try bench.text("status") == "0\n")
      #expect(outcome.errors.isEmpty, "\(outcome)")
    }
  }

  /// Whether something would change, or has, is not known before the end; and what is written
  /// besides comes later.
  @Test func `a closed pipe is no success where more is wanted than what is printed`() async throws
  {
    try bench.addSample(Tool.ranking)
    try bench.write(#"{"ScreenSort.ProcessedIDs":["a","b"]}"#, to: "dump")
    try bench.write("a\n", to: "ids")
    let options = ["input"] + Tool.options(Tool.ranking)
    try await bench.run(Tool.ranking, options + ["-o", "ranking", "--summary", "summary"])
    try bench.write("{}", to: "ranking")
    for (tool, arguments) in [
      (Tool.ranking, options + ["--by", "week", "--weeks", "weeks"]),
      (Tool.ranking, ["--verify", "summary"]),
      ("prune-processed", ["dump", "--existing", "ids", "--skip-report", "ids", "--check"]),
    ] {
      let outcome = try await runWithoutReader(tool, arguments)
      #expect(try bench.text("status") == "74\n")
      #expect(outcome.errors.contains("standard output was closed too soon"), "\(outcome)")
    }
    #expect(!bench.exists("weeks"))
  }

  /// Runs a tool when the reader of its output has gone; its exit status is in `status`.
  private func runWithoutReader(_ tool: String, _ arguments: [String]) async throws -> ToolOutcome {
    if bench.exists("status") { try FileManager.default.removeItem(at: bench.url("status")) }
    // The reader ends long before the tool writes.
    let line = "{ sleep 0.1; \"$@\"; echo $? >status; } | true"
    let outcome = try await bench.run(tool, arguments, shell: line)
    // The shell waits only for the last command of the pipe.
    #expect(try await eventually { bench.exists("status") })
    return outcome
  }

  @Test(arguments: Tool.all)
  func `closed streams change nothing about a run between files`(tool: String) async throws {
    try bench.addSample(tool)
    let arguments = ["input", "--force"] + Tool.options(tool)
    try await bench.run(tool, arguments + ["-o", "wanted"])
    for closing in ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"] {
      let outcome = try await bench.run(
        tool, arguments + ["-o", "out"], shell: "exec \"$@\" \(closing)")
      outcome.expect(0)
      #expect(outcome.output.isEmpty)
      #expect(try bench.bytes("out") == (try bench.bytes("wanted")), "\(closing)")
    }
    #expect(try bench.bytes("input") == (try Fixtures.input(tool, Tool.sample(tool))))
  }

  @Test(arguments: Tool.all)
  func `no file stands in for a closed stream`(tool: String) async throws {
    try bench.addSample(tool)
    let before = try bench.tree()
    try await bench.run(
      tool, ["input", "-o", "-"] + Tool.options(tool), shell: "exec \"$@\" >&-"
    ).expect(74)
    let input = try await bench.run(
      tool, ["-", "-o", "-"] + Tool.options(tool), shell: "exec \"$@\" <&-")
    #expect([66, 74].contains(input.status), "\(input)")
    #expect(try bench.tree() == before)
  }
}
