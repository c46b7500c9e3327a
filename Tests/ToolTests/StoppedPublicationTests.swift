import Foundation
import TestSupport
import Testing

/// The messages and remedies after a signal while many files are published.
@Suite(.enabled(if: Tracing.isPossible, "no strace here"))
struct StoppedPublicationTests {
  private let bench: Bench
  private static let fileCount = 200

  init() throws { bench = try Bench() }

  private func addFiles() throws {
    let lines = "{\"joke_id\":\"a\",\"rating\":5}\n{\"joke_id\":\"a\",\"rating\":4}\n"
    for number in 0..<Self.fileCount { try bench.write(lines, to: "it's in/\(number)") }
  }

  private static func isMigrated(_ bytes: Data) -> Bool { !bytes.contains(UInt8(ascii: "4")) }

  /// Runs a migration, and stops it by a signal when this many outputs are published: the next
  /// rename is delayed until the signal arrives.
  private func stopped(
    _ arguments: [String], after count: Int, in directory: String = "out"
  ) async throws -> ToolOutcome {
    let call = arguments == ["--in-place"] ? "rename" : "link"
    let number = count + (arguments.contains("--journal") ? 2 : 1)
    let line = Tracing.line("/^\(call)", "delay_enter=10000000:when=\(number)", "-D")
    let running = try await bench.start(Tool.ratings, ["it's in"] + arguments, shell: line)
    #expect(
      try await eventually { try files(directory).count(where: Self.isMigrated) == count })
    running.send(SIGTERM)
    let outcome = try await running.outcome().expect(143)
    #expect(!(try bench.names().contains { $0.contains(".laughtrack-") }))
    return outcome
  }

  /// The command that follows some words in a message.
  private func command(behind words: String, in outcome: ToolOutcome) throws -> String {
    let last = try #require(outcome.errorLines.last)
    let start = try #require(last.range(of: words)).upperBound
    return String(last[start...].prefix { $0 != ";" })
  }

  @Test(arguments: [("rename", 1), ("fsync", 4)])
  func `a journal goes if no output is published, also if a summary tells of the failure`(
    call: String, number: Int
  ) async throws {
    let event = "{\"joke_id\":\"a\",\"rating\":4}\n"
    try bench.write(event, to: "in")
    let line = Tracing.line(call, "error=EIO:when=\(number)")
    try await bench.run(
      Tool.ratings, ["in", "--in-place", "--summary", "told"], shell: line
    ).expect(74)
    #expect(try bench.text("in") == event)
    #expect(try bench.names() == ["in", "told"])
  }

  @Test func `in place, the message says how to take back what was done, and to do the rest`()
    async throws
  {
    try addFiles()
    let outcome = try await stopped(["--in-place"], after: 19, in: "it's in")
    #expect(outcome.errors.contains("written: 'it's in/0', "), "\(outcome)")
    #expect(outcome.errors.contains("to do the rest: run again"), "\(outcome)")
    let migrated = try files("it's in").filter(Self.isMigrated)
    #expect((1..<Self.fileCount).contains(migrated.count))
    #expect(outcome.errors.contains("not written: \(Self.fileCount - migrated.count) more"))
    #expect(
      try command(behind: "to undo that: ", in: outcome)
        == "migrate-ratings --undo '\(bench.directory.path)/it'\\''s in.journal'")
    try await bench.run(Tool.ratings, ["--undo", "it's in.journal"]).expect(0)
    #expect(try files("it's in").allSatisfy { !Self.isMigrated($0) })
    try await bench.run(Tool.ratings, ["it's in", "--in-place"]).expect(0)
    #expect(try files("it's in").allSatisfy(Self.isMigrated))
  }

  @Test func `a stopped publication reports exactly the outputs that it wrote`() async throws {
    try addFiles()
    for count in [1, 50] {
      let journal = "journal-\(count)"
      let outcome = try await stopped(["-o", "out", "--journal", journal], after: count)
      let written = try files("out")
      #expect((count..<Self.fileCount).contains(written.count))
      #expect(written.allSatisfy(Self.isMigrated))
      let words = "not written: \(Self.fileCount - written.count) more outputs"
      #expect(outcome.errorLines.last?.contains(words) == true, "\(outcome)")
      #expect(outcome.errors.contains("run again with --resume"), "\(outcome)")
      try await bench.run(Tool.ratings, ["--undo", journal]).expect(0)
      #expect(try files("out").allSatisfy { !Self.isMigrated($0) })
      try bench.remove("out")
    }
  }

  @Test func `a signal before publishing says that nothing was written, and to resume`()
    async throws
  {
    let lines = String(repeating: "{\"joke_id\":\"a\",\"rating\":4}\n", count: 999)
    for name in ["in/a", "in/b"] { try bench.write(lines, to: name) }
    let arguments = ["in", "-o", "out", "--checkpoint-bytes", "8192", "--journal", "journal"]
    // All outputs are finished; publishing the journal, the first, is delayed.
    let line = Tracing.line("link", "delay_enter=10000000", to: "trace", "-D")
    let running = try await bench.start(Tool.ratings, arguments, shell: line)
    #expect(try await eventually { try bench.exists("trace") && !bench.bytes("trace").isEmpty })
    running.send(SIGTERM)
    let outcome = try await running.outcome().expect(143)
    #expect(
      outcome.errorLines.last?.contains("nothing was written; the work so far is kept") == true
    )
    let left = try bench.names()
    for kind in [".part", ".checkpoint"] {
      #expect(left.count { $0.hasPrefix("out/.laughtrack-") && $0.hasSuffix(kind) } == 2, "\(left)")
    }
    #expect(!left.contains { $0.hasSuffix(".lock") || $0.hasSuffix(".tmp") || $0 == "journal" })
    try await bench.run(Tool.ratings, arguments + ["--resume"]).expect(0)
    #expect(
      try bench.names() == ["in", "in/a", "in/b", "journal", "out", "out/a", "out/b", "trace"])
  }

  @Test func `a stopped run removes a part without a checkpoint, and does not call it kept`()
    async throws
  {
    let lines = String(repeating: "{\"joke_id\":\"a\",\"rating\":4}\n", count: 999)
    try bench.write(lines, to: "events")
    let arguments = ["events", "-o", "out", "--force", "--checkpoint-bytes", "8192"]
    try bench.write("old", to: "out")
    // Each removal is delayed; that of a checkpoint is the first that finds a file.
    let line = Tracing.line("unlink", "delay_exit=1000000", to: "trace", "-D")
    let running = try await bench.start(Tool.ratings, arguments, shell: line)
    #expect(
      try await eventually {
        try bench.exists("trace") && bench.text("trace").contains(/\.checkpoint"\) *= 0/)
      })
    running.send(SIGTERM)
    let outcome = try await running.outcome().expect(143)
    #expect(outcome.errorLines.last?.hasSuffix("nothing was written") == true, "\(outcome)")
    #expect(try bench.names() == ["events", "out", "trace"])
    #expect(try bench.text("out") == "old")
  }

  @Test func `a run that is stopped before its first checkpoint leaves no part`() async throws {
    let lines = String(repeating: "{\"joke_id\":\"a\",\"rating\":4}\n", count: 9999)
    try bench.write(lines, to: "events")
    let arguments = ["events", "-o", "out", "--checkpoint-bytes", "8192"]
    // The part is flushed before the checkpoint.
    let line = Tracing.line("fsync", "delay_enter=10000000:when=2", to: "trace", "-D")
    let running = try await bench.start(Tool.ratings, arguments, shell: line)
    #expect(
      try await eventually {
        try bench.exists("trace") && bench.text("trace").contains(/= 0\n.*fsync/)
      })
    running.send(SIGTERM)
    try await running.outcome().expect(143)
    #expect(try bench.names() == ["events", "trace"])
    try await bench.run(Tool.ratings, arguments + ["--resume"]).expect(0)
  }

  @Test func `a stopped run without outputs does not call its inputs written`() async throws {
    for name in ["a", "b"] { try bench.write(#"{"id":"\#(name)","rating":4}"#, to: name) }
    let line = Tracing.line("/^rename", "delay_enter=10000000", to: "trace", "-D")
    let running = try await bench.start(
      Tool.ratings,
      ["a", "b", "--batches", "batches", "--database", "projects/p/databases/d"], shell: line)
    #expect(try await eventually { try bench.exists("trace") && !bench.bytes("trace").isEmpty })
    running.send(SIGTERM)
    try await running.outcome().expect(143, "terminated: all was written: 'batches'\n")
  }

  @Test func `a run that met a change goes on without --resume, and says so`() async throws {
    let event = #"{"joke_id":"a","rating":4}"#
    for name in ["in/a", "in/b", "in/c"] { try bench.write(event, to: name) }
    let line = Tracing.line("rename", "delay_enter=1000000:when=1", to: "trace", "-D")
    let running = try await bench.start(Tool.ratings, ["in", "--in-place"], shell: line)
    #expect(try await eventually { bench.exists("in.journal") })
    try bench.write(event + "\n" + event, to: "in/b")
    let outcome = try await running.outcome().expect(
      74, "'in/b' was changed by another program", "to do the rest: run again\n")
    let salvage = try command(behind: "to undo that: ", in: outcome)
    try await bench.run(Tool.ratings, ["in/c", "--in-place"]).expect(
      65, "run migrate-ratings over them again", salvage)
    try await bench.run(Tool.ratings, ["in", "--in-place"]).expect(0)
    #expect(try files("in").allSatisfy(Self.isMigrated))
  }

  @Test func `a run goes on where it was stopped, and recognizes what is there`() async throws {
    try addFiles()
    _ = try await stopped(["-o", "out"], after: 19)
    let written = try bench.tree().filter { $0.key.hasPrefix("out/") }
    #expect((1..<Self.fileCount).contains(written.count))
    try await bench.run(Tool.ratings, ["it's in", "-o", "out"]).expect(73)
    let dry = try await bench.run(Tool.ratings, ["it's in", "-o", "out", "--resume", "-n"])
    #expect(dry.status == 0 && !dry.errors.contains("would fail"), "\(dry)")
    try await bench.run(
      Tool.ratings, ["it's in", "-o", "out", "--resume", "--journal", "journal", "--prove-undo"]
    ).expect(0, "left \(written.count) outputs as they are")
    let after = try bench.tree()
    for (name, file) in written { #expect(after[name] == file) }
    #expect(try files("out").filter(Self.isMigrated).count == Self.fileCount)
    try await bench.run(Tool.ratings, ["--undo", "journal"]).expect(0)
    #expect(try files("out").allSatisfy { !Self.isMigrated($0) })
  }

  /// The bytes of all published files in a directory.
  private func files(_ directory: String) throws -> [Data] {
    try bench.names().filter { $0.hasPrefix(directory + "/") && !$0.contains("/.") }.map(
      bench.bytes)
  }
}
