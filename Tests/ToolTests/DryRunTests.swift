import Foundation
import TestSupport
import Testing

/// A dry run does all the work, and writes only the files that describe the run.
struct DryRunTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  private func run(_ tool: String, _ more: [String], shell: String? = nil) async throws
    -> ToolOutcome
  { try await bench.run(tool, ["input"] + Tool.options(tool) + more, shell: shell) }

  /// The options that name every file that a tool can write.
  private func outputs(_ tool: String) -> [String] {
    let batches = ["--batches", "batches", "--database", "projects/p/databases/d"]
    let rejects = Tool.several.contains(tool) ? ["--rejects", "rejects"] : []
    return ["-o", "out"] + rejects + (tool == Tool.ratings ? batches : [])
  }

  @Test(arguments: Tool.all)
  func `no file is made, changed or removed`(tool: String) async throws {
    try bench.addSample(tool)
    let before = try bench.tree()
    let outcome = try await run(tool, outputs(tool) + ["--dry-run"]).expect(0)
    #expect(outcome.errorLines.last == "DRY RUN: nothing written")
    #expect(outcome.output.isEmpty)
    #expect(try bench.tree() == before)
  }

  @Test(arguments: Tool.all)
  func `a summary that was asked for is written, and named`(tool: String) async throws {
    try bench.addSample(tool)
    let outcome = try await run(tool, outputs(tool) + ["-n", "--summary", "summary"])
    #expect(try bench.names() == ["input", "summary"])
    #expect(outcome.errors.contains("'summary'"))
    #expect(try bench.json("summary")["dry_run"] as? Bool == true)
    #expect(outcome.errorLines.last == "DRY RUN: nothing written but the summary 'summary'")
  }

  @Test(arguments: Tool.several)
  func `the real run names the files that the dry run named`(tool: String) async throws {
    try bench.addSample(tool)
    let planned = try await run(tool, outputs(tool) + ["-n"])
    #expect(planned.errorLines.contains("  the rejects: rejects"), "\(planned)")
    let real = try await run(tool, outputs(tool) + ["--summary", "summary"])
    #expect(real.errorLines.contains("  the rejects: rejects"), "\(real)")
    #expect(real.errorLines.contains("  the summary: summary"), "\(real)")
  }

  @Test(arguments: Tool.all)
  func `the digest is that of the real run's output`(tool: String) async throws {
    try bench.addSample(tool)
    let outcome = try await run(tool, ["-o", "out", "-n"])
    try await bench.run(tool, ["input", "-o", "out"] + Tool.options(tool))
    #expect(outcome.errors.contains("\(try await bench.digest("out"))  out"), "\(outcome)")
    let real = try await run(tool, ["-o", "again", "--hash"])
    #expect(real.errors.contains("\(try await bench.digest("out"))  again"), "\(real)")
    let without = try await run(tool, ["-o", "other", "-n", "--no-hash"])
    #expect(!without.errors.contains(/[0-9a-f]{64}/))
  }

  @Test func `the digests of batches are those of the real run`() async throws {
    try bench.addSample(Tool.ratings)
    let more = [
      "--batches", "batches", "--database", "projects/p/databases/d", "--batch-size", "2",
    ]
    let outcome = try await run(Tool.ratings, more + ["-n"])
    _ = try await run(Tool.ratings, more)
    let files = try bench.names().filter { $0.hasSuffix(".json") }
    #expect(files.count > 4)
    for file in files {
      #expect(outcome.errors.contains("\(try await bench.digest(file))  \(file)"), "\(file)")
    }
  }

  @Test(arguments: Tool.all)
  func `every file that the real run writes is named`(tool: String) async throws {
    try bench.addSample(tool)
    let outcome = try await run(tool, outputs(tool) + ["-n"])
    try await run(tool, outputs(tool)).expect(0)
    for name in try bench.names() where name != "input" {
      let isFile = try bench.attributes(name)[.type] as? FileAttributeType == .typeRegular
      #expect(!isFile || outcome.errors.contains(name), "\(name): \(outcome)")
    }
  }

  /// The calls that change a file system, and those that open files.
  private static let changing =
    "'/^(open|creat|rename|unlink|rmdir|mkdir|link|symlink|mknod|f?truncate|fallocate|f?chmod"
    + "|[fl]?chown|utime|copy_file_range|[fl]?(set|remove)xattr)'"

  @Test(.enabled(if: Tracing.isPossible, "no strace here"), arguments: Tool.all)
  func `no system call of a dry run changes a file system`(tool: String) async throws {
    try bench.addSample(tool)
    let trace = Tracing.line(Self.changing, to: "../trace")
    try await run(tool, outputs(tool) + ["-n"], shell: trace).expect(0)
    let calls = try bench.text("../trace").split(separator: "\n")
    #expect(calls.contains { $0.contains("\"input\"") })
    let changes = calls.filter { call in
      let isOpening = call.contains(/open(at2?)?\(/)
      let isNone = call.contains(/\"\/dev\/(null|tty)\"|\+\+\+|---|resumed>/)
      return !isNone && (!isOpening || call.contains(/O_(WRONLY|RDWR|CREAT|TRUNC|TMPFILE)/))
    }
    #expect(changes.isEmpty, "\(changes)")
  }

  @Test(arguments: Tool.all)
  func `a dry run works in a read-only directory`(tool: String) async throws {
    try bench.addSample(tool)
    try bench.setMode("", 0o555)
    defer { #expect(throws: Never.self) { try bench.setMode("", 0o755) } }
    // Root may write in any directory.
    let shell = SystemParts.canBecomeAnother ? SystemParts.asAnother : nil
    let outcome = try await run(tool, outputs(tool) + ["-n"], shell: shell).expect(0)
    #expect(outcome.errorLines.last == "DRY RUN: nothing written")
    if getuid() != 0 || shell != nil {
      #expect(outcome.errors.contains("warning: the real run would fail"))
    }
  }

  @Test(arguments: Tool.all)
  func `a dry run warns of what would stop the real run`(tool: String) async throws {
    try bench.addSample(tool)
    try bench.write("old\n", to: "out")
    for name in ["out", "input"] {
      try await run(tool, ["-o", name, "-n"]).expect(0, "warning: the real run would fail: ")
    }
  }

  @Test(arguments: Tool.all)
  func `an output in no directory is a warning too`(tool: String) async throws {
    try bench.addSample(tool)
    try await run(tool, ["-o", "no/such/out", "-n"]).expect(0, "warning: the real run would fail: ")
  }

  /// The options that name a file or a directory beside the output.
  private static func besides(_ tool: String, _ path: String) -> [[String]] {
    var options = [["--metrics", path]]
    if Tool.several.contains(tool) { options.append(["--rejects", path]) }
    if tool == Tool.ratings {
      options += [
        ["--batches", path, "--database", "projects/p/databases/d"], ["--journal", path],
      ]
    }
    if tool == Tool.ranking {
      options += [["--weeks", path, "--by", "week"], ["--partials", path]]
    }
    return options
  }

  @Test(arguments: Tool.all)
  func `a file beside the output that would stop the real run is a warning`(tool: String)
    async throws
  {
    try bench.addSample(tool)
    try bench.write("words\n", to: "words")
    for path in ["no/x", "input/x", "words"] {
      for options in Self.besides(tool, path) {
        // These create missing directories.
        if path == "no/x", ["--weeks", "--partials"].contains(options[0]) { continue }
        let dry = try await run(tool, ["-o", "out", "-n"] + options)
        let warnings = dry.errorLines.filter { $0.contains("warning: the real run would fail: ") }
        #expect(dry.status == 0 && warnings.count == 1, "\(options): \(dry)")
        #expect(warnings.first?.contains("'\(path)'") == true, "\(options): \(dry)")
        #expect(try await run(tool, ["-o", "out"] + options).status == 73, "\(options)")
        #expect(try bench.names() == ["input", "words"])
      }
    }
  }

  @Test(
    .enabled(if: SystemParts.canBecomeAnother, "no root, or no setpriv(1)"), arguments: Tool.all)
  func `a folder without permission for a file beside the output is a warning`(tool: String)
    async throws
  {
    try bench.addSample(tool)
    try bench.makeDirectory("locked")
    try bench.setMode("locked", 0o555)
    try bench.setMode("", 0o777)
    for options in Self.besides(tool, "locked/x") {
      let dry = try await run(tool, ["-o", "out", "-n"] + options, shell: SystemParts.asAnother)
      let warning =
        "warning: the real run would fail: \(options[0]) 'locked/x': cannot write in 'locked': "
        + "Permission denied"
      dry.expect(0, warning)
      try await run(tool, ["-o", "out"] + options, shell: SystemParts.asAnother).expect(77)
    }
    try bench.setMode("locked", 0o755)
  }

  @Test(arguments: [["--partials", "link"], ["--weeks", "link", "--by", "week"]])
  func `a link to nothing in the place of a directory is a warning`(options: [String]) async throws
  {
    try bench.addSample(Tool.ranking)
    let linked = "test -L link || ln -s nothing link; exec \"$@\""
    try await run(Tool.ranking, ["-o", "out", "-n"] + options, shell: linked).expect(
      0, "warning: the real run would fail: \(options[0]) 'link': cannot write in 'link': ")
    try await run(Tool.ranking, ["-o", "out"] + options).expect(73)
    #expect(try bench.names() == ["input", "link"])
  }

  @Test(
    .enabled(if: SystemParts.canMount, "no root, or no unshare(1)"),
    arguments: ["--batches", "--journal", "--metrics"])
  func `a full disk for a file beside the output is a warning`(option: String) async throws {
    try bench.addSample(Tool.ratings)
    try bench.makeDirectory("full")
    let full = SystemParts.filling("full")
    let options = Self.besides(Tool.ratings, "full/x").filter { $0[0] == option }.joined()
    let dry = try await run(Tool.ratings, ["-o", "out", "-n"] + options, shell: full)
    let warning = "the real run would fail: only 0 B are free in 'full', and 'full/x' may need"
    dry.expect(0, warning)
    try await run(Tool.ratings, ["-o", "out"] + options, shell: full).expect(74)
  }

  @Test(.enabled(if: SystemParts.canBecomeAnother, "no root, or no setpriv(1)"))
  func `a dry undo foresees a folder without permission`() async throws {
    try bench.addSample(Tool.ratings)
    try bench.write(try bench.bytes("input"), to: "locked/events")
    try await bench.run(Tool.ratings, ["locked/events", "--in-place", "--journal", "journal"])
    try bench.setMode("", 0o777)
    try bench.setMode("journal", 0o644)
    try bench.setMode("locked", 0o555)
    let undo = ["--undo", "journal"]
    try await bench.run(Tool.ratings, undo + ["-n"], shell: SystemParts.asAnother).expect(
      0, "would fail: cannot write in ")
    try await bench.run(Tool.ratings, undo, shell: SystemParts.asAnother).expect(77)
    try bench.setMode("locked", 0o755)
  }

  @Test(.enabled(if: SystemParts.canBecomeAnother, "no root, or no setpriv(1)"))
  func `a dry run in place foresees an earlier journal that cannot be read`() async throws {
    try bench.addSample(Tool.ratings)
    try bench.write("words", to: "input.journal")
    try bench.setMode("", 0o777)
    try bench.setMode("input.journal", 0o600)
    try await bench.run(Tool.ratings, ["input", "--in-place", "-n"], shell: SystemParts.asAnother)
      .expect(
        0, "the real run would fail: cannot create the undo journal: cannot open ")
    try await bench.run(Tool.ratings, ["input", "--in-place"], shell: SystemParts.asAnother).expect(
      77)
  }

  @Test(arguments: ["--summary", "--rejects", "--metrics", "--report"])
  func `two texts on standard output are foreseen`(option: String) async throws {
    try bench.addSample(Tool.ranking)
    let reason = "the result and \(option) '-' would both go to standard output"
    try await bench.run(Tool.ranking, ["input", option, "-"]).expect(64, reason)
    try await bench.run(Tool.ranking, ["input", option, "-", "-n"]).expect(
      0, "the real run would fail: \(reason)")
  }

  @Test func `a dry undo names the metrics, too`() async throws {
    try bench.addSample(Tool.ratings)
    try await bench.run(Tool.ratings, ["input", "--in-place"]).expect(0)
    try await bench.run(Tool.ratings, ["--undo", "input.journal", "-n", "--metrics", "m"]).expect(
      0, "  the metrics: m\n")
  }

  @Test(arguments: [[], ["-n"]])
  func `a check in place may ask for the proof of the journal that a run would write`(
    more: [String]
  ) async throws {
    try bench.addSample(Tool.ratings)
    let check = ["input", "--in-place", "--check", "--prove-undo"]
    try await bench.run(Tool.ratings, check + more).expect(2)
  }

  @Test(arguments: Tool.comparing)
  func `a dry run that checks too ends as a dry run`(tool: String) async throws {
    try bench.addSample(tool)
    let outcome = try await run(tool, ["-o", "out", "-n", "--check"]).expect(2)
    #expect(outcome.errorLines.last == "DRY RUN: nothing written", "\(outcome)")
    #expect(outcome.errorLines.contains { $0.hasPrefix("  out") }, "\(outcome)")
  }

  @Test(arguments: Tool.all)
  func `bad data ends a dry run as it ends the real one`(tool: String) async throws {
    try bench.write("{\"joke_id\":", to: "input")
    try await run(tool, ["-o", "out", "-n"]).expect(65)
  }

  @Test func `the first changes are shown, as many as are asked for`() async throws {
    try bench.addSample(Tool.ratings)
    let two = try await run(Tool.ratings, ["-n", "--sample", "2"])
    #expect(two.errors.contains("changes, 2 of "), "\(two)")
    #expect(two.errors.contains("anna_lettuce-in_2026-W07: 4 → 5"))
    let none = try await run(Tool.ratings, ["-n", "--sample=0"])
    #expect(!none.errors.contains("→ 5\n  ") && !none.errors.contains("changes, "))
  }

  @Test func `the table of a plain dry run stays on a screen of 24 lines`() async throws {
    let event = { (number: Int) in
      "{\"id\":\"B0538A35-D311-41DC-BBB5-ADA0DC8E480B_XKsF0yq9FKwCQb5jM2L3_\(2000 + number)-W40\","
        + "\"joke_id\":\"a\",\"rating\":\(number % 5 + 1)}\n"
    }
    try bench.write((0..<5000).map(event).joined(), to: "ratings.ndjson")
    let outcome = try await bench.run(Tool.ratings, ["ratings.ndjson", "-n"])
    #expect(outcome.errors.contains("changes, 3 of 3,000:"), "\(outcome)")
    // A terminal wraps longer lines; a hint and the prompt follow.
    let lines = outcome.errorLines.map { ($0.count + 79) / 80 }.reduce(0) { $0 + max(1, $1) }
    #expect(lines + 2 <= 24, "\(outcome)")
  }

  @Test(arguments: Tool.comparing)
  func `a check writes nothing but the rejects that it was asked for`(tool: String) async throws {
    try bench.addSample(tool)
    var before = try bench.tree()
    let outcome = try await run(tool, outputs(tool) + ["--check"]).expect(2)
    #expect(outcome.errorLines.last?.hasPrefix("CHECK: ") == true)
    if Tool.several.contains(tool) { before["rejects"] = try bench.tree()["rejects"] }
    #expect(try bench.tree() == before)
  }

  @Test(arguments: Tool.rewriting)
  func `a dry run in place leaves the input alone`(tool: String) async throws {
    try bench.addSample(tool)
    let before = try bench.tree()
    let outcome = try await run(tool, ["--in-place", "--dry-run"]).expect(0)
    #expect(try bench.tree() == before)
    try await bench.run(tool, ["input", "--in-place"] + Tool.options(tool))
    #expect(outcome.errors.contains("\(try await bench.digest("input"))  input"))
  }
}
