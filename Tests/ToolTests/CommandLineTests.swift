import Foundation
import TestSupport
import Testing

/// The tools' parsing of arguments; no mistake writes anything.
struct CommandLineTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  /// Runs a wrong command line beside an input, and checks that nothing changes.
  private func mistake(_ tool: String, _ arguments: [String]) async throws -> ToolOutcome {
    try bench.addSample(tool)
    let before = try bench.tree()
    let outcome = try await bench.run(tool, Tool.options(tool) + arguments).expect(64)
    #expect(outcome.output.isEmpty)
    #expect(try bench.tree() == before, "something was written")
    return outcome
  }

  @Test(arguments: Tool.all)
  func `a name that is not UTF-8 is refused, not taken for another`(tool: String) async throws {
    try bench.addSample(tool)
    try await bench.run(
      tool, Tool.options(tool) + ["input", "--dry-run"], shell: #""$@" "$(printf 'caf\351')""#
    ).expect(
      64, "error: the argument 'caf\u{FFFD}' is not UTF-8",
      "hint: if it names a file, rename the file, or give a link to it")
  }

  @Test(arguments: Tool.all)
  func `a link to a name that is not UTF-8 is read, and never written through`(tool: String)
    async throws
  {
    try bench.addSample(tool)
    let make = #"mv input "$(printf 'caf\351')"; ln -s "$(printf 'caf\351')" input; "#
    let options = Tool.options(tool)
    try await bench.run(
      tool, ["input", "-o", "out"] + options, shell: make + #"exec "$@""#
    ).expect(0)
    let count = #"; code=$?; ls -A | wc -l; exit $code"#
    try bench.write("{}", to: "other/file")
    let ways =
      [["other/file", "-o", "input", "--force"]]
      + (Tool.rewriting.contains(tool) ? [["input", "--in-place"]] : [])
    for way in ways {
      let outcome = try await bench.run(tool, way + options, shell: #""$@""# + count)
      outcome.expect(73, "'input' is a link to a name that is not UTF-8")
      #expect(outcome.outputText.filter(\.isNumber) == "4", "\(outcome)")
    }
    // The bench lists its directory when it is removed.
    try await bench.run("none", [], shell: "rm caf*")
  }

  @Test(arguments: Tool.several)
  func `a name in a directory that is not UTF-8 is told`(tool: String) async throws {
    try bench.makeDirectory("in")
    let outcome = try await bench.run(
      tool, ["in", "-o", "out"] + Tool.options(tool),
      shell: #": >"in/$(printf 'caf\351')"; exec "$@""#)
    outcome.expect(66)
    #expect(
      outcome.errors.hasPrefix(
        "\(tool): error: cannot read 'in/caf\u{FFFD}': its name is not UTF-8\n"
          + "\(tool): hint: rename the file\n"))
    try await bench.run("none", [], shell: "rm -r in")
  }

  @Test(arguments: Tool.all)
  func `without an operand nothing waits for standard input`(tool: String) async throws {
    let running = try await bench.start(tool, [], input: .pipe)
    let outcome = try await running.outcome(within: .seconds(20))
    #expect(outcome.status == 64 && outcome.output.isEmpty)
    #expect(outcome.errors.contains(/error: no (INPUT|DUMP) given/))
  }

  @Test(arguments: Tool.all)
  func `an unknown option is named, with the nearest one`(tool: String) async throws {
    let outcome = try await mistake(tool, ["input", "-o", "out", "--dryrun"])
    #expect(outcome.errors.contains("unknown option '--dryrun'; did you mean '--dry-run'?"))
  }

  @Test(arguments: Tool.rewriting)
  func `without a word on the output nothing is read`(tool: String) async throws {
    let outcome = try await mistake(tool, ["input"])
    #expect(outcome.errors.contains("no output named; nothing was read"))
    #expect(outcome.errors.contains("--dry-run, -o PATH, --in-place"))
  }

  @Test(arguments: Tool.rewriting)
  func `in place and elsewhere exclude each other`(tool: String) async throws {
    _ = try await mistake(tool, ["input", "--in-place", "-o", "out"])
    _ = try await mistake(tool, ["-", "--in-place"])
  }

  @Test(arguments: [
    (Tool.pruning, ["--undo", "journal", "--skip-report", "ids"]),
    (Tool.editing, ["input", "--list", "--journal", "journal"]),
    (Tool.editing, ["input", "--list", "--resume"]),
    (Tool.ratings, ["input", "--shard", "1/2", "--list-share", "--summary", "summary"]),
    (Tool.ranking, ["input", "--shard", "1/2", "--list-share", "--explain", "a"]),
    (Tool.ratings, ["--verify", "summary", "--checkpoint-bytes", "4096"]),
  ])
  func `an option that would do nothing beside another is refused with it`(
    tool: String, arguments: [String]
  ) async throws {
    try await bench.run(tool, arguments).expect(64, "' cannot both be given")
    #expect(try bench.names().isEmpty)
  }

  @Test(arguments: Tool.several)
  func `an input named twice is a usage error`(tool: String) async throws {
    for way in [["-n"]] + (Tool.rewriting.contains(tool) ? [["--in-place"]] : []) {
      let outcome = try await mistake(tool, ["input", "./input"] + way)
      #expect(outcome.errors.contains("is the same file as"))
    }
    _ = try await mistake(tool, ["-", "-", "-n"])
  }
}
