import Foundation
import TestSupport
import Testing

/// Output on a terminal that files and pipes do not get.
@Suite(.enabled(if: Terminal.isAvailable, "no script(1) of util-linux here"))
struct TerminalTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  /// Runs a tool on a pseudoterminal; both streams are in the outcome's output.
  private func show(
    _ tool: String, _ arguments: [String], environment: [String: String] = ["TERM": "xterm"]
  ) async throws -> ToolOutcome {
    try await bench.run(
      tool, arguments, shell: "exec script -qec \"$*\" /dev/null", environment: environment)
  }

  @Test(
    arguments: [
      (["TERM": "xterm"], [], true), (["TERM": "xterm", "NO_COLOR": "1"], [], false),
      (["TERM": "xterm", "NO_COLOR": ""], [], false), (["TERM": "dumb"], [], false),
      (["TERM": "xterm"], ["--color", "never"], false),
      (["TERM": "dumb", "NO_COLOR": "1"], ["--color", "always"], true),
    ] as [([String: String], [String], Bool)])
  func `colour is for those who want it`(
    environment: [String: String], options: [String], isColored: Bool
  ) async throws {
    let outcome = try await show(Tool.ranking, ["missing"] + options, environment: environment)
    #expect(outcome.outputText.contains("error"))
    #expect(outcome.outputText.contains("\u{1B}[1;31m") == isColored, "\(outcome.outputText)")
  }

  @Test func `tables are coloured on a terminal, and elsewhere only on request`() async throws {
    try bench.write("{\"joke_id\":\"a\",\"rating\":3}\n", to: "input")
    let deleted = "\u{1B}[31mdeleted\u{1B}[0m"
    let arguments = ["input", "--dry-run"]
    #expect(try await show(Tool.ratings, arguments).outputText.contains(deleted))
    let never = try await show(Tool.ratings, arguments + ["--color", "never"])
    #expect(!never.outputText.contains("\u{1B}["), "\(never.outputText)")
    #expect(!(try await bench.run(Tool.ratings, arguments).errors.contains("\u{1B}")))
    let always = arguments + ["--color", "always"]
    #expect(try await bench.run(Tool.ratings, always).errors.contains(deleted))
    let log = try await bench.run(Tool.ratings, always + ["--log-format", "json"])
    #expect(log.errors.contains("deleted") && !log.errors.contains("u001b"), "\(log)")
  }

  @Test func `a ranking on a terminal marks new jokes`() async throws {
    try bench.write("{\"joke_id\":\"a\",\"rating\":5}\n", to: "input")
    try await bench.run(Tool.ranking, ["input", "-o", "earlier"]).expect(0)
    try bench.write("{\"joke_id\":\"b\",\"rating\":5}\n", to: "input")
    let arguments = ["input", "--previous", "earlier", "-o", "later"]
    let shown = try await show(
      Tool.ranking, arguments, environment: ["TERM": "xterm", "COLUMNS": "60"])
    let bar = String(repeating: "█", count: 30)
    #expect(
      shown.outputText.contains("1  \u{1B}[32mnew\u{1B}[0m  b  1  \(bar)\r\n"),
      "\(shown.outputText)")
    #expect(shown.outputText.contains("\u{1B}[31mno longer listed: a\u{1B}[0m"))
  }

  @Test func `on a terminal, a run with batches ends with how to see what they do`() async throws {
    try bench.addSample(Tool.ratings)
    let arguments = ["input", "--database", "projects/p/databases/d", "--batches"]
    let shown = try await show(Tool.ratings, arguments + ["batches"])
    let last = try #require(shown.outputText.split(whereSeparator: \.isNewline).last)
    #expect(
      last.contains("hint") && last.hasSuffix("apply-batches 'batches'"), "\(shown.outputText)")
    let logged = try await bench.run(Tool.ratings, arguments + ["others"])
    #expect(!logged.errors.contains("hint: "), "\(logged)")
  }

  @Test func `without batches there is nothing to send, and no word of it`() async throws {
    try bench.write("{\"id\":\"d\",\"joke_id\":\"a\",\"rating\":5}\n", to: "input")
    let arguments = ["input", "--database", "projects/p/databases/d", "--batches", "b"]
    let shown = try await show(Tool.ratings, arguments)
    #expect(
      shown.status == 0 && !shown.outputText.contains("apply-batches"), "\(shown.outputText)")
    #expect(shown.outputText.contains("batches: 0, because nothing in the database would change"))
    #expect(!shown.outputText.contains("hint"), "\(shown.outputText)")
  }

  @Test func `a partial result ends with how to rank`() async throws {
    try bench.write("{\"joke_id\":\"a\",\"rating\":5}\n", to: "input")
    let shown = try await show(Tool.ranking, ["input", "--emit", "partial", "-o", "partial"])
    let last = try #require(shown.outputText.split(whereSeparator: \.isNewline).last)
    #expect(last.hasSuffix("aggregate-top10 --merge PARTIAL… -o PATH"), "\(shown.outputText)")
  }

  @Test func `a dry run that marks ends with how to do it`() async throws {
    try bench.write(#"{"ScreenSort.ProcessedIDs":["b"]}"#, to: "dump")
    try bench.write("c\n", to: "ids")
    let shown = try await show(Tool.pruning, ["dump", "--mark", "ids", "--in-place", "-n"])
    let last = try #require(shown.outputText.split(whereSeparator: \.isNewline).last)
    #expect(
      last.contains("to do it: prune-processed 'dump' --mark='ids'"), "\(shown.outputText)")
  }

  @Test func `a run that wrote a file ends with how to look at it`() async throws {
    try bench.write(
      #"{"savedJokeIds":["a"],"ScreenSort.ProcessedIDs":["b"]}"#, to: "dump")
    try bench.write("c\n", to: "ids")
    for (tool, arguments, next) in [
      (Tool.editing, ["--unsave", "a"], "edit-saved 'edit-saved-out' --list"),
      (
        Tool.pruning, ["--existing", "ids"],
        "prune-processed 'prune-processed-out' --existing='ids' --check"
      ),
    ] {
      let arguments = ["dump"] + arguments
      let shown = try await show(tool, arguments + ["-o", "\(tool)-out"])
      let last = try #require(shown.outputText.split(whereSeparator: \.isNewline).last)
      #expect(last.contains("hint") && last.hasSuffix(next), "\(shown.outputText)")
      let quiet = try await show(tool, arguments + ["-q", "-o", "\(tool)-quiet"])
      #expect(!quiet.outputText.contains("hint"))
      let dry = try await show(tool, arguments + ["-n", "-o", "new"])
      let step = try #require(dry.outputText.split(whereSeparator: \.isNewline).last)
      #expect(step.contains("to do it: \(tool) 'dump' "), "\(dry.outputText)")
      #expect(step.hasSuffix(" --output='new'") && !step.contains("--dry-run"))
      let blocked = try await show(tool, arguments + ["-n", "-o", "dump"])
      #expect(
        blocked.outputText.contains("once nothing is in its way: \(tool) 'dump' "),
        "\(blocked.outputText)")
      let logged = try await bench.run(tool, arguments + ["-o", "\(tool)-logged"])
      #expect(!logged.errors.contains("hint"), "\(logged)")
    }
  }

  @Test func `a run with rejects ends with how they are put back, where they can be`() async throws
  {
    let text = "{\"joke_id\":\"a\",\"rating\":5,\"rating\":5}\n"
    try bench.write(text, to: "input")
    try bench.write(text, to: "twin")
    let sound = "'input' --mended 'list' -o PATH"
    for (arguments, next) in [
      (["input", "-o", "out", "--rejects", "list"], "migrate-ratings \(sound)"),
      (["twin", "--in-place", "--rejects", "rest"], "migrate-ratings 'rest' -o PATH"),
      (
        ["input", "-o", "new", "--rejects", "more", "--format", "ndjson", "--unexpected=drop"],
        "migrate-ratings 'input' --format='ndjson' --unexpected='drop' --mended 'more' -o PATH"
      ),
      (
        ["input", "-o", "fresh", "--rejects", "pseudonyms", "--redact"],
        "list them again without '--redact', which leaves the records out"
      ),
    ] {
      let shown = try await show(Tool.ratings, arguments)
      let last = try #require(shown.outputText.split(whereSeparator: \.isNewline).last)
      #expect(last.contains("hint") && last.hasSuffix(next), "\(shown.outputText)")
    }
  }

  /// The command is followed with a list that is mended.
  @Test(arguments: [
    (Tool.ranking, ["--max-unmigrated=50%", "-o", "out"]), (Tool.ranking, ["--max-unmigrated=50%"]),
    (Tool.documents, ["--plain", "-o", "out"]),
  ])
  func `a tool that only reads makes the same call again with mended rejects`(
    tool: String, options: [String]
  ) async throws {
    try bench.write(#"{"id":"a","joke_id":"a","rating":5}"# + "\n" + #"{"id":"b","rat"#, to: "in")
    let shown = try await show(tool, ["in", "--salvage", "--rejects", "list"] + options)
    let last = try #require(shown.outputText.split(whereSeparator: \.isNewline).last)
    let command = try #require(last.components(separatedBy: ", then \(tool) ").last)
    let isWritten = options.contains("-o")
    #expect(
      command.hasSuffix(" --mended 'list'\(isWritten ? " -o PATH" : "")"), "\(shown.outputText)")
    try bench.write(
      try bench.text("list").replacing(
        #"{\"id\":\"b\",\"rat"#, with: #"{\"joke_id\":\"b\",\"rating\":4}"#),
      to: "list")
    let again = try await bench.run(
      tool, [], shell: "\"$@\" \(command.replacing("PATH", with: "new"))")
    #expect(again.status == 0 && bench.exists("new") == isWritten, "\(again)")
    #expect(command.contains("--plain") == options.contains("--plain"))
    guard tool == Tool.ranking else { return }
    let share = ["--salvage", "--rejects", "rest", "--shard", "1/1", "--emit", "partial"]
    #expect(!(try await show(tool, ["in"] + share).outputText.contains("to use the rejects")))
  }

  @Test func `the next command reads the file as the run did, and finds nothing left`() async throws
  {
    try bench.write(
      #"{"__collections__":{"r2":{"a":{"rating":4,"joke_id":"x"}}}}"#, to: "collection")
    let event = #"{"id":"a","joke_id":"j","rating":4}"#
    try bench.write(event + "\n" + #"{"id":"b","jok"#, to: "cut")
    try bench.write(event + "\n", to: "lines")
    for (input, options) in [
      ("collection", ["--collection=r2"]), ("cut", ["--salvage"]), ("lines", ["--format=ndjson"]),
    ] {
      let output = input + ".out"
      let shown = try await show(Tool.ratings, [input, "-o", output] + options)
      let last = try #require(shown.outputText.split(whereSeparator: \.isNewline).last)
      let command =
        ["'\(output)'"]
        + options.map { $0.replacing("=", with: "='") }
        .map { $0.contains("'") ? $0 + "'" : $0 } + ["--check"]
      #expect(
        last.hasSuffix("nothing is left: migrate-ratings " + command.joined(separator: " ")),
        "\(shown.outputText)")
      let check = try await bench.run(Tool.ratings, [output] + options + ["--check"])
      #expect(check.status == (input == "cut" ? 3 : 0), "\(check)")
    }
  }

  @Test func `a quiet run prints no hint`() async throws {
    try bench.addSample(Tool.ratings)
    let arguments = ["input", "-q", "--database", "projects/p/databases/d", "--batches", "batches"]
    #expect(try await show(Tool.ratings, arguments).output.isEmpty)
  }
}

/// Whether a test can have a pseudoterminal: macOS has a script(1) too, with other options.
private enum Terminal {
  static let isAvailable =
    FileManager.default.isExecutableFile(atPath: "/usr/bin/script")
    && FileManager.default.fileExists(atPath: "/proc/self/exe")
}
