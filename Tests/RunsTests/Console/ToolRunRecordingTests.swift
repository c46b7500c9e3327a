import Scan
import SystemIO
import Testing

@testable import Runs

struct ToolRunRecordingTests {
  private let errors = Transcript()

  private func surroundings() -> Surroundings {
    Surroundings(
      environment: Environment([:]), errorsAreOnTerminal: false, outputColumns: nil,
      errorColumns: nil, clock: { 0 }, writeOutput: { _ throws(SystemError) in },
      writeErrors: { [errors] in errors.append($0) })
  }

  /// The result of a closure for the run of a command line.
  private func of<Result>(
    _ arguments: [String], _ body: (ToolRun) throws -> Result
  ) throws -> Result? {
    var result: Result?
    _ = runTool(SampleTool.tool, arguments: arguments, in: surroundings()) { run in
      result = try body(run)
      return .done
    }
    return result
  }

  @Test func `options that affect the result are recorded, with absolute paths`() throws {
    let here = try absolutePath(".")
    let recorded = try of([
      "a", "-q", "--top", "5", "-o", "out", "--jobs=2", "--max-rejects", "1", "--summary", "s",
      "--title", "y", "--keep-timestamps", "--dry-run", "/b", "-",
    ]) { try $0.recorded() }
    #expect(recorded?.tool == "rank-jokes")
    #expect(recorded?.version == "1.2.0")
    #expect(
      recorded?.arguments == [
        "--top=5", "--output=\(here)/out", "--max-rejects=1", "--title=y",
        "--keep-timestamps", "--", "\(here)/a", "/b", "-",
      ])
  }

  @Test func `a recorded path has no leading './'`() throws {
    let here = try absolutePath(".")
    for (path, whole) in [
      (".", here), ("./", here), ("./a", here + "/a"), ("././a/", here + "/a/"),
      ("../a", here + "/../a"), ("/a/./b", "/a/./b"), ("-", "-"),
    ] {
      #expect(try RecordedRun.absolute(path) == whole, "\(path)")
    }
  }

  @Test func `a given value is recorded for an option that was not given`() throws {
    let values = ["now": "2026-03-01T00:00:00Z", "no-such-option": "1"]
    let without = try of(["/a"]) { try $0.recorded(with: values) }
    #expect(without?.arguments == ["--now=2026-03-01T00:00:00Z", "--", "/a"])
    let with = try of(["/a", "--now", "7"]) { try $0.recorded(with: values) }
    #expect(with?.arguments == ["--now=7", "--", "/a"])
  }

  private static func expectation(
    _ purpose: ReplayContext.Purpose, _ arguments: [String]
  ) -> ReplayContext {
    ReplayContext(
      purpose, path: "plan",
      RecordedRun(tool: "rank-jokes", version: "1.2.0", arguments: arguments), inputs: [])
  }

  @Test func `a repeated run has the recorded options, and reports as this call says`() throws {
    let expectation = Self.expectation(
      .applying, ["--top=5", "--max-rejects=1", "--output=/out", "--", "/a", "-b"])
    let again = try of(["--plan", "plan", "--jobs=3", "--summary", "s"]) { run in
      try run.again(expectation.recorded, for: expectation)
    }
    let run = try #require(again)
    #expect(run.arguments[.top] == 5)
    #expect(run.arguments.operands == ["/a", "-b"])
    #expect(run.arguments[.output] == "/out")
    #expect(run.arguments[.jobs] == 3)
    #expect(run.arguments[.summary] == "s")
    #expect(run.arguments[.maxRejects] != nil)
    #expect(run.expectation?.path == "plan")
  }

  @Test func `guards have no say where a run is verified`() throws {
    let expectation = Self.expectation(.verifying, ["--top=5", "--max-rejects=1", "--", "/a"])
    let again = try of(["--verify", "plan"]) { run in
      try run.again(expectation.recorded, for: expectation)
    }
    let run = try #require(again)
    #expect(run.arguments[.top] == 5)
    #expect(run.arguments[.maxRejects] == nil)
    #expect(run.arguments.isDiscarding)
    run.diagnostics.warning("nobody is told")
    #expect(errors.text.isEmpty)
  }

  @Test(arguments: [["--bogus", "--", "/a"], ["--top=0", "--", "/a"], ["--"]])
  func `a command line that the tool does not take is refused`(arguments: [String]) throws {
    let expectation = Self.expectation(.applying, arguments)
    let isRefused = try of(["--plan", "plan"]) { run in
      #expect(throws: UsageError.self) { try run.again(expectation.recorded, for: expectation) }
      return true
    }
    #expect(isRefused == true)
  }

  @Test(arguments: ["--plan", "--verify"])
  func `--plan and --verify refuse operands and other options`(option: String) {
    for (more, words) in [
      (["a"], "unexpected operand 'a'"), (["--top=1"], "'--top' and '\(option)' cannot both"),
      (["--max-rejects=1"], "'--max-rejects' and '\(option)' cannot both"),
    ] {
      let status = runTool(
        SampleTool.tool, arguments: [option, "f"] + more, in: surroundings()
      ) { _ in .done }
      #expect(status == .usage)
      #expect(errors.text.contains(words), "\(errors.text)")
    }
    let alone = runTool(
      SampleTool.tool, arguments: [option, "f", "-v", "--jobs=1"], in: surroundings()
    ) { _ in .done }
    #expect(alone == .done)
  }
}
