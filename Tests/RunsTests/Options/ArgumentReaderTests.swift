@testable import Runs
import Scan
import SystemIO
import Testing

struct ArgumentReaderTests {
  private func read(_ arguments: [String]) -> Invocation {
    SampleTool.table.read(arguments)
  }

  /// What is asked for, by name; a text as it is.
  private func request(_ arguments: [String]) -> String {
    switch read(arguments).request {
    case .run: "run"
    case .help: "help"
    case .shortHelp: "short help"
    case .text(let text): text(SampleTool.tool)
    }
  }

  // MARK: What is read

  @Test func `nothing given leaves the defaults`() {
    let invocation = read([])
    #expect(invocation.arguments.given.isEmpty)
    #expect(invocation.arguments[.output] == nil && !invocation.arguments[.dryRun])
    #expect(invocation.arguments[.hookTimeout] == TimeSpan(seconds: 60))
    #expect(invocation.arguments[.batchSize] == 500)
    #expect(invocation.arguments.operands.isEmpty)
    #expect(invocation.mistake == nil)
  }

  @Test(arguments: [
    ["--output", "x"], ["--output=x"], ["-o", "x"],
  ])
  func `a value follows its name or an equals sign`(arguments: [String]) {
    let invocation = read(arguments)
    #expect(invocation.arguments[.output] == "x")
    #expect(invocation.mistake == nil)
  }

  @Test func `every form of option reaches its place`() {
    let invocation = read([
      "a", "-nq", "--batch-size=20", "--top", "3", "--scale", "five-point", "--title=a",
      "--max-rejects", "5%", "--now", "0", "--no-hash", "--log-format=json", "--jobs=2",
      "--color", "never", "b", "-",
    ])
    let arguments = invocation.arguments
    #expect(invocation.mistake == nil)
    #expect(invocation.arguments.operands == ["a", "b", "-"])
    #expect(arguments[.dryRun] && arguments[.quiet] && !arguments[.verbose])
    #expect(arguments[.batchSize] == 20 && arguments[.top] == 3 && arguments[.scale] == .fivePoint)
    #expect(arguments[.title] == "a")
    #expect(arguments[.maxRejects] == .share(Percentage(partsPerMillion: 50_000)))
    #expect(arguments[.now] == Timestamp(seconds: 0))
    #expect(arguments[.hash] == false && arguments[.jobs] == 2)
    #expect(arguments[.logFormat] == .json && arguments[.color] == .never)
  }

  @Test func `two dashes end the options`() {
    let words = ["-n", "--", "-n", "--help", "--"]
    let invocation = read(words)
    #expect(invocation.arguments.operands == ["-n", "--help", "--"])
    #expect(request(words) == "run")
    #expect(invocation.mistake == nil)
  }

  @Test func `a dash is an operand and a value`() {
    let joined = read(["--summary=\u{301}=\u{301}"])
    #expect(joined.mistake == nil && joined.arguments[.summary] == "\u{301}=\u{301}")
    let invocation = read(["-o", "-", "-", "--summary=-x"])
    #expect(invocation.arguments[.output] == "-")
    #expect(invocation.arguments[.summary] == "-x")
    #expect(invocation.arguments.operands == ["-"])
  }

  // MARK: Requests

  @Test(arguments: [
    ["--help"], ["a", "--help"], ["--bogus", "--help"], ["--help", "--bogus"], ["-o", "--help"],
    ["-q", "-q", "--help"], ["--generate", "options-markdown", "--help"], ["--help", "--version"],
    ["-h", "--help"], ["--help", "-h"],
  ])
  func `help anywhere wins, beside mistakes too`(arguments: [String]) {
    #expect(request(arguments) == "help")
  }

  @Test(arguments: [
    ["-h"], ["a", "-h"], ["-nh"], ["--version", "-h"], ["--dry-run=false", "-h"],
    ["-h", "--bogus"],
  ])
  func `the letter asks for the short help`(arguments: [String]) {
    #expect(request(arguments) == "short help")
  }

  @Test(arguments: [["--", "--help"], ["--title=--help"], ["-", "--", "-h"]])
  func `--help as an operand or a value is not a request for help`(arguments: [String]) {
    #expect(request(arguments) == "run")
  }

  @Test func `the version and texts can be asked for`() {
    #expect(request(["--version"]) == SampleTool.tool.versionLine)
    #expect(
      request(["--generate=options-markdown"]) == OptionsMarkdown.table(of: SampleTool.tool.options)
    )
  }

  @Test func `options after a mistake are still read`() {
    let invocation = read(["--bogus", "--log-format", "json", "-q"])
    #expect(invocation.mistake != nil)
    #expect(invocation.arguments[.logFormat] == .json)
    #expect(invocation.arguments[.quiet])
  }

  // MARK: Mistakes

  @Test(arguments: [
    (["--dryrun"], "unknown option '--dryrun'; did you mean '--dry-run'?"),
    (["--dry"], "unknown option '--dry'; names are not abbreviated: did you mean '--dry-run'?"),
    (["--frobnicate"], "unknown option '--frobnicate'"),
    (["-dry-run"], "unknown option '-dry-run'; did you mean '--dry-run'?"),
    (["-dryrun"], "unknown option '-dryrun'; did you mean '--dry-run'?"),
    (["-output=x"], "unknown option '-output=x'; did you mean '--output'?"),
    (["-x"], "unknown option '-x'"),
    (["-5"], "unknown option '-5'"),
    (["-nx"], "unknown option '-x' in '-nx'"),
    (["--=x"], "unknown option '--'"),
    (["-n="], "unknown option '-n='"),
  ])
  func `an unknown option is named, and what was meant`(arguments: [String], message: String) {
    #expect(read(arguments).mistake?.message == message)
  }

  @Test(arguments: [
    (["-o", "a", "-o", "b"], "'-o' is given more than once"),
    (["--dry-run=false"], "'--dry-run' takes no value, and was given 'false'"),
    (["--no-hash=1"], "'--no-hash' takes no value, and was given '1'"),
    (["--help=x"], "'--help' takes no value, and was given 'x'"),
  ])
  func `an option is given once and flags without a value`(arguments: [String], message: String) {
    #expect(read(arguments).mistake?.message == message)
  }

  @Test(arguments: [
    (["--hash", "--no-hash"], "'--hash' and '--no-hash' cannot both be given"),
    (["-o", "a", "--output", "b"], "'-o' and '--output' cannot both be given"),
    (["-q", "--verbose"], "'-q' and '--verbose' cannot both be given"),
    (["-v", "-q", "--hash", "--no-hash"], "'-v' and '-q' cannot both be given"),
  ])
  func `a contradiction is noted, and all options are read`(arguments: [String], message: String) {
    let invocation = read(arguments)
    #expect(invocation.mistake == nil)
    #expect(invocation.arguments.contradiction?.message == message)
    #expect(invocation.arguments.given.count == arguments.count { $0.hasPrefix("-") })
  }

  @Test(arguments: [
    (["-o"], "'-o' needs PATH"),
    (["--output"], "'--output' needs PATH"),
    (["-o", "--dry-run"], "'-o' needs PATH, and '--dry-run' looks like an option"),
    (["-o", "--"], "'-o' needs PATH, and '--' looks like an option"),
    (["-oout.json"], "'-o' takes its value as a separate argument, not as in '-oout.json'"),
    (["-no", "x"], "'-o' takes a value and cannot be joined as in '-no'"),
    (["-on"], "'-o' takes its value as a separate argument, not as in '-on'"),
    (["--output="], "'--output' takes a text that is not empty, not ''"),
    (["--batch-size=0"], "'--batch-size' takes a whole number from 1 to 500, not '0'"),
    (["--batch-size", "many"], "'--batch-size' takes a whole number from 1 to 500, not 'many'"),
    (["--top", "0"], "'--top' takes a whole number, 1 or more, not '0'"),
    (["--scale", "ten"], "'--scale' takes 'binary' or 'five-point', not 'ten'"),
    (
      ["--generate", "poem"],
      "'--generate' takes 'man', 'bash', 'zsh', 'fish' or 'options-markdown', not 'poem'"
    ),
  ])
  func `a value is there, in its own word, and of its kind`(
    arguments: [String], message: String
  ) {
    #expect(read(arguments).mistake?.message == message)
  }

  @Test func `a value with a dash is told how to be given`() {
    #expect(
      read(["-o", "-x"]).mistake?.hint == "write a value that begins with '-' as '--output=-x'")
  }

  @Test func `the first mistake is the one reported`() {
    #expect(read(["--bogus", "--dry-run=no"]).mistake?.message == "unknown option '--bogus'")
  }
}
