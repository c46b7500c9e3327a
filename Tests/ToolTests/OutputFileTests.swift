import Foundation
import TestSupport
import Testing

/// The file that `-o` names, missing or existing.
struct OutputFileTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  private func run(_ tool: String, _ more: [String], shell: String? = nil) async throws
    -> ToolOutcome
  { try await bench.run(tool, ["input"] + Tool.options(tool) + more, shell: shell) }

  @Test(.enabled(if: SystemParts.canBecomeAnother, "no root, or no setpriv(1)"))
  func `a file that cannot be replaced fails the run before any other is`() async throws {
    try bench.setMode("", 0o777)
    let event = "{\"joke_id\":\"j\",\"rating\":4}\n"
    for name in ["in/a", "in/b"] { try bench.write(event, to: name) }
    try bench.setMode("in", 0o1777)
    let chown = "chown 65534 in/a && exec setpriv --reuid=65534 --regid=65534 --clear-groups \"$@\""
    let outcome = try await bench.run(Tool.ratings, ["in", "--in-place"], shell: chown)
    #expect(outcome.status == 77, "\(outcome)")
    #expect(outcome.errors.contains("cannot replace 'in/b': Operation not permitted"), "\(outcome)")
    #expect(try bench.text("in/a") == event)
    #expect(!bench.exists("in.journal"))
  }

  @Test(.enabled(if: SystemParts.canBecomeAnother, "no root, or no setpriv(1)"))
  func `every option reports a directory without permission alike`() async throws {
    try bench.addSample(Tool.ratings)
    try bench.write(try bench.bytes("input"), to: "perm/input")
    try bench.setMode("perm", 0o755)
    try bench.setMode("", 0o777)
    let another = "exec setpriv --reuid=65534 --regid=65534 --clear-groups \"$@\""
    for options in [
      ["-o", "perm/x"], ["-o", "o1", "--summary", "perm/x"], ["-o", "o2", "--rejects", "perm/x"],
      ["-o", "o3", "--journal", "perm/x"], ["-o", "o4", "--metrics", "perm/x"],
      ["-o", "o5", "--report", "perm/x"],
      ["--batches", "perm/x", "--database", "projects/p/databases/d"],
    ] {
      let outcome = try await bench.run(Tool.ratings, ["input"] + options, shell: another)
      #expect(outcome.status == 77, "\(options): \(outcome)")
    }
    try bench.setMode("perm/input", 0o666)
    let inPlace = try await bench.run(
      Tool.ratings, ["perm/input", "--in-place", "--journal", "j"], shell: another)
    #expect(inPlace.status == 77, "\(inPlace)")
    #expect(
      inPlace.errors.contains("cannot create a temporary file beside 'perm/input'"), "\(inPlace)")
    try bench.setMode("perm", 0o777)
    let owned = try await bench.run(
      Tool.ratings, ["perm/input", "--in-place", "--journal", "j"], shell: another)
    #expect(owned.status == 0, "\(owned)")
    #expect(owned.errors.contains("cannot keep its owner, cannot keep its group"), "\(owned)")
  }

  // MARK: Folders

  /// The options that name an output, of the tools that have each.
  static let outputs: [(tool: String, options: [String])] = [
    (Tool.ranking, ["-o"]), (Tool.ranking, ["--summary"]), (Tool.ranking, ["--report"]),
    (Tool.ranking, ["--metrics"]), (Tool.ranking, ["--rejects"]), (Tool.ranking, ["--partials"]),
    (Tool.ranking, ["--by", "week", "-o", "out", "--weeks"]), (Tool.ratings, ["-o"]),
    (Tool.ratings, ["-n", "-o", "out/", "--plan-out"]),
    (Tool.ratings, ["--in-place", "--journal"]), (Tool.ratings, ["--in-place", "--report"]),
    (Tool.ratings, ["--database", "projects/p/databases/d", "--batches"]), (Tool.documents, ["-o"]),
  ]

  @Test(arguments: outputs)
  func `an output in a folder that is read is refused before anything is read`(
    tool: String, options: [String]
  ) async throws {
    try bench.write("not even JSON", to: "in/a.ndjson")
    let before = try bench.names()
    for path in ["in/x", "in/new/x", "./in/../in/x"] {
      let outcome = try await bench.run(tool, ["in"] + options + [path])
      #expect(outcome.status == 64, "\(outcome)")
      #expect(outcome.errors.contains("'\(path)' lies in the input folder '"), "\(outcome)")
      #expect(try bench.names() == before)
    }
  }

  @Test func `a run that writes nothing may name an output in a folder that is read`()
    async throws
  {
    try bench.addSample(Tool.ratings)
    try bench.write(try bench.bytes("input"), to: "in/a.ndjson")
    #expect(try await bench.run(Tool.ratings, ["in", "--check", "-o", "in/x"]).status == 2)
    #expect(
      try await bench.run(Tool.ratings, ["in", "--check", "--summary", "in/x"]).status == 64)
    #expect(try await bench.run(Tool.ratings, ["in", "-n", "-o", "in/x"]).status == 64)
  }

  @Test func `an input folder as the output is refused, and --in-place offered`() async throws {
    try bench.addSample(Tool.ratings)
    try bench.write(try bench.bytes("input"), to: "in/a.ndjson")
    let rewriting = try await bench.run(Tool.ratings, ["in", "-o", "in"])
    #expect(rewriting.status == 64 && rewriting.errors.contains("use --in-place"), "\(rewriting)")
    let ranking = try await bench.run(Tool.ranking, ["in", "-o", "in/x"])
    #expect(ranking.status == 64 && !ranking.errors.contains("--in-place"), "\(ranking)")
  }

  @Test func `a link to a new file in a folder that is read is refused the first time`()
    async throws
  {
    try bench.addSample(Tool.ranking)
    try bench.write(try bench.bytes("input"), to: "in/a.ndjson")
    let outcome = try await bench.run(
      Tool.ranking, ["in", "-o", "latest"], shell: "ln -s in/x.json latest; exec \"$@\"")
    #expect(outcome.status == 64, "\(outcome)")
    #expect(!bench.exists("in/x.json"))
  }

  @Test func `the parent of a missing folder is not in it`() async throws {
    try bench.addSample(Tool.ratings)
    let batches = ["--database", "projects/p/databases/d", "--batches", "new"]
    let outcome = try await bench.run(
      Tool.ratings, ["input", "--report", "new/../page"] + batches)
    #expect(!outcome.errors.contains("lies in the directory of batches"), "\(outcome)")
    try bench.write(try bench.bytes("input"), to: "in/a.ndjson")
    let above = try await bench.run(Tool.ratings, ["in", "-n", "-o", "in/missing/../../out"])
    #expect(above.status == 0, "\(above)")
  }

  @Test func `outputs in a hidden folder of an input are made again each night`() async throws {
    try bench.addSample(Tool.ranking)
    try bench.write(try bench.bytes("input"), to: "in/a.ndjson")
    for _ in 1...2 {
      let outcome = try await bench.run(
        Tool.ranking,
        ["in", "--by", "week", "-o", "out", "--weeks", "in/.made/weeks", "--report", "in/.page"])
      #expect(outcome.status == 0, "\(outcome)")
    }
  }

  @Test(
    arguments: ["--summary", "--metrics", "--rejects", "--report", "--journal", "-o"],
    [true, false])
  func `an output in the directory of batches is refused`(option: String, isThere: Bool)
    async throws
  {
    try bench.addSample(Tool.ratings)
    if isThere { try bench.makeDirectory("batches") }
    let before = try bench.tree()
    let more = option == "--journal" ? ["-o", "out"] : []
    let outcome = try await bench.run(
      Tool.ratings,
      [
        "input", "--batches", "batches/", "--database", "projects/p/databases/d", option,
        "batches/x",
      ]
        + more)
    #expect(outcome.status == 64, "\(outcome)")
    #expect(outcome.errors.contains("'batches/x' lies in the directory of batches"), "\(outcome)")
    #expect(try bench.tree() == before)
  }

  @Test(arguments: ["-o", "--summary", "--metrics", "--rejects", "--report"])
  func `an undo journal is not replaced, not even with --force`(option: String) async throws {
    try bench.addSample(Tool.ratings)
    #expect(try await bench.run(Tool.ratings, ["input", "--in-place"]).status == 0)
    let before = try bench.tree()
    let more = option == "-o" ? [] : ["-o", "out"]
    let outcome = try await bench.run(
      Tool.ratings, ["input", "--force", option, "input.journal"] + more)
    #expect(outcome.status == 73, "\(outcome)")
    #expect(outcome.errors.contains("'input.journal' is the undo journal of an earlier run"))
    #expect(try bench.tree() == before)
    let unforced = try await bench.run(Tool.ratings, ["input", option, "input.journal"] + more)
    #expect(unforced.status == 73 && !unforced.errors.contains("--force"), "\(unforced)")
  }

  @Test func `an undo journal among the rankings of weeks is not replaced`() async throws {
    try bench.addSample(Tool.ratings)
    let done = try await bench.run(
      Tool.ratings, ["input", "--in-place", "--journal", "weeks.journal"])
    #expect(done.status == 0, "\(done)")
    let journal = try bench.bytes("weeks.journal")
    try bench.write(journal, to: "weeks/2026-W07.json")
    try bench.write(#"{"joke_id":"j","rating":5,"week_id":"2026-W07"}"#, to: "input")
    let outcome = try await bench.run(
      Tool.ranking, ["input", "--by", "week", "--weeks", "weeks", "-o", "out", "--force"])
    #expect(outcome.status == 73, "\(outcome)")
    #expect(outcome.errors.contains("--weeks 'weeks/2026-W07.json' is the undo journal"))
    #expect(try bench.bytes("weeks/2026-W07.json") == journal && !bench.exists("out"))
  }

  // MARK: Existing files

  @Test(arguments: Tool.all)
  func `an output that exists is refused before anything is read`(tool: String) async throws {
    try bench.write("not even JSON", to: "input")
    try bench.write("old\n", to: "out")
    let before = try bench.tree()
    let outcome = try await run(tool, ["-o", "out"])
    #expect(outcome.status == 73, "\(outcome)")
    #expect(outcome.errors.contains("'out' exists"))
    #expect(outcome.errors.contains("--force"))
    #expect(try bench.tree() == before)
  }

  @Test(arguments: Tool.all)
  func `--force replaces the output, and it keeps its mode`(tool: String) async throws {
    try bench.addSample(tool)
    try bench.write("old\n", to: "out")
    try bench.setMode("out", 0o604)
    #expect(try await run(tool, ["-o", "out", "--force"]).status == 0)
    #expect(try bench.text("out") != "old\n")
    #expect(try bench.mode("out") == 0o604)
    #expect(try bench.names() == ["input", "out"])
  }

  @Test(.enabled(if: getuid() == 0, "only root may give files away"), arguments: Tool.all)
  func `a replaced file keeps its owner`(tool: String) async throws {
    try bench.addSample(tool)
    try bench.write("old\n", to: "out")
    let nobody = [FileAttributeKey.ownerAccountID: 65534, .groupOwnerAccountID: 65534]
    try FileManager.default.setAttributes(nobody, ofItemAtPath: bench.url("out").path)
    #expect(try await run(tool, ["-o", "out", "--force"]).status == 0)
    #expect(try bench.attributes("out")[.ownerAccountID] as? Int == 65534)
    #expect(try bench.attributes("out")[.groupOwnerAccountID] as? Int == 65534)
  }

  @Test(arguments: Tool.all)
  func `an output that is an input is refused under any name`(tool: String) async throws {
    try bench.addSample(tool)
    try FileManager.default.linkItem(at: bench.url("input"), to: bench.url("hard"))
    try FileManager.default.createSymbolicLink(
      atPath: bench.url("soft").path, withDestinationPath: "input")
    let before = try bench.tree()
    for name in ["input", "./input", "hard", "soft"] {
      for force in [[], ["--force"]] {
        let outcome = try await run(tool, ["-o", name] + force)
        #expect(outcome.status == 73, "\(name): \(outcome)")
        #expect(outcome.errors.contains("is the same file as an input"), "\(outcome)")
      }
    }
    #expect(try bench.tree() == before)
  }

  @Test(arguments: Tool.all)
  func `standard output that is an input is refused`(tool: String) async throws {
    try bench.addSample(tool)
    let before = try bench.bytes("input")
    let outcome = try await run(tool, ["-o", "-"], shell: "exec \"$@\" >>input")
    #expect(outcome.status == 73, "\(outcome)")
    #expect(try bench.bytes("input") == before)
  }

  @Test(arguments: Tool.all)
  func `a link is kept and what it points at is written`(tool: String) async throws {
    try bench.addSample(tool)
    try bench.write("old\n", to: "there/real")
    for (link, target) in [("link", "there/real"), ("dangling", "there/new")] {
      try FileManager.default.createSymbolicLink(
        atPath: bench.url(link).path, withDestinationPath: target)
      let outcome = try await run(tool, ["-o", link, "--force"])
      #expect(outcome.status == 0, "\(outcome)")
      let destination = try FileManager.default.destinationOfSymbolicLink(
        atPath: bench.url(link).path)
      #expect(destination == target)
      #expect(try bench.text(target).hasPrefix("{"))
    }
    #expect(try bench.names().allSatisfy { !$0.contains(".tmp") })
  }

  @Test(arguments: Tool.all)
  func `a pipe with a name is streamed to`(tool: String) async throws {
    try bench.addSample(tool)
    _ = try await run(tool, ["-o", "wanted"])
    // The reader opens the pipe first, and waits for the writer.
    let line = "mkfifo pipe; cat pipe >copy & \"$@\"; code=$?; wait; exit $code"
    let outcome = try await run(tool, ["-o", "pipe"], shell: line)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try bench.bytes("copy") == (try bench.bytes("wanted")))
    #expect(try bench.attributes("pipe")[.type] as? FileAttributeType != .typeRegular)
  }

  @Test(arguments: Tool.all, ["/dev/stdout", "/dev/null"])
  func `a device is streamed to`(tool: String, device: String) async throws {
    try bench.addSample(tool)
    let outcome = try await run(tool, ["-o", device])
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.output.isEmpty == (device == "/dev/null"))
    #expect(try bench.names() == ["input"])
  }

  @Test(arguments: Tool.all)
  func `a directory where a file belongs is 73`(tool: String) async throws {
    try bench.addSample(tool)
    try bench.makeDirectory("out")
    let outcome = try await run(tool, ["-o", "out", "--force"])
    #expect(outcome.status == 73, "\(outcome)")
    #expect(outcome.errors.contains("'out' is a directory"))
  }

  @Test(arguments: Tool.all, [("022", 0o644), ("027", 0o640), ("077", 0o600)])
  func `a new file honours the mask`(tool: String, mask: (String, Int)) async throws {
    try bench.addSample(tool)
    let outcome = try await run(
      tool, ["-o", "out", "--summary", "summary"], shell: "umask \(mask.0); exec \"$@\"")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try bench.mode("out") == mask.1)
    #expect(try bench.mode("summary") == mask.1)
  }

  @Test func `only a ranking is replaced without force`() async throws {
    try bench.addSample(Tool.ranking)
    for shape in ["json", "import", "firestore"] {
      let name = "all_time-\(shape).json"
      #expect(try await run(Tool.ranking, ["--as", shape, "-o", name]).status == 0)
      let again = try await run(Tool.ranking, ["--as", shape, "-o", name, "--top", "1"])
      #expect(again.status == 0, "\(shape): \(again)")
    }
    try bench.write("{\"week_id\":\"2026-W07\"}", to: "weekly.json")
    #expect(try await run(Tool.ranking, ["-o", "weekly.json"]).status == 73)
  }

  @Test(arguments: Tool.rewriting)
  func `in place, a file that changes keeps its mode`(tool: String) async throws {
    try bench.addSample(tool)
    try bench.setMode("input", 0o640)
    _ = try await run(tool, ["-o", "wanted"])
    #expect(try await run(tool, ["--in-place"]).status == 0)
    #expect(try bench.bytes("input") == (try bench.bytes("wanted")))
    #expect(try bench.mode("input") == 0o640)
    #expect(try bench.names() == ["input", "input.journal", "wanted"])
  }

  @Test(arguments: Tool.rewriting)
  func `in place, a file that does not change is not touched`(tool: String) async throws {
    try bench.addSample(tool)
    _ = try await run(tool, ["--in-place"])
    let before = try bench.tree()
    let outcome = try await run(tool, ["--in-place"])
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("no file changed, and none was touched"))
    #expect(try bench.tree() == before)
  }

  @Test(arguments: Tool.rewriting)
  func `in place through a link, the link stays`(tool: String) async throws {
    try bench.write(try Fixtures.input(tool, Tool.sample(tool)), to: "real")
    try FileManager.default.createSymbolicLink(
      atPath: bench.url("input").path, withDestinationPath: "real")
    let before = try bench.bytes("real")
    #expect(try await run(tool, ["--in-place"]).status == 0)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: bench.url("input").path) == "real")
    #expect(try bench.bytes("real") != before)
  }

  @Test(.disabled(if: getuid() == 0, "root may write anywhere"), arguments: Tool.rewriting)
  func `in place, what does not change may lie where nothing can be written`(tool: String)
    async throws
  {
    try bench.addSample(tool)
    _ = try await run(tool, ["--in-place"])
    try bench.makeDirectory("closed")
    try FileManager.default.moveItem(at: bench.url("input"), to: bench.url("closed/input"))
    try bench.setMode("closed", 0o555)
    defer { #expect(throws: Never.self) { try bench.setMode("closed", 0o755) } }
    let outcome = try await bench.run(tool, ["closed/input", "--in-place"] + Tool.options(tool))
    #expect(outcome.status == 0, "\(outcome)")
  }

  @Test(arguments: Tool.rewriting)
  func `in place, no temporary is made before something changes`(tool: String) async throws {
    try bench.addSample(tool)
    _ = try await run(tool, ["--in-place"])
    // A size limit of 0 prevents any file, temporary ones included.
    let limited = "(ulimit -f 0; exec \"$@\" 2>&1) | cat >&2"
    let done = try await run(tool, ["--in-place"], shell: limited)
    #expect(done.errors.contains("no file changed, and none was touched"), "\(done)")
    try bench.addSample(tool)
    let changing = try await run(tool, ["--in-place"], shell: limited)
    #expect(changing.errors.contains("cannot write"), "\(changing)")
    #expect(try bench.names() == ["input", "input.journal"])
  }

  @Test(arguments: Tool.rewriting)
  func `in place, the other names of a file keep what they had, and are told`(tool: String)
    async throws
  {
    try bench.addSample(tool)
    try FileManager.default.linkItem(at: bench.url("input"), to: bench.url("hard"))
    let before = try bench.bytes("input")
    let outcome = try await run(tool, ["--in-place"])
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try bench.bytes("input") != before)
    #expect(try bench.bytes("hard") == before)
    #expect(outcome.errors.contains("input: the file has 1 more name"), "\(outcome)")
  }

  @Test(arguments: Tool.rewriting)
  func `in place, what is no regular file is refused`(tool: String) async throws {
    for (name, make) in [("fifo", "mkfifo fifo; "), ("/dev/null", "")] {
      let outcome = try await bench.run(
        tool, [name, "--in-place"] + Tool.options(tool), shell: make + "exec \"$@\"")
      #expect(outcome.status == 64, "\(outcome)")
      #expect(outcome.errors.contains("cannot rewrite '\(name)': it is not a regular file"))
    }
  }
}
