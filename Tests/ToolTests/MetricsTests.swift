import Foundation
import TestSupport
import Testing

/// The reports of an unattended run: metrics, and the summary of a failure.
struct MetricsTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  private func run(_ tool: String, _ arguments: [String]) async throws -> ToolOutcome {
    try await bench.run(tool, ["input", "--metrics", "m.prom"] + Tool.options(tool) + arguments)
  }

  /// The values of a tool's series.
  private func values(_ tool: String) throws -> [String: String] {
    try bench.text("m.prom").split(separator: "\n").filter { !$0.hasPrefix("#") }
      .reduce(into: [:]) { values, line in
        let parts = try #require(line.wholeMatch(of: /laughtrack_(\w+)\{tool="(.*)"\} (.*)/))
        #expect(String(parts.2) == tool)
        values[String(parts.1)] = String(parts.3)
      }
  }

  /// The numbers in an object and its members, by joined names.
  private static func counts(in object: [String: Any]) -> [String: Int] {
    object.reduce(into: [:]) { counts, member in
      if let count = member.value as? Int {
        counts[member.key] = count
      } else if let inner = member.value as? [String: Any] {
        for (name, count) in Self.counts(in: inner) { counts[member.key + "_" + name] = count }
      }
    }
  }

  @Test func `metrics of a migration have what became of the documents`() async throws {
    try bench.write(try Fixtures.input(Tool.ratings, "mixed.ndjson"), to: "input")
    for more in [[], ["--max-delete-percent", "0%", "--force"]] {
      #expect(try await run(Tool.ratings, ["-o", "out"] + more).status == (more.isEmpty ? 0 : 4))
      let values = try values(Tool.ratings)
      for (name, count) in [("before", 12), ("kept", 4), ("updated", 5), ("deleted", 3)] {
        #expect(values["last_run_documents_" + name] == "\(count)", "\(values)")
      }
    }
  }

  @Test(arguments: Tool.all)
  func `metrics tell of the run, and every count of its summary`(tool: String) async throws {
    try bench.addSample(tool)
    let before = Int(Date().timeIntervalSince1970)
    try await run(tool, ["-o", "out", "--summary", "s"]).expect(0)
    let values = try values(tool)
    #expect(values["last_run_exit_status"] == "0")
    let time = try #require(values["last_run_timestamp_seconds"].flatMap { Int($0) })
    #expect(time >= before && time <= Int(Date().timeIntervalSince1970) + 1)
    #expect(values["last_success_timestamp_seconds"] == "\(time)")
    #expect(try #require(values["last_run_duration_seconds"].flatMap { Double($0) }) >= 0)
    let counts = Self.counts(
      in: try bench.json("s").filter {
        !["schema_version", "exit_status", "dry_run", "provenance"].contains($0.key)
      })
    #expect(counts["bytes_read"] != nil)
    for (name, count) in counts { #expect(values["last_run_" + name] == "\(count)", "\(name)") }
    #expect(values.count == counts.count + 4)
  }

  @Test func `a feed has metrics, too`() async throws {
    try bench.write(#"{"id":"a","setup":"s","punchline":"p"}"#, to: "jokes")
    try bench.write(try Fixtures.input(Tool.editing, Tool.sample(Tool.editing)), to: "dump")
    let outcome = try await bench.run(
      "preview-feed",
      [
        "jokes", "dump", "--date", "2026-03-01", "--metrics", "m.prom", "--on-success",
        "touch well",
      ])
    #expect(outcome.status == 0 || outcome.status == 3, "\(outcome)")
    #expect(try values("preview-feed")["last_run_jokes"] == "1")
    #expect(bench.exists("well"))
  }

  @Test func `each series has its help and its type`() async throws {
    try bench.addSample(Tool.ranking)
    try await run(
      Tool.ranking, ["-o", "out", "--dedupe-report", "--on-success", "env >env"]
    ).expect(0)
    let lines = try bench.text("m.prom").split(separator: "\n")
    #expect(lines.count % 3 == 0)
    for start in stride(from: 0, to: lines.count, by: 3) {
      let name = try #require(lines[start + 2].split(separator: "{").first)
      #expect(name.wholeMatch(of: /[a-z][a-z0-9_]*/) != nil, "\(name)")
      #expect(lines[start].hasPrefix("# HELP \(name) "))
      #expect(lines[start + 1] == "# TYPE \(name) gauge")
    }
    #expect(lines.contains { $0.hasSuffix("'dedupe_report.device-latest.counted'.") })
    #expect(try bench.text("env").contains("\nLAUGHTRACK_DEDUPE_REPORT_DEVICE_LATEST_COUNTED="))
  }

  @Test func `each rating that is not counted is a label of one metric`() async throws {
    let ratings = [#""+1""#, #""-1""#, #""👍""#, #""👎""#, #""\\ \"\n""#]
    let events = ratings.map { #"{"id":"\#($0.utf8.count)","joke_id":"a","rating":\#($0)}"# }
    try bench.write(events.joined(separator: "\n"), to: "input")
    try await run(Tool.ranking, ["-o", "out", "--on-success", "env >env"]).expect(0)
    let name = "laughtrack_last_run_not_counted"
    let lines = try bench.text("m.prom").split(separator: "\n").filter { $0.contains(name) }
    #expect(lines.prefix(2).map { $0.prefix(7) } == ["# HELP ", "# TYPE "])
    #expect(Set(lines).count == 2 + ratings.count, "\(lines)")
    #expect(lines.contains(#"\#(name){tool="aggregate-top10",value="\"+1\""} 1"#), "\(lines)")
    #expect(
      lines.contains(#"\#(name){tool="aggregate-top10",value="\"\\\\ \\\"\\n\""} 1"#), "\(lines)")
    #expect(!(try bench.text("env").contains("NOT_COUNTED")))
  }

  @Test func `a run that fails keeps the time of the last success`() async throws {
    try bench.addSample(Tool.ranking)
    _ = try await run(Tool.ranking, ["-o", "out"])
    let success = "laughtrack_last_success_timestamp_seconds{tool=\"aggregate-top10\"} "
    let old = try bench.text("m.prom").replacing(
      try Regex(success.replacing("{", with: "\\{") + "\\d+"), with: success + "12345")
    try bench.write(old, to: "m.prom")
    let failures: [([String], Int32)] = [
      (["--min-events", "1000"], 4), (["--previous", "none"], 66),
    ]
    for (arguments, status) in failures {
      try await run(Tool.ranking, ["-o", "out"] + arguments).expect(status)
      let values = try values(Tool.ranking)
      #expect(values["last_run_exit_status"] == "\(status)")
      #expect(values["last_success_timestamp_seconds"] == "12345")
      // A run that a guard stopped has counts; one that failed before has none.
      #expect((values["last_run_events"] == nil) == (status != 4))
    }
    _ = try await run(Tool.ranking, ["-o", "out"])
    #expect(try values(Tool.ranking)["last_success_timestamp_seconds"] != "12345")
  }

  @Test func `a first run that fails knows no success`() async throws {
    try await run(Tool.ranking, []).expect(66)
    let values = try values(Tool.ranking)
    #expect(values["last_run_exit_status"] == "66")
    #expect(values["last_success_timestamp_seconds"] == nil)
  }

  @Test(arguments: [["-n"], ["--check"], ["--nonsense"]])
  func `dry runs, checks and lines that cannot be parsed write no metrics`(arguments: [String])
    async throws
  {
    try bench.addSample(Tool.ratings)
    let output = arguments.contains("-n") || arguments.contains("--check") ? [] : ["-o", "out"]
    let outcome = try await run(Tool.ratings, output + arguments)
    #expect([0, 2, 64].contains(outcome.status), "\(outcome)")
    #expect(try bench.names() == ["input"])
    if arguments == ["-n"] { #expect(outcome.errors.contains("the metrics: m.prom")) }
  }

  @Test func `metrics are as open as the mask allows`() async throws {
    try bench.addSample(Tool.documents)
    try await bench.run(
      Tool.documents, ["input", "-o", "out", "--metrics", "m.prom"],
      shell: "umask 027; exec \"$@\""
    ).expect(0)
    #expect(try bench.mode("m.prom") == 0o640)
  }

  @Test func `a place where no metrics can be is found out before the work`() async throws {
    try bench.addSample(Tool.ranking)
    try bench.makeDirectory("folder")
    for path in ["folder", "none/m.prom"] {
      let outcome = try await bench.run(
        Tool.ranking, ["input", "-o", "out", "--metrics", path, "--now", "0"])
      #expect(outcome.status != 0, "\(outcome)")
      #expect(try bench.names() == ["folder", "input"])
    }
  }

  // MARK: Files that are never replaced

  @Test(.enabled(if: SystemParts.hasFullDevice, "no /dev/full here"))
  func `metrics that cannot be written leave the ranking, which even a quiet run says`()
    async throws
  {
    try bench.addSample(Tool.ranking)
    try await bench.run(
      Tool.ranking, ["input", "-q", "-o", "out", "--metrics", "/dev/full"]
    ).expect(74, "error: all is written but the metrics: cannot write")
    #expect(bench.exists("out"))
  }

  @Test(arguments: ["--metrics", "--summary"])
  func `a file of another kind stays`(option: String) async throws {
    try bench.addSample(Tool.ranking)
    try bench.write("{\"tool\":\"precious\"}\n", to: "other")
    try await bench.run(
      Tool.ranking, ["input", "-o", "out", option, "other", "--now", "0"]
    ).expect(73, "\(option) 'other' exists and was not written by \(option)")
    #expect(try bench.names() == ["input", "other"])
    #expect(try bench.text("other") == "{\"tool\":\"precious\"}\n")
  }

  @Test(arguments: ["--metrics", "--summary"])
  func `a run that fails early replaces nothing of another kind, not even when forced`(
    option: String
  ) async throws {
    try bench.addSample(Tool.ranking)
    let input = try bench.bytes("input")
    for operands in [["missing"], ["missing", "input"], ["input", "missing"]] {
      try await bench.run(
        Tool.ranking, operands + ["-o", "out", option, "input", "--force"]
      ).expect(66, "cannot record the failure in \(option) 'input'")
      #expect(try bench.names() == ["input"])
      #expect(try bench.bytes("input") == input)
    }
    try bench.write("", to: "empty")
    try await bench.run(
      Tool.ranking, ["empty", "missing", option, "empty", "--force"]
    ).expect(66)
    #expect(try bench.text("empty").isEmpty)
  }

  // MARK: The summary of a failure

  @Test(arguments: Tool.all)
  func `a summary tells of a missing input, instead of an older success`(
    tool: String
  ) async throws {
    try bench.addSample(tool)
    let options = ["-o", "out", "--summary", "s", "--force"] + Tool.options(tool)
    try await bench.run(tool, ["input"] + options).expect(0)
    try await bench.run(tool, ["missing"] + options).expect(66)
    let summary = try bench.json("s")
    #expect(summary["exit_status"] as? Int == 66)
    #expect((summary["error"] as? String)?.contains("missing") == true)
  }

  @Test func `a summary tells of an output that was refused`() async throws {
    try bench.addSample(Tool.ratings)
    try bench.write("mine", to: "out")
    try await bench.run(Tool.ratings, ["input", "-o", "out", "--summary", "s"]).expect(73)
    #expect(try bench.json("s")["exit_status"] as? Int == 73)
    #expect(try bench.text("out") == "mine")
  }

  @Test func `a summary that cannot be written does not hide why the run failed`() async throws {
    try await bench.run(
      Tool.ranking, ["missing", "-o", "out", "--summary", "none/s"]
    ).expect(
      66, "warning: cannot record the failure in --summary 'none/s': ",
      "error: cannot open 'missing'")
  }
}
