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
    try await bench.run(tool, arguments(tool, "nowhere.ndjson", "-o", "out")).expect(
      66, "'nowhere.ndjson'")
    #expect(try bench.names() == [])
  }

  @Test(arguments: Tool.all)
  func `bad data is 65, at its place, and nothing is published`(tool: String) async throws {
    try bench.write("{\"joke_id\":\"a\",\"rating\":4,}\n", to: "input")
    let outcome = try await bench.run(tool, arguments(tool, "input", "-o", "out")).expect(65)
    #expect(outcome.errors.hasPrefix("\(tool): error: input"))
    #expect(try bench.names() == ["input"])
  }

  @Test(arguments: Tool.all)
  func `bad data on standard input says so`(tool: String) async throws {
    let input = ToolInput.bytes(Data("{\"jokeRatings\":{\"a\":5},\"joke_id\":\"a\"\n".utf8))
    let outcome = try await bench.run(tool, arguments(tool, "-", "-o", "out"), input: input)
    outcome.expect(65)
    #expect(outcome.errors.hasPrefix("\(tool): error: <stdin>"), "\(outcome)")
  }

  @Test(arguments: Tool.all)
  func `an output in no directory is 73`(tool: String) async throws {
    try bench.addSample(tool)
    try await bench.run(tool, arguments(tool, "input", "-o", "no/such/out")).expect(73)
    #expect(try bench.names() == ["input"])
  }

  @Test(.enabled(if: SystemParts.hasFullDevice, "no /dev/full here"), arguments: Tool.all)
  func `a full device is 74, whatever is written to it`(tool: String) async throws {
    try bench.addSample(tool)
    let full = try await bench.run(
      tool, arguments(tool, "input", "-o", "-"), shell: "exec \"$@\" >/dev/full")
    full.expect(74, "No space left on device")
    try await bench.run(tool, arguments(tool, "input", "-o", "/dev/full")).expect(74)
    try await bench.run(tool, ["--help"], shell: "exec \"$@\" >/dev/full").expect(74)
  }

  @Test(.enabled(if: SystemParts.hasFullDevice, "no /dev/full here"), arguments: Tool.all)
  func `a standard error that is full changes no status`(tool: String) async throws {
    try bench.addSample(tool)
    try await bench.run(
      tool, arguments(tool, "input", "-o", "out"), shell: "exec \"$@\" 2>/dev/full"
    ).expect(0)
    try await bench.run(tool, ["--bogus"], shell: "exec \"$@\" 2>/dev/full").expect(64)
  }

  @Test(
    .enabled(if: getuid() != 0, "root may read and write everything"), arguments: Tool.all)
  func `a file or directory without permission exits with 77`(tool: String) async throws {
    try bench.addSample(tool)
    try bench.setMode("input", 0)
    try await bench.run(tool, arguments(tool, "input", "-o", "out")).expect(77)
    try bench.setMode("input", 0o644)
    try bench.makeDirectory("locked")
    try bench.setMode("locked", 0o555)
    try await bench.run(tool, arguments(tool, "input", "-o", "locked/out")).expect(77)
    try bench.setMode("locked", 0o755)
  }

  @Test(arguments: [Tool.ratings, Tool.ranking])
  func `rejects are 3, and a tripped guard is 4`(tool: String) async throws {
    try bench.write(try Fixtures.input(tool, "keys-twice.ndjson"), to: "input")
    let given = ["input"] + Tool.options(tool) + Tool.unmigrated(tool)
    try await bench.run(tool, given + ["-o", "out"]).expect(3)
    #expect(bench.exists("out"))
    try await bench.run(tool, given + ["-o", "other", "--max-rejects", "2"]).expect(
      4, "nothing was published")
    #expect(!bench.exists("other"))
  }

  @Test func `a guard comes before pending changes, and those before rejects`() async throws {
    let rejected = "{\"joke_id\":\"a\",\"rating\":5,\"rating\":1}\n"
    try bench.write(rejected + "{\"joke_id\":\"a\",\"rating\":4}\n", to: "input")
    try await bench.run(Tool.ratings, ["input", "--check"]).expect(2)
    try await bench.run(Tool.ratings, ["input", "--check", "--max-rejects=0"]).expect(4)
    try bench.write(rejected + "{\"joke_id\":\"a\",\"rating\":5}\n", to: "input")
    try await bench.run(Tool.ratings, ["input", "--check"]).expect(3)
  }

  @Test func `a ranking that has changed is 2, rejects or not`() async throws {
    let rejected = "{\"rating\":5}\n"
    try bench.write(rejected + "{\"joke_id\":\"a\",\"rating\":5}\n", to: "input")
    let check = ["input", "-o", "all_time.json", "--check"]
    try await bench.run(Tool.ranking, check).expect(2)
    try await bench.run(Tool.ranking, ["input", "-o", "all_time.json", "--now", "0"])
    try await bench.run(Tool.ranking, check).expect(3)
  }

  @Test func `pending changes are 2, and none are 0`() async throws {
    try bench.addSample(Tool.ratings)
    let before = try bench.tree()
    try await bench.run(Tool.ratings, ["input", "--check"]).expect(2)
    #expect(try bench.tree() == before)
    try await bench.run(Tool.ratings, ["input", "--in-place"])
    try await bench.run(Tool.ratings, ["input", "--check"]).expect(0)
  }

  @Test func `pending changes of dumps are 2 until they are made`() async throws {
    try bench.addSample(Tool.saved)
    try await bench.run(Tool.saved, ["input", "--check"]).expect(2)
    try await bench.run(Tool.saved, ["input", "--in-place"])
    try await bench.run(Tool.saved, ["input", "--check"]).expect(0)
  }

  @Test func `a ranking that has changed is 2, and its time is no change`() async throws {
    try bench.addSample(Tool.ranking)
    let check = ["input", "-o", "all_time.json", "--check"]
    try await bench.run(Tool.ranking, check).expect(2)
    #expect(try bench.names() == ["input"])
    try await bench.run(Tool.ranking, ["input", "-o", "all_time.json", "--now", "0"])
    try await bench.run(Tool.ranking, check).expect(0)
    try bench.write("{\"joke_id\":\"new\",\"rating\":1}\n", to: "input")
    try await bench.run(Tool.ranking, check).expect(2)
  }
}
