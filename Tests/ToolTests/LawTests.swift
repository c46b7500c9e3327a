import Foundation
import TestSupport
import Testing

/// Laws about several tools that hold for any input.
struct LawTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  /// The fixtures that a migration accepts.
  private static func accepted(_ tool: String) -> [FixtureCase] {
    Fixtures.cases(of: tool).filter { (try? $0.expectation($0.outputName)) != nil }
  }

  private static let exports = accepted(Tool.ratings).filter { !$0.name.hasPrefix("dump") }

  @Test(arguments: accepted(Tool.ratings) + accepted(Tool.saved) + accepted(Tool.editing))
  func `migrating twice changes nothing`(fixture: FixtureCase) async throws {
    try bench.write(try #require(try fixture.expectation(fixture.outputName)), to: "once")
    let again = try await bench.run(fixture.tool, ["once", "-o", "twice"] + fixture.options)
    #expect([0, 3].contains(again.status), "\(again)")
    #expect(try bench.bytes("twice") == (try bench.bytes("once")))
    let check = try await bench.run(fixture.tool, ["once", "--check"] + fixture.options)
    #expect(check.status == again.status)
  }

  @Test(arguments: exports)
  func `ranking what is migrated is ranking on five points`(fixture: FixtureCase) async throws {
    try bench.write(try Fixtures.input(fixture.tool, fixture.input), to: "input")
    let more = fixture.options.filter { $0 == "--salvage" }
    let migrated = try await bench.run(Tool.ratings, ["input", "-o", "migrated"] + more)
    #expect([0, 3].contains(migrated.status), "\(migrated)")
    let options = ["--now", "2026-03-01T00:00:00Z"] + more
    let after = try await bench.run(Tool.ranking, ["migrated"] + options)
    let before = try await bench.run(
      Tool.ranking, ["input", "--scale", "five-point"] + options)
    // An event with a 3 but without a joke is a reject before, and deleted after.
    #expect([0, 3].contains(after.status) && [0, 3].contains(before.status))
    #expect(after.output == before.output, "\(after)\(before)")
    #expect(!after.output.isEmpty)
  }

  @Test func `binary migration first, saved second, and both are done once`() async throws {
    try bench.write(try Fixtures.input(Tool.ratings, "dump.json"), to: "dump.json")
    let saving = ["dump.json", "--in-place", "--now", "0"]
    try await bench.run(Tool.ratings, ["dump.json", "--in-place"])
    try await bench.run(Tool.saved, saving).expect(0)
    let before = try bench.tree()
    try await bench.run(Tool.ratings, ["dump.json", "--in-place"])
    try await bench.run(Tool.saved, saving)
    #expect(try bench.tree() == before)
    let dump = try bench.json("dump.json")
    let ratings = try #require(dump["jokeRatings"] as? [String: Int])
    let saved = try #require(dump["savedJokeIds"] as? [String])
    #expect(Set(ratings.values).isSubset(of: [1, 5]))
    #expect(Set(saved).isSuperset(of: ratings.keys))
  }
}
