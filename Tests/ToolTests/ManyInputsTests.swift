import Foundation
import TestSupport
import Testing

/// Several inputs, and directories of them.
struct ManyInputsTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  private func add(_ tool: String, _ name: String, as path: String) throws {
    try bench.write(try Fixtures.input(tool, name), to: path)
  }

  /// A realistic directory: dumps in three formats, and other files.
  private func addDumps(for tool: String) throws {
    for name in ["dump.json", "dump-xml.plist", "dump-binary.plist"] {
      try add(tool, name, as: "dumps/device/" + name)
    }
    try bench.write("no dump\n", to: "dumps/notes.txt")
    try bench.write("{}", to: "dumps/.hidden.json")
    try bench.write(Data([0x89, 0x50, 0x4E, 0x47]), to: "dumps/picture.png")
  }

  @Test(arguments: Tool.several)
  func `an empty directory beside another input is missing`(tool: String) async throws {
    try addDumps(for: Tool.ratings)
    try FileManager.default.createDirectory(
      at: bench.url("empty"), withIntermediateDirectories: true)
    try await bench.run(tool, ["dumps", "empty", "-n"] + Tool.options(tool)).expect(
      66, "empty: there is no file in it")
  }

  @Test(arguments: [["-n"], []])
  func `each of many files is named`(dryRun: [String]) async throws {
    for number in 0..<25 { try add(Tool.ratings, "mixed.ndjson", as: "in/\(number).ndjson") }
    let outcome = try await bench.run(Tool.ratings, ["in", "-o", "out"] + dryRun).expect(0)
    let named = outcome.errorLines.filter { $0.contains("  out/") && $0.hasSuffix(".ndjson") }
    #expect(named.count == 25, "\(outcome)")
  }

  @Test(arguments: Tool.rewriting.filter(Tool.several.contains))
  func `a directory of dumps becomes a directory of dumps`(tool: String) async throws {
    try addDumps(for: tool)
    let outcome = try await bench.run(tool, ["dumps", "-o", "out"] + Tool.options(tool)).expect(0)
    for name in ["dump.json", "dump-xml.plist", "dump-binary.plist"] {
      let input = "dumps/device/" + name
      try await bench.run(tool, [input, "-o", "single"] + Tool.options(tool) + ["--force"])
      #expect(try bench.bytes("out/device/" + name) == (try bench.bytes("single")), "\(name)")
    }
    #expect(try bench.names().filter { $0.hasPrefix("out/device/") }.count == 3)
    for name in ["notes.txt", "picture.png"] {
      #expect(outcome.errors.contains("note: skipped 'dumps/\(name)': "), "\(outcome)")
    }
  }

  @Test(arguments: [false, true])
  func `skipped files are one group of warnings below the result`(areOwn: Bool) async throws {
    try add(Tool.ratings, "mixed.ndjson", as: "in/one.ndjson")
    for number in 10..<70 {
      try bench.write(
        areOwn ? "# HELP laughtrack_x\n" : "words\n", to: "in/notes-\(number).txt")
    }
    let outcome = try await bench.run(Tool.ratings, ["in", "-n"])
    let lines = outcome.errorLines
    let notes = lines.indices.filter { lines[$0].contains("note: ") }
    #expect(notes.count == 4, "\(outcome)")
    #expect(lines[notes[0]].contains("note: skipped 'in/notes-10.txt': "))
    #expect(
      lines[notes[3]].hasSuffix("57 more of the kind 'skipped file'; --verbose shows them all"))
    let table = try #require(lines.firstIndex { $0.hasPrefix("rating") })
    #expect(table < notes[0] && lines.last == "DRY RUN: nothing written", "\(outcome)")
    let all = try await bench.run(Tool.ratings, ["in", "-n", "--verbose"])
    #expect(all.errorLines.count { $0.contains("note: skipped 'in/notes-") } == 60)
  }

  @Test(arguments: [Tool.ratings, Tool.saved])
  func `a directory is rewritten in place, and only what changes`(tool: String) async throws {
    try addDumps(for: tool)
    try add(tool, "dump-flagged.json", as: "dumps/done.json")
    let before = try bench.tree()
    try await bench.run(tool, ["dumps/", "--in-place"] + Tool.options(tool)).expect(0)
    let after = try bench.tree()
    #expect(Set(after.keys).subtracting(before.keys) == ["dumps.journal"])
    #expect(Set(before.keys).isSubset(of: after.keys))
    let changed = after.keys.filter {
      before[$0] != after[$0] && ($0.hasSuffix(".json") || $0.hasSuffix(".plist"))
    }
    #expect(
      changed.sorted() == [
        "dumps/device/dump-binary.plist", "dumps/device/dump-xml.plist", "dumps/device/dump.json",
      ])
  }

  @Test func `a directory of exports is ranked as if it were one`() async throws {
    try add(Tool.ranking, "mixed.ndjson", as: "exports/2026/one.ndjson")
    try add(Tool.ranking, "mixed-array.json", as: "exports/two.json")
    try add(Tool.ranking, "dump.json", as: "exports/dump.json")
    try bench.write("words\n", to: "exports/README")
    let options = Tool.options(Tool.ranking) + Tool.unmigrated(Tool.ranking)
    let outcome = try await bench.run(Tool.ranking, ["exports"] + options).expect(0)
    let named = ["exports/two.json", "exports/2026/one.ndjson"]
    #expect(outcome.output == (try await bench.run(Tool.ranking, named + options)).output)
    #expect(outcome.errors.contains("note: skipped 'exports/dump.json': "))
    #expect(outcome.errors.contains("note: skipped 'exports/README': "))
  }

  @Test func `several exports go to a directory of their names`() async throws {
    try add(Tool.ratings, "mixed.ndjson", as: "a/one.ndjson")
    try add(Tool.ratings, "mixed-array.json", as: "b/two.json")
    try await bench.run(
      Tool.ratings, ["a/one.ndjson", "b/two.json", "-o", "out"]
    ).expect(0)
    #expect(
      try bench.names().filter { $0.hasPrefix("out/") } == ["out/one.ndjson", "out/two.json"])
  }

  @Test func `a directory that will be made is in no dry run's way`() async throws {
    try add(Tool.ratings, "mixed.ndjson", as: "in/one.ndjson")
    let outcome = try await bench.run(Tool.ratings, ["in", "-o", "not/yet/there", "--dry-run"])
    outcome.expect(0)
    #expect(!outcome.errors.contains("would fail"), "\(outcome)")
    try await bench.run(Tool.ratings, ["in", "-o", "not/yet/there"]).expect(0)
    #expect(bench.exists("not/yet/there/one.ndjson"))
  }

  @Test func `two inputs of one name are refused before anything is written`() async throws {
    try add(Tool.ratings, "mixed.ndjson", as: "a/one.ndjson")
    try add(Tool.ratings, "mixed.ndjson", as: "b/one.ndjson")
    try await bench.run(Tool.ratings, ["a/one.ndjson", "b/one.ndjson", "-o", "out"]).expect(64)
    #expect(!bench.exists("out"))
  }

  @Test func `several inputs cannot go to one file or to standard output`() async throws {
    try add(Tool.ratings, "mixed.ndjson", as: "one")
    try add(Tool.ratings, "mixed-array.json", as: "two")
    try bench.write("old\n", to: "out")
    try await bench.run(Tool.ratings, ["one", "two", "-o", "out"]).expect(73)
    try await bench.run(Tool.ratings, ["one", "two", "-o", "-"]).expect(64)
    #expect(try bench.text("out") == "old\n")
  }

  @Test func `one bad input of several publishes nothing`() async throws {
    try add(Tool.ratings, "mixed.ndjson", as: "in/a.ndjson")
    try add(Tool.ratings, "cut.ndjson", as: "in/b.ndjson")
    let before = try bench.names()
    try await bench.run(Tool.ratings, ["in", "-o", "out"]).expect(65)
    #expect(try bench.names() == before)
    let inPlace = try bench.tree()
    try await bench.run(Tool.ratings, ["in", "--in-place"]).expect(65)
    #expect(try bench.tree().filter { $0.key != "in" } == inPlace.filter { $0.key != "in" })
  }

  @Test(arguments: Tool.several)
  func `a directory with nothing to read is bad data`(tool: String) async throws {
    try bench.write("words\n", to: "in/README")
    try await bench.run(tool, ["in", "-o", "out"] + Tool.options(tool)).expect(
      65, "skipped 'in/README'")
    #expect(!bench.exists("out"))
  }
}
