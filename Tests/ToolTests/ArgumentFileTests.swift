import Foundation
import TestSupport
import Testing

/// `@FILE` among the arguments reads more of them from a file.
struct ArgumentFileTests {
  private let bench: Bench

  init() throws {
    bench = try Bench()
    try bench.addSample(Tool.ratings)
  }

  private func run(_ arguments: String...) async throws -> ToolOutcome {
    try await bench.run(Tool.ratings, arguments)
  }

  private func expectNothingWritten() throws {
    #expect(try !bench.names().contains("out"))
  }

  @Test(arguments: Tool.all)
  func `lines of a file stand in the place of its name`(tool: String) async throws {
    try bench.addSample(tool)
    let options = Tool.options(tool)
    try bench.write((["--output=out"] + options).joined(separator: "\n"), to: "options")
    try await bench.run(tool, ["@options", "input"]).expect(0)
    try await bench.run(tool, ["input", "-o", "direct"] + options).expect(0)
    #expect(try bench.bytes("out") == bench.bytes("direct"))
  }

  @Test func `blank lines, comments, white space at the ends and a byte order mark are skipped`()
    async throws
  {
    try bench.write(
      "\u{FEFF}\u{20}\t\n# --check\n  # --check\n  --output \r\n\tout\n\ninput", to: "options")
    try await run("@options").expect(0)
    #expect(bench.exists("out"))
  }

  @Test func `a line is one argument, whatever a shell would make of it`() async throws {
    let name = #"two words $HOME "quoted" 100% #1"#
    try bench.write(try bench.bytes("input"), to: name)
    try bench.write("\(name)\n-o\nout\n", to: "options")
    let outcome = try await run("@options")
    #expect(outcome.status == 0 && bench.exists("out"), "\(outcome)")
  }

  @Test func `several files, a pipe and an empty file can be named`() async throws {
    try bench.write("-o\nout\n", to: "output")
    try bench.write("", to: "empty")
    let outcome = try await bench.run(
      Tool.ratings, ["input", "@empty", "@output"],
      shell: #"echo --no-progress | "$@" @/dev/fd/0"#)
    #expect(outcome.status == 0 && bench.exists("out"), "\(outcome)")
  }

  @Test func `after two dashes nothing is read, in the call and in a file`() async throws {
    try bench.write(try bench.bytes("input"), to: "@input")
    try await run("--dry-run", "--", "@input").expect(0)
    try bench.write("--dry-run\n--\n@input\n", to: "options")
    try await run("@options").expect(0)
    try bench.write("--dry-run\n--\n", to: "end")
    try await run("@end", "@input").expect(0)
  }

  @Test func `an input whose name begins with the sign is given by its folder`() async throws {
    try bench.write(try bench.bytes("input"), to: "@input")
    let outcome = try await run("./@input", "-o", "out", "--rejects=@rejects")
    #expect(outcome.status == 0 && bench.exists("out"), "\(outcome)")
  }

  @Test func `a missing file is exit 66, and says how an input of that name is given`()
    async throws
  {
    let outcome = try await run("@absent", "input", "-o", "out").expect(66)
    #expect(
      outcome.errorLines == [
        "migrate-ratings: error: cannot open 'absent': No such file or directory",
        "migrate-ratings: hint: '@FILE' reads arguments from FILE; write an input named '@absent' "
          + "as './@absent'",
      ])
    try bench.write("-n", to: "options")
    let near = try await run("@optoins", "input")
    #expect(near.errors.contains("hint: did you mean 'options'?"), "\(near)")
    try bench.write(try bench.bytes("input"), to: "@odd")
    let odd = try await run("@odd", "-o", "out")
    #expect(odd.errors.contains("write an input named '@odd' as './@odd'"), "\(odd)")
    try expectNothingWritten()
  }

  @Test func `an input with its options in one line is told to be one argument`() async throws {
    try bench.write("input -o out\n", to: "options")
    try await run("@options", "-n").expect(66, "in a file of arguments on a line of its own")
  }

  @Test(arguments: [
    ("--output=out\n\n--dryrun\n", "options:3: unknown option '--dryrun'; did you mean"),
    ("--batch-size=0\n", "options:1: '--batch-size' takes a whole number from 1 to 500"),
    ("-n\n@other\n", "options:2: '@other' is in a file of arguments, which cannot name another"),
    ("--output out\n", "options:1: unknown option '--output out'"),
    ("caf\u{FFFD}\n", "options:1: the argument 'caf\u{FFFD}' is not UTF-8, or holds U+FFFD"),
    ("-n\na\0b\n", "options:2: the line holds a byte 0"),
  ])
  func `a mistake in a file is told with its line`(text: String, message: String) async throws {
    try bench.write(text, to: "options")
    try bench.write("-o\nout\n", to: "other")
    let outcome = try await run("@options", "input").expect(64)
    #expect(outcome.errors.hasPrefix("migrate-ratings: error: " + message), "\(outcome)")
    try expectNothingWritten()
  }

  @Test func `a line that is not UTF-8 is told to be a line, not a name`() async throws {
    let outcome = try await bench.run(
      Tool.ratings, ["@options", "input"], shell: #"printf -- '-n\n\377\n' > options; exec "$@""#)
    outcome.expect(64)
    #expect(
      outcome.errorLines.prefix(2) == [
        "migrate-ratings: error: options:2: the line is not UTF-8",
        "migrate-ratings: hint: a file of arguments is text in UTF-8, one argument a line",
      ])
  }

  @Test func `quotes around a name or a value are told to be a part of it`() async throws {
    let part = "hint: in a file of arguments quotes are a part of the argument; leave them out"
    for line in ["--sample='3'", "--format=\"ndjson\"x\""] {
      try bench.write(line + "\n", to: "options")
      let outcome = try await run("@options", "input", "-n")
      #expect(outcome.status == 64 && outcome.errors.contains(part) == (line.last == "'"))
    }
    for name in ["\"input\"", "'input'"] {
      try bench.write(name + "\n", to: "options")
      try await run("@options", "-n").expect(
        66, "hint: the quotes are a part of this name; leave them out")
    }
  }

  @Test func `a value that begins with the sign is told to follow the option's`() async throws {
    let hint = "write a value that begins with '@' as '--output=@out'"
    for arguments in [["-o", "@out"], ["--output", "@out"]] {
      try await bench.run(Tool.ratings, ["input"] + arguments).expect(
        66, "'@FILE' reads arguments from FILE; \(hint)")
    }
    try bench.write("--output\n@out\n", to: "options")
    try await run("@options", "input").expect(64, "hint: \(hint)")
    let flag = try await run("input", "--dry-run", "@in")
    #expect(flag.errors.contains("write an input named '@in' as './@in'"), "\(flag)")
    try expectNothingWritten()
  }

  @Test func `an option and its value in one line are told to part`() async throws {
    try bench.write("--output out\n", to: "options")
    let outcome = try await run("@options", "input")
    #expect(
      outcome.errors.contains(
        "hint: a line is one argument: write '--name=VALUE', or the value on the next line"),
      "\(outcome)")
  }

  @Test(arguments: ["@", "@-"])
  func `a name that is none, and standard input, are refused`(argument: String) async throws {
    try await run(argument, "input", "-o", "out").expect(
      64, "'\(argument)' names no file of arguments",
      "hint: write an input named '\(argument)' as './\(argument)'")
    try expectNothingWritten()
  }

  @Test func `a folder and an endless file are refused`() async throws {
    try bench.makeDirectory("folder")
    try await run("@folder", "input", "-o", "out").expect(66)
    try await run("@/dev/zero", "input", "-o", "out").expect(
      64, "'/dev/zero' has more than the 2097152 bytes")
    try expectNothingWritten()
  }

  @Test func `help is printed beside a file that cannot be read`() async throws {
    let outcome = try await run("@absent", "--help")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
  }

  @Test func `options of the call also tell how a missing file is reported`() async throws {
    let outcome = try await run("@absent", "--log-format", "json")
    #expect(outcome.status == 66 && outcome.errors.hasPrefix("{"), "\(outcome)")
  }
}
