import Foundation
import TestSupport
import Testing

/// The file that `-o` names, missing or existing.
struct OutputFileTests {
  let bench: Bench

  init() throws { bench = try Bench() }

  func run(_ tool: String, _ more: [String], shell: String? = nil) async throws
    -> ToolOutcome
  { try await bench.run(tool, ["input"] + Tool.options(tool) + more, shell: shell) }

  @Test(.enabled(if: SystemParts.canBecomeAnother, "no root, or no setpriv(1)"))
  func `a file that cannot be replaced fails the run before any other is`() async throws {
    try bench.setMode("", 0o777)
    let event = "{\"joke_id\":\"j\",\"rating\":4}\n"
    for name in ["in/a", "in/b"] { try bench.write(event, to: name) }
    try bench.setMode("in", 0o1777)
    let chown = "chown 65534 in/a && \(SystemParts.asAnother)"
    try await bench.run(Tool.ratings, ["in", "--in-place"], shell: chown).expect(
      77, "cannot replace 'in/b': Operation not permitted")
    #expect(try bench.text("in/a") == event)
    #expect(!bench.exists("in.journal"))
  }

  @Test(.enabled(if: SystemParts.canBecomeAnother, "no root, or no setpriv(1)"))
  func `every option reports a directory without permission alike`() async throws {
    try bench.addSample(Tool.ratings)
    try bench.write(try bench.bytes("input"), to: "perm/input")
    try bench.setMode("perm", 0o755)
    try bench.setMode("", 0o777)
    for options in [
      ["-o", "perm/x"], ["-o", "o1", "--summary", "perm/x"], ["-o", "o2", "--rejects", "perm/x"],
      ["-o", "o3", "--journal", "perm/x"], ["-o", "o4", "--metrics", "perm/x"],
      ["-o", "o5", "--report", "perm/x"],
      ["--batches", "perm/x", "--database", "projects/p/databases/d"],
    ] {
      try await bench.run(Tool.ratings, ["input"] + options, shell: SystemParts.asAnother).expect(
        77)
    }
    try bench.setMode("perm/input", 0o666)
    try await bench.run(
      Tool.ratings, ["perm/input", "--in-place", "--journal", "j"], shell: SystemParts.asAnother
    ).expect(77, "cannot create a temporary file beside 'perm/input'")
    try bench.setMode("perm", 0o777)
    try await bench.run(
      Tool.ratings, ["perm/input", "--in-place", "--journal", "j"], shell: SystemParts.asAnother
    ).expect(0, "cannot keep its owner, cannot keep its group")
  }

  // MARK: Existing files

  @Test(arguments: Tool.all)
  func `an output that exists is refused before anything is read`(tool: String) async throws {
    try bench.write("not even JSON", to: "input")
    try bench.write("old\n", to: "out")
    let before = try bench.tree()
    try await run(tool, ["-o", "out"]).expect(73, "'out' exists", "--force")
    #expect(try bench.tree() == before)
  }

  @Test(arguments: Tool.all)
  func `--force replaces the output, and it keeps its mode`(tool: String) async throws {
    try bench.addSample(tool)
    try bench.write("old\n", to: "out")
    try bench.setMode("out", 0o604)
    try await run(tool, ["-o", "out", "--force"]).expect(0)
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
    try await run(tool, ["-o", "out", "--force"]).expect(0)
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
        try await run(tool, ["-o", name] + force).expect(73, "is the same file as an input")
      }
    }
    #expect(try bench.tree() == before)
  }

  @Test(arguments: Tool.all)
  func `standard output that is an input is refused`(tool: String) async throws {
    try bench.addSample(tool)
    let before = try bench.bytes("input")
    try await run(tool, ["-o", "-"], shell: "exec \"$@\" >>input").expect(73)
    #expect(try bench.bytes("input") == before)
  }

  @Test(arguments: Tool.all)
  func `a link is kept and what it points at is written`(tool: String) async throws {
    try bench.addSample(tool)
    try bench.write("old\n", to: "there/real")
    for (link, target) in [("link", "there/real"), ("dangling", "there/new")] {
      try FileManager.default.createSymbolicLink(
        atPath: bench.url(link).path, withDestinationPath: target)
      try await run(tool, ["-o", link, "--force"]).expect(0)
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
    try await run(tool, ["-o", "pipe"], shell: line).expect(0)
    #expect(try bench.bytes("copy") == (try bench.bytes("wanted")))
    #expect(try bench.attributes("pipe")[.type] as? FileAttributeType != .typeRegular)
  }

  @Test(arguments: Tool.all, ["/dev/stdout", "/dev/null"])
  func `a device is streamed to`(tool: String, device: String) async throws {
    try bench.addSample(tool)
    let outcome = try await run(tool, ["-o", device]).expect(0)
    #expect(outcome.output.isEmpty == (device == "/dev/null"))
    #expect(try bench.names() == ["input"])
  }

  @Test(arguments: Tool.all)
  func `a directory where a file belongs is 73`(tool: String) async throws {
    try bench.addSample(tool)
    try bench.makeDirectory("out")
    try await run(tool, ["-o", "out", "--force"]).expect(73, "'out' is a directory")
  }

  @Test(arguments: Tool.all)
  func `an output that cannot be created is 73, which a dry run foresees`(tool: String)
    async throws
  {
    try bench.addSample(tool)
    for (option, output) in [("-o", "input/x"), ("--metrics", "input/x"), ("-o", "input/x/y")] {
      let options = option == "-o" ? [option, output] : ["-o", "out", option, output]
      try await run(tool, options).expect(73, ": Not a directory")
      try await run(tool, options + ["-n"]).expect(0, "warning: the real run would fail: ")
    }
    for option in ["--summary", "--report"] where tool == Tool.ratings || option == "--summary" {
      try await run(tool, ["-o", "out", option, "input/x"]).expect(73)
    }
    let long = String(repeating: "x", count: 300)
    try await run(tool, ["-o", long]).expect(73)
    #expect(try bench.names() == ["input"])
    let input = try await bench.run(tool, ["input/x"] + Tool.options(tool) + ["-n"])
    input.expect(66, "cannot open 'input/x': Not a directory")
  }

  @Test(arguments: Tool.all, [("022", 0o644), ("027", 0o640), ("077", 0o600)])
  func `a new file honours the mask`(tool: String, mask: (String, Int)) async throws {
    try bench.addSample(tool)
    try await run(
      tool, ["-o", "out", "--summary", "summary"], shell: "umask \(mask.0); exec \"$@\""
    ).expect(0)
    #expect(try bench.mode("out") == mask.1)
    #expect(try bench.mode("summary") == mask.1)
  }

  @Test func `only a ranking is replaced without force`() async throws {
    try bench.addSample(Tool.ranking)
    for shape in ["json", "import", "firestore"] {
      let name = "all_time-\(shape).json"
      try await run(Tool.ranking, ["--as", shape, "-o", name]).expect(0)
      try await run(Tool.ranking, ["--as", shape, "-o", name, "--top", "1"]).expect(0)
    }
    try bench.write("{\"week_id\":\"2026-W07\"}", to: "weekly.json")
    try await run(Tool.ranking, ["-o", "weekly.json"]).expect(73)
  }

  @Test(arguments: Tool.rewriting)
  func `in place, a file that changes keeps its mode`(tool: String) async throws {
    try bench.addSample(tool)
    try bench.setMode("input", 0o640)
    _ = try await run(tool, ["-o", "wanted"])
    try await run(tool, ["--in-place"]).expect(0)
    #expect(try bench.bytes("input") == (try bench.bytes("wanted")))
    #expect(try bench.mode("input") == 0o640)
    #expect(try bench.names() == ["input", "input.journal", "wanted"])
  }

  @Test(arguments: Tool.rewriting)
  func `in place, a file that does not change is not touched`(tool: String) async throws {
    try bench.addSample(tool)
    _ = try await run(tool, ["--in-place"])
    let before = try bench.tree()
    try await run(tool, ["--in-place"]).expect(0, "no file changed, and none was touched")
    #expect(try bench.tree() == before)
  }

  @Test(arguments: Tool.rewriting)
  func `in place through a link, the link stays`(tool: String) async throws {
    try bench.write(try Fixtures.input(tool, Tool.sample(tool)), to: "real")
    try FileManager.default.createSymbolicLink(
      atPath: bench.url("input").path, withDestinationPath: "real")
    let before = try bench.bytes("real")
    try await run(tool, ["--in-place"]).expect(0)
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
    try await bench.run(tool, ["closed/input", "--in-place"] + Tool.options(tool)).expect(0)
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
    let outcome = try await run(tool, ["--in-place"]).expect(0)
    #expect(try bench.bytes("input") != before)
    #expect(try bench.bytes("hard") == before)
    #expect(outcome.errors.contains("input: the file has 1 more name"), "\(outcome)")
  }

  @Test(arguments: Tool.rewriting)
  func `in place, what is no regular file is refused`(tool: String) async throws {
    for (name, make) in [("fifo", "mkfifo fifo; "), ("/dev/null", "")] {
      try await bench.run(
        tool, [name, "--in-place"] + Tool.options(tool), shell: make + "exec \"$@\""
      ).expect(64, "cannot rewrite '\(name)': it is not a regular file")
    }
  }
}
