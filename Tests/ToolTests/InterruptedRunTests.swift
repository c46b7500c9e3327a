import Foundation
import TestSupport
import Testing

/// An interrupted run in place can be resumed, repeated and undone, and one journal undoes all.
@Suite(.enabled(if: Tracing.isPossible, "no strace here"))
struct InterruptedRunTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  /// Kills a run at its n-th rename of an output.
  private func kill(
    _ arguments: [String], at number: Int, call: String = "rename", tool: String = Tool.ratings
  ) async throws {
    let line = Tracing.line("/^\(call)", "signal=KILL:when=\(number)")
    try await bench.run(tool, arguments, shell: line).expect(137)
  }

  private static func event(_ id: String, _ rating: Int) -> String {
    "{\"id\":\"\(id)\",\"joke_id\":\"\(id)\",\"rating\":\(rating)}\n"
  }

  private func addFiles() throws {
    for name in ["a", "b", "c"] {
      try bench.write(Self.event(name, 4), to: "in/\(name)")
    }
  }

  /// A managed export whose first shard is migrated while its metadata are not.
  private func addHalfExport(_ more: [String] = []) async throws -> (old: Tree, new: Tree) {
    for name in ["whole", "export"] { try bench.addExport("managed", as: name) }
    let old = try bench.files(in: "export")
    try await bench.run(Tool.ratings, ["whole", "--in-place"]).expect(0)
    try await kill(["export", "--in-place"] + more, at: 2)
    let (half, new) = (try bench.files(in: "export"), try bench.files(in: "whole"))
    let hasOld = half.contains { old[$0.key] == $0.value && new[$0.key] != $0.value }
    let hasNew = half.contains { new[$0.key] == $0.value && old[$0.key] != $0.value }
    #expect(hasOld && hasNew)
    return (old, new)
  }

  private typealias Tree = [String: Data]

  private func visible(_ folder: String) throws -> Tree {
    try bench.files(in: folder).filter { !$0.key.contains(".laughtrack-") }
  }

  @Test(arguments: [[], ["--resume"]])
  func `the next run completes a half-migrated export`(more: [String]) async throws {
    let (old, new) = try await addHalfExport()
    let outcome = try await bench.run(Tool.ratings, ["export", "--in-place"] + more)
    outcome.expect(0, "was interrupted: 1 file restored from '")
    #expect(!outcome.errors.contains("nothing to resume"), "\(outcome)")
    #expect(try bench.files(in: "export") == new)
    #expect(try bench.names().filter { $0.hasPrefix("export.") } == ["export.journal"])
    try await bench.run(Tool.ratings, ["--undo", "export.journal"]).expect(0)
    #expect(try bench.files(in: "export") == old)
  }

  @Test func `--undo restores an interrupted run in place`() async throws {
    let (old, _) = try await addHalfExport()
    try await bench.run(Tool.ratings, ["--undo", "export.journal"]).expect(0)
    #expect(try visible("export") == old)
  }

  @Test(arguments: [
    (Tool.ratings, ["-o", "out"]), (Tool.ratings, ["--in-place", "-n"]), (Tool.ranking, ["-n"]),
    (Tool.documents, ["--check"]),
  ])
  func `a run over a half-migrated export is refused with a hint`(
    tool: String, arguments: [String]
  ) async throws {
    _ = try await addHalfExport()
    let before = try bench.files(in: "export")
    try await bench.run(tool, ["export"] + arguments).expect(
      65, "migrate-ratings was interrupted here: run it again with --resume",
      "migrate-ratings --undo ")
    #expect(try bench.files(in: "export") == before)
  }

  @Test(arguments: [1, 2, 3], [[], ["--resume"]])
  func `after a kill at any file, one journal undoes the completed run`(
    number: Int, more: [String]
  ) async throws {
    try addFiles()
    let old = try bench.files(in: "in")
    try await kill(["in", "--in-place"], at: number)
    let outcome = try await bench.run(Tool.ratings, ["in", "--in-place"] + more).expect(0)
    let new = try bench.files(in: "in")
    #expect(new.count == 3 && new.allSatisfy { $0.value.contains(UInt8(ascii: "5")) })
    #expect(outcome.errors.contains(number == 1 ? "3" : "\(number - 1) file"), "\(outcome)")
    let journals = try bench.names().filter { $0.hasPrefix("in.journal") }
    let newest = try #require(journals.last)
    #expect(journals.count == (number == 1 ? 2 : 1))
    try await bench.run(Tool.ratings, ["--undo", newest]).expect(0)
    #expect(try bench.files(in: "in") == old)
  }

  @Test(arguments: [["in/b"], ["in/c"], ["in/b", "in/c"]])
  func `a run over some files of an interrupted one is refused, also without the first`(
    files: [String]
  ) async throws {
    try addFiles()
    try await kill(["in/a", "in/b", "in/c", "--in-place"], at: 3)
    // A name that is not UTF-8 does not hide the journal.
    try await bench.run("none", [], shell: #": > "$(printf 'in/caf\351')""#).expect(0)
    let before = try ["in/a", "in/b", "in/c"].map(bench.text)
    for more in [[], ["--batches", "batches", "--database", "projects/p/databases/d"]] {
      try await bench.run(Tool.ratings, files + ["--in-place"] + more).expect(
        65, "seems interrupted: some of its files are written")
    }
    #expect(try ["in/a", "in/b", "in/c"].map(bench.text) == before)
  }

  @Test func `a run killed while it restores files can be resumed`() async throws {
    try addFiles()
    let old = try bench.files(in: "in")
    try await kill(["in", "--in-place"], at: 3)
    // Two files are restored, then all are migrated again.
    for number in [2, 4, 5] { try await kill(["in", "--in-place"], at: number) }
    try await bench.run(Tool.ratings, ["in", "--in-place", "--resume"]).expect(0)
    for name in try bench.names().filter({ $0.hasPrefix("in.journal") }).reversed() {
      try await bench.run(Tool.ratings, ["--undo", name]).expect(0)
      #expect(try bench.files(in: "in") == old)
    }
  }

  @Test(arguments: [1, 2])
  func `an interrupted run with --journal continues only with --resume`(number: Int) async throws {
    try addFiles()
    let old = try bench.files(in: "in")
    let arguments = ["in", "--in-place", "--journal", "journal"]
    try await kill(arguments, at: number)
    let before = try bench.tree()
    try await bench.run(Tool.ratings, arguments).expect(73, "with --resume, ")
    #expect(try bench.tree()["journal"] == before["journal"])
    try await bench.run(Tool.ratings, arguments + ["--resume"]).expect(0)
    #expect(try bench.names() == ["in", "in/a", "in/b", "in/c", "journal"])
    try await bench.run(Tool.ratings, arguments + ["--resume"]).expect(0)
    try await bench.run(Tool.ratings, ["--undo", "journal"]).expect(0)
    #expect(try bench.files(in: "in") == old)
  }

  @Test func `--resume continues a run with -o and its journal`() async throws {
    try addFiles()
    let arguments = ["in", "-o", "out", "--journal", "journal"]
    // The first link publishes the journal.
    try await kill(arguments, at: 3, call: "link")
    try await bench.run(Tool.ratings, arguments + ["--resume"]).expect(0)
    #expect(try bench.files(in: "out").count == 3)
    try await bench.run(Tool.ratings, ["--undo", "journal"]).expect(0)
    #expect(try bench.files(in: "out") == bench.files(in: "in"))
  }

  @Test func `a journal that undoes other results is not replaced`() async throws {
    try addFiles()
    let arguments = ["-o", "out", "--journal", "journal", "--resume"]
    try await bench.run(Tool.ratings, ["in"] + arguments).expect(0)
    let before = try bench.bytes("journal")
    try bench.write("{\"joke_id\":\"d\",\"rating\":4}\n", to: "more/d")
    try await bench.run(Tool.ratings, ["more"] + arguments).expect(73, "undoes an earlier run")
    #expect(try bench.bytes("journal") == before)
  }

  @Test func `a run with other options leaves what was interrupted, and says so`() async throws {
    try addFiles()
    try await kill(["in", "--in-place", "--unexpected", "drop"], at: 2)
    let first = try bench.bytes("in/a")
    try await bench.run(Tool.ratings, ["in", "--in-place"]).expect(
      0, "with other options was interrupted")
    #expect(try bench.bytes("in/a") == first)
    #expect(bench.exists("in.journal-2"))
  }

  @Test func `a dry run says what the real one begins with, and writes nothing`() async throws {
    try addFiles()
    try await kill(["in", "--in-place"], at: 2)
    let before = try bench.tree()
    let outcome = try await bench.run(Tool.ratings, ["in", "--in-place", "-n"])
    outcome.expect(0, "the real run would first restore its 1 file")
    #expect(outcome.errors.contains("/in/a'), and read what they held"), "\(outcome)")
    try await bench.run(Tool.ratings, ["in", "--in-place", "-n", "--plan-out", "plan"]).expect(
      65, "what they hold now cannot be planned")
    #expect(try bench.tree() == before)
  }

  @Test func `a guard that stops the next run tells what was restored`() async throws {
    try addFiles()
    let before = try bench.bytes("in/a")
    try await kill(["in", "--in-place"], at: 2)
    try await bench.run(Tool.ratings, ["in", "--in-place", "--max-change-percent", "10"]).expect(
      4, "the files of the interrupted run were restored; nothing else was written")
    #expect(try bench.bytes("in/a") == before)
  }

  @Test func `a file that somebody changed since stays, and is named`() async throws {
    try addFiles()
    try await kill(["in", "--in-place"], at: 2)
    try bench.write("{\"joke_id\":\"new\",\"rating\":2}\n", to: "in/a")
    let resumed = try await bench.run(Tool.ratings, ["in", "--in-place", "--resume"])
    resumed.expect(65, "in/a")
    try await bench.run(Tool.ratings, ["in", "--in-place"]).expect(0, "cannot be resumed")
    #expect(try bench.text("in/a") == "{\"joke_id\":\"new\",\"rating\":1}\n")
  }

  @Test func `a run that ended well is not taken back by the next`() async throws {
    try addFiles()
    try await bench.run(Tool.ratings, ["in", "--in-place"]).expect(0)
    try bench.write("{\"joke_id\":\"d\",\"rating\":4}\n", to: "in/d")
    let outcome = try await bench.run(Tool.ratings, ["in", "--in-place"])
    #expect(outcome.status == 0 && !outcome.errors.contains("interrupted"), "\(outcome)")
    #expect(bench.exists("in.journal-2"))
  }

  @Test(arguments: ["in/a", "in/b", "in/c"], [false, true])
  func `an interrupted run is known whichever file changed since, or was removed`(
    path: String, isRemoved: Bool
  ) async throws {
    try addFiles()
    try await kill(["in", "--in-place"], at: 2)
    if isRemoved {
      try FileManager.default.removeItem(at: bench.url(path))
    } else {
      try bench.write(Self.event("new", 2), to: path)
    }
    let before = try visible("in")
    let reason =
      path == "in/a" ? "or undone is not known" : "interrupted: some of its files are written"
    try await bench.run(Tool.ratings, ["in", "--in-place"] + Self.batches).expect(65, reason)
    #expect(try visible("in") == before && !bench.exists("batches"))
    try await bench.run(Tool.ratings, ["in", "--in-place", "-n"]).expect(0, "cannot be resumed")
    try await bench.run(Tool.ratings, ["--undo", "in.journal", "--salvage"]).expect(3)
    // If the only file that it wrote has changed, nobody knows whether that was undone by hand.
    if path == "in/a" {
      try await bench.run(Tool.ratings, ["in", "--in-place"] + Self.batches).expect(
        65, "if it was undone, as from a backup, remove the journal")
      try bench.remove("in.journal")
    }
    try await bench.run(Tool.ratings, ["in", "--in-place"] + Self.batches).expect(0)
  }

  private static let batches = ["--batches", "batches", "--database", "projects/p/databases/d"]

  @Test func `an interrupted run is known after its folder was moved with the journal`()
    async throws
  {
    try addFiles()
    let old = try bench.files(in: "in")
    try await kill(["in", "--in-place"], at: 2)
    try bench.makeDirectory("moved")
    for name in ["in", "in.journal"] {
      try FileManager.default.moveItem(at: bench.url(name), to: bench.url("moved/" + name))
    }
    try await bench.run(Tool.ratings, ["moved/in", "--in-place"] + Self.batches).expect(
      65, "seems interrupted")
    try await bench.run(Tool.ratings, ["moved/in", "--in-place"]).expect(
      0, "was interrupted: 1 file restored from '")
    try await bench.run(Tool.ratings, ["--undo", "moved/in.journal"]).expect(0)
    #expect(try visible("moved/in") == old)
  }

  @Test func `a run that was undone was not interrupted, also if a file changed since`()
    async throws
  {
    try addFiles()
    try await bench.run(Tool.ratings, ["in", "--in-place"]).expect(0)
    try await bench.run(Tool.ratings, ["--undo", "in.journal"]).expect(0)
    try bench.write(Self.event("new", 2), to: "in/b")
    for more in [["--unexpected", "drop", "-n"], ["-n"], Self.batches] {
      let outcome = try await bench.run(Tool.ratings, ["in", "--in-place"] + more).expect(0)
      #expect(!outcome.errors.contains("interrupted"), "\(outcome)")
    }
  }

  @Test func `the printed command resumes a run with the time that it had`() async throws {
    for name in ["a", "b", "c"] {
      let dump = "{\"jokeRatings\":{\"\(name)\":5},\"savedJokeIds\":[]}"
      for folder in ["in", "whole"] { try bench.write(dump, to: "\(folder)/\(name)") }
    }
    let run = ["--in-place", "--now", "2026-03-01T00:00:00Z"]
    try await bench.run(Tool.saved, ["whole"] + run).expect(0)
    try await kill(["in"] + run, at: 2, tool: Tool.saved)
    let refused = try await bench.run(Tool.saved, ["in/a", "--in-place"]).expect(
      65, "resume it, with the guards that it had: migrate-saved 'in' --in-place --now ")
    let command = refused.errors.split(separator: "that it had: ")[1].split(separator: ";")[0]
    let words = command.split(separator: " ").dropFirst().map { $0.replacing("'", with: "") }
    try await bench.run(Tool.saved, words.map(String.init)).expect(0)
    #expect(try bench.files(in: "in") == bench.files(in: "whole"))
  }

  @Test(arguments: [1, 2])
  func `a run stopped while it restores files says that they are restored`(number: Int)
    async throws
  {
    try addFiles()
    let old = try ["in/a", "in/b"].map(bench.bytes)
    try await kill(["in", "--in-place"], at: 3)
    let line = Tracing.line("/^rename", "delay_exit=10000000:when=\(number)", "-D")
    let running = try await bench.start(Tool.ratings, ["in", "--in-place"], shell: line)
    #expect(
      try await eventually { try bench.bytes(["in/a", "in/b"][number - 1]) == old[number - 1] })
    running.send(SIGTERM)
    let outcome = try await running.outcome()
    outcome.expect(143, "/in/a'")
    #expect(outcome.errors.contains("nothing else was done; run again to continue"))
    #expect(
      outcome.errors.contains("restored: ") && !outcome.errors.contains("written"), "\(outcome)")
    try await bench.run(Tool.ratings, ["in", "--in-place"]).expect(0)
  }
}
