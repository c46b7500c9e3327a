import Foundation
import TestSupport
import Testing

/// Plans that are refused, because something has changed or cannot be planned.
struct PlanRefusalTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  private static let ratings = Tool.ratings

  private var here: String { bench.directory.path }

  @Test(arguments: Tool.rewriting)
  func `promise 8: not one byte of an input may be another`(tool: String) async throws {
    try bench.addSample(tool)
    try await bench.plan(tool, ["-o", "out"])
    let bytes = try bench.bytes("input")
    for place in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 12)) {
      var changed = bytes
      changed[place] ^= 1
      try bench.write(changed, to: "input")
      let outcome = try await bench.run(tool, ["--plan", "plan"])
      try bench.expectRefusal(
        outcome, 65, "error: plan: '\(here)/input' has changed: ",
        leaving: ["input", "plan"])
    }
    try bench.write(bytes, to: "input")
    try await bench.run(tool, ["--plan", "plan"]).expect(0)
  }

  @Test func `a list beside the input may not change either`() async throws {
    try bench.addSample(Tool.pruning)
    let list = Fixtures.inputs(of: Tool.pruning).appending(path: "assets/existing.txt")
    try bench.write(try Data(contentsOf: list), to: "list")
    try await bench.run(
      Tool.pruning, ["input", "--existing", "list", "-n", "-o", "out", "--plan-out", "plan"])
    try bench.write(try bench.text("list") + "another\n", to: "list")
    let outcome = try await bench.run(Tool.pruning, ["--plan", "plan"])
    try bench.expectRefusal(
      outcome, 65, "'\(here)/list' has changed: ",
      leaving: [
        "input", "list", "plan",
      ])
  }

  @Test func `inputs that come or go are refused`() async throws {
    for name in ["one", "two"] {
      try bench.write(try Fixtures.input(Tool.saved, "dump.json"), to: "input/\(name).json")
    }
    try await bench.plan(Tool.saved, ["-o", "out"])
    try bench.write(try Fixtures.input(Tool.saved, "dump.json"), to: "input/zero.json")
    try await bench.run(Tool.saved, ["--plan", "plan"]).expect(
      65, "'\(here)/input/zero.json' is an input now, and was not then")
    try FileManager.default.removeItem(at: bench.url("input/zero.json"))
    try FileManager.default.removeItem(at: bench.url("input/one.json"))
    try await bench.run(Tool.saved, ["--plan", "plan"]).expect(
      66, "'\(here)/input/one.json' is no longer among the inputs")
    #expect(!bench.exists("out/two.json"))
  }

  @Test func `a missing input is exit 66, an output that came meanwhile 73`() async throws {
    try bench.addSample(Self.ratings)
    try await bench.plan(Self.ratings, ["-o", "out"])
    try bench.write("someone else's\n", to: "out")
    let taken = try await bench.run(Self.ratings, ["--plan", "plan"])
    try bench.expectRefusal(taken, 73, "exists already", leaving: ["input", "out", "plan"])
    #expect(taken.errors.contains("hint: move it away, or make a plan with --force;"))
    try await bench.run(Self.ratings, ["--plan", "plan", "--resume"]).expect(
      73, "hint: move it away, or make a plan with --force")
    #expect(try bench.text("out") == "someone else's\n")
    try FileManager.default.removeItem(at: bench.url("input"))
    let gone = try await bench.run(Self.ratings, ["--plan", "plan"])
    try bench.expectRefusal(gone, 66, "cannot open '\(here)/input'", leaving: ["out", "plan"])
  }

  @Test func `a link that has come to lie at an output is refused`() async throws {
    try bench.addSample(Self.ratings)
    try await bench.plan(Self.ratings, ["-o", "out"])
    try FileManager.default.createSymbolicLink(
      atPath: bench.url("out").path, withDestinationPath: "elsewhere")
    let outcome = try await bench.run(Self.ratings, ["--plan", "plan"])
    try bench.expectRefusal(
      outcome, 65, "error: plan: '\(here)/elsewhere' would be written, against the plan",
      leaving: ["input", "out", "plan"])
  }

  @Test func `--plan refuses an output that another gzip compressed differently`() async throws {
    let sample = try Fixtures.input(Self.ratings, Tool.sample(Self.ratings))
    try bench.write(try compressed(sample, with: "gzip"), to: "input")
    try await bench.plan(Self.ratings, ["-o", "out"])
    try bench.write("#!/bin/sh\nPATH=${PATH#*:}\nexec gzip -1 \"$@\"\n", to: "bin/gzip")
    try bench.setMode("bin/gzip", 0o755)
    let search = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let outcome = try await bench.run(
      Self.ratings, ["--plan", "plan"], environment: ["PATH": "\(here)/bin:\(search)"])
    try bench.expectRefusal(
      outcome, 65, "error: plan: '\(here)/out' would differ from the plan: ",
      leaving: ["bin", "bin/gzip", "input", "plan"])
  }

  /// An edit of a plan's line about its output.
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
      case .isLeftOut: "/out' would be written, against the plan"
      case .isAnother: "/out' would differ from the plan: 1 byte of SHA-256 "
      case .isTwice: "in another order, or repeated"
      case .hasAnotherBeside: "'/no' would not be written, against the plan"
      case .hasRemovalBeside: "'/no' would not be deleted, against the plan"
      }
    }
  }

  @Test(arguments: Edit.allCases)
  func `an edited plan is refused even where its digest was made anew`(edit: Edit) async throws {
    try bench.addSample(Self.ratings)
    try await bench.plan(Self.ratings, ["-o", "out"])
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
    try bench.expectRefusal(outcome, 65, edit.complaint, leaving: ["input", "plan"])
  }

  @Test func `an edited plan, another tool's and another version's are refused`() async throws {
    try bench.addSample(Self.ratings)
    try await bench.plan(Self.ratings, ["-o", "out"])
    let other = try await bench.run(Tool.saved, ["--plan", "plan"])
    try bench.expectRefusal(
      other, 65, "it is of a run of migrate-ratings", leaving: ["input", "plan"])
    try bench.write(
      try bench.text("plan").replacing("\"after\":5", with: "\"after\":1"), to: "plan")
    let edited = try await bench.run(Self.ratings, ["--plan", "plan"])
    try bench.expectRefusal(
      edited, 65, "error: plan:12: not a plan, or truncated or edited",
      leaving: ["input", "plan"])
  }

  @Test(arguments: [
    (["-n"], "needs an output to plan for"), (["-o", "out"], "needs '--dry-run'"),
    (["-n", "-o", "-"], "needs an output file"),
    (["-n", "-o", "out", "--redact"], "cannot both be given"),
    (["--check", "-o", "out"], "cannot both be given"),
  ])
  func `--plan-out needs a dry run with an output file`(
    arguments: [String], words: String
  ) async throws {
    try bench.addSample(Self.ratings)
    let outcome = try await bench.run(Self.ratings, ["input", "--plan-out", "plan"] + arguments)
    try bench.expectRefusal(outcome, 64, words, leaving: ["input"])
  }

  @Test func `standard input cannot be planned for`() async throws {
    let outcome = try await bench.run(
      Self.ratings, ["-", "-n", "-o", "out", "--plan-out", "plan"],
      input: .bytes(try Fixtures.input(Self.ratings, "mixed.ndjson")))
    try bench.expectRefusal(outcome, 64, "read only once", leaving: [])
  }

  @Test(arguments: [
    ["input"], ["--force"], ["-o", "out"], ["--in-place"], ["--max-rejects", "1"],
  ])
  func `--plan refuses operands and other options`(more: [String]) async throws {
    try bench.addSample(Self.ratings)
    try await bench.plan(Self.ratings, ["-o", "out"])
    let outcome = try await bench.run(Self.ratings, ["--plan", "plan"] + more)
    try bench.expectRefusal(outcome, 64, "--plan", leaving: ["input", "plan"])
  }

  @Test func `a plan takes the place of an older one, and of nothing else`() async throws {
    try bench.addSample(Self.ratings)
    try await bench.plan(Self.ratings, ["-o", "out"])
    try await bench.plan(Self.ratings, ["-o", "other"]).expect(0)
    try bench.write("mine\n", to: "plan")
    try await bench.plan(Self.ratings, ["-o", "out"]).expect(73)
    #expect(try bench.text("plan") == "mine\n")
  }

  @Test func `--plan-out refuses a run that would fail`() async throws {
    try FileManager.default.copyItem(
      at: Fixtures.data.appending(path: "exports/backup"), to: bench.url("backup"))
    var refused = 0
    for name in try bench.names()
    where name.hasSuffix(".json") && name.contains("rating_events") && !name.contains("/below/") {
      let outcome = try await bench.run(
        Self.ratings, [name, "-o", "out", "-n", "--plan-out", "plan"])
      guard outcome.status != 0 else {
        #expect(try await bench.run(Self.ratings, ["--plan", "plan"]).status == 0, "\(name)")
        try bench.remove("out")
        try bench.remove("plan")
        continue
      }
      refused += 1
      outcome.expect(73, "is a single document and")
      #expect(!bench.exists("plan"))
    }
    #expect(refused > 0)
  }

  @Test func `a dry run that fails leaves no plan`() async throws {
    try bench.write("{\"joke_id\":", to: "input")
    let outcome = try await bench.plan(Self.ratings, ["-o", "out"])
    try bench.expectRefusal(outcome, 65, "error", leaving: ["input"])
  }
}
