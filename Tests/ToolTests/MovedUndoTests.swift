import Foundation
import TestSupport
import Testing

/// Undoing a run whose files were moved together with their journal.
struct MovedUndoTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  private static let event = "{\"joke_id\":\"a\",\"rating\":4}\n"
  private static let migrated = "{\"joke_id\":\"a\",\"rating\":5}\n"

  private func move(_ name: String, to other: String) throws {
    try bench.makeDirectory((other as NSString).deletingLastPathComponent)
    try FileManager.default.moveItem(at: bench.url(name), to: bench.url(other))
  }

  /// Migrates `old/in` in place, a file or a directory.
  private func migrate(_ names: [String]) async throws {
    for name in names { try bench.write(Self.event, to: "old/\(name)") }
    let outcome = try await bench.run(Tool.ratings, ["old/in", "--in-place"])
    #expect(outcome.status == 0, "\(outcome)")
  }

  @Test(arguments: [["in"], ["in/a", "in/b/c"]])
  func `files beside the journal are taken for those of the run`(names: [String]) async throws {
    try await migrate(names)
    try move("old", to: "new/place")
    let outcome = try await bench.run(Tool.ratings, ["--undo", "new/place/in.journal"])
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.errors.contains("found beside the journal: '"), "\(outcome)")
    for name in names { #expect(try bench.text("new/place/\(name)") == Self.event) }
    #expect(!bench.exists("old"))
  }

  @Test func `files beside the journal are found for a run with -o`() async throws {
    try bench.write(Self.event, to: "in")
    let arguments = ["in", "-o", "old/out", "--journal", "old/journal"]
    try bench.makeDirectory("old")
    #expect(try await bench.run(Tool.ratings, arguments).status == 0)
    try move("old", to: "new")
    let outcome = try await bench.run(Tool.ratings, ["--undo", "new/journal", "-o", "was"])
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try bench.text("was") == Self.event)
    #expect(try await bench.run(Tool.ratings, ["--undo", "new/journal"]).status == 0)
    #expect(try bench.text("new/out") == Self.event)
  }

  @Test func `an export that lost documents comes back whole`() async throws {
    try bench.addExport("backup", as: "old/in")
    let before = try bench.files(in: "old/in")
    #expect(try await bench.run(Tool.ratings, ["old/in", "--in-place"]).status == 0)
    try move("old", to: "new")
    let outcome = try await bench.run(Tool.ratings, ["--undo", "new/in.journal"])
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try bench.files(in: "new/in") == before)
  }

  @Test func `the path in the journal comes first`() async throws {
    try await migrate(["in"])
    try bench.write(Self.migrated, to: "new/in")
    try bench.write(try bench.bytes("old/in.journal"), to: "new/in.journal")
    #expect(try await bench.run(Tool.ratings, ["--undo", "new/in.journal"]).status == 0)
    #expect(try bench.text("old/in") == Self.event)
    #expect(try bench.text("new/in") == Self.migrated)
  }

  @Test func `another file at the old path does not stand in the way`() async throws {
    try await migrate(["in"])
    try move("old", to: "new")
    try bench.write("another\n", to: "old/in")
    #expect(try await bench.run(Tool.ratings, ["--undo", "new/in.journal"]).status == 0)
    #expect(try bench.text("new/in") == Self.event)
    #expect(try bench.text("old/in") == "another\n")
  }

  @Test(arguments: ["another\n", "{\"joke_id\":\"b\",\"rating\":5}\n"])
  func `--undo leaves a moved file alone if only its name matches`(content: String) async throws {
    try await migrate(["in"])
    try move("old/in.journal", to: "new/in.journal")
    try bench.remove("old")
    try bench.write(content, to: "new/in")
    let outcome = try await bench.run(Tool.ratings, ["--undo", "new/in.journal"])
    #expect(outcome.status == 65, "\(outcome)")
    #expect(outcome.errors.contains("old/in"), "\(outcome)")
    #expect(try bench.text("new/in") == content)
  }

  @Test(arguments: [["in"], ["in/a", "in/b"]])
  func `--undo of a data file names the journal beside it`(
    names: [String]
  ) async throws {
    try await migrate(names)
    let outcome = try await bench.run(Tool.ratings, ["--undo", "old/in"])
    #expect(outcome.status == 65, "\(outcome)")
    #expect(outcome.errors.contains("old/in: it is not a journal"), "\(outcome)")
    let hint = try #require(outcome.errorLines.last)
    let command = try #require(hint.components(separatedBy: "migrate-ratings --undo ").last)
    #expect(
      try await bench.run("migrate-ratings", ["--undo"], shell: "\"$@\" \(command)").status == 0)
    for name in names { #expect(try bench.text("old/\(name)") == Self.event) }
  }

  @Test(arguments: [
    ["migrated.ndjson", "migrated.journal"], ["out/a.ndjson", "out.undo"], ["out", "j"],
    ["here/out/a.ndjson", "here/j"],
  ])
  func `a journal of any name is found beside the file, and beside its folder`(names: [String])
    async throws
  {
    try bench.write(Self.event, to: "in/a.ndjson")
    let isFolder = names[0].contains("out")
    let output = isFolder ? names[0].replacingOccurrences(of: "/a.ndjson", with: "/") : names[0]
    try bench.makeDirectory("here")
    // Another journal beside it, with another result.
    let others = ["in/a.ndjson", "-o", "other", "--journal", "an-other.journal"]
    #expect(try await bench.run(Tool.ratings, others).status == 0)
    let input = isFolder ? "in/" : "in/a.ndjson"
    let made = try await bench.run(
      Tool.ratings, [input, "-o", output, "--journal", names[1]])
    #expect(made.status == 0, "\(made)")
    let outcome = try await bench.run(Tool.ratings, ["--undo", names[0]])
    #expect(outcome.status == 65, "\(outcome)")
    #expect(
      outcome.errorLines.last
        == "migrate-ratings: hint: this journal has it among its results: "
        + "migrate-ratings --undo '\(names[1])'", "\(outcome)")
    #expect(try await bench.run(Tool.ratings, ["--undo", names[1]]).status == 0)
  }

  @Test func `of several journals it names the newest, and one that moved along`() async throws {
    try bench.write(Self.event, to: "old/in")
    for name in ["z", "a"] {
      let arguments = ["old/in", "-o", "old/out", "--force", "--journal", "old/" + name]
      #expect(try await bench.run(Tool.ratings, arguments).status == 0)
    }
    try move("old", to: "new")
    let outcome = try await bench.run(Tool.ratings, ["--undo", "new/out"])
    #expect(outcome.errorLines.last?.hasSuffix("migrate-ratings --undo 'new/a'") == true)
  }

  @Test func `--undo of a data file without a journal is refused`() async throws {
    try bench.write(Self.event, to: "in")
    let outcome = try await bench.run(Tool.ratings, ["--undo", "in"])
    #expect(outcome.status == 65 && outcome.errors.contains("in: not a journal"), "\(outcome)")
    #expect(outcome.errors.contains("hint: nothing was undone; name DATA.journal"), "\(outcome)")
  }
}
