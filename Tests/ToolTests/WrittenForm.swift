import Foundation
import TestSupport
import Testing

/// The outputs for programs, each with its schema and samples of it.
enum WrittenForm: String, CaseIterable, Sendable {
  case summary, ranking, plan, rejects, explanation, count, share

  /// A JSON value that a run wrote.
  struct Sample: CustomStringConvertible, Sendable {
    let command: String
    let value: JSONTree
    var description: String { "\(command): \(value)" }
  }

  var schema: JSONSchema {
    get throws {
      try JSONSchema(Fixtures.data.appending(path: "schemas/\(rawValue).schema.json"))
    }
  }

  /// Whether its members are fixed for good.
  var isClosed: Bool { self == .ranking }

  /// Whether values at the path may be of several types, or negative.
  func isVaried(_ path: [String]) -> Bool {
    switch self {
    case .plan: path == ["before"] || path == ["after"]
    case .ranking: path.last == "_seconds"
    case .count: path == ["collection"]
    case .summary, .rejects, .explanation, .share: false
    }
  }

  /// All samples of the form.
  var samples: [Sample] {
    get async throws {
      switch self {
      case .summary:
        try await SummaryRuns.summaries.map { Sample(command: $0.command, value: $0.value) }
      case .ranking, .plan, .rejects, .explanation, .count, .share:
        try await WrittenRuns.samples.filter { $0.form == self }.map(\.sample)
      }
    }
  }

  /// A member of a sample.
  struct Member {
    let sample: Sample
    let path: [String]
  }

  /// The members of all samples, one for each path and sort of value.
  var differentMembers: [Member] {
    get async throws {
      var met: Set<[String]> = []
      return try await samples.flatMap { sample in
        sample.value.memberPaths.filter { path in
          met.insert(Self.sort(of: sample.value) + path.map { Int($0) == nil ? $0 : "0" }).inserted
        }.map { Member(sample: sample, path: $0) }
      }
    }
  }

  /// The sort of a line or summary.
  private static func sort(of value: JSONTree) -> [String] {
    ["fate", "change", "kind", "tool", "exit_status"].compactMap { value[$0].map { "\($0)" } }
  }
}

/// Runs that write rankings, plans, lists of rejects, explanations, counts and shares, made once for all tests.
struct WrittenRuns {
  private(set) var all: [(form: WrittenForm, sample: WrittenForm.Sample)] = []

  /// Made in parts, because a single row of runs ends long after all other tests.
  private static let made = Task {
    async let ratings = WrittenRuns { try await $0.addFixtures([Tool.ratings]) }
    async let rankings = WrittenRuns { try await $0.addFixtures([Tool.ranking]) }
    async let fixtures = WrittenRuns {
      try await $0.addFixtures([Tool.saved, Tool.pruning, Tool.documents])
    }
    async let others = WrittenRuns {
      try await $0.addShapes()
      try await $0.addPlans()
      try await $0.addExports()
      try await $0.addExplanations()
      try await $0.addLists()
    }
    return try await ratings.all + rankings.all + fixtures.all + others.all
  }

  /// The samples of all runs.
  static var samples: [(form: WrittenForm, sample: WrittenForm.Sample)] {
    get async throws { try await made.value }
  }

  private static let database = ["--database", "projects/p/databases/(default)"]

  private init(_ add: @Sendable (inout WrittenRuns) async throws -> Void) async throws {
    try await add(&self)
  }

  private mutating func add(_ form: WrittenForm, _ bench: Bench, _ name: String, _ command: String)
    throws
  {
    guard bench.exists(name) else { return }
    let bytes = try bench.bytes(name)
    try bench.remove(name)
    let texts = form == .ranking ? [bytes] : bytes.split(separator: UInt8(ascii: "\n"))
    for text in texts {
      all.append((form, WrittenForm.Sample(command: command, value: try JSONTree(Data(text)))))
    }
  }

  /// Fixtures with numbers that Foundation, which parses the outputs here, cannot represent.
  private static let unreadable = ["strict", "strict-plain", "unfit"]

  /// The rejects of every fixture of some tools, and the rankings.
  private mutating func addFixtures(_ tools: [String]) async throws {
    for fixture in tools.flatMap(Fixtures.cases)
    where !Self.unreadable.contains(fixture.name) {
      let bench = try Bench()
      try bench.write(try Fixtures.input(fixture.tool, fixture.input), to: fixture.input)
      let options = fixture.tool == Tool.pruning ? Tool.options(Tool.pruning) : fixture.options
      let given = [fixture.input, "--salvage", "--rejects", "rejects", "-o", "out"] + options
      try await bench.run(fixture.tool, given, environment: Bench.time)
      try add(.rejects, bench, "rejects", "\(fixture)")
      if fixture.tool == Tool.ranking { try add(.ranking, bench, "out", "\(fixture)") }
    }
  }

  /// The rankings in every shape.
  private mutating func addShapes() async throws {
    for shape in ["json", "firestore", "commit", "import"] {
      for name in ["top-ten.ndjson", "empty.ndjson"] {
        let bench = try Bench()
        try bench.write(try Fixtures.input(Tool.ranking, name), to: "input")
        let given = ["input", "-o", "out", "--as", shape] + Self.database
        try await bench.run(Tool.ranking, given, environment: Bench.time)
        try add(.ranking, bench, "out", "\(name) as \(shape)")
      }
    }
    for (name, more) in [
      ("top-ten.ndjson", []), ("empty.ndjson", []), ("weeks.ndjson", ["--week", "2026-W53"]),
    ] {
      let bench = try Bench()
      try bench.write(try Fixtures.input(Tool.ranking, name), to: "input")
      let given = ["input", "-o", "out", "--as", "commit", "--server-timestamp", "computed_at"]
      try await bench.run(Tool.ranking, given + more + Self.database, environment: Bench.time)
      try add(.ranking, bench, "out", "\(name), its time set by the server")
    }
  }

  private mutating func addPlans() async throws {
    for tool in Tool.rewriting {
      let bench = try Bench()
      try bench.addSample(tool)
      for name in ["dump.json", "dump.plist", "dump-binary.plist"] {
        let file = Fixtures.inputs(of: tool).appending(path: name)
        guard FileManager.default.fileExists(atPath: file.path) else { continue }
        try bench.write(try Data(contentsOf: file), to: name)
        try await plan(tool, bench, [name] + Tool.options(tool) + ["-o", "out-" + name])
      }
      try await plan(tool, bench, ["input"] + Tool.options(tool) + ["--in-place"])
    }
    let bench = try Bench()
    try bench.addSample(Tool.ratings)
    try await plan(
      Tool.ratings, bench, ["input", "--batches", "batches", "--batch-size", "2"] + Self.database)
    try bench.write(try compressed(bench.bytes("input"), with: "gzip"), to: "input.gz")
    try await plan(Tool.ratings, bench, ["input.gz", "-o", "out.gz"])
    try bench.addExport("managed", as: "managed")
    try bench.addExport("backup", as: "backup")
    for export in ["managed", "backup"] {
      try await plan(Tool.ratings, bench, [export, "-o", export + "-migrated"])
    }
    try await plan(Tool.ratings, bench, ["backup", "--in-place"])
  }

  private mutating func plan(_ tool: String, _ bench: Bench, _ arguments: [String]) async throws {
    let given = arguments + ["-n", "--plan-out", "plan"]
    let outcome = try await bench.run(tool, given, environment: Bench.time)
    let command = ([tool] + given).joined(separator: " ")
    if outcome.status != 0 { Issue.record("\(command): \(outcome)") }
    try add(.plan, bench, "plan", command)
  }

  /// Rejects of exports, redacted rejects, and rejects of a compressed input.
  private mutating func addExports() async throws {
    let bench = try Bench()
    try bench.addExport("emulator")
    let given = ["export", "--salvage", "--rejects", "rejects"]
    try bench.flip("export/" + ExportTree.shards + "output-0", byte: 2_000)
    for more in [[], ["--redact"]] {
      try await bench.run(Tool.ranking, given + more, environment: Bench.time)
      try add(.rejects, bench, "rejects", "a damaged export \(more)")
    }
    try bench.addExport("emulator", as: "short")
    try bench.write(Data(), to: "short/" + ExportTree.shards + "output-1")
    try await bench.run(Tool.ranking, ["short", "--salvage", "--rejects", "rejects"])
    try add(.rejects, bench, "rejects", "an export without one of its shards")
    try bench.write(Self.doubtfulParent, to: "parent")
    try await bench.run(Tool.documents, ["parent", "--rejects", "rejects"])
    try add(.rejects, bench, "rejects", "a document above another")
    let events = try Fixtures.input(Tool.ranking, "keys-twice.ndjson")
    try bench.write(try compressed(events, with: "gzip"), to: "packed")
    try await bench.run(Tool.ranking, ["packed", "--rejects", "rejects"])
    try add(.rejects, bench, "rejects", "a compressed log")
  }

  private mutating func addExplanations() async throws {
    let bench = try Bench()
    try bench.write(Self.votes, to: "events")
    try bench.write(try compressed(Data(Self.votes.utf8), with: "gzip"), to: "packed")
    try bench.addExport("emulator")
    let five = ["--scale", "five-point"]
    for more in [
      ["events"], ["events", "--duplicates", "first", "--top", "1"], ["packed", "--top", "1"],
      ["packed", "--dedupe", "week"], ["events", "--dedupe", "device-latest"],
      ["events", "--week", "2026-W07"],
    ] {
      for joke in ["a", "b", "nearly-a"] { try await explain(joke, bench, more) }
    }
    for policy in ["none", "device-latest"] {
      try await explain("q6Lxd0FeElnioFPrMNgv", bench, ["export", "--dedupe", policy] + five)
    }
  }

  private static let doubtfulParent =
    #"{"__collections__":{"a":{"x":{"f":1,"f":2,"__collections__":{"b":{"y":{"g":1}}}}}}}"#

  private mutating func explain(_ joke: String, _ bench: Bench, _ more: [String]) async throws {
    let given = more + ["--explain", joke, "--explain-as", "ndjson"]
    let outcome = try await bench.run(
      Tool.ranking, given, shell: "\"$@\" > result", environment: Bench.time)
    if outcome.status != 0, outcome.status != 3 { Issue.record("\(given): \(outcome)") }
    try add(.explanation, bench, "result", given.joined(separator: " "))
  }

  /// The counts of collections, and the bytes of shares.
  private mutating func addLists() async throws {
    let bench = try Bench()
    try bench.addExport("emulator")
    try bench.write(Self.votes, to: "events")
    let share = ["--shard", "1/2", "--list-share"]
    for (form, tool, given) in [
      (.count, Tool.documents, ["export", "events", "--count"]),
      (.share, Tool.ratings, ["export"] + share), (.share, Tool.ranking, ["events"] + share),
    ] as [(WrittenForm, String, [String])] {
      try await bench.run(tool, given, shell: "\"$@\" > result")
      try add(form, bench, "result", given.joined(separator: " "))
    }
  }

  private static let votes = [
    #"{"id":"x","joke_id":"a","rating":5,"device_id":"d","week_id":"W1","timestamp":1770840000}"#,
    #"{"id":"y","joke_id":"a","rating":1,"device_id":"d","week_id":"W1"}"#,
    #"{"joke_id":"a","rating":5}"#, #"{"joke_id":"a","rating":4}"#,
    #"{"id":"z","joke_id":"a","rating":3}"#, #"{"id":"z","joke_id":"a","rating":3}"#,
    #"{"joke_id":"a","rating":"5"}"#, #"{"id":"v","joke_id":"a","rating":5,"rating":1}"#,
    #"{"joke_id":"b","rating":5}"#, #"{"joke_id":"c","rating":5}"#, #"{"joke_id":"c","rating":5}"#,
    #"{"joke_id":"c","rating":1}"#,
  ].joined(separator: "\n")
}
