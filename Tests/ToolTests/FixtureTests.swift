import Foundation
import TestSupport
import Testing

/// Every case under `data/`, as `data/README.md` describes them.
///
/// An oracle that shares no code with the tools wrote the expected results. The expected messages
/// were recorded from the tools, and are reviewed like code.
struct FixtureTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  private static let lists = Fixtures.cases(of: Tool.editing).filter(\.isList)

  @Test(arguments: Tool.rewriting.flatMap(Fixtures.cases).filter { !$0.isList })
  func `a tool that rewrites makes of each fixture what the oracle does`(fixture: FixtureCase)
    async throws
  { try await checkMigration(fixture) }

  @Test(
    arguments: [Tool.ranking, "preview-feed", Tool.documents].flatMap(Fixtures.cases) + lists)
  func `a tool that prints makes of each fixture what the oracle does`(fixture: FixtureCase)
    async throws
  { try await checkResult(fixture) }

  @Test(arguments: Tool.all)
  func `there are fixtures`(tool: String) { #expect(Fixtures.cases(of: tool).count > 10) }

  // MARK: Comparisons

  private func checkResult(_ fixture: FixtureCase) async throws {
    let outcome = try await bench.run(
      fixture.tool, [fixture.input] + fixture.options, in: fixture.directory)
    try check(outcome, fixture)
    // Documents before the damage are already on standard output.
    if fixture.tool == Tool.documents, outcome.status == 65 { return }
    #expect(outcome.output == (try fixture.expectation("stdout") ?? Data()))
  }

  private func checkMigration(_ fixture: FixtureCase) async throws {
    let output = bench.url(fixture.outputName)
    let outcome = try await bench.run(
      fixture.tool, [fixture.input] + fixture.options + ["-o", output.path], in: fixture.directory)
    try check(outcome, fixture)
    #expect(outcome.output == (try fixture.expectation("stdout") ?? Data()))
    guard let expected = try fixture.expectation(fixture.outputName) else {
      #expect(!bench.exists(fixture.outputName), "nothing may be published")
      return
    }
    if try bench.bytes(fixture.outputName) == expected { return }
    // New entries of a dictionary in a dump may be in any order.
    #expect(fixture.name.contains("dump") || fixture.tool == Tool.saved, "bytes differ")
    let wanted = fixture.expected.appending(path: fixture.outputName)
    #expect(try DumpContents(output) == DumpContents(wanted))
  }

  private func check(_ outcome: ToolOutcome, _ fixture: FixtureCase) throws {
    let status = try #require(try fixture.expectation("status"))
    #expect("\(outcome.status)\n" == String(decoding: status, as: UTF8.self), "\(outcome)")
    try expectGolden(
      Data(normalized(outcome.errors, without: [bench.directory]).utf8),
      fixture.expected.appending(path: "stderr"))
  }
}

extension FixtureCase {
  /// Whether it lists saved jokes without rewriting.
  fileprivate var isList: Bool { options.contains("--list") }
}
