import Scan
import SystemIO
import TestSupport
import Testing

struct ShellCommandTests {
  private func run(
    _ text: String, _ variables: [(name: String, value: String)] = [],
    for limit: Duration = .seconds(60)
  ) throws -> ShellCommand.Ending {
    try ShellCommand(text, variables: variables).run(for: limit)
  }

  @Test func `how a command ended is told`() throws {
    #expect(try run("true") == .exited(0))
    #expect(try run("exit 7") == .exited(7))
    #expect(try run("kill -9 $$") == .signalled(9))
    #expect(try run("no-such-command-anywhere 2>/dev/null") == .exited(127))
  }

  @Test func `a command has the given variables and those of the process`() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path(of: "found")
      let text = "printf '%s|%s' \"$LAUGHTRACK_A\" \"$PATH\" > '\(path)'"
      #expect(try run(text, [("A", "ä \"b\" $c")]) == .exited(0))
      let found = try directory.text(of: "found").split(separator: "|", maxSplits: 1)
      #expect(found.first == "ä \"b\" $c")
      #expect(found.last.map { String($0) } == Environment.process["PATH"])
    }
  }

  @Test func `a command that asks for input gets none`() throws {
    #expect(try run("! read line") == .exited(0))
  }

  @Test func `a command that takes too long is killed, even if it ignores SIGTERM`() throws {
    #expect(try run("sleep 600", for: .milliseconds(50)) == .overran)
    #expect(try run("trap '' TERM; while :; do sleep 1; done", for: .milliseconds(50)) == .overran)
  }
}
