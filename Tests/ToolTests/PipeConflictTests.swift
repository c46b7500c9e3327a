import Foundation
import TestSupport
import Testing

/// Files and pipes that a run would have at both ends, or twice.
struct PipeConflictTests {
  private let bench: Bench

  init() throws {
    bench = try Bench()
    try bench.addSample(Tool.ranking)
  }

  private func expectRefusal(_ outcome: ToolOutcome, _ words: String) throws {
    outcome.expect(64, words)
    #expect(!bench.exists("out"))
  }

  @Test(arguments: ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"])
  func `a pipe on standard input is no output`(path: String) async throws {
    #if !os(Linux)
      if path.hasPrefix("/proc") { return }
    #endif
    for (tool, arguments, option) in [
      (Tool.ranking, ["input", "--rejects", path, "--jokes", path], "--rejects"),
      (Tool.ranking, ["input", "--rejects", path], "--rejects"),
      (Tool.ranking, ["-", "-o", path], "--output"),
      (Tool.ranking, ["input", "-o", path], "--output"),
      (Tool.ratings, ["-", "-o", "out", "--summary", path], "--summary"),
      (Tool.documents, ["-", "-o", path], "--output"),
    ] {
      let outcome = try await bench.run(tool, arguments, input: .pipe)
      try expectRefusal(outcome, "error: \(option) '\(path)' is standard input")
    }
  }

  @Test(arguments: [
    ["input", "-o", "pipe", "--rejects", "pipe"], ["pipe", "-o", "pipe"],
    ["input", "--summary", "pipe", "--rejects", "link"],
    ["input", "--jokes", "pipe", "--metrics", "pipe"],
    ["input", "-o", "pipe", "--previous", "pipe"],
  ])
  func `a named pipe has one use`(arguments: [String]) async throws {
    let shell = "mkfifo pipe && ln -s pipe link && exec \"$@\""
    let outcome = try await bench.run(Tool.ranking, arguments, shell: shell)
    try expectRefusal(outcome, "pipe' is the same file as ")
  }

  @Test(arguments: [
    ["-o", "out", "--summary", "./out"], ["-o", "out", "--rejects", "link"],
    ["-o", "out", "--metrics", "sub/../input"], ["--jokes", "jokes", "--rejects", "jokes"],
  ])
  func `a file has one use, under any name`(options: [String]) async throws {
    let shell = "ln -s input link && mkdir sub && cp input jokes && exec \"$@\""
    let outcome = try await bench.run(Tool.ranking, ["input"] + options, shell: shell)
    try expectRefusal(outcome, "is the same file as ")
  }

  @Test(arguments: [
    (Tool.ranking, ["-", "--previous", "-"]), (Tool.ranking, ["-", "--jokes", "-"]),
    (Tool.ranking, ["input", "--previous", "-", "--jokes", "-"]),
    (Tool.ranking, ["-", "--previous", "-", "-n"]),
    (Tool.pruning, ["-", "--existing", "-", "-o", "out"]),
    (Tool.pruning, ["input", "--existing", "-", "--skip-report", "-", "-n"]),
    ("preview-feed", ["-", "-"]),
  ])
  func `standard input has one use, also if it is a file`(
    tool: String, arguments: [String]
  ) async throws {
    let outcome = try await bench.run(tool, arguments, shell: "exec \"$@\" < input")
    #expect(outcome.output.isEmpty)
    try expectRefusal(outcome, "'-' is the same stream as ")
  }

  @Test func `a journal in a pipe is refused, because it is read twice`() async throws {
    try bench.addSample(Tool.ratings)
    for (path, shell) in [("/dev/stdin", nil), ("pipe", "mkfifo pipe && exec \"$@\"")] {
      let outcome = try await bench.run(
        Tool.ratings, ["--undo", path], shell: shell, input: .pipe)
      try expectRefusal(outcome, "error: '--undo' needs a file: a journal is read twice")
    }
  }

  @Test func `a device may be named twice`() async throws {
    try await bench.run(
      Tool.ranking,
      ["input", "-o", "/dev/null", "--rejects", "/dev/null", "--summary", "/dev/null"]
        + Tool.options(Tool.ranking) + Tool.unmigrated(Tool.ranking)
    ).expect(0)
  }
}
