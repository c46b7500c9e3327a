import Foundation
import TestSupport
import Testing

/// The hidden files beside outputs never belong to two outputs, or to another program.
struct HiddenNameTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  private let every = ["--checkpoint-bytes", "4096"]

  private func addEvents(_ joke: String, to name: String) throws {
    let line = "{\"joke_id\":\"\(joke)\",\"rating\":4}\n"
    try bench.write(String(repeating: line, count: 400), to: name)
  }

  private static let long = String(repeating: "L", count: 210)

  /// Names of which one contains the other's checksum, and names with equal checksums.
  @Test(arguments: [
    [long, "aa86550e"],
    ["2ceedf819", "3000d05b0"].map { String(long.prefix(205)) + $0 },
    ["a", "b"].map { String(repeating: "ä", count: 110) + $0 },
  ])
  func `names made to collide keep their files apart`(names: [String]) async throws {
    for name in names { try addEvents(name, to: "in/\(name)") }
    let before = try names.map { try bench.bytes("in/\($0)") }
    try await bench.run(Tool.ratings, ["in", "--in-place"] + every).expect(0)
    for name in names {
      let lines = try bench.text("in/\(name)").split(separator: "\n")
      #expect(lines.allSatisfy { $0 == "{\"joke_id\":\"\(name)\",\"rating\":5}" })
    }
    try await bench.run(Tool.ratings, ["--undo", "in.journal"]).expect(0)
    #expect(try names.map { try bench.bytes("in/\($0)") } == before)
    #expect(!(try bench.names().contains { $0.contains(".laughtrack-") }))
  }

  @Test func `operands of names made to collide are locked apart`() async throws {
    let names = [Self.long, "aa86550e"]
    for name in names { try addEvents(name, to: name) }
    try await bench.run(Tool.ratings, names + ["--in-place"] + every).expect(0)
  }

  @Test(arguments: [[], ["-n"]], ["part", "checkpoint"])
  func `an input that has the name of another's part is refused before anything is written`(
    more: [String], kind: String
  ) async throws {
    try addEvents("a", to: "in/a")
    try addEvents("b", to: "in/.laughtrack-a.\(kind)")
    let content = try bench.bytes("in/a")
    for output in [["-o", "out"], ["--in-place"]] {
      // Hidden files in directories are skipped, so this one is named.
      let inputs = ["in/a", "in/.laughtrack-a.\(kind)"]
      let outcome = try await bench.run(Tool.ratings, inputs + output + every + more)
      let status: Int32 = output == ["--in-place"] && more.isEmpty ? 73 : 64
      outcome.expect(status, ".laughtrack-a.\(kind)'")
      #expect(try bench.names() == ["in"] + inputs.sorted())
      #expect(try bench.bytes("in/a") == content)
    }
  }

  @Test func `an unfinished output of a long name is found again`() async throws {
    let name = Self.long
    let line = "{\"joke_id\":\"j\",\"rating\":4}\n"
    try bench.write(String(repeating: line, count: 300_000), to: "in/\(name)")
    let arguments = ["in/\(name)", "-", "-o", "out", "--checkpoint-bytes", "65536"]
    let running = try await bench.start(Tool.ratings, arguments, input: .pipe)
    #expect(
      try await eventually {
        try bench.names().contains { $0.hasSuffix(".checkpoint") && $0.hasPrefix("out/") }
      })
    running.send(SIGKILL)
    _ = try await running.outcome()
    try bench.write(line, to: "one")
    try await bench.run(
      Tool.ratings, ["in/\(name)", "one", "-o", "out", "--resume", "--checkpoint-bytes", "65536"]
    ).expect(0)
    #expect(try bench.names().filter { $0.hasPrefix("out/") } == ["out/\(name)", "out/one"])
  }
}
