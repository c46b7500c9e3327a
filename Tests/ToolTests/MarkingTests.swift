import Foundation
import TestSupport
import Testing

/// Marking of ids in a dump by `prune-processed --mark`.
struct MarkingTests {
  private static let tool = Tool.pruning
  private static let dump = """
    {"ScreenSort.ProcessedIDs": ["a", "b", "c"], "x": 1.50}

    """
  private let bench: Bench

  init() throws {
    bench = try Bench()
    try bench.write(Self.dump, to: "dump")
    try bench.write("a\nc\n", to: "ids")
    try bench.write("", to: "none")
  }

  private func run(_ arguments: String...) async throws -> ToolOutcome {
    try await bench.run(Self.tool, arguments)
  }

  @Test func `ids that are new are marked and printed, once`() async throws {
    try bench.write("a\nd\né\nd\n", to: "ids")
    let dry = try await run("dump", "--mark", "ids", "-n")
    #expect(dry.status == 0 && dry.output.isEmpty, "\(dry)")
    #expect(dry.errors.contains("ids: 4 listed = 2 to mark + 2 processed already"))
    #expect(dry.errorLines.last == "DRY RUN: nothing written", "\(dry)")
    #expect(try bench.text("dump") == Self.dump)
    let real = try await run("dump", "--mark", "ids", "--in-place")
    #expect(real.status == 0 && real.outputText == "d\né\n", "\(real)")
    #expect(real.errors.contains("ids: 4 listed = 2 marked + 2 processed already"))
    #expect(
      try bench.text("dump") == Self.dump.replacing(#""c"]"#, with: #""c", "d", "é"]"#))
    #expect(dry.errors.contains("  \(try await bench.digest("dump"))  dump\n"), "\(dry)")
    let again = try await run("dump", "--mark", "ids", "--in-place")
    #expect(again.status == 0 && again.output.isEmpty, "\(again)")
    let idle = try await run("dump", "--mark", "ids", "--in-place", "-n")
    #expect(!idle.errors.contains("would write") && idle.errors.hasSuffix("nothing written\n"))
    #expect(try bench.names() == ["dump", "ids", "none"])
  }

  @Test func `a dry run has the size and digest of what many marks make of a binary dump`()
    async throws
  {
    let ids: [String: Any] = ["ScreenSort.ProcessedIDs": ["a"], "savedJokeIds": ["a", "d"]]
    let binary = try PropertyListSerialization.data(
      fromPropertyList: ids, format: .binary, options: 0)
    try bench.write(binary, to: "dump.plist")
    try bench.write("d\nb\nd\na\né\n", to: "ids")
    _ = try await run("dump.plist", "--mark", "ids", "-n", "--summary", "summary")
    #expect(try bench.bytes("dump.plist") == binary)
    _ = try await run("dump.plist", "--mark", "ids", "--in-place")
    let output = try #require((try bench.json("summary")["outputs"] as? [[String: Any]])?.first)
    #expect(output["path"] as? String == "dump.plist")
    #expect(output["bytes"] as? Int == (try bench.bytes("dump.plist").count))
    #expect(try await output["sha256"] as? String == bench.digest("dump.plist"))
  }

  @Test(.enabled(if: SystemParts.hasFlock, "no flock(1) here"), arguments: [[], ["--in-place"]])
  func `a dry run warns of a lock on the dump`(options: [String]) async throws {
    try bench.write("", to: ".laughtrack-dump.lock")
    let dry = try await bench.run(
      Self.tool, ["dump", "--mark", "ids", "-n"] + options,
      shell: "exec 9<.laughtrack-dump.lock; flock 9; \"$@\" 9<&-")
    dry.expect(0, "another run is writing 'dump'")
    #expect(dry.errorLines.last == "DRY RUN: nothing written", "\(dry)")
  }

  @Test func `a mark is in the dump before the next id is read`() async throws {
    let line = "(echo d; while ! grep -q '\"d\"' dump; do sleep 0.01; done; echo e) | \"$@\""
    let run = try await bench.run(
      Self.tool, ["dump", "--mark", "-", "--in-place"], shell: line)
    #expect(run.status == 0 && run.outputText == "d\ne\n", "\(run)")
  }

  @Test func `--mark refuses what it cannot mark, and leaves the dump`() async throws {
    try bench.write(#"{"a":{"savedJokeIds":[]},"b":{"savedJokeIds":[]}}"#, to: "two")
    try bench.write(#"{"id":"no dump"}"#, to: "other")
    try bench.write(#"{"device":{"ScreenSort.ProcessedIDs":["a"]}}"#, to: "keyed")
    for (arguments, status) in [
      (["dump", "--mark", "ids"], 64), (["dump", "two", "--mark", "ids", "--in-place"], 64),
      (["dump", "--mark", "ids", "-o", "out"], 64), ([".", "--mark", "ids", "--in-place"], 64),
      (["two", "--mark", "ids", "--in-place"], 65), (["keyed", "--mark", "ids", "--in-place"], 65),
      (["dump", "--mark", "ids", "--in-place", "--format", "xml-plist"], 65),
      (["other", "--mark", "ids", "--in-place"], 65),
      (["dump", "--mark", "dump", "--in-place"], 65),
      (["dump", "--mark", "missing", "--in-place"], 66),
    ] {
      let before = try bench.tree()
      let outcome = try await bench.run(Self.tool, arguments)
      #expect(outcome.status == status && outcome.output.isEmpty, "\(arguments) \(outcome)")
      #expect(try bench.tree() == before)
    }
  }

  @Test func `--mark says of a compressed dump that it is one`() async throws {
    try bench.write(try compressed(Data(Self.dump.utf8), with: "gzip"), to: "dump.gz")
    try await run("dump.gz", "--mark", "ids", "--in-place").expect(
      65, "error: dump.gz (byte 0): it is compressed with gzip\n", "and not compressed")
  }

  @Test func `a dry run finds what the real run cannot mark, and a hard link is warned of`()
    async throws
  {
    try bench.write(Self.dump, to: "plain.json")
    let shell = "gzip plain.json && ln dump other && \"$@\""
    try await bench.run(
      Self.tool, ["plain.json.gz", "--mark", "ids", "-n"], shell: shell
    ).expect(65, "no id was marked")
    let linked = try await run("dump", "--mark", "ids", "-n")
    #expect(linked.errors.contains("the file has other names (hard links)"), "\(linked)")
  }

  @Test(.enabled(if: SystemParts.canBecomeAnother, "no root, or no setpriv(1)"))
  func `a dump in a folder that is read-only is 77, which a dry run foresees`() async throws {
    try bench.write(Self.dump, to: "locked/dump")
    try bench.setMode("locked", 0o555)
    try bench.setMode("", 0o777)
    let reason = "cannot write in 'locked': Permission denied"
    let real = try await bench.run(
      Self.tool, ["locked/dump", "--mark", "ids", "--in-place"], shell: SystemParts.asAnother)
    #expect(real.status == 77 && real.errors == "\(Self.tool): error: \(reason)\n", "\(real)")
    for options in [["-n"], ["-n", "--in-place"]] {
      let dry = try await bench.run(
        Self.tool, ["locked/dump", "--mark", "ids"] + options, shell: SystemParts.asAnother)
      let warning = "\(Self.tool): warning: the real run would fail: \(reason)"
      #expect(dry.status == 0 && dry.errorLines.count { $0 == warning } == 1, "\(dry)")
    }
    try bench.setMode("locked", 0o755)
  }

  @Test(.enabled(if: SystemParts.canBecomeAnother, "no root, or no setpriv(1)"))
  func `a dump of another user loses its owner with a warning, or is 77`() async throws {
    try bench.setMode("", 0o777)
    try bench.write(Self.dump, to: "open/dump")
    try bench.write("new\n", to: "ids")
    try bench.setMode("open", 0o777)
    let arguments = ["open/dump", "--mark", "ids", "--in-place"]
    try bench.setMode("open/dump", 0o600)
    try await bench.run(Self.tool, arguments, shell: SystemParts.asAnother).expect(77)
    try bench.setMode("open/dump", 0o644)
    try bench.setMode("open", 0o1777)
    let sticky = try await bench.run(Self.tool, arguments, shell: SystemParts.asAnother)
    let reason = "cannot replace 'open/dump': Operation not permitted"
    sticky.expect(77, reason)
    for options in [
      ["--mark", "ids", "-n"], ["--existing", "none", "--allow-empty", "--in-place", "-n"],
    ] {
      let dry = try await bench.run(
        Self.tool, ["open/dump"] + options, shell: SystemParts.asAnother)
      #expect(dry.errors.contains("the real run would fail: \(reason)"), "\(dry)")
    }
    #expect(try bench.text("open/dump") == Self.dump)
    try bench.setMode("open", 0o777)
    let marked = try await bench.run(Self.tool, arguments, shell: SystemParts.asAnother).expect(0)
    let losses = "open/dump: cannot keep its owner, cannot keep its group"
    #expect(marked.errors.contains(losses), "\(marked)")
  }

  @Test(.enabled(if: SystemParts.canMount, "no root, or no unshare(1)"))
  func `a full disk is foreseen by a dry run`() async throws {
    try bench.write(Self.dump, to: "dump")
    try bench.write("new\n", to: "ids")
    try bench.makeDirectory("full")
    let full = SystemParts.filling("full", with: "dump")
    let arguments = ["full/dump", "--mark", "ids"]
    for options in [["-n"], ["-n", "--in-place"]] {
      let dry = try await bench.run(Self.tool, arguments + options, shell: full)
      let warning = "the real run would fail: only 0 B are free in 'full', and 'full/dump' may need"
      dry.expect(0, warning)
      #expect(dry.errors.components(separatedBy: warning).count == 2, "\(dry)")
    }
    try await bench.run(Self.tool, arguments + ["--in-place"], shell: full).expect(74)
  }

  @Test func `the summary has the dump as it is then`() async throws {
    try bench.write(Self.dump, to: "dump")
    try bench.write("new\n", to: "ids")
    try await run("dump", "--mark", "ids", "--summary", "dry", "-n").expect(0)
    try await run("dump", "--mark", "ids", "--summary", "real", "--in-place").expect(0)
    func outputs(_ summary: String) throws -> Substring? {
      try bench.text(summary).firstMatch(of: /"outputs": \[[^\]]*\]/)?.output
    }
    #expect(try outputs("real") == outputs("dry"))
    #expect(try await outputs("real")?.contains(bench.digest("dump")) == true)
    try await run("-", "--mark", "ids", "-n").expect(64, "'--mark' needs one DUMP, a file")
  }

  @Test func `--mark of dumps by device says how to get one out`() async throws {
    try bench.write(#"{"a":{"savedJokeIds":[]},"b":{"savedJokeIds":[]}}"#, to: "two")
    try await run("two", "--mark", "ids", "--in-place").expect(65, "jq '.\"DEVICE\"'")
  }

  @Test func `the dump is read once, and may lack the app's keys if its format is named`()
    async throws
  {
    try bench.write("{}\n", to: "fresh")
    try await run(
      "fresh", "--mark", "ids", "--in-place", "--format", "json-dump", "--summary", "summary"
    ).expect(0)
    #expect(try bench.json("summary")["bytes_read"] as? Int == 3)
  }

  @Test func `ids before a line that is none are told to be marked`() async throws {
    try bench.write("d\ne\n\0\n", to: "ids")
    let dry = try await run("dump", "--mark", "ids", "-n")
    #expect(dry.status == 65 && !dry.errors.contains("are marked"), "\(dry)")
    let real = try await run("dump", "--mark", "ids", "--in-place")
    #expect(real.status == 65 && real.outputText == "d\ne\n", "\(real)")
    #expect(real.errors.contains("hint: 2 ids are marked; ids stand one a line"), "\(real)")
  }

  @Test func `an empty list, a closed output and more than is sensible are told`() async throws {
    try await run("dump", "--mark", "none", "--in-place").expect(
      0, "holds no id; nothing was marked")
    try bench.write((1...1000).map { "\($0)\n" }.joined(), to: "many")
    let closed = try await bench.run(
      Self.tool, ["dump", "--mark", "many", "--in-place"], shell: "\"$@\" | head -1")
    #expect(closed.errors.contains("the same command marks the rest"), "\(closed)")
    let rest = try await run("dump", "--mark", "many", "--in-place")
    #expect(rest.errors.contains("the dump holds 1,003 processed ids"), "\(rest)")
    #expect(rest.errors.contains("--existing removes what is stale"), "\(rest)")
    let pruned = try await run("dump", "--existing", "many", "--in-place")
    #expect(pruned.errors.contains("the dump holds 1,003 processed ids"), "\(pruned)")
    #expect(!pruned.errors.contains("--existing removes"), "\(pruned)")
    #expect(try await !run("dump", "--existing", "many", "-n").errors.contains("the dump holds"))
  }

  @Test(.enabled(if: Tracing.isPossible, "no strace here"))
  func `an id is told to be marked if only the flush of the directory fails`() async throws {
    try bench.write("d\ne\n", to: "ids")
    // The first mark flushes the file and then its directory.
    let line = Tracing.line("fsync", "error=EIO:when=4")
    let run = try await bench.run(
      Self.tool, ["dump", "--mark", "ids", "--in-place"], shell: line)
    #expect(run.status == 74 && run.outputText == "d\n", "\(run)")
    #expect(
      run.errors.contains(
        "hint: 2 ids are marked; the last one was not printed, and a power failure"))
    #expect(try bench.text("dump").contains(#""d", "e"]"#))
  }

  @Test(.enabled(if: SystemParts.hasFullDevice, "no /dev/full here"))
  func `the marked ids are told if the summary cannot be written`() async throws {
    try bench.write("d\n", to: "ids")
    let run = try await run("dump", "--mark", "ids", "--in-place", "--summary", "/dev/full")
    #expect(run.status == 74 && run.outputText == "d\n", "\(run)")
    #expect(run.errors.contains("hint: 1 id is marked"), "\(run)")
  }
}
