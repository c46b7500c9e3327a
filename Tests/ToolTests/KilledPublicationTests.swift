import Foundation
import TestSupport
import Testing

/// Promises 2 and 15: after a kill at any call of a run with several outputs, the next run finds
/// the leftovers and succeeds.
@Suite(.enabled(if: Tracing.isPossible, "no strace here"))
struct KilledPublicationTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  private static let inputs = ["a", "b", "c"]
  private static let batches = ["--batches", "bb", "--database", "projects/p/databases/d"]
  private static let inPlace = inputs + ["--in-place"] + batches

  private func addFiles(_ count: Int = 5) throws {
    for name in Self.inputs { try addFile(name, count) }
  }

  private func addFile(_ name: String, _ count: Int = 5) throws {
    let lines = (0..<count).map {
      "{\"id\":\"\(name)\($0)\",\"joke_id\":\"j\",\"rating\":\($0 % 5 + 1)}\n"
    }
    try bench.write(lines.joined(), to: name)
  }

  private func removeAll() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: bench.directory.path)
    for name in names { try FileManager.default.removeItem(at: bench.url(name)) }
  }

  /// Kills a tool at a system call; false if it ends before that.
  private func kill(_ arguments: [String], at number: Int, of call: String) async throws -> Bool {
    let line = Tracing.line("/^\(call)", "signal=KILL:when=\(number)")
    let outcome = try await bench.run(Tool.ratings, arguments, shell: line)
    #expect([0, 137].contains(outcome.status), "\(outcome)")
    return outcome.status == 137
  }

  private func hidden() throws -> [String] {
    try bench.names().filter { $0.contains(".laughtrack-") }
  }

  /// Kills a run at every call of a name, and each time starts the next run.
  private func killEverywhere(
    _ arguments: [String], next: [String], at call: String, _ prepare: () async throws -> Void
  ) async throws {
    var count = 0
    while true {
      try removeAll()
      try await prepare()
      guard try await kill(arguments, at: count + 1, of: call) else { break }
      count += 1
      try await bench.run(Tool.ratings, next).expect(0)
      #expect(try hidden().isEmpty, "\(call) \(count)")
    }
    #expect(count > 0)
  }

  @Test(arguments: [["--resume"], ["--checkpoint-bytes", "4096"]])
  func `nothing is left beside any of several files in place`(more: [String]) async throws {
    let arguments = Self.inputs + ["--in-place"] + more
    try await killEverywhere(arguments, next: arguments, at: "fsync") { try addFiles(300) }
  }

  @Test(arguments: ["o", "new/o"])
  func `nothing is left in a directory, which a lock beside it was for`(
    output: String
  ) async throws {
    let arguments = Self.inputs + ["-o", output]
    try await killEverywhere(arguments, next: arguments + ["--force"], at: "fsync") {
      try addFiles()
    }
    try await bench.run(Tool.ratings, ["missing", "b", "-o", "other/o"]).expect(66)
    #expect(!bench.exists("other"))
  }

  @Test func `nothing is left in a directory of outputs beside one of batches`() async throws {
    let arguments = Self.inputs + ["-o", "o"] + Self.batches
    var count = 0
    while true {
      try removeAll()
      try addFiles()
      guard try await kill(arguments, at: count + 1, of: "fsync") else { break }
      count += 1
      try await bench.run(Tool.ratings, arguments + ["--resume"]).expect(0)
      #expect(try hidden().isEmpty && bench.names().filter { $0.hasPrefix("bb/") }.count == 4)
    }
    #expect(count > 0)
  }

  @Test func `nothing is left in the directory that an undo writes to`() async throws {
    let arguments = ["--undo", "a.journal", "-o", "back"]
    try await killEverywhere(arguments, next: arguments + ["--force"], at: "fsync") {
      try addFiles()
      try await bench.run(Tool.ratings, Self.inputs + ["--in-place"]).expect(0)
    }
  }

  @Test(arguments: ["fsync", "rename"])
  func `a merge of shards that was killed is run again`(call: String) async throws {
    let arguments = ["shard-1", "shard-2", "--merge-batches", "--batches", "bb", "--resume"]
    func addShards() async throws {
      try addFiles()
      for index in 1...2 {
        let shard = ["--shard", "\(index)/2", "--batches", "shard-\(index)"]
        try await bench.run(
          Tool.ratings, Self.inputs + shard + Self.batches.dropFirst(2)
        ).expect(0)
      }
    }
    try await addShards()
    try await bench.run(Tool.ratings, arguments).expect(0)
    let whole = try bench.files(in: "bb")
    try await killEverywhere(arguments, next: arguments, at: call, addShards)
    #expect(try bench.files(in: "bb") == whole)
    let dry = try await bench.run(Tool.ratings, arguments + ["-n"])
    #expect(dry.errors.contains("the batches in 'bb' are complete already"), "\(dry)")
    #expect(!dry.errors.contains("would fail"), "\(dry)")
    try bench.write("{}", to: "bb/batch-00009.json")
    try await bench.run(Tool.ratings, arguments).expect(73)
    let other = try await bench.run(Tool.ratings, arguments + ["-n"])
    #expect(other.errors.contains("would fail: the directory 'bb' is not empty"), "\(other)")
  }

  // MARK: Batches of a run in place

  @Test(arguments: ["rename", "unlink", "link"])
  func `batches of a run in place are never missing`(call: String) async throws {
    try addFiles()
    try await bench.run(Tool.ratings, Self.inPlace).expect(0)
    let whole = try bench.files(in: "bb")
    let migrated = try Self.inputs.map(bench.bytes)
    #expect(whole.count == 3)
    var count = 0
    while true {
      try removeAll()
      try addFiles()
      guard try await kill(Self.inPlace, at: count + 1, of: call) else { break }
      count += 1
      let next = try await bench.run(Tool.ratings, Self.inPlace)
      // A run killed after its last file has nothing left to do.
      #expect([0, 73].contains(next.status), "\(next)")
      if next.status == 73 {
        #expect(next.errors.contains("has migrated these files"), "\(next)")
        #expect(next.errors.contains("migrate-ratings --undo 'a.journal'"), "\(next)")
      }
      #expect(try bench.files(in: "bb") == whole && Self.inputs.map(bench.bytes) == migrated)
      #expect(try hidden().isEmpty)
    }
    #expect(count > 0)
  }

  @Test(arguments: [inputs, inputs + ["--in-place"]])
  func `no other batches are made of files that are migrated in part`(
    arguments: [String]
  ) async throws {
    try addFiles()
    // The renames: the batches, a, b.
    #expect(try await kill(Self.inPlace, at: 3, of: "rename"))
    let other = ["--batches", "other"] + Self.batches.dropFirst(2)
    let before = try Self.inputs.map(bench.bytes)
    try await bench.run(Tool.ratings, arguments + other).expect(
      65, "seems interrupted: some of its files")
    #expect(try !bench.exists("other") && Self.inputs.map(bench.bytes) == before)
    let dry = try await bench.run(Tool.ratings, arguments + other + ["-n"])
    #expect(arguments == Self.inputs || dry.errors.contains("the real run would fail"), "\(dry)")
    try await bench.run(Tool.ratings, ["--undo", "a.journal"]).expect(0)
    try await bench.run(Tool.ratings, arguments + other).expect(0)
    #expect(try bench.bytes("other/batch-00001.json") == bench.bytes("bb/batch-00001.json"))
  }

  @Test func `batches that are there and are others end the run`() async throws {
    try addFiles()
    #expect(try await kill(Self.inPlace, at: 2, of: "rename"))
    try bench.write("{}", to: "bb/batch-00001.json")
    try await bench.run(Tool.ratings, Self.inPlace).expect(
      73, "'bb/batch-00001.json' is not of this run")
    #expect(try bench.text("bb/batch-00001.json") == "{}")
  }

  @Test func `an input that changes between the two passes for batches ends the run`()
    async throws
  {
    try addFiles()
    let line = Tracing.line("openat", "delay_enter=10000000:when=2", to: "trace", "-D -P b")
    let running = try await bench.start(
      Tool.ratings, Self.inputs + Self.batches, shell: line)
    #expect(try await eventually { try bench.exists("trace") && !bench.bytes("trace").isEmpty })
    let text = try bench.text("b")
    try bench.write(text + "{\"id\":\"b9\",\"joke_id\":\"j\",\"rating\":4}\n", to: "b")
    let outcome = try await running.outcome().expect(74)
    // The input is shorter while it is being written.
    let reasons = ["'b' changed while it was read", "'b' became shorter while it was read"]
    #expect(reasons.contains { outcome.errors.contains($0) }, "\(outcome)")
    #expect(!bench.exists("bb"))
  }

  // MARK: Other operands

  @Test func `the same files in another order go on with an interrupted run`() async throws {
    try addFiles()
    let before = try Self.inputs.map(bench.bytes)
    #expect(try await kill(Self.inputs + ["--in-place"], at: 2, of: "rename"))
    try await bench.run(Tool.ratings, ["c", "b", "a", "--in-place"]).expect(0, "1 file restored")
    #expect(try bench.names() == ["a", "a.journal", "b", "c"])
    try await bench.run(Tool.ratings, ["--undo", "a.journal"]).expect(0)
    #expect(try Self.inputs.map(bench.bytes) == before)
  }

  @Test(arguments: [["a", "b", "c", "d"], ["a"], ["."], ["d", "a", "--journal", "other"]])
  func `a run over other files than an interrupted one is refused, with what goes on`(
    operands: [String]
  ) async throws {
    try addFiles()
    #expect(try await kill(Self.inputs + ["--in-place"], at: 2, of: "rename"))
    try addFile("d")
    let before = try bench.tree()
    let outcome = try await bench.run(Tool.ratings, operands + ["--in-place"]).expect(65)
    let command = "migrate-ratings 'a' 'b' 'c' --in-place --resume; or restore"
    #expect(outcome.errors.contains("guards that it had: \(command)"), "\(outcome)")
    #expect(try visible(bench.tree()) == visible(before))
    try await bench.run(Tool.ratings, Self.inputs + ["--in-place", "--resume"]).expect(0)
    try await bench.run(Tool.ratings, operands + ["--in-place"]).expect(0)
  }

  private func visible(_ tree: [String: some Equatable]) -> [String] {
    tree.keys.filter { !$0.contains(".laughtrack-") }.sorted()
  }

  // MARK: A file that changes meanwhile

  @Test func `the ways out that are printed for a file that was changed meanwhile work`()
    async throws
  {
    for name in Self.inputs { try addFile("s/\(name)") }
    let before = try Self.inputs.map { try bench.bytes("s/\($0)") }
    let line = Tracing.line("rename", "delay_exit=10000000:when=1", "-D")
    let running = try await bench.start(Tool.ratings, ["s", "--in-place"], shell: line)
    #expect(try await eventually { try bench.bytes("s/a") != before[0] })
    try bench.write("{\"id\":\"new\",\"joke_id\":\"k\",\"rating\":4}\n", to: "s/c")
    try await running.outcome().expect(74, "s.journal' --salvage; to do the rest")
    try await bench.run(Tool.ratings, ["s", "--in-place", "--resume"]).expect(0)
    try await bench.run(Tool.ratings, ["--undo", "s.journal-2"]).expect(0)
    try await bench.run(Tool.ratings, ["--undo", "s.journal"]).expect(
      65, "'--undo JOURNAL --salvage' restores the other files")
    try await bench.run(
      Tool.ratings, ["--undo", "s.journal", "--salvage", "--summary", "summary"]
    ).expect(3, "s/c: it was changed since the run")
    #expect(try bench.text("summary").contains("\"not_undone\": 1"))
    #expect(try bench.bytes("s/a") == before[0] && bench.bytes("s/b") == before[1])
    #expect(try bench.text("s/c").contains("new"))
    try await bench.run(
      Tool.ratings, ["--undo", "s.journal", "--salvage", "-o", "back"]
    ).expect(3)
    #expect(try bench.names().filter { $0.hasPrefix("back/") } == ["back/a", "back/b"])
  }

  // MARK: Interrupted calls

  @Test(arguments: [
    (Tool.ratings, ["a", "--in-place"]),
    (Tool.ranking, ["a", "-o", "out", "--max-unmigrated", "100%"]),
    (Tool.ratings, ["in", "-o", "out"]),
  ])
  func `a signal that interrupts any open is no error`(
    tool: String, arguments: [String]
  ) async throws {
    func opens(_ fault: String?) async throws -> (ToolOutcome, [Substring]) {
      try removeAll()
      try addFile("a")
      try addFile("in/b")
      let line = Tracing.line("openat", fault, to: "trace")
      let outcome = try await bench.run(tool, arguments, shell: line)
      return (outcome, try bench.text("trace").split(separator: "\n"))
    }
    // The dynamic linker does not retry.
    let (_, calls) = try await opens(nil)
    var number = try #require(calls.lastIndex { $0.contains(".so") }) + 1
    while true {
      number += 1
      let (outcome, calls) = try await opens("error=EINTR:when=\(number)")
      let injected = calls.filter { $0.contains("INJECTED") }
      // The standard library, which reads the arguments, does not retry either.
      if outcome.errors.contains("no INPUT given") { continue }
      outcome.expect(0)
      if injected.isEmpty { break }
    }
  }
}
