import Foundation
import TestSupport
import Testing

/// Promise 13: undoing a run restores the original bytes.
struct UndoTests {
  let bench: Bench

  init() throws { bench = try Bench() }

  func expectDone(
    _ outcome: ToolOutcome, _ statuses: Set<Int32> = [0],
    at location: SourceLocation = #_sourceLocation
  ) {
    #expect(statuses.contains(outcome.status), "\(outcome)", sourceLocation: location)
  }

  /// The fixtures that a tool rewrites.
  private static func rewritten(_ tool: String) -> [FixtureCase] {
    Fixtures.cases(of: tool).filter { (try? $0.expectation($0.outputName)) != nil }
  }

  @Test func `the advice about the journal of a run that was undone works`() async throws {
    try bench.addSample(Tool.ratings)
    let run = ["input", "-o", "o", "--journal", "o.j"]
    try await bench.run(Tool.ratings, run).expect(0)
    try await bench.run(Tool.ratings, run + ["--force"]).expect(
      73, "finish that run with --resume, undo it")
    try await bench.run(Tool.ratings, run + ["--resume"]).expect(0)
    try await bench.run(Tool.ratings, ["--undo", "o.j"]).expect(0)
    let again = try await bench.run(Tool.ratings, run + ["--force"])
    #expect(again.status == 73 && !again.errors.contains("--resume"), "\(again)")
    let remedy = try #require(again.errors.firstMatch(of: /remove it with (rm '[^']*')/)).1
    try await bench.run("none", [], shell: String(remedy)).expect(0)
    let done = try await bench.run(Tool.ratings, run + ["--force"])
    #expect(done.status == 0 && bench.exists("o.j"), "\(done)")
  }

  @Test(arguments: Tool.rewriting.flatMap(rewritten))
  func `every fixture comes back from its result and the journal`(
    fixture: FixtureCase
  ) async throws {
    let input = try Fixtures.input(fixture.tool, fixture.input)
    try bench.write(input, to: "input")
    let assets = Fixtures.inputs(of: fixture.tool).appending(path: "assets")
    if FileManager.default.fileExists(atPath: assets.path) {
      try FileManager.default.copyItem(at: assets, to: bench.url("assets"))
    }
    expectDone(
      try await bench.run(
        fixture.tool,
        ["input", "-o", "out", "--journal", "journal", "--prove-undo"] + fixture.options),
      [0, 3])
    let result = try bench.bytes("out")
    expectDone(try await bench.run(fixture.tool, ["--undo", "journal", "-o", "elsewhere"]))
    #expect(try bench.bytes("elsewhere") == input)
    #expect(try bench.bytes("out") == result)
    expectDone(try await bench.run(fixture.tool, ["--undo", "journal"]))
    #expect(try bench.bytes("out") == input)
    #expect(try bench.mode("journal") == 0o600)
  }

  /// Threads combine checksums and edits at the borders of chunks; odd, unterminated and deleted
  /// lines there must not matter.
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `lines of every kind come back, in chunks of any making`(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    var text = ""
    let (oddity, end) = (Int.random(in: 2...400, using: &generator), ["\n", "\r\n"])
    let isMixed = Bool.random(using: &generator)
    for number in 0..<9000 {
      let rating = Int.random(in: 1...5, using: &generator)
      let isOdd = Int.random(in: 0..<oddity, using: &generator) == 0
      if isOdd, Bool.random(using: &generator) { text += " \n" }
      let joke = (isOdd ? #"\u006a"# : "j") + "\(number % 70)"
      text += #"{"id":"d\#(number)","joke_id":"\#(joke)","rating":\#(rating),"#
      text += #""device_id":"\#(isOdd ? "ä" : "d")","week_id":"2026-W0\#(1 + number % 9)"}"#
      text += end[isMixed && Int.random(in: 0...9, using: &generator) == 0 ? 1 : 0]
    }
    if Bool.random(using: &generator) { text.removeLast() }
    try bench.write(text, to: "input")
    let arguments = ["input", "-o", "out", "--journal", "journal", "--jobs", "3"]
    expectDone(try await bench.run(Tool.ratings, arguments))
    expectDone(try await bench.run(Tool.ratings, ["--undo", "journal"]))
    #expect(try bench.text("out") == text, "seed \(seed)")
  }

  @Test(arguments: ["gzip -n", "zstd -q --rm"])
  func `a compressed input comes back as the very bytes it was`(program: String) async throws {
    try bench.addSample(Tool.ratings)
    try await bench.run("none", [], shell: "\(program) input && mv input.* input")
    let input = try bench.bytes("input")
    expectDone(try await bench.run(Tool.ratings, ["input", "--in-place", "--prove-undo"]))
    #expect(try bench.bytes("input") != input)
    expectDone(try await bench.run(Tool.ratings, ["--undo", "input.journal"]))
    #expect(try bench.bytes("input") == input)
  }

  @Test(arguments: ["backup", "emulator", "managed"])
  func `exports come back whole, with the files that went`(name: String) async throws {
    try FileManager.default.copyItem(
      at: Fixtures.data.appending(path: "exports/\(name)"), to: bench.url("export"))
    let before = try contents()
    expectDone(try await bench.run(Tool.ratings, ["export", "--in-place", "--prove-undo"]))
    #expect(try contents().filter { $0.key.hasPrefix("export/") } != before)
    expectDone(try await bench.run(Tool.ratings, ["--undo", "export.journal"]))
    var after = try contents()
    after["export.journal"] = nil
    #expect(after == before)
  }

  /// Every file with its bytes.
  func contents() throws -> [String: Data] {
    try bench.names().reduce(into: [:]) { contents, name in
      let isFile = try bench.attributes(name)[.type] as? FileAttributeType == .typeRegular
      if isFile { contents[name] = try bench.bytes(name) }
    }
  }

  // MARK: Runs that cannot be undone

  private func migrate() async throws -> Data {
    try bench.addSample(Tool.ratings)
    expectDone(
      try await bench.run(Tool.ratings, ["input", "-o", "out", "--journal", "journal"]))
    return try bench.bytes("out")
  }

  @Test func `--undo refuses a file that was changed since the run`() async throws {
    let result = try await migrate()
    for changed in [result + Data("\n".utf8), result.dropLast(), Data(result.reversed())] {
      try bench.write(Data(changed), to: "out")
      let before = try bench.tree()
      try await bench.run(Tool.ratings, ["--undo", "journal"]).expect(
        65, "it was changed since the run")
      #expect(try bench.tree() == before)
    }
    try FileManager.default.removeItem(at: bench.url("out"))
    try bench.write("another", to: "input")
    try await bench.run(Tool.ratings, ["--undo", "journal"]).expect(65)
    try FileManager.default.removeItem(at: bench.url("input"))
    try await bench.run(Tool.ratings, ["--undo", "journal"]).expect(65)
  }

  private static let nothing = "nothing to undo: "

  @Test func `a run of which nothing is here leaves nothing to take back`() async throws {
    _ = try await migrate()
    try FileManager.default.removeItem(at: bench.url("out"))
    let before = try bench.tree()
    let outcome = try await bench.run(Tool.ratings, ["--undo", "journal"])
    expectDone(outcome)
    #expect(outcome.errors.contains(Self.nothing), "\(outcome)")
    #expect(outcome.errors.contains("no output of the run is there"), "\(outcome)")
    #expect(outcome.errors.contains("undone: 0 files"), "\(outcome)")
    #expect(outcome.errors.contains("0 already as before, 1 not there"), "\(outcome)")
    #expect(try bench.tree() == before)
    expectDone(try await bench.run(Tool.ratings, ["--undo", "journal", "-o", "elsewhere"]))
    #expect(try bench.bytes("elsewhere") == (try bench.bytes("input")))
  }

  @Test(
    .enabled(if: Tracing.isPossible, "no strace here"),
    arguments: [["-o", "out", "--journal", "backup.journal"], ["--in-place"]])
  func `killed behind the journal, before its first output, a run left nothing to take back`(
    arguments: [String]
  ) async throws {
    // With deleted documents: their files are not missing because of the run.
    try FileManager.default.copyItem(
      at: Fixtures.data.appending(path: "exports/backup"), to: bench.url("backup"))
    let before = try contents()
    // The journal's call is the first; each output has one more.
    let call = arguments.contains("-o") ? "link" : "rename"
    let number = call == "link" ? 2 : 1
    let line = Tracing.line("/^\(call)", "signal=KILL:when=\(number)")
    try await bench.run(Tool.ratings, ["backup"] + arguments, shell: line).expect(137)
    #expect(bench.exists("backup.journal"))
    let outcome = try await bench.run(Tool.ratings, ["--undo", "backup.journal"])
    expectDone(outcome)
    #expect(outcome.errors.contains(Self.nothing), "\(outcome)")
    var after = try contents()
    after["backup.journal"] = nil
    #expect(after == before)
  }

  @Test func `--undo -o refuses a file for the inputs of a directory`() async throws {
    for name in ["a", "b"] {
      try bench.write(try Fixtures.input(Tool.ratings, "mixed.ndjson"), to: "in/\(name)")
    }
    expectDone(
      try await bench.run(Tool.ratings, ["in", "-o", "out", "--journal", "journal"]))
    try bench.write("precious", to: "file")
    for more in [[], ["--force"]] {
      try await bench.run(
        Tool.ratings, ["--undo", "journal", "-o", "file"] + more
      ).expect(73, "'file' is a file, and the journal restores", "hint: name a directory")
      #expect(try bench.text("file") == "precious")
    }
  }

  @Test func `a second --undo changes nothing`() async throws {
    _ = try await migrate()
    expectDone(try await bench.run(Tool.ratings, ["--undo", "journal"]))
    let before = try bench.tree()
    let again = try await bench.run(Tool.ratings, ["--undo", "journal"])
    expectDone(again)
    #expect(again.errors.contains("1 already as before"), "\(again)")
    #expect(try bench.tree() == before)
  }

  @Test func `a dry run of an undo writes nothing, and tells the digest`() async throws {
    _ = try await migrate()
    let before = try bench.tree()
    let outcome = try await bench.run(Tool.ratings, ["--undo", "journal", "--dry-run"])
    expectDone(outcome)
    #expect(outcome.errors.contains(try await bench.digest("input")), "\(outcome)")
    #expect(outcome.errorLines.last == "DRY RUN: nothing written")
    #expect(try bench.tree() == before)
  }

  @Test func `a damaged journal undoes nothing`() async throws {
    _ = try await migrate()
    var journal = try bench.bytes("journal")
    journal[journal.count / 2] ^= 1
    try bench.write(journal, to: "journal")
    let before = try bench.tree()
    try await bench.run(Tool.ratings, ["--undo", "journal"]).expect(
      65, "damaged journal: a checksum")
    #expect(try bench.tree() == before)
  }

  @Test func `another tool's journal is told by its name`() async throws {
    _ = try await migrate()
    try await bench.run(Tool.saved, ["--undo", "journal"]).expect(
      65, "undo it with: migrate-ratings --undo")
  }

  @Test(arguments: [["input"], ["--in-place"], ["--batches", "batches"], ["--journal", "other"]])
  func `--undo refuses operands and options without an effect`(arguments: [String]) async throws {
    _ = try await migrate()
    try await bench.run(Tool.ratings, ["--undo", "journal"] + arguments).expect(64)
  }

  @Test func `--undo -o works after an undo in place`() async throws {
    _ = try await migrate()
    let input = try bench.bytes("input")
    for name in ["first", "second"] {
      expectDone(try await bench.run(Tool.ratings, ["--undo", "journal", "-o", name]))
      #expect(try bench.bytes(name) == input)
      expectDone(try await bench.run(Tool.ratings, ["--undo", "journal"]))
    }
  }

  @Test func `the files of a tree keep their places below it, however many changed`() async throws {
    try bench.addSample(Tool.ratings)
    try FileManager.default.createDirectory(
      at: bench.url("tree/deep"), withIntermediateDirectories: true)
    try FileManager.default.moveItem(at: bench.url("input"), to: bench.url("tree/deep/one.ndjson"))
    let before = try bench.bytes("tree/deep/one.ndjson")
    expectDone(try await bench.run(Tool.ratings, ["tree/", "--in-place"]))
    let outcome = try await bench.run(Tool.ratings, ["--undo", "tree.journal", "-o", "old"])
    outcome.expect(0, "'old' gets only the files that the run in place changed")
    #expect(try bench.bytes("old/deep/one.ndjson") == before)
  }

  // MARK: Files that must not be overwritten

  @Test(arguments: ["--summary", "--metrics", "--rejects"])
  func `no report takes the place of a journal, or of what is undone`(
    option: String
  ) async throws {
    try bench.addSample(Tool.ratings)
    try await bench.run(
      Tool.ratings, ["input", "--in-place", option, "input.journal"]
    ).expect(64)
    #expect(try bench.names() == ["input"])
    let result = try await migrate()
    guard option != "--rejects" else { return }
    for name in ["out", "journal"] {
      try await bench.run(Tool.ratings, ["--undo", "journal", option, name]).expect(64)
    }
    try bench.write("precious", to: "other")
    try await bench.run(Tool.ratings, ["--undo", "journal", option, "other"]).expect(73)
    #expect(try bench.text("other") == "precious")
    #expect(try bench.bytes("out") == result)
  }

  @Test(arguments: ["journal", "out", "./out"])
  func `an undo does not put the original in the place of what it needs`(
    name: String
  ) async throws {
    _ = try await migrate()
    let before = try bench.tree()
    let outcome = try await bench.run(
      Tool.ratings, ["--undo", "journal", "-o", name, "--force"])
    #expect([64, 73].contains(outcome.status), "\(outcome)")
    #expect(try bench.tree() == before)
  }
}
