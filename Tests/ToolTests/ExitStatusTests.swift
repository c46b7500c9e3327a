import Foundation
import TestSupport
import Testing

/// The exit statuses of runs; those of usage errors, signals and guards are tested elsewhere.
struct ExitStatusTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  private func arguments(_ tool: String, _ more: String...) -> [String] {
    more + Tool.options(tool)
  }

  @Test(arguments: Tool.all)
  func `work that is done is 0`(tool: String) async throws {
    try bench.addSample(tool)
    let outcome = try await bench.run(tool, arguments(tool, "input", "-o", "out"))
    #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome)")
    #expect(try bench.bytes("out").isEmpty == false)
  }

  @Test(arguments: Tool.all)
  func `a missing input is 66 and named`(tool: String) async throws {
    let outcome = try await bench.run(tool, arguments(tool, "nowhere.ndjson", "-o", "out"))
    #expect(outcome.status == 66)
    #expect(outcome.errors.contains("'nowhere.ndjson'"))
    #expect(try bench.names() == [])
  }

  @Test(arguments: Tool.all)
  func `bad data is 65, at its place, and nothing is published`(tool: String) async throws {
    try bench.write("{\"joke_id\":\"a\",\"rating\":4,}\n", to: "input")
    let outcome = try await bench.run(tool, arguments(tool, "input", "-o", "out"))
    #expect(outcome.status == 65)
    #expect(outcome.errors.hasPrefix("\(tool): error: input"))
    #expect(try bench.names() == ["input"])
  }

  @Test(arguments: Tool.all)
  func `bad data on standard input says so`(tool: String) async throws {
    let input = ToolInput.bytes(Data("{\"jokeRatings\":{\"a\":5},\"joke_id\":\"a\"\n".utf8))
    let outcome = try await bench.run(tool, arguments(tool, "-", "-o", "out"), input: input)
    #expect(outcome.status == 65)
    #expect(outcome.errors.hasPrefix("\(tool): error: <stdin>"), "\(outcome)")
  }

  @Test(arguments: Tool.all)
  func `an output in no directory is 73`(tool: String) async throws {
    try bench.addSample(tool)
    let outcome = try await bench.run(tool, arguments(tool, "input", "-o", "no/such/out"))
    #expect(outcome.status == 73, "\(outcome)")
    #expect(try bench.names() == ["input"])
  }

  @Test(.enabled(if: SystemParts.hasFullDevice, "no /dev/full here"), arguments: Tool.all)
  func `a full device is 74, whatever is written to it`(tool: String) async throws {
    try bench.addSample(tool)
    let full = try await bench.run(
      tool, arguments(tool, "input", "-o", "-"), shell: "exec \"$@\" >/dev/full")
    #expect(full.status == 74, "\(full)")
    #expect(full.errors.contains("No space left on device"))
    let device = try await bench.run(tool, arguments(tool, "input", "-o", "/dev/full"))
    #expect(device.status == 74, "\(device)")
    let help = try await bench.run(tool, ["--help"], shell: "exec \"$@\" >/dev/full")
    #expect(help.status == 74, "\(help)")
  }

  @Test(.enabled(if: SystemParts.hasFullDevice, "no /dev/full here"), arguments: Tool.all)
  func `a standard error that is full changes no status`(tool: String) async throws {
    try bench.addSample(tool)
    let done = try await bench.run(
      tool, arguments(tool, "input", "-o", "out"), shell: "exec \"$@\" 2>/dev/full")
    #expect(done.status == 0)
    let usage = try await bench.run(tool, ["--bogus"], shell: "exec \"$@\" 2>/dev/full")
    #expect(usage.status == 64)
  }

  @Test(
    .enabled(if: getuid() != 0, "root may read and write everything"), arguments: Tool.all)
  func `a file or directory without permission exits with 77`(tool: String) async throws {
    try bench.addSample(tool)
    try bench.setMode("input", 0)
    #expect(try await bench.run(tool, arguments(tool, "input", "-o", "out")).status == 77)
    try bench.setMode("input", 0o644)
    try bench.makeDirectory("locked")
    try bench.setMode("locked", 0o555)
    #expect(try await bench.run(tool, arguments(tool, "input", "-o", "locked/out")).status == 77)
    try bench.setMode("locked", 0o755)
  }

  @Test(arguments: [Tool.ratings, Tool.ranking])
  func `rejects are 3, and a tripped guard is 4`(tool: String) async throws {
    try bench.write(try Fixtures.input(tool, "keys-twice.ndjson"), to: "input")
    let given = ["input"] + Tool.options(tool) + Tool.unmigrated(tool)
    let rejects = try await bench.run(tool, given + ["-o", "out"])
    #expect(rejects.status == 3)
    #expect(bench.exists("out"))
    let tripped = try await bench.run(tool, given + ["-o", "other", "--max-rejects", "2"])
    #expect(tripped.status == 4)
    #expect(tripped.errors.contains("nothing was published"))
    #expect(!bench.exists("other"))
  }

  @Test func `a guard comes before pending changes, and those before rejects`() async throws {
    let rejected = "{\"joke_id\":\"a\",\"rating\":5,\"rating\":1}\n"
    try bench.write(rejected + "{\"joke_id\":\"a\",\"rating\":4}\n", to: "input")
    #expect(try await bench.run(Tool.ratings, ["input", "--check"]).status == 2)
    let tripped = try await bench.run(Tool.ratings, ["input", "--check", "--max-rejects=0"])
    #expect(tripped.status == 4)
    try bench.write(rejected + "{\"joke_id\":\"a\",\"rating\":5}\n", to: "input")
    #expect(try await bench.run(Tool.ratings, ["input", "--check"]).status == 3)
  }

  @Test func `a ranking that has changed is 2, rejects or not`() async throws {
    let rejected = "{\"rating\":5}\n"
    try bench.write(rejected + "{\"joke_id\":\"a\",\"rating\":5}\n", to: "input")
    let check = ["input", "-o", "all_time.json", "--check"]
    #expect(try await bench.run(Tool.ranking, check).status == 2)
    try await bench.run(Tool.ranking, ["input", "-o", "all_time.json", "--now", "0"])
    #expect(try await bench.run(Tool.ranking, check).status == 3)
  }

  @Test func `pending changes are 2, and none are 0`() async throws {
    try bench.addSample(Tool.ratings)
    let before = try bench.tree()
    #expect(try await bench.run(Tool.ratings, ["input", "--check"]).status == 2)
    #expect(try bench.tree() == before)
    try await bench.run(Tool.ratings, ["input", "--in-place"])
    #expect(try await bench.run(Tool.ratings, ["input", "--check"]).status == 0)
  }

  @Test func `pending changes of dumps are 2 until they are made`() async throws {
    try bench.addSample(Tool.saved)
    #expect(try await bench.run(Tool.saved, ["input", "--check"]).status == 2)
    try await bench.run(Tool.saved, ["input", "--in-place"])
    #expect(try await bench.run(Tool.saved, ["input", "--check"]).status == 0)
  }

  @Test func `a ranking that has changed is 2, and its time is no change`() async throws {
    try bench.addSample(Tool.ranking)
    let check = ["input", "-o", "all_time.json", "--check"]
    #expect(try await bench.run(Tool.ranking, check).status == 2)
    #expect(try bench.names() == ["input"])
    try await bench.run(Tool.ranking, ["input", "-o", "all_time.json", "--now", "0"])
    #expect(try await bench.run(Tool.ranking, check).status == 0)
    try bench.write("{\"joke_id\":\"new\",\"rating\":1}\n", to: "input")
    #expect(try await bench.run(Tool.ranking, check).status == 2)
  }
}
