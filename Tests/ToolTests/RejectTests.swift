import Foundation
import TestSupport
import Testing

/// The messages and lists of unusable documents.
struct RejectTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  private func run(_ tool: String, _ more: [String]) async throws -> ToolOutcome {
    try await bench.run(tool, ["input"] + Tool.options(tool) + Tool.unmigrated(tool) + more)
  }

  private func lines(_ name: String) throws -> [[String: Any]] {
    try bench.text(name).split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test(arguments: [Tool.ratings, Tool.ranking])
  func `each reject is listed with reason, document and place`(tool: String) async throws {
    try bench.write(try Fixtures.input(tool, "keys-twice.ndjson"), to: "input")
    try await run(tool, ["-o", "out", "--rejects", "rejects"]).expect(3)
    let rejects = try lines("rejects")
    #expect(rejects.count == 3)
    #expect(rejects[1]["document"] as? String == "ben_lettuce-in_2026-W07")
    #expect(rejects[1]["file"] as? String == "input")
    #expect(rejects[1]["line"] as? Int == 2)
    #expect(rejects[1]["byte"] as? Int == 294)
    #expect((rejects[1]["reason"] as? String)?.contains("'joke_id' occurs twice") == true)
  }

  @Test(arguments: [
    (Tool.ratings, "all that follows stays as it came, unread", "stay as they came, unread"),
    (Tool.ranking, "nothing that follows is read", "up to where reading goes on are not read"),
    (Tool.documents, "nothing that follows is read", "up to where reading goes on are not read"),
  ])
  func `the reject of damage says whether the rest of the file is copied`(
    tool: String, text: String, log: String
  ) async throws {
    try bench.write(try Fixtures.input(Tool.ranking, "cut-array.json"), to: "input")
    let outcome = try await run(tool, ["--salvage", "-o", "out", "--rejects", "rejects"])
    #expect(outcome.errors.contains("; \(text); rejected"), "\(outcome)")
    #expect((try lines("rejects").last?["reason"] as? String)?.hasSuffix(text) == true)
    try bench.addExport("emulator")
    let shard = "export/" + ExportTree.shards + "output-0"
    try bench.flip(shard, byte: 2_000)
    let salvaged = try await bench.run(
      tool, [shard, "--salvage", "-o", "shard"] + Tool.options(tool))
    #expect(salvaged.errors.contains(log), "\(salvaged)")
  }

  @Test(
    .enabled(if: Tracing.isPossible, "no strace here"),
    arguments: [Tool.ratings, Tool.ranking])
  func `a run that fails when its result gets its name leaves no list, and an older one as it is`(
    tool: String
  ) async throws {
    try bench.write(try Fixtures.input(tool, "keys-twice.ndjson"), to: "input")
    // A hard link needs an inode on some file systems, and there may be none left.
    let line = Tracing.line("link", "error=ENOSPC")
    let scale = tool == Tool.ranking ? ["--scale", "five-point"] : []
    let words = ["input"] + Tool.options(tool) + scale + ["-o", "out", "--rejects", "rejects"]
    try await bench.run(tool, words, shell: line).expect(74)
    #expect(try bench.names() == ["input"])
    try await bench.run(tool, words).expect(3)
    try FileManager.default.removeItem(at: bench.url("out"))
    let older = try bench.tree()
    try await bench.run(tool, words, shell: line).expect(74)
    #expect(try bench.tree() == older)
  }

  @Test func `the list of rejects is for its owner alone`() async throws {
    try bench.write(try Fixtures.input(Tool.ratings, "keys-twice.ndjson"), to: "input")
    _ = try await run(Tool.ratings, ["-o", "out", "--rejects", "rejects"])
    #expect(try bench.mode("rejects") == 0o600)
  }

  @Test(arguments: [Tool.ratings, Tool.ranking])
  func `a tripped guard publishes the list of rejects and nothing else`(tool: String)
    async throws
  {
    try bench.write(try Fixtures.input(tool, "keys-twice.ndjson"), to: "input")
    let more = ["-o", "out", "--rejects", "rejects"]
    try await run(tool, more + ["--max-rejects", "50%"]).expect(4)
    #expect(try bench.names() == ["input", "rejects"])
    try await run(tool, ["-o", "out", "--max-rejects", "60%"]).expect(3)
    #expect(bench.exists("out"))
  }

  @Test(arguments: [Tool.ratings, Tool.ranking])
  func `salvaging goes on after damage, and keeps it as it came`(tool: String) async throws {
    try bench.write(try Fixtures.input(Tool.ratings, "salvage.ndjson"), to: "input")
    try await run(tool, ["-o", "out"]).expect(65)
    try await run(tool, ["-o", "out", "--salvage", "--rejects", "rejects"]).expect(3)
    #expect(try lines("rejects").count == 2)
    guard tool == Tool.ratings else { return }
    let old = try bench.bytes("input").split(separator: 0x0A)
    let new = try bench.bytes("out").split(separator: 0x0A)
    #expect(new.contains(old[1]) && new.contains(old[3]))
  }

  @Test(arguments: Tool.all)
  func `a summary is JSON of a known version, with the status`(tool: String) async throws {
    try bench.addSample(tool)
    try await run(tool, ["-o", "out", "--summary", "summary", "--hash"]).expect(0)
    let summary = try bench.json("summary")
    #expect(summary["schema_version"] as? Int == 1)
    #expect(summary["tool"] as? String == tool)
    #expect(summary["exit_status"] as? Int == 0)
    #expect(summary["dry_run"] as? Bool == false)
    let outputs = try #require(summary["outputs"] as? [[String: Any]])
    #expect(outputs.first?["path"] as? String == "out")
    #expect(outputs.first?["bytes"] as? Int == (try bench.bytes("out").count))
    #expect(outputs.first?["sha256"] as? String == (try await bench.digest("out")))
  }

  @Test func `a summary counts what became of every rating`() async throws {
    try bench.addSample(Tool.ratings)
    _ = try await run(Tool.ratings, ["-o", "out", "--summary", "summary"])
    let documents = try #require(try bench.json("summary")["documents"] as? [String: Any])
    let numbers = documents.compactMapValues { $0 as? Int }
    let outcomes = ["kept", "updated", "deleted", "rejected"].compactMap { numbers[$0] }
    #expect(outcomes.count == 4)
    #expect(outcomes.reduce(0, +) == 12)
    #expect(numbers["deleted"] == 3)
  }

  // MARK: Devices

  private static let device = "0B6E7C1C-3B1B-4E0F-9C55-7D1F7E3B0A11"

  /// All messages, lists and counts of a tool about the documents of one device.
  private func reports(
    _ tool: String, _ more: [String], of device: String = Self.device
  ) async throws -> String {
    let id = "\"id\":\"\(device)_a_2026-W07\",\"device_id\":\"\(device)\""
    let lines = [
      "{\(id),\"joke_id\":\"a\",\"joke_id\":\"b\",\"rating\":5}",
      "{\(id),\"joke_id\":\"a\",\"rating\":9}",
      "{\(id),\"joke_id\":\"a\",\"rating\":4}", "{\(id),\"joke_id\":\"a\",\"rating\":3}",
    ]
    try bench.write(lines.joined(separator: "\n"), to: "input")
    let files = ["-o", "out", "--force", "--rejects", "rejects", "--summary", "summary"]
    let outcome = try await run(tool, files + ["-v"] + more).expect(3)
    let dryRun = try await run(tool, ["-n", "-v"] + more)
    return outcome.errors + dryRun.errors + (try bench.text("rejects"))
      + (try bench.text("summary"))
  }

  @Test(arguments: [Tool.ratings, Tool.ranking], [[], ["--log-format", "json"]])
  func `redacted reports hold no device id, and the data still does`(
    tool: String, log: [String]
  ) async throws {
    #expect(try await reports(tool, log).contains(Self.device))
    let redacted = try await reports(tool, log + ["--redact"])
    #expect(!redacted.contains(Self.device))
    #expect(Set(redacted.matches(of: /device-[0-9a-f]{8}/).map { $0.output }).count == 1)
    if tool == Tool.ratings { #expect(try bench.text("out").contains(Self.device)) }
  }

  private static let name = "anna-maria"

  @Test(arguments: [Tool.ratings, Tool.ranking], [[], ["--log-format", "json"]])
  func `a device whose id is no UUID has a pseudonym, too`(
    tool: String, log: [String]
  ) async throws {
    #expect(try await reports(tool, log, of: Self.name).contains(Self.name))
    let redacted = try await reports(tool, log + ["--redact"], of: Self.name)
    #expect(!redacted.contains(Self.name), "\(redacted)")
    #expect(Set(redacted.matches(of: /document-[0-9a-f]{8}/).map { $0.output }).count == 1)
  }

  /// Runs with every kind of message that names a document, with their exit statuses.
  private static let naming: [(tool: String, status: Int32, options: [String])] = [
    (Tool.ranking, 65, ["--duplicates", "fail"]), (Tool.ranking, 0, ["--compat-report"]),
    (Tool.ratings, 65, ["-n", "--unexpected", "fail"]), (Tool.ratings, 0, ["-n"]),
    (Tool.ratings, 3, ["--batches", "b", "--database", "projects/p/databases/d"]),
    (Tool.ratings, 0, ["--check", "--unexpected", "drop", "-v"]), (Tool.documents, 0, ["--count"]),
  ]

  @Test(arguments: naming, [[], ["--log-format", "json"]])
  func `no message names a device whose id is no UUID`(
    naming: (tool: String, status: Int32, options: [String]), log: [String]
  ) async throws {
    let id = "\"device_id\":\"\(Self.name)\",\"week_id\":\"W07\",\"joke_id\":\"a\""
    let lines = [
      "{\"id\":\"\(Self.name)_a_W07\",\(id),\"rating\":9}",
      "{\"id\":\"\(Self.name)_b_W07\",\(id),\"rating\":4}",
      "{\"id\":\"\(Self.name)_b_W07\",\(id),\"rating\":2}",
    ]
    try bench.write(lines.joined(separator: "\n"), to: "input")
    let given = ["--rejects", "rejects", "--summary", "summary"] + naming.options + log
    let told = try await run(naming.tool, given)
    #expect(told.status == naming.status || told.status == 2, "\(told)")
    if bench.exists("b") { try bench.remove("b") }
    let redacted = try await run(naming.tool, given + ["--redact"])
    let files = try ["rejects", "summary"].filter(bench.exists).map(bench.text)
    let all = redacted.errors + files.joined()
    #expect(redacted.status == told.status && !all.contains(Self.name), "\(all)")
  }

  @Test(arguments: [Tool.ratings, Tool.ranking, Tool.documents])
  func `the path of a damaged document's file does not name its device`(
    tool: String
  ) async throws {
    for name in ["\(Self.name)_a_W07", "\(Self.name)_b_W07"] {
      let isDamaged = name.contains("_b_")
      let field = #"{"type":"string","value":"a"}"#
      try bench.write(
        "{\"joke_id\":\(field)" + (isDamaged ? "" : "}"),
        to: "tree/rating_events/\(name)/\(name).json")
    }
    let given = ["tree", "--redact", "-o", "out"] + Tool.options(tool)
    let outcome = try await bench.run(tool, given).expect(65, "ends in the middle")
    #expect(!outcome.errors.contains(Self.name), "\(outcome)")
    let salvaged = try await bench.run(
      tool, given + ["--salvage", "--rejects", "rejects", "--force"])
    salvaged.expect(3)
    // Written files are listed under their own names.
    let told = salvaged.errorLines.filter { !$0.hasPrefix("  out/") } + [try bench.text("rejects")]
    #expect(!told.contains { $0.contains(Self.name) }, "\(told)")
  }

  @Test func `a joke whose id is a UUID is no device, and its row stays in line`() async throws {
    let joke = "0B1F0C52-0D5E-4C56-9E4C-3A7D6F2B1A01"
    let event = "\"rating\":5,\"device_id\":\"\(Self.device)\",\"joke_id\""
    try bench.write("{\(event):\"\(joke)\"}\n{\(event):\"a\"}\n", to: "input")
    func told(_ more: [String]) async throws -> [String] {
      try await run(Tool.ranking, ["-o", "out", "--summary", "summary", "--force"] + more)
        .errorLines.filter { !$0.contains(" read in ") && !$0.contains("no joke moved") }
    }
    let plain = try await told([])
    #expect(plain.contains { $0.contains(joke) })
    #expect(try await told(["--redact"]) == plain)
    try bench.write("{\(event):\"a\"}\n", to: "input")
    #expect(try await told(["--redact"]).contains("no longer listed: \(joke)"))
    #expect(try bench.text("summary").contains(joke))
    #expect(try bench.text("summary").contains(Self.device) == false)
  }

  @Test func `the path of a document's file does not name its device`() async throws {
    let folder = "tree/rating_events/\(Self.name)_a_W07"
    let field = #"{"type":"string","value":"x"}"#
    try bench.write(
      "{\"joke_id\":\(field),\"rating\":\(field)}", to: "\(folder)/\(Self.name)_a_W07.json")
    let outcome = try await bench.run(Tool.ranking, ["tree", "--now", "0", "--redact"])
    #expect(outcome.errors.contains("unexpected") || outcome.errors.contains("not a whole number"))
    #expect(!outcome.errors.contains(Self.name), "\(outcome)")
  }
}
