import Foundation
import TestSupport
import Testing

/// Missing inputs, and suggestions for their names.
struct MissingInputTests {
  private let bench: Bench

  init() throws {
    bench = try Bench()
    try bench.write("{\"id\":\"a\",\"joke_id\":\"j\",\"rating\":4}\n", to: "exports/ratings.ndjson")
    try bench.write("{\"jokeRatings\":{\"j\":4}}", to: "dump.json")
    try bench.write("{\"jokeRatings\":{\"j\":4}}", to: "dump.plist")
  }

  private func hint(_ tool: String, _ arguments: [String]) async throws -> String? {
    let outcome = try await bench.run(tool, arguments).expect(66)
    let mark = "\(tool): hint: "
    return outcome.errors.split(separator: "\n").first { $0.hasPrefix(mark) }.map {
      String($0.dropFirst(mark.count))
    }
  }

  @Test(arguments: [
    ("exports/ratnigs.ndjson", "'exports/ratings.ndjson'"), ("export", "'exports'"),
    ("exprots/ratings.ndjson", "'exports/ratings.ndjson'"), ("exprots/", "'exports/'"),
    ("exprots/rating.ndjson", "'exports/ratings.ndjson'"), ("Exports", "'exports'"),
    ("./exports/ratings.json", "'./exports/ratings.ndjson'"), ("dump.jlist", "'dump.plist'"),
    ("dump.xson", "'dump.json'"),
  ])
  func `a name that is nearly right is asked about`(name: String, meant: String) async throws {
    for tool in [Tool.ratings, Tool.ranking, Tool.documents] {
      #expect(try await hint(tool, [name, "-n"]) == "did you mean \(meant)?")
    }
  }

  @Test func `an empty name has no suggestion but its likely cause`() async throws {
    let cause = "the name is empty, as of a shell variable that is not set"
    for tool in [Tool.ratings, Tool.ranking, Tool.documents] {
      #expect(try await hint(tool, ["", "-n"]) == cause)
    }
  }

  @Test func `an option's missing file has a suggestion, too`() async throws {
    #expect(try await hint(Tool.ratings, ["--undo", "dump.jsom"]) == "did you mean 'dump.json'?")
    #expect(
      try await hint(Tool.pruning, ["dump.json", "--existing", "Dump.json", "-n"])
        == "did you mean 'dump.json'?")
  }

  @Test(arguments: ["missing", "exports/other", "x", "nowhere/at/all", ".laughtrack-x"])
  func `a name that is like no other is not`(name: String) async throws {
    #expect(try await hint(Tool.ratings, [name, "-n"]) == nil)
  }

  /// Runs a tool in a directory that was deleted.
  private func runInDeletedDirectory(
    _ tool: String, _ arguments: [String]
  ) async throws -> ToolOutcome {
    try await bench.run(tool, arguments, shell: #"mkdir d && cd d && rmdir ../d && exec "$@""#)
  }

  @Test(arguments: [Tool.ratings, Tool.saved, Tool.ranking])
  func `absolute paths do in a directory that was deleted`(tool: String) async throws {
    try bench.addSample(tool)
    let input = [bench.url("input").path] + Tool.options(tool)
    let printed = try await runInDeletedDirectory(tool, input + ["-o", "-"])
    #expect(printed.status == 0 && !printed.output.isEmpty, "\(printed)")
    let page =
      tool == Tool.saved ? [] : ["--report", bench.url("page").path]
    let files = ["-o", bench.url("out").path, "--summary", bench.url("summary").path]
    try await runInDeletedDirectory(tool, input + files + page).expect(0)
    #expect(try bench.bytes("out") == printed.output)
  }

  @Test func `a relative path in a directory that was deleted has a hint`() async throws {
    try bench.addSample(Tool.ratings)
    let input = [bench.url("input").path]
    for arguments in [input + ["-o", "out"], [".", "-o", "-"]] {
      try await runInDeletedDirectory(Tool.ratings, arguments).expect(
        73, "hint: the current directory was deleted; ")
    }
  }
}
