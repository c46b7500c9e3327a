import Foundation
import TestSupport
import Testing

/// The messages of the tools on standard error.
struct MessageTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  private func run(
    _ tool: String, _ more: [String], environment: [String: String] = [:]
  ) async throws -> ToolOutcome {
    try await bench.run(
      tool, ["input"] + Tool.options(tool) + more, environment: environment)
  }

  // MARK: Places and groups

  @Test(arguments: [Tool.ratings, Tool.ranking])
  func `a problem is told by file, line, column, byte and document`(tool: String) async throws {
    let lines = [
      "{\"id\":\"one\",\"joke_id\":\"a\",\"rating\":5}", "",
      "{\"id\":\"two\",\"joke_id\":\"a\",\"rating\":\"4\"}",
    ]
    try bench.write(lines.joined(separator: "\r\n"), to: "input")
    let outcome = try await run(tool, ["-o", "out"])
    #expect(outcome.errors.contains("\(tool): warning: input:3:36 (byte 76): "), "\(outcome)")
    #expect(outcome.errors.contains("; document 'two'"))
  }

  @Test(arguments: [Tool.ratings, Tool.ranking])
  func `problems of a kind are one group below the result`(tool: String) async throws {
    let lines = (1...1207).map { "{\"id\":\"d\($0)\",\"joke_id\":\"a\",\"rating\":9}\n" }
    try bench.write(lines.joined(), to: "input")
    let outcome = try await run(tool, ["-o", "out"])
    let warnings = outcome.errorLines.filter { $0.contains("warning: ") }
    let result = try #require(outcome.errorLines.firstIndex { $0.contains("bytes:") })
    let first = try #require(outcome.errorLines.firstIndex { $0.contains("warning:") })
    #expect(result < first, "\(outcome)")
    #expect(warnings.first?.contains("input:1:35 (byte 34): the rating is 9") == true)
    #expect(
      warnings.contains {
        $0.hasSuffix(
          "1,206 more of the kind 'unexpected rating', at input:2:35, input:3:35, …; "
            + "--verbose shows them all")
      }, "\(outcome)")
    let all = try await run(tool, ["-n", "-v"]).errorLines.filter { $0.contains("the rating is 9") }
    #expect(all.count == 1207)
  }

  @Test(arguments: [Tool.ratings, Tool.ranking])
  func `rejects are grouped, and the list of all is named`(tool: String) async throws {
    let line = "{\"joke_id\":\"a\",\"rating\":4,\"rating\":4}\n"
    try bench.write(String(repeating: line, count: 9), to: "input")
    let outcome = try await run(tool, ["-o", "out", "--rejects", "rejects"])
    #expect(outcome.errors.contains("8 more of the kind 'unusable "), "\(outcome)")
    #expect(outcome.errors.contains("the whole list is in 'rejects'"))
    #expect(try bench.text("rejects").split(separator: "\n").count == 9)
  }

  // MARK: Verbosity

  @Test(arguments: Tool.all)
  func `a quiet success says nothing, a quiet failure says why`(tool: String) async throws {
    try bench.addSample(tool)
    let success = try await run(tool, ["-q", "-o", "out"])
    #expect(success.status == 0 && success.errors.isEmpty)
    let failure = try await run(tool, ["-q", "-o", "no/such/out"])
    #expect(failure.errors.hasPrefix("\(tool): error: "))
    #expect(failure.errorLines.dropFirst().allSatisfy { $0.hasPrefix("\(tool): hint: ") })
  }

  @Test func `a quiet run is silent about rejects and dry runs too`() async throws {
    try bench.write(try Fixtures.input(Tool.ratings, "keys-twice.ndjson"), to: "input")
    #expect(try await run(Tool.ratings, ["-q", "-o", "out"]).errors.isEmpty)
    #expect(try await run(Tool.ratings, ["-q", "-n"]).errors.isEmpty)
  }

  @Test(arguments: Tool.all)
  func `off a terminal nothing moves and nothing is coloured`(tool: String) async throws {
    try bench.addSample(tool)
    for more in [["-o", "out"], ["-o", "no/such/out"], ["--bogus"]] {
      let errors = try await run(tool, more).errors
      #expect(!errors.contains("\r") && !errors.contains("\u{1B}"))
    }
  }

  @Test(arguments: Tool.all)
  func `colour comes where it is asked for`(tool: String) async throws {
    let colored = try await run(tool, ["-n", "--color", "always"])
    #expect(colored.errors.contains("\u{1B}[1;31merror\u{1B}[0m: "), "\(colored)")
    let stubborn = try await run(
      tool, ["-n", "--color=always"], environment: ["NO_COLOR": "1", "TERM": "dumb"])
    #expect(stubborn.errors.contains("\u{1B}["))
    #expect(!(try await run(tool, ["-n", "--color", "never"])).errors.contains("\u{1B}["))
  }

  // MARK: JSON logs

  @Test(
    arguments: Tool.all,
    [
      (["-o", "out", "-v"], 0), (["-n"], 0), (["-o", "no/such/out"], 73), (["--bogus"], 64),
      ([], -1), (["-o", "out", "--max-rejects", "x"], 64),
    ] as [([String], Int)])
  func `every line of a JSON log is an object, and a failure's last has the status`(
    tool: String, expected: (options: [String], status: Int)
  ) async throws {
    try bench.addSample(tool)
    let outcome = try await run(tool, ["--log-format", "json"] + expected.options)
    if expected.status >= 0 { #expect(Int(outcome.status) == expected.status, "\(outcome)") }
    #expect(!outcome.errors.isEmpty)
    let lines = try outcome.errorLines.map { line in
      try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
    }
    #expect(lines.allSatisfy { $0["tool"] as? String == tool })
    if outcome.status != 0 {
      #expect(lines.last?["exit_code"] as? Int == Int(outcome.status))
    }
  }

  @Test(arguments: [Tool.ratings, Tool.ranking])
  func `a JSON log has the place in parts`(tool: String) async throws {
    try bench.write("{\"id\":\"d\",\"joke_id\":\"a\",\"rating\":9}\n", to: "input")
    let outcome = try await run(tool, ["--log-format=json", "-o", "out"])
    let lines = try outcome.errorLines.map {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
    let warning = try #require(lines.first { $0?["level"] as? String == "warning" } ?? nil)
    #expect(warning["file"] as? String == "input")
    #expect(warning["line"] as? Int == 1)
    #expect(warning["byte"] as? Int == 33)
    #expect(warning["document"] as? String == "d")
  }

  // MARK: Locales and time zones

  @Test(arguments: Tool.all)
  func `locale and time zone change no byte`(tool: String) async throws {
    let names = [
      Tool.saved: "same-moment.json", Tool.editing: "twins-in-unicode.json",
      Tool.pruning: "odd-space.json",
    ]
    let name = names[tool, default: "twins-in-unicode.ndjson"]
    try bench.write(try Fixtures.input(tool, name), to: "input")
    let places = [
      [:], ["LC_ALL": "C", "TZ": "UTC"], ["LC_ALL": "tr_TR.UTF-8", "TZ": "Asia/Kathmandu"],
      ["LANG": "de_DE.UTF-8", "LC_NUMERIC": "de_DE.UTF-8", "TZ": "America/New_York"],
    ]
    var said: Set<String> = []
    for environment in places {
      let outcome = try await run(
        tool, ["-o", "-", "--hash"] + Tool.unmigrated(tool), environment: environment)
      outcome.expect(0)
      said.insert(outcome.outputText + normalized(outcome.errors))
    }
    #expect(said.count == 1)
  }

  @Test func `the time of a ranking is UTC, whatever the zone`() async throws {
    try bench.addSample(Tool.ranking)
    let outcome = try await bench.run(
      Tool.ranking, ["input"],
      environment: ["TZ": "Asia/Tokyo", "SOURCE_DATE_EPOCH": "1772323200"])
    #expect(outcome.outputText.contains("\"2026-03-01T00:00:00Z\""), "\(outcome.outputText)")
  }
}
