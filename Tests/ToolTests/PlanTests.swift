import Foundation
import TestSupport
import Testing

/// A plan states the changes of the real run, which must make exactly these.
struct PlanTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  private static let ratings = Tool.ratings

  private func lines(_ name: String = "plan") throws -> [[String: Any]] {
    try bench.text(name).split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  // MARK: Applying plans

  @Test(arguments: Tool.rewriting)
  func `a plan is carried out as the run would have been`(tool: String) async throws {
    try bench.addSample(tool)
    let planned = try await bench.plan(tool, ["-o", "out"]).expect(0)
    #expect(planned.errorLines.last == "DRY RUN: nothing written but the plan 'plan'")
    #expect(try bench.names() == ["input", "plan"])
    #expect(try bench.mode("plan") == 0o600)
    try await bench.run(tool, ["input", "-o", "direct"] + Tool.options(tool)).expect(0)
    try await bench.run(tool, ["--plan", "plan"]).expect(0)
    #expect(try bench.bytes("out") == (try bench.bytes("direct")))
  }

  @Test(arguments: Tool.rewriting)
  func `a plan in place changes the input as planned, once`(tool: String) async throws {
    try bench.addSample(tool)
    try await bench.run(tool, ["input", "-o", "direct"] + Tool.options(tool))
    try await bench.plan(tool, ["--in-place"])
    try await bench.run(tool, ["--plan", "plan"]).expect(0)
    #expect(try bench.bytes("input") == (try bench.bytes("direct")))
    let again = try await bench.run(tool, ["--plan", "plan"])
    try bench.expectRefusal(
      again, 65, "'\(here)/input' has changed: ",
      leaving: [
        "direct", "input", "input.journal", "plan",
      ])
  }

  private var here: String { bench.directory.path }

  private static let fixtures = [ratings, Tool.saved].flatMap { tool in
    Fixtures.cases(of: tool).filter { (try? $0.expectation($0.outputName)) != nil }
  }

  @Test(arguments: fixtures)
  func `every fixture becomes by way of a plan what it becomes without`(
    fixture: FixtureCase
  ) async throws {
    let moment = Bench.time
    try bench.write(try Fixtures.input(fixture.tool, fixture.input), to: "input")
    let direct = try await bench.run(
      fixture.tool, ["input", "-o", "direct"] + fixture.options, environment: moment)
    try await bench.run(
      fixture.tool, ["input", "-n", "-o", "out", "--plan-out", "plan"] + fixture.options,
      environment: moment)
    let applied = try await bench.run(fixture.tool, ["--plan", "plan"])
    #expect(applied.status == direct.status, "\(applied)")
    #expect(try bench.bytes("out") == (try bench.bytes("direct")))
  }

  @Test func `batches, their undo and the manifest are planned, too`() async throws {
    try bench.addSample(Self.ratings)
    let more = [
      "--batches", "batches", "--database", "projects/p/databases/d", "--batch-size", "2",
    ]
    try await bench.plan(Self.ratings, more)
    let outputs = try lines().compactMap { $0["output"] as? String }
    try await bench.run(Self.ratings, ["--plan", "plan"]).expect(0)
    let files = try bench.names().filter { $0.hasSuffix(".json") }.map { "\(here)/\($0)" }
    #expect(files.count > 4)
    #expect(outputs.sorted() == files)
  }

  @Test func `a whole export is planned with all of its files`() async throws {
    let source = Fixtures.data.appending(path: "exports/managed")
    try FileManager.default.copyItem(at: source, to: bench.url("input"))
    try await bench.plan(Self.ratings, ["-o", "out"])
    try await bench.run(Self.ratings, ["--plan", "plan"]).expect(0)
    let expected = Fixtures.data.appending(path: "exports/managed-migrated").path
    let same = try await bench.run("none", ["out", expected], shell: "diff -r \"$2\" \"$3\"")
    #expect(same.status == 0, "\(same.outputText)")
  }

  /// The dry run reads the metadata for its digest, the real run without a copy does not.
  @Test(arguments: ["managed", "emulator"])
  func `batches of an export are planned without a copy of it`(export: String) async throws {
    try FileManager.default.copyItem(
      at: Fixtures.data.appending(path: "exports/\(export)"), to: bench.url("export"))
    let options = ["--batches", "batches", "--database", "projects/p/databases/d"]
    try await bench.run(
      Self.ratings, ["export", "-n", "--plan-out", "plan"] + options
    ).expect(0)
    try await bench.run(Self.ratings, ["--plan", "plan"]).expect(0)
    #expect(bench.exists("batches/manifest.json"))
  }

  @Test func `a plan holds from any directory, and at any time`() async throws {
    try bench.addSample(Tool.editing)
    try await bench.run(
      Tool.editing, ["input", "--save", "a", "-n", "-o", "out", "--plan-out", "plan"],
      environment: Bench.time)
    #expect(try lines()[0]["created"] as? String == "2026-03-01T00:00:00Z")
    try bench.makeDirectory("elsewhere")
    try await bench.run(
      Tool.editing, ["--plan", "../plan"], in: bench.url("elsewhere")
    ).expect(0)
    try await bench.run(
      Tool.editing, ["input", "--save", "a", "-o", "direct", "--now", "1772323200"])
    #expect(try bench.bytes("out") == (try bench.bytes("direct")))
  }

  @Test func `a plan can be carried out as a dry run, with reports of its own`() async throws {
    try bench.addSample(Self.ratings)
    try await bench.plan(Self.ratings, ["-o", "out"])
    try await bench.run(Self.ratings, ["--plan", "plan", "-n"]).expect(0)
    #expect(try bench.names() == ["input", "plan"])
    try await bench.run(
      Self.ratings,
      ["--plan", "plan", "--summary", "summary", "--metrics", "metrics", "--jobs", "1", "-q"]
    ).expect(0)
    #expect(try bench.names() == ["input", "metrics", "out", "plan", "summary"])
  }

  // MARK: The content of plans

  @Test func `each change is told with its place, before and after`() async throws {
    try bench.addSample(Self.ratings)
    try await bench.plan(Self.ratings, ["-o", "out", "--sample", "1"])
    let changes = try lines().filter { $0["change"] != nil }
    #expect(changes.count == 8)
    let first = try #require(changes.first)
    #expect(first["change"] as? String == "update")
    #expect(first["document"] as? String == "anna_lettuce-in_2026-W07")
    #expect(first["before"] as? Int == 4)
    #expect(first["after"] as? Int == 5)
    #expect(first["file"] as? String == "\(here)/input")
    #expect(first["line"] as? Int == 2)
    #expect(changes[1]["change"] as? String == "delete")
    #expect(changes[1]["after"] == nil)
    let input = try #require(try lines().first { $0["input"] != nil })
    #expect(input["sha256"] as? String == (try await bench.digest("input")))
    let output = try #require(try lines().first { $0["output"] != nil })
    try await bench.run(Self.ratings, ["--plan", "plan"])
    #expect(output["sha256"] as? String == (try await bench.digest("out")))
  }

  @Test func `the plan names each key and entry of a dump that changes`() async throws {
    try bench.write(try Fixtures.input(Self.ratings, "dump.json"), to: "input")
    try await bench.plan(Self.ratings, ["-o", "out"])
    let told = try lines().compactMap { line in
      (line["change"] as? String).map {
        "\($0) \(line["key"] ?? "") \(line["entry"] ?? "") \(line["before"] ?? "") "
          + "\(line["after"] ?? "")"
      }
    }
    #expect(told.contains("update jokeRatings lettuce-in 4 5"), "\(told)")
    #expect(told.contains("delete jokeRatings atoms-make-up 3 "), "\(told)")
    #expect(told.contains { $0.hasPrefix("delete jokeRatingTimestamps atoms-make-up ") })
    #expect(told.contains { $0.hasPrefix("add hasMigratedRatingsToBinary ") })
  }

  @Test(arguments: [
    (
      Tool.pruning, "{\"ScreenSort.ProcessedIDs\":[\"y\",\n \"x\"]}", ["--existing", "existing"],
      ["\"x\""]
    ),
    (
      Tool.editing, "{\n\"savedJokeIds\":[\"b\",\"a\"]}", ["--save", "c", "--unsave", "a"],
      ["\"a\"]", "{", "{"]
    ),
    (
      ratings, "{\"jokeRatings\":{},\n\"hasMigratedRatingsToBinary\" :\n\tfalse}", [],
      ["{", "false"]
    ),
    (
      Tool.saved, "<plist><dict>\n<key>hasMigratedRatedToSaved</key> <false/>\n</dict></plist>", [],
      ["<false/>"]
    ),
  ])
  func `the place of a flag or element that changes is its own, that of a new one the dump's`(
    tool: String, text: String, options: [String], places: [String]
  ) async throws {
    try bench.write(text, to: "input")
    try bench.write("y\n", to: "existing")
    try await bench.run(
      tool, ["input", "-n", "-o", "out", "--plan-out", "plan"] + options, environment: Bench.time
    ).expect(0)
    let changes = try lines().filter { $0["change"] != nil }
    #expect(changes.count == places.count, "\(changes)")
    for (change, place) in zip(changes, places) {
      let byte = try #require(change["byte"] as? Int)
      let before = text.utf8.prefix(byte)
      #expect(text.utf8.dropFirst(byte).starts(with: place.utf8), "\(change)")
      #expect(change["line"] as? Int == before.count { $0 == UInt8(ascii: "\n") } + 1)
      #expect(change["column"] as? Int == before.reversed().prefix { $0 != 10 }.count + 1)
    }
  }

  @Test func `promise 19: the plan is the same for any number of jobs`() async throws {
    let event = "{\"joke_id\":\"a\",\"rating\":RATING,\"device_id\":\"d\"}\n"
    let text = (0..<3_000).map { event.replacing("RATING", with: "\($0 % 5 + 1)") }.joined()
    try bench.write(text, to: "input")
    var plans: [String] = []
    for jobs in ["1", "2", "8"] {
      try await bench.plan(
        Self.ratings, ["-o", "out", "--jobs", jobs],
        environment: Bench.time
      ).expect(0)
      plans.append(try bench.text("plan"))
    }
    #expect(Set(plans).count == 1)
    #expect(plans[0].split(separator: "\n").count == 1_800 + 4)
  }
}
