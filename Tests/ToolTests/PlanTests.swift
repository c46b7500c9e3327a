import Foundation
import TestSupport
import Testing

/// A plan says what the real run will do, and is carried out exactly, or not at all.
struct PlanTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  private static let ratings = Tool.ratings

  @discardableResult
  private func plan(
    _ tool: String, _ more: [String], environment: [String: String] = [:]
  ) async throws -> ToolOutcome {
    let arguments = ["input", "-n", "--plan-out", "plan"] + Tool.options(tool) + more
    return try await bench.run(tool, arguments, environment: environment)
  }

  private func lines(_ name: String = "plan") throws -> [[String: Any]] {
    try bench.text(name).split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  private func expectRefusal(
    _ outcome: ToolOutcome, _ status: Int32, _ words: String, leaving names: [String],
    at location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(outcome.status == status, "\(outcome)", sourceLocation: location)
    #expect(outcome.errors.contains(words), "\(outcome)", sourceLocation: location)
    #expect(try bench.names() == names, sourceLocation: location)
  }

  // MARK: What is planned is done

  @Test(arguments: Tool.rewriting)
  func `a plan is carried out as the run would have been`(tool: String) async throws {
    try bench.addSample(tool)
    let planned = try await plan(tool, ["-o", "out"])
    #expect(planned.status == 0, "\(planned)")
    #expect(planned.errorLines.suffix(2) == ["the plan is in 'plan'", "DRY RUN: nothing written"])
    #expect(try bench.names() == ["input", "plan"])
    #expect(try bench.mode("plan") == 0o600)
    let direct = try await bench.run(tool, ["input", "-o", "direct"] + Tool.options(tool))
    #expect(direct.status == 0, "\(direct)")
    let applied = try await bench.run(tool, ["--plan", "plan"])
    #expect(applied.status == 0, "\(applied)")
    #expect(try bench.bytes("out") == (try bench.bytes("direct")))
  }

  @Test(arguments: Tool.rewriting)
  func `a plan in place changes the input as planned, once`(tool: String) async throws {
    try bench.addSample(tool)
    try await bench.run(tool, ["input", "-o", "direct"] + Tool.options(tool))
    try await plan(tool, ["--in-place"])
    let applied = try await bench.run(tool, ["--plan", "plan"])
    #expect(applied.status == 0, "\(applied)")
    #expect(try bench.bytes("input") == (try bench.bytes("direct")))
    let again = try await bench.run(tool, ["--plan", "plan"])
    try expectRefusal(
      again, 65, "'\(here)/input' is not what it was",
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
    let moment = ["SOURCE_DATE_EPOCH": "1772323200"]
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
    try await plan(Self.ratings, more)
    let outputs = try lines().compactMap { $0["output"] as? String }
    let applied = try await bench.run(Self.ratings, ["--plan", "plan"])
    #expect(applied.status == 0, "\(applied)")
    let files = try bench.names().filter { $0.hasSuffix(".json") }.map { "\(here)/\($0)" }
    #expect(files.count > 4)
    #expect(outputs.sorted() == files)
  }

  @Test func `a whole export is planned with all of its files`() async throws {
    let source = Fixtures.data.appending(path: "exports/managed")
    try FileManager.default.copyItem(at: source, to: bench.url("input"))
    try await plan(Self.ratings, ["-o", "out"])
    let applied = try await bench.run(Self.ratings, ["--plan", "plan"])
    #expect(applied.status == 0, "\(applied)")
    let expected = Fixtures.data.appending(path: "exports/managed-migrated").path
    let same = try await bench.run("none", ["out", expected], shell: "diff -r \"$2\" \"$3\"")
    #expect(same.status == 0, "\(same.outputText)")
  }

  @Test func `a plan holds from any directory, and at any time`() async throws {
    try bench.addSample(Tool.editing)
    try await bench.run(
      Tool.editing, ["input", "--save", "a", "-n", "-o", "out", "--plan-out", "plan"],
      environment: ["SOURCE_DATE_EPOCH": "1772323200"])
    #expect(try lines()[0]["created"] as? String == "2026-03-01T00:00:00Z")
    try bench.makeDirectory("elsewhere")
    let applied = try await bench.run(
      Tool.editing, ["--plan", "../plan"], in: bench.url("elsewhere"))
    #expect(applied.status == 0, "\(applied)")
    try await bench.run(
      Tool.editing, ["input", "--save", "a", "-o", "direct", "--now", "1772323200"])
    #expect(try bench.bytes("out") == (try bench.bytes("direct")))
  }

  @Test func `a plan can be carried out as a dry run, with reports of its own`() async throws {
    try bench.addSample(Self.ratings)
    try await plan(Self.ratings, ["-o", "out"])
    let dry = try await bench.run(Self.ratings, ["--plan", "plan", "-n"])
    #expect(dry.status == 0, "\(dry)")
    #expect(try bench.names() == ["input", "plan"])
    let applied = try await bench.run(
      Self.ratings,
      ["--plan", "plan", "--summary", "summary", "--metrics", "metrics", "--jobs", "1", "-q"])
    #expect(applied.status == 0, "\(applied)")
    #expect(try bench.names() == ["input", "metrics", "out", "plan", "summary"])
  }

  // MARK: What a plan says

  @Test func `each change is told with its place, before and after`() async throws {
    try bench.addSample(Self.ratings)
    try await plan(Self.ratings, ["-o", "out", "--sample", "1"])
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

  @Test func `of a dump, each key and entry that changes is told`() async throws {
    try bench.write(try Fixtures.input(Self.ratings, "dump.json"), to: "input")
    try await plan(Self.ratings, ["-o", "out"])
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

  @Test func `promise 19: the plan is the same for any number of jobs`() async throws {
    let event = "{\"joke_id\":\"a\",\"rating\":RATING,\"device_id\":\"d\"}\n"
    let text = (0..<3_000).map { event.replacing("RATING", with: "\($0 % 5 + 1)") }.joined()
    try bench.write(text, to: "input")
    var plans: [String] = []
    for jobs in ["1", "2", "8"] {
      let outcome = try await plan(
        Self.ratings, ["-o", "out", "--jobs", jobs],
        environment: ["SOURCE_DATE_EPOCH": "1772323200"])
      #expect(outcome.status == 0, "\(outcome)")
      plans.append(try bench.text("plan"))
    }
    #expect(Set(plans).count == 1)
    #expect(plans[0].split(separator: "\n").count == 1_800 + 4)
  }

  // MARK: What is refused

  @Test(arguments: Tool.rewriting)
  func `promise 8: not one byte of an input may be another`(tool: String) async throws {
    try bench.addSample(tool)
    try await plan(tool, ["-o", "out"])
    let bytes = try bench.bytes("input")
    for place in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 12)) {
      var changed = bytes
      changed[place] ^= 1
      try bench.write(changed, to: "input")
      let outcome = try await bench.run(tool, ["--plan", "plan"])
      try expectRefusal(
        outcome, 65, "error: plan: '\(here)/input' is not what it was",
        leaving: ["input", "plan"])
    }
    try bench.write(bytes, to: "input")
    #expect(try await bench.run(tool, ["--plan", "plan"]).status == 0)
  }

  @Test func `a list beside the input may not change either`() async throws {
    try bench.addSample(Tool.pruning)
    let list = Fixtures.inputs(of: Tool.pruning).appending(path: "assets/existing.txt")
    try bench.write(try Data(contentsOf: list), to: "list")
    try await bench.run(
      Tool.pruning, ["input", "--existing", "list", "-n", "-o", "out", "--plan-out", "plan"])
    try bench.write(try bench.text("list") + "another\n", to: "list")
    let outcome = try await bench.run(Tool.pruning, ["--plan", "plan"])
    try expectRefusal(
      outcome, 65, "'\(here)/list' is not what it was",
      leaving: [
        "input", "list", "plan",
      ])
  }

  @Test func `inputs that come or go are refused`() async throws {
    for name in ["one", "two"] {
      try bench.write(try Fixtures.input(Tool.saved, "dump.json"), to: "input/\(name).json")
    }
    try await plan(Tool.saved, ["-o", "out"])
    try bench.write(try Fixtures.input(Tool.saved, "dump.json"), to: "input/zero.json")
    let more = try await bench.run(Tool.saved, ["--plan", "plan"])
    #expect(more.status == 65, "\(more)")
    #expect(more.errors.contains("'\(here)/input/zero.json' is read, and was not there then"))
    try FileManager.default.removeItem(at: bench.url("input/zero.json"))
    try FileManager.default.removeItem(at: bench.url("input/one.json"))
    let fewer = try await bench.run(Tool.saved, ["--plan", "plan"])
    #expect(fewer.status == 66, "\(fewer)")
    #expect(fewer.errors.contains("'\(here)/input/one.json' is not among the inputs any more"))
    #expect(!bench.exists("out/two.json"))
  }

  @Test func `a missing input is exit 66, an output that came meanwhile 73`() async throws {
    try bench.addSample(Self.ratings)
    try await plan(Self.ratings, ["-o", "out"])
    try bench.write("someone else's\n", to: "out")
    let taken = try await bench.run(Self.ratings, ["--plan", "plan"])
    try expectRefusal(taken, 73, "exists already", leaving: ["input", "out", "plan"])
    #expect(try bench.text("out") == "someone else's\n")
    try FileManager.default.removeItem(at: bench.url("input"))
    let gone = try await bench.run(Self.ratings, ["--plan", "plan"])
    try expectRefusal(gone, 66, "cannot open '\(here)/input'", leaving: ["out", "plan"])
  }

  @Test func `a link that has come to lie at an output is refused`() async throws {
    try bench.addSample(Self.ratings)
    try await plan(Self.ratings, ["-o", "out"])
    try FileManager.default.createSymbolicLink(
      atPath: bench.url("out").path, withDestinationPath: "elsewhere")
    let outcome = try await bench.run(Self.ratings, ["--plan", "plan"])
    try expectRefusal(
      outcome, 65, "error: plan: '\(here)/elsewhere' would be written, and was not to be",
      leaving: ["input", "out", "plan"])
  }

  @Test func `what another gzip makes of the same input is refused`() async throws {
    let sample = try Fixtures.input(Self.ratings, Tool.sample(Self.ratings))
    try bench.write(try compressed(sample, with: "gzip"), to: "input")
    try await plan(Self.ratings, ["-o", "out"])
    try bench.write("#!/bin/sh\nPATH=${PATH#*:}\nexec gzip -1 \"$@\"\n", to: "bin/gzip")
    try bench.setMode("bin/gzip", 0o755)
    let search = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let outcome = try await bench.run(
      Self.ratings, ["--plan", "plan"], environment: ["PATH": "\(here)/bin:\(search)"])
    try expectRefusal(
      outcome, 65, "error: plan: '\(here)/out' would not be what was planned: ",
      leaving: ["bin", "bin/gzip", "input", "plan"])
  }

  /// What somebody makes of the line of a plan that tells of its output.
  enum Edit: CaseIterable {
    case isLeftOut, isAnother, isTwice, hasAnotherBeside, hasRemovalBeside

    func edited(_ line: String) -> [String] {
      switch self {
      case .isLeftOut: []
      case .isAnother: [line.replacing(/"bytes":[0-9]+/, with: "\"bytes\":1")]
      case .isTwice: [line, line]
      case .hasAnotherBeside: [line, "{\"output\":\"/no\",\"bytes\":1,\"crc32c\":\"0\"}"]
      case .hasRemovalBeside: [line, "{\"removal\":\"/no\"}"]
      }
    }

    var complaint: String {
      switch self {
      case .isLeftOut: "/out' would be written, and was not to be"
      case .isAnother: "/out' would not be what was planned: 1 byte of SHA-256 "
      case .isTwice: "some are there twice"
      case .hasAnotherBeside: "'/no' was to be written, and would not be"
      case .hasRemovalBeside: "'/no' was to be taken away, and would not be"
      }
    }
  }

  @Test(arguments: Edit.allCases)
  func `an edited plan is refused even where its digest was made anew`(edit: Edit) async throws {
    try bench.addSample(Self.ratings)
    try await plan(Self.ratings, ["-o", "out"])
    var lines = try bench.text("plan").split(separator: "\n").map(String.init)
    let end = lines.removeLast()
    lines += edit.edited(lines.removeLast())
    try bench.write(lines.map { $0 + "\n" }.joined(), to: "plan")
    let digest = try await bench.digest("plan")
    let counts = ["output", "removal"].map { kind in
      "\"\(kind)s\":\(lines.count { $0.hasPrefix("{\"\(kind)\"") })"
    }
    let sealed = end.replacing(/"outputs":.*/) { _ in
      "\(counts[0]),\(counts[1]),\"sha256\":\"\(digest)\"}"
    }
    try bench.write((lines + [sealed]).map { $0 + "\n" }.joined(), to: "plan")
    let outcome = try await bench.run(Self.ratings, ["--plan", "plan"])
    try expectRefusal(outcome, 65, edit.complaint, leaving: ["input", "plan"])
  }

  @Test func `an edited plan, another tool's and another version's are refused`() async throws {
    try bench.addSample(Self.ratings)
    try await plan(Self.ratings, ["-o", "out"])
    let other = try await bench.run(Tool.saved, ["--plan", "plan"])
    try expectRefusal(
      other, 65, "it is of a run of migrate-ratings", leaving: ["input", "plan"])
    try bench.write(
      try bench.text("plan").replacing("\"after\":5", with: "\"after\":1"), to: "plan")
    let edited = try await bench.run(Self.ratings, ["--plan", "plan"])
    try expectRefusal(
      edited, 65, "error: plan:12: it is no plan, or was cut or edited",
      leaving: ["input", "plan"])
  }

  @Test(arguments: [
    (["-n"], "needs an output to plan for"), (["-o", "out"], "needs '--dry-run'"),
    (["-n", "-o", "-"], "needs files"), (["-n", "-o", "out", "--redact"], "cannot both be given"),
    (["--check", "-o", "out"], "cannot both be given"),
  ])
  func `a plan of nothing that could be carried out is a mistake`(
    arguments: [String], words: String
  ) async throws {
    try bench.addSample(Self.ratings)
    let outcome = try await bench.run(Self.ratings, ["input", "--plan-out", "plan"] + arguments)
    try expectRefusal(outcome, 64, words, leaving: ["input"])
  }

  @Test func `standard input cannot be planned for`() async throws {
    let outcome = try await bench.run(
      Self.ratings, ["-", "-n", "-o", "out", "--plan-out", "plan"],
      input: .bytes(try Fixtures.input(Self.ratings, "mixed.ndjson")))
    try expectRefusal(outcome, 64, "read only once", leaving: [])
  }

  @Test(arguments: [
    ["input"], ["--force"], ["-o", "out"], ["--in-place"], ["--max-rejects", "1"],
  ])
  func `beside a plan nothing says what is to be done`(more: [String]) async throws {
    try bench.addSample(Self.ratings)
    try await plan(Self.ratings, ["-o", "out"])
    let outcome = try await bench.run(Self.ratings, ["--plan", "plan"] + more)
    try expectRefusal(outcome, 64, "--plan", leaving: ["input", "plan"])
  }

  @Test func `a plan takes the place of an older one, and of nothing else`() async throws {
    try bench.addSample(Self.ratings)
    try await plan(Self.ratings, ["-o", "out"])
    #expect(try await plan(Self.ratings, ["-o", "other"]).status == 0)
    try bench.write("mine\n", to: "plan")
    #expect(try await plan(Self.ratings, ["-o", "out"]).status == 73)
    #expect(try bench.text("plan") == "mine\n")
  }

  @Test func `what cannot be carried out is not planned`() async throws {
    try FileManager.default.copyItem(
      at: Fixtures.data.appending(path: "exports/backup"), to: bench.url("backup"))
    var refused = 0
    for name in try bench.names() where name.hasSuffix(".json") && name.contains("rating_events") {
      let outcome = try await bench.run(
        Self.ratings, [name, "-o", "out", "-n", "--plan-out", "plan"])
      guard outcome.status != 0 else {
        #expect(try await bench.run(Self.ratings, ["--plan", "plan"]).status == 0, "\(name)")
        try bench.remove("out")
        try bench.remove("plan")
        continue
      }
      refused += 1
      #expect(outcome.status == 73, "\(outcome)")
      #expect(outcome.errors.contains("is one document, and goes"), "\(outcome)")
      #expect(!bench.exists("plan"))
    }
    #expect(refused > 0)
  }

  @Test func `a dry run that fails leaves no plan`() async throws {
    try bench.write("{\"joke_id\":", to: "input")
    let outcome = try await plan(Self.ratings, ["-o", "out"])
    try expectRefusal(outcome, 65, "error", leaving: ["input"])
  }
}
