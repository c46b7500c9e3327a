import Testing

@testable import Runs

struct UnknownOptionTests {
  private static let names = ["dry-run", "output", "hash", "no-hash", "no-progress", "color"]

  @Test(arguments: [
    ("dryrun", ["dry-run"]), ("dry_run", ["dry-run"]), ("Dry-Run", ["dry-run"]),
    ("colour", ["color"]), ("ouptut", ["output"]), ("has", ["hash"]),
    ("no-", ["no-hash", "no-progress"]), ("frobnicate", []), ("", []), ("x", []),
  ])
  func `the nearest names are suggested`(name: String, suggestions: [String]) {
    #expect(UnknownOption(name: name, longNames: Self.names).suggestions == suggestions)
  }

  @Test func `a very long word is compared with nothing`() {
    let word = String(repeating: "x", count: 1_000_000)
    #expect(UnknownOption(name: word, longNames: Self.names).suggestions.isEmpty)
  }
}
