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
    try await bench.run(Tool.ratings, ["old/in", "--in-place"]).expect(0)
  }

  @Test(arguments: [["in"], ["in/a", "in/b/c"]])
  func `files beside the journal are taken for those of the run`(names: [String]) async throws {
    try await migrate(names)
    try move("old", to: "new/place")
    try await bench.run(Tool.ratings, ["--undo", "new/place/in.journal"]).expect(
      0, "found beside the journal: '")
    for name in names { #expect(try bench.text("new/place/\(name)") == Self.event) }
    #expect(!bench.exists("old"))
  }

  @Test func `files beside the journal are found for a run with -o`() async throws {
    try bench.write(Self.event, to: "in")
    let arguments = ["in", "-o", "old/out", "--journal", "old/journal"]
    try bench.makeDirectory("old")
    try await bench.run(Tool.ratings, arguments).expect(0)
    try move("old", to: "new")
    try await bench.run(Tool.ratings, ["--undo", "new/journal", "-o", "was"]).expect(0)
    #expect(try bench.text("was") == Self.event)
    try await bench.run(Tool.ratings, ["--undo", "new/journal"]).expect(0)
    #expect(try bench.text("new/out") == Self.event)
  }

  @Test func `an export that lost documents comes back whole`() async throws {
    try bench.addExport("backup", as: "old/in")
    let before = try bench.files(in: "old/in")
    try await bench.run(Tool.ratings, ["old/in", "--in-place"]).expect(0)
    try move("old", to: "new")
    try await bench.run(Tool.ratings, ["--undo", "new/in.journal"]).expect(0)
    #expect(try bench.files(in: "new/in") == before)
  }

  @Test func `the path in the journal comes first`() async throws {
    try await migrate(["in"])
    try bench.write(Self.migrated, to: "new/in")
    try bench.write(try bench.bytes("old/in.journal"), to: "new/in.journal")
    try await bench.run(Tool.ratings, ["--undo", "new/in.journal"]).expect(0)
    #expect(try bench.text("old/in") == Self.event)
    #expect(try bench.text("new/in") == Self.migrated)
  }

  @Test func `a file that changed after it was moved is named, and the others can be restored`()
    async throws
  {
    try await migrate(["in/a", "in/b", "in/c"])
    try move("old", to: "new")
    try bench.write("another\n", to: "new/in/b")
    try await bench.run(Tool.ratings, ["--undo", "new/in.journal"]).expect(
      65, "new/in/b: it was changed since the run")
    try await bench.run(Tool.ratings, ["--undo", "new/in.journal", "--salvage"]).expect(3)
    #expect(try bench.text("new/in/a") == Self.event)
    #expect(try bench.text("new/in/b") == "another\n")
    #expect(try bench.text("new/in/c") == Self.event)
  }

  @Test func `an input of the run is not taken for its output, whatever its bytes`() async throws {
    try bench.write(Self.event, to: "in")
    try bench.makeDirectory("out")
    try await bench.run(Tool.ratings, ["in", "-o", "out/in", "--journal", "journal"]).expect(0)
    try bench.write("another\n", to: "out/in")
    try await bench.run(Tool.ratings, ["in", "--in-place"]).expect(0)
    try await bench.run(Tool.ratings, ["--undo", "journal"]).expect(
      65, "out/in: it was changed since the run")
    #expect(try bench.text("in") == Self.migrated)
  }

  @Test func `another file at the old path does not stand in the way`() async throws {
    try await migrate(["in"])
    try move("old", to: "new")
    try bench.write("another\n", to: "old/in")
    try await bench.run(Tool.ratings, ["--undo", "new/in.journal"]).expect(0)
    #expect(try bench.text("new/in") == Self.event)
    #expect(try bench.text("old/in") == "another\n")
  }

  @Test(arguments: ["another\n", "{\"joke_id\":\"b\",\"rating\":5}\n"])
  func `--undo leaves a moved file alone if only its name matches`(content: String) async throws {
    try await migrate(["in"])
    try move("old/in.journal", to: "new/in.journal")
    try bench.remove("old")
    try bench.write(content, to: "new/in")
    try await bench.run(Tool.ratings, ["--undo", "new/in.journal"]).expect(65, "old/in")
    #expect(try bench.text("new/in") == content)
  }

  @Test(arguments: [["in"], ["in/a", "in/b"]])
  func `--undo of a data file names the journal beside it`(
    names: [String]
  ) async throws {
    try await migrate(names)
    let outcome = try await bench.run(Tool.ratings, ["--undo", "old/in"])
    outcome.expect(65, "old/in: it is not a journal")
    let hint = try #require(outcome.errorLines.last)
    let command = try #require(hint.components(separatedBy: "migrate-ratings --undo ").last)
    try await bench.run("migrate-ratings", ["--undo"], shell: "\"$@\" \(command)").expect(0)
    for name in names { #expect(try bench.text("old/\(name)") == Self.event) }
    let again = try await bench.run(Tool.ratings, ["--undo", "old/in"])
    again.expect(65, "old/in: it is not a journal")
    #expect(again.errorLines.last?.contains("nothing to undo") == true, "\(again)")
  }

  @Test func `--undo of a folder without a journal says what to name`() async throws {
    try bench.write(Self.event, to: "in/a.ndjson")
    let outcome = try await bench.run(Tool.ratings, ["--undo", "in"])
    outcome.expect(65, "in: it is a directory, not a journal")
    #expect(outcome.errors.contains("name DATA.journal"))
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
    try await bench.run(Tool.ratings, others).expect(0)
    let input = isFolder ? "in/" : "in/a.ndjson"
    try await bench.run(
      Tool.ratings, [input, "-o", output, "--journal", names[1]]
    ).expect(0)
    let outcome = try await bench.run(Tool.ratings, ["--undo", names[0]]).expect(65)
    #expect(
      outcome.errorLines.last
        == "migrate-ratings: hint: this journal has it among its results: "
        + "migrate-ratings --undo '\(names[1])'", "\(outcome)")
    try await bench.run(Tool.ratings, ["--undo", names[1]]).expect(0)
  }

  @Test func `of several journals it names the newest, and one that moved along`() async throws {
    try bench.write(Self.event, to: "old/in")
    for name in ["z", "a"] {
      let arguments = ["old/in", "-o", "old/out", "--force", "--journal", "old/" + name]
      try await bench.run(Tool.ratings, arguments).expect(0)
    }
    try move("old", to: "new")
    let outcome = try await bench.run(Tool.ratings, ["--undo", "new/out"])
    #expect(outcome.errorLines.last?.hasSuffix("migrate-ratings --undo 'new/a'") == true)
  }

  /// The hints are followed step by step, back to the beginning.
  @Test(arguments: [["2026-03-02T00:00:00Z", "2026-03-01T00:00:00Z"], ["0", "0", "0"]])
  func `of several journals it names the one whose result is there`(times: [String]) async throws {
    let dump = #"{"savedJokeIds":["x"]}"#
    try bench.write(dump, to: "d")
    for (index, time) in times.enumerated() {
      let edit = ["d", "--save", "joke\(index)", "--in-place", "--now", time]
      try await bench.run(Tool.editing, edit).expect(0)
    }
    for number in (1...times.count).reversed() {
      let journal = number == 1 ? "d.journal" : "d.journal-\(number)"
      let outcome = try await bench.run(Tool.editing, ["--undo", "d"]).expect(65)
      #expect(outcome.errorLines.last?.hasSuffix("edit-saved --undo '\(journal)'") == true)
      try await bench.run(Tool.editing, ["--undo", journal]).expect(0, "undone: 1 file")
    }
    #expect(try bench.text("d") == dump)
  }

  @Test func `--undo of a data file without a journal is refused`() async throws {
    try bench.write(Self.event, to: "in")
    try await bench.run(Tool.ratings, ["--undo", "in"]).expect(
      65, "in: not a journal", "hint: nothing was undone; name DATA.journal")
  }
}
