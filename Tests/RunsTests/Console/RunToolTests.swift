import Foundation
import Scan
import SystemIO
import Testing

@testable import Runs

struct RunToolTests {
  private let output = Transcript()
  private let errors = Transcript()

  private func surroundings(
    _ variables: [String: String] = [:], onTerminal: Bool = false, outputError: CInt? = nil
  ) -> Surroundings {
    Surroundings(
      environment: Environment(variables), errorsAreOnTerminal: onTerminal, outputColumns: nil,
      errorColumns: nil, clock: { 0 },
      writeOutput: { [output] text throws(SystemError) in
        if let outputError {
          throw SystemError(call: "write", path: "<stdout>", code: outputError)
        }
        output.append(text)
      },
      writeErrors: { [errors] in errors.append($0) })
  }

  private func run(
    _ arguments: [String], in surroundings: Surroundings? = nil,
    _ body: (ToolRun) throws -> ExitStatus = { _ in .done }
  ) -> ExitStatus {
    runTool(SampleTool.tool, arguments: arguments, in: surroundings ?? self.surroundings()) {
      try RunLifecycle.of($0, body)
    }
  }

  private struct Mishap: ReportableError {
    var kind: FailureKind
    var message: String { "'x' went wrong" }
    var place: Place? { Place(file: "a.json", line: 2) }
    var hint: String? { "mend it" }
  }

  // MARK: Texts

  @Test(arguments: [["--help"], ["-h", "--help", "--bogus"], ["a", "--help", "-h"]])
  func `help goes to standard output and is a success`(arguments: [String]) {
    #expect(run(arguments) == .done)
    #expect(output.text == HelpText(width: 80).text(of: SampleTool.tool))
    #expect(errors.text.isEmpty)
  }

  @Test(arguments: [["-h"], ["-h", "--bogus"], ["a", "-nh"]])
  func `a short help goes to standard output and is a success`(arguments: [String]) {
    #expect(run(arguments) == .done)
    #expect(output.text == HelpText(width: 80).shortText(of: SampleTool.tool))
    #expect(errors.text.isEmpty)
  }

  @Test func `help is laid out for the width there is`() {
    #expect(run(["--help"], in: surroundings(["COLUMNS": "50"])) == .done)
    #expect(output.text == HelpText(width: 50).text(of: SampleTool.tool))
  }

  @Test func `a text of the tool's own is printed without an operand`() {
    var tool = SampleTool.tool
    tool.options = OptionTable(
      [.init("More", Option<Bool>("list", "print a list") { "a\nb\n" })])
    let status = runTool(tool, arguments: ["--list"], in: surroundings()) { _ in .internalError }
    #expect(status == .done)
    #expect(output.text == "a\nb\n")
    #expect(errors.text.isEmpty)
  }

  @Test func `the version is one line, with the commit`() {
    #expect(run(["--version"]) == .done)
    #expect(output.text == "rank-jokes 1.2.0 (\(Version.build))\n")
  }

  @Test func `the options can be had as Markdown`() {
    #expect(run(["--generate", "options-markdown"]) == .done)
    #expect(output.text == OptionsMarkdown.table(of: SampleTool.table))
  }

  @Test(arguments: ["--help", "--version", "--generate=options-markdown"])
  func `a text nobody reads to its end is a quiet success`(argument: String) {
    let brokenPipe: CInt = 32
    #expect(run([argument], in: surroundings(outputError: brokenPipe)) == .done)
    #expect(errors.text.isEmpty)
  }

  @Test(arguments: ["--help", "--version", "--generate=options-markdown"])
  func `a text for a full device is a failure`(argument: String) {
    let fullDevice: CInt = 28
    #expect(run([argument], in: surroundings(outputError: fullDevice)) == .inputOutput)
    #expect(
      errors.text == "rank-jokes: error: cannot write '<stdout>': No space left on device\n")
  }

  // MARK: Mistakes

  @Test func `an unknown option is a usage error and nothing runs`() {
    let status = run(["--dryrun", "a"]) { _ in
      Issue.record("the body ran")
      return .done
    }
    #expect(status == .usage)
    #expect(
      errors.lines == [
        "rank-jokes: error: unknown option '--dryrun'; did you mean '--dry-run'?",
        "rank-jokes: hint: see 'rank-jokes --help'",
      ])
    #expect(output.text.isEmpty)
  }

  @Test func `without an operand there is a short help`() {
    #expect(run([]) == .usage)
    #expect(errors.lines.first == "rank-jokes: error: no INPUT given")
    #expect(errors.text.hasSuffix(HelpText(width: 80).shortText(of: SampleTool.tool)))
    #expect(output.text.isEmpty)
  }

  @Test func `without an operand a quiet run says only where the help is`() {
    #expect(run(["-q"]) == .usage)
    #expect(!errors.text.contains("Options:"))
    #expect(errors.lines.first == "rank-jokes: error: no INPUT given")
  }

  @Test func `an operand too many is named`() {
    #expect(run(["a", "b", "c", "d"]) == .usage)
    #expect(errors.lines.first == "rank-jokes: error: unexpected operand 'd'")
  }

  @Test(arguments: [["caf\u{FFFD}"], ["a", "--output=\u{FFFD}"], ["--", "\u{FFFD}"]])
  func `an argument that is not UTF-8 would name another file, and is refused`(
    arguments: [String]
  ) throws {
    #expect(run(arguments) == .usage)
    let odd = try #require(arguments.last)
    #expect(
      errors.lines.first
        == "rank-jokes: error: the argument '\(odd)' is not UTF-8, or holds U+FFFD")
    #expect(
      errors.lines.contains(
        "rank-jokes: hint: if it names a file, rename the file, or give a link to it"))
  }

  @Test func `a mistake is a JSON log too, whichever comes first`() throws {
    #expect(run(["--bogus", "--log-format", "json"]) == .usage)
    for line in errors.lines { _ = try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    #expect(errors.lines.last?.contains("\"exit_code\":64") == true)
  }

  @Test func `a quiet failure still says why, and what to do`() {
    #expect(run(["-q"]) == .usage)
    #expect(
      errors.lines == [
        "rank-jokes: error: no INPUT given",
        "rank-jokes: hint: name '-' to read standard input",
      ])
  }

  // MARK: The work

  @Test func `the work gets its options and operands`() {
    let status = run(["-n", "a", "-", "--batch-size=7"]) { run in
      #expect(run.arguments[.batchSize] == 7)
      #expect(run.arguments[.dryRun])
      #expect(run.arguments.operands == ["a", "-"])
      #expect(run.surroundings.outputWidth == 80 && run.surroundings.errorWidth == 80)
      return .doneWithRejects
    }
    #expect(status == .doneWithRejects)
    #expect(errors.text.isEmpty)
  }

  @Test(arguments: FailureKind.allCases)
  func `an error ends the run by its kind`(kind: FailureKind) {
    #expect(run(["a"]) { _ in throw Mishap(kind: kind) } == ExitStatus(kind))
    #expect(errors.lines.first == "rank-jokes: error: a.json:2: 'x' went wrong")
    #expect(errors.lines.contains("rank-jokes: hint: mend it"))
  }

  @Test func `an error nobody thought of is an internal one`() {
    struct Surprise: Error {}
    #expect(run(["a"]) { _ in throw Surprise() } == .internalError)
    #expect(errors.lines == ["rank-jokes: error: internal error: Surprise()"])
  }

  @Test func `a result nobody reads to its end is a quiet success`() {
    let status = run(["a"]) { _ in
      throw SystemError(call: "write", path: "<stdout>", code: 32)
    }
    #expect(status == .done)
    #expect(errors.text.isEmpty)
  }

  @Test func `warnings are printed before the error`() {
    let status = run(["a", "--rejects", "r.ndjson"]) { run in
      for _ in 1...8 { run.diagnostics.warning("odd", kind: "odd") }
      throw Mishap(kind: .guardTripped)
    }
    #expect(status == .guardTripped)
    #expect(
      errors.lines[3] == "rank-jokes: warning: 5 more of the kind 'odd'; --verbose shows them all")
    #expect(errors.lines[4].hasPrefix("rank-jokes: error: "))
  }

  // MARK: Progress

  @Test(
    arguments: [
      (["a"], true, [:], true), (["a"], false, [:], false),
      (["a", "--no-progress"], true, [:], false), (["a", "-q"], true, [:], false),
      (["a", "--log-format=json"], true, [:], false), (["a"], true, ["TERM": "dumb"], false),
    ] as [([String], Bool, [String: String], Bool)])
  func `progress is drawn only for a person`(
    arguments: [String], onTerminal: Bool, variables: [String: String], isDrawn: Bool
  ) {
    let clock = FakeClock()
    var surroundings = surroundings(variables, onTerminal: onTerminal)
    surroundings.clock = { clock.seconds }
    _ = run(arguments, in: surroundings) { run in
      let meter = run.progressMeter(bytesTotal: 100)
      clock.seconds += 1
      meter.update(bytesDone: 50, recordsDone: 1)
      meter.finish()
      return .done
    }
    #expect(errors.text.contains("\r") == isDrawn)
  }
}
