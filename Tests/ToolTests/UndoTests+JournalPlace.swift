import Foundation
import TestSupport
import Testing

/// The place and the mode of the journal of a run.
extension UndoTests {
  @Test func `an input that changes before the proof is no fault of the tool's`() async throws {
    let sample = try Fixtures.input(Tool.ratings, Tool.sample(Tool.ratings))
    try bench.write(sample, to: "in/a")
    try bench.write(try compressed(sample, with: "gzip"), to: "in/b")
    // The second output is compressed after the first is finished.
    let change = "case $* in *d*) ;; *) echo >>in/a ;; esac"
    try bench.write("#!/bin/sh\n\(change)\nPATH=${PATH#*:}\nexec gzip \"$@\"\n", to: "bin/gzip")
    try bench.setMode("bin/gzip", 0o755)
    let search = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    try await bench.run(
      Tool.ratings, ["in", "-o", "out", "--journal", "journal", "--prove-undo", "--jobs", "1"],
      environment: ["PATH": "\(bench.directory.path)/bin:\(search)"]
    ).expect(74, "'in/a' was changed by another program during the run")
    #expect(!bench.exists("out/a") && !bench.exists("journal"))
  }

  @Test func `in place, what takes the run back is kept beside the file, for each run`()
    async throws
  {
    try bench.addSample(Tool.ratings)
    let input = try bench.bytes("input")
    expectDone(try await bench.run(Tool.ratings, ["input", "--in-place"]))
    #expect(try bench.names() == ["input", "input.journal"])
    expectDone(try await bench.run(Tool.ratings, ["input", "--in-place"]))
    #expect(try bench.names() == ["input", "input.journal"], "nothing changed")
    try bench.write(input, to: "input")
    expectDone(try await bench.run(Tool.ratings, ["input", "--in-place"]))
    #expect(try bench.names() == ["input", "input.journal", "input.journal-2"])
  }

  @Test(.enabled(if: SystemParts.canBecomeAnother, "no root, or no setpriv(1)"))
  func `another user's journal beside another file is passed over with a warning`() async throws {
    try bench.setMode("", 0o777)
    try bench.write(#"{"joke_id":"a","rating":4}"#, to: "shared/theirs")
    try await bench.run(Tool.ratings, ["shared/theirs", "--in-place"]).expect(0)
    try bench.write(#"{"joke_id":"a","rating":2}"#, to: "shared/ours")
    try bench.setMode("shared/ours", 0o666)
    try bench.setMode("shared", 0o777)
    for arguments in [["shared/ours", "--in-place", "-n"], ["shared/ours", "--in-place"]] {
      try await bench.run(Tool.ratings, arguments, shell: SystemParts.asAnother)
        .expect(0, "/shared/theirs.journal': Permission denied")
    }
    #expect(try bench.text("shared/ours") == #"{"joke_id":"a","rating":1}"#)
    try await bench.run(
      Tool.ratings, ["shared/theirs", "--in-place"], shell: SystemParts.asAnother
    ).expect(77)
  }

  @Test func `a dry run names the journal of a copy, too`() async throws {
    try bench.write(#"{"rating":5}"#, to: "input")
    let copy = ["input", "-o", "out", "--journal", "journal"]
    for more in [["--dry-run"], []] {
      try await bench.run(Tool.ratings, copy + more).expect(0, "  the journal: journal\n")
    }
    #expect(bench.exists("journal"))
  }

  @Test func `a journal is never replaced`() async throws {
    try bench.addSample(Tool.ratings)
    try bench.write("precious", to: "journal")
    try await bench.run(
      Tool.ratings, ["input", "-o", "out", "--force", "--journal", "journal"]
    ).expect(73, "--journal 'journal' exists already")
    #expect(try bench.names() == ["input", "journal"])
  }

  @Test(arguments: [false, true])
  func `the hint about the journal of a run whose output is gone can be followed`(isPlanned: Bool)
    async throws
  {
    try bench.addSample(Tool.ratings)
    let copy = ["input", "-o", "out", "--journal", "journal"]
    if isPlanned { try await bench.plan(Tool.ratings, Array(copy.dropFirst())) }
    let run = isPlanned ? ["--plan", "plan"] : copy
    expectDone(try await bench.run(Tool.ratings, run))
    try FileManager.default.removeItem(at: bench.url("out"))
    try await bench.run(Tool.ratings, run).expect(
      73, "none of its run's outputs is there: if they were not moved, remove it with rm ",
      isPlanned ? "or make a plan with another --journal" : "or name a new file")
    try FileManager.default.removeItem(at: bench.url("journal"))
    expectDone(try await bench.run(Tool.ratings, run))
  }

  @Test(arguments: ["-", "/dev/stdout", "pipe"], [[], ["-n"]])
  func `a journal needs a file, because undoing reads it twice`(path: String, more: [String])
    async throws
  {
    try bench.addSample(Tool.ratings)
    try await bench.run(
      Tool.ratings, ["input", "-o", "out", "--journal", path] + more,
      shell: "mkfifo pipe && exec \"$@\""
    ).expect(64, "'--journal' needs a file, not '\(path)'")
    #expect(!bench.exists("out"))
  }

  /// No file can have the name of such a journal, so no earlier run has left one.
  @Test func `a file whose journal would have too long a name can be rewritten in place`()
    async throws
  {
    let name = String(repeating: "n", count: 250)
    let sample = try Fixtures.input(Tool.ratings, Tool.sample(Tool.ratings))
    try bench.write(sample, to: "in/\(name)")
    try await bench.run(Tool.ratings, ["in/\(name)", "--in-place"]).expect(
      73, "name another place for it with --journal")
    for (inputs, journal) in [(["in"], "in.journal"), (["in/\(name)", "--journal", "j"], "j")] {
      expectDone(try await bench.run(Tool.ratings, inputs + ["--in-place"]))
      #expect(try bench.bytes("in/\(name)") != sample)
      expectDone(try await bench.run(Tool.ratings, ["--undo", journal]))
      #expect(try bench.bytes("in/\(name)") == sample)
    }
  }

  @Test func `a dry run names the journal and makes none`() async throws {
    try bench.addSample(Tool.ratings)
    let outcome = try await bench.run(Tool.ratings, ["input", "--in-place", "--dry-run"])
    expectDone(outcome)
    #expect(outcome.errors.contains("the journal: input.journal"), "\(outcome)")
    #expect(try bench.names() == ["input"])
  }

  @Test(arguments: [
    ["-", "-o", "out"], ["input", "-o", "-"], ["input", "--dry-run"],
  ])
  func `a journal that could take nothing back is refused`(arguments: [String]) async throws {
    try bench.addSample(Tool.ratings)
    try await bench.run(Tool.ratings, arguments + ["--journal", "journal"]).expect(64)
    #expect(try bench.names() == ["input"])
  }

  @Test(.disabled(if: getuid() == 0, "root may write anywhere"))
  func `a dry run warns where no journal can be kept`() async throws {
    try bench.addSample(Tool.ratings)
    try FileManager.default.createDirectory(
      at: bench.url("outer/in"), withIntermediateDirectories: true)
    try FileManager.default.moveItem(at: bench.url("input"), to: bench.url("outer/in/a"))
    try bench.setMode("outer", 0o555)
    let outcome = try await bench.run(
      Tool.ratings, ["outer/in", "--in-place", "-n", "--log-format", "json"])
    let real = try await bench.run(Tool.ratings, ["outer/in", "--in-place"])
    try bench.setMode("outer", 0o755)
    real.expect(77)
    outcome.expect(0)
    let words = "the real run would fail: cannot create the undo journal: cannot write in"
    #expect(outcome.errors.contains(words), "\(outcome)")
    #expect(outcome.errors.contains("obstacle"), "\(outcome)")
    #expect(try bench.names() == ["outer", "outer/in", "outer/in/a"])
  }

  @Test(arguments: [0o600, 0o640, 0o664, 0o777], ["022", "077", "000"])
  func `--undo -o gives the original's mode, whatever the umask`(
    mode: Int, mask: String
  ) async throws {
    try bench.addSample(Tool.ratings)
    try bench.setMode("input", mode)
    expectDone(try await bench.run(Tool.ratings, ["input", "-o", "out", "--journal", "journal"]))
    let outcome = try await bench.run(
      Tool.ratings, ["--undo", "journal", "-o", "elsewhere"], shell: "umask \(mask); exec \"$@\"")
    expectDone(outcome)
    #expect(try bench.mode("elsewhere") == mode)
  }

  @Test(arguments: [0o600, 0o664], ["022", "077"])
  func `a file that went comes back with its mode`(mode: Int, mask: String) async throws {
    try FileManager.default.copyItem(
      at: Fixtures.data.appending(path: "exports/backup"), to: bench.url("backup"))
    let files = try contents().keys
    for file in files { try bench.setMode(file, mode) }
    expectDone(try await bench.run(Tool.ratings, ["backup", "--in-place"]))
    let gone = files.filter { !bench.exists($0) }
    #expect(!gone.isEmpty)
    let outcome = try await bench.run(
      Tool.ratings, ["--undo", "backup.journal"], shell: "umask \(mask); exec \"$@\"")
    expectDone(outcome)
    for file in gone { #expect(try bench.mode(file) == mode) }
  }
}
