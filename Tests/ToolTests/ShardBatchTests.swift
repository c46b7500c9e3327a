import Foundation
import TestSupport
import Testing

/// The batches of shards, written together: the directory of a run without shards.
struct ShardBatchTests {
  private let bench: Bench
  private static let database = ["--database", "projects/p/databases/d"]

  init() throws { bench = try Bench() }

  /// Lines of documents with different ids.
  private func events(_ ids: Range<Int>, ending: String = "\n") -> String {
    ids.map { #"{"id":"\#($0)","joke_id":"j","rating":\#($0 % 5 + 1)}"# + ending }.joined()
  }

  /// Makes the batches of every shard in `shard-1` and so on.
  private func makeShards(
    _ count: Int, of inputs: [String] = ["input"], _ options: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    for index in 1...count {
      let outcome = try await bench.run(
        Tool.ratings,
        inputs + ["--batches", "shard-\(index)", "--shard", "\(index)/\(count)"]
          + ["--summary", "summary-\(index)"] + Self.database + options)
      #expect([0, 3].contains(outcome.status), "\(outcome)", sourceLocation: sourceLocation)
    }
  }

  private func merge(_ directories: [String], into target: String = "merged") async throws
    -> ToolOutcome
  {
    try await bench.run(
      Tool.ratings, directories + ["--merge-batches", "--batches", target])
  }

  private func shards(_ count: Int) -> [String] { (1...count).map { "shard-\($0)" } }

  /// Compares the merged batches with those of one run; sources of parts are told as such.
  private func expectWhole(
    _ comment: String, of inputs: [String] = ["input"], _ options: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let outcome = try await bench.run(
      Tool.ratings, inputs + ["--batches", "whole"] + Self.database + options)
    #expect([0, 3].contains(outcome.status), "\(outcome)", sourceLocation: sourceLocation)
    var (whole, merged) = try (bench.files(in: "whole"), bench.files(in: "merged"))
    let manifests = try (bench.json("whole/manifest.json"), bench.json("merged/manifest.json"))
    (whole["manifest.json"], merged["manifest.json"]) = (nil, nil)
    #expect(merged == whole, "\(comment)", sourceLocation: sourceLocation)
    for name in ["batches", "undo"] {
      let (one, other) = (manifests.0[name] as? NSArray, manifests.1[name] as? NSArray)
      #expect(one != nil && one == other, "\(comment)", sourceLocation: sourceLocation)
    }
    let sources = try #require(manifests.0["sources"] as? [[String: Any]])
    let parts = try #require(manifests.1["sources"] as? [[String: Any]])
    for source in sources {
      let parts = parts.filter { $0["path"] as? String == source["path"] as? String }
      let bytes = parts.compactMap { $0["bytes"] as? Int }.reduce(0, +)
      #expect(bytes == source["bytes"] as? Int, sourceLocation: sourceLocation)
      #expect(
        parts.count > 1 || parts[0]["sha256"] as? String == source["sha256"] as? String,
        sourceLocation: sourceLocation)
    }
  }

  @Test func `the page of a merge says what was joined`() async throws {
    try bench.write(events(0..<40), to: "input")
    try await makeShards(2)
    let merged = shards(2) + ["--merge-batches", "--batches", "merged", "--report"]
    for path in ["merged/page", "shard-1/page"] {
      try await bench.run(Tool.ratings, merged + [path]).expect(64)
    }
    try await bench.run(Tool.ratings, merged + ["page"]).expect(0)
    let page = try bench.text("page")
    #expect(page.contains("<h1>The batches of 2 shards were joined: 24 writes</h1>"))
    #expect(page.contains("<h2 id=\"s1\">Batches: 24 writes</h2>"))
  }

  @Test(arguments: SeededGenerator.seeds(12))
  func `the batches of all shards are those of one run`(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let ending = generator.pick(["\n", "\r\n"])
    var text = events(0..<Int.random(in: 1...90, using: &generator), ending: ending)
    if generator.happens(onceIn: 4) { text.removeLast(ending.count) }
    try bench.write(text, to: "input")
    let count = Int.random(in: 1...64, using: &generator)
    var options = ["--batch-size", "\(Int.random(in: 2...20, using: &generator))"]
    if generator.happens(onceIn: 3) { options += ["--server-timestamp", "changed_at"] }
    if generator.happens(onceIn: 3) { options += ["--batch-bytes", "2000"] }
    try await makeShards(count, options)
    // In any order.
    let outcome = try await merge(shards(count).shuffled(using: &generator))
    #expect(outcome.status == 0, "seed \(seed): \(outcome)")
    try await expectWhole("seed \(seed)", options)
  }

  @Test(arguments: [2, 5, 16])
  func `files of any format are in one shard each`(count: Int) async throws {
    try bench.write(events(0..<40), to: "in/events.ndjson")
    try bench.write("", to: "in/zero.ndjson")
    try bench.write("[\(events(100..<130, ending: ",").dropLast())]", to: "in/array.json")
    try bench.write(try Fixtures.input(Tool.ratings, "dump.json"), to: "in/dump.json")
    let folder = ["in/events.ndjson", "in/zero.ndjson", "in/array.json", "in/dump.json"]
    try await makeShards(count, of: folder, ["--batch-size", "7"])
    try await merge(shards(count)).expect(0)
    try await expectWhole("\(count)", of: folder, ["--batch-size", "7"])
  }

  @Test func `values with line breaks are joined as they are`() async throws {
    let documents = (0..<9).map { number in
      #"{"name":"projects/p/databases/d/documents/rating_events/\#(number)","fields":{"#
        + "\n\"joke_id\":{\"stringValue\":\"j\"},\n\"rating\":{\n\"integerValue\":\"\(number % 5 + 1)\"\n}}}"
    }
    try bench.write("[\(documents.joined(separator: ",\n"))]", to: "input")
    try await makeShards(2)
    try await merge(shards(2)).expect(0)
    try await expectWhole("line breaks")
  }

  @Test(arguments: ["managed", "emulator", "backup"])
  func `the files of an export may be in different shards`(export: String) async throws {
    try bench.addExport(export, as: "in/export")
    try bench.write(events(0..<60), to: "in/events.ndjson")
    try await makeShards(4, of: ["in"])
    let outcome = try await merge(shards(4))
    #expect([0, 3].contains(outcome.status), "\(outcome)")
    try await expectWhole(export, of: ["in"])
    for index in 1...4 {
      let checked = try await bench.run(Tool.ratings, ["--verify", "summary-\(index)"])
      #expect([0, 3].contains(checked.status), "\(checked)")
    }
  }

  /// With an output, an export is in one shard.
  @Test func `shards of an export with and without an output are refused`() async throws {
    try bench.addExport("managed", as: "in/export")
    for (index, output) in [["-o", "out"], []].enumerated() {
      try await bench.run(
        Tool.ratings,
        ["in", "--shard", "\(index + 1)/2", "--batches", "shard-\(index + 1)"] + Self.database
          + output)
    }
    try await merge(shards(2)).expect(
      65, "it was made with no --output, and 'shard-1' with --output")
  }

  @Test func `the sum of an export's shards is checked against its metadata`() async throws {
    try bench.addExport("managed", as: "in/export")
    let shard = try #require(try bench.names().first { $0.hasSuffix("/output-0") })
    try bench.write("", to: shard)
    try bench.write(events(0..<60), to: "in/events.ndjson")
    try await makeShards(2, of: ["in"])
    try await merge(shards(2)).expect(65, "incomplete or changed export: the metadata says")
    #expect(!bench.exists("merged"))
  }

  @Test func `a document in two shards is refused, with its name and the shards`() async throws {
    try bench.write(events(0..<30) + events(3..<4), to: "input")
    try await makeShards(3)
    try await merge(shards(3)).expect(
      65,
      "the document 'projects/p/databases/d/documents/rating_events/3' is in the shards "
        + "1/3 ('shard-1') and 3/3 ('shard-3')")
    #expect(!bench.exists("merged"))
  }

  @Test func `a document that nothing changes may be in two shards, as in one run`() async throws {
    // 0 and 4 have the ratings 1 and 5.
    try bench.write(events(0..<30) + events(4..<5) + events(0..<1), to: "input")
    try await makeShards(3)
    try await merge(shards(3)).expect(0)
    try await expectWhole("kept twice")
  }

  @Test func `a document that is twice in one shard is rejected there`() async throws {
    try bench.write(events(0..<30) + events(28..<29), to: "input")
    try await makeShards(3)
    try await merge(shards(3)).expect(3)
    try await expectWhole("rejected")
  }

  @Test func `the merge fails if no shard had documents of the collection`() async throws {
    try bench.write(
      #"{"path":"other/1","data":{"rating":3}}"# + "\n" + #"{"path":"other/2","data":{}}"# + "\n",
      to: "input")
    try await makeShards(2)
    try await merge(shards(2)).expect(4)
    #expect(!bench.exists("merged"))
    for name in shards(2) { try bench.remove(name) }
    try await makeShards(2, ["--allow-empty"])
    try await merge(shards(2)).expect(0)
  }

  /// The errors of shards, and a word of the message.
  private enum Fault: String, CaseIterable {
    case missing, twice, foreign, whole, number, options, inputs, replaced, edited, cut, batch
    case fingerprints, stray, target, given

    var message: String {
      switch self {
      case .missing: "is missing: 2/3"
      case .twice: "it is shard 2/3, as 'shard-2' is"
      case .foreign: "it has no shard.json"
      case .whole: "it has all batches of a run"
      case .number: "it is shard 2/2, and 'shard-1' is 1/3"
      case .options: "it was made with --batch-size '9', and 'shard-1' with --batch-size '500'"
      case .inputs: "it is a shard of other inputs"
      case .replaced: "two shares have read different files under its name"
      case .edited, .cut: "it is not the record of a shard, or was truncated or edited"
      case .batch, .fingerprints: "it is not the file that shard.json records"
      case .stray: "it is not a file of the shard"
      case .target: "is not empty"
      case .given: "'--collection' and '--merge-batches' cannot both be given"
      }
    }

    var status: Int32 {
      switch self {
      case .target: 73
      case .given: 64
      default: 65
      }
    }
  }

  @Test(arguments: Fault.allCases)
  private func `shards that are not a whole are refused`(fault: Fault) async throws {
    try bench.write(events(0..<30), to: "input")
    try await makeShards(3)
    var (directories, more) = (shards(3), [String]())
    let remake = ["input", "--batches", "shard-2"] + Self.database
    let record = "shard-2/shard.json"
    switch fault {
    case .missing: directories.remove(at: 1)
    case .twice:
      try bench.copy("shard-2", to: "copy")
      directories.append("copy")
    case .foreign:
      try bench.makeDirectory("folder")
      directories.append("folder")
    case .whole:
      try bench.remove("shard-2")
      try await bench.run(Tool.ratings, remake)
    case .number:
      try bench.remove("shard-2")
      try await bench.run(Tool.ratings, remake + ["--shard", "2/2"])
    case .options:
      try bench.remove("shard-2")
      try await bench.run(Tool.ratings, remake + ["--shard", "2/3", "--batch-size", "9"])
    case .inputs:
      try bench.remove("shard-2")
      try bench.write(events(0..<31), to: "input")
      try await bench.run(Tool.ratings, remake + ["--shard", "2/3"])
    case .replaced:
      try bench.remove("shard-2")
      try bench.write(events(0..<30).replacing("\"j\"", with: "\"k\""), to: "input")
      try await bench.run(Tool.ratings, remake + ["--shard", "2/3"])
    case .edited:
      let text = try bench.text(record)
      try bench.write(text.replacing("\"rejects\": 0", with: "\"rejects\": 1"), to: record)
    case .cut: try bench.cut(record, to: try bench.bytes(record).count - 9)
    case .batch: try bench.flip("shard-2/undo/batch-00001.json", byte: 40)
    case .fingerprints: try bench.flip("shard-2/fingerprints", byte: 20)
    case .stray: try bench.write("{}", to: "shard-2/batch-00009.json")
    case .target: try bench.write("words", to: "merged/notes")
    case .given: more = ["--collection", "x"]
    }
    let before = try bench.tree()
    let outcome = try await bench.run(
      Tool.ratings, directories + ["--merge-batches", "--batches", "merged"] + more)
    #expect(outcome.status == fault.status, "\(outcome)")
    #expect(outcome.errors.contains(fault.message), "\(outcome)")
    #expect(try bench.tree() == before)
  }

  @Test func `a dry run says what the merge writes, and writes nothing`() async throws {
    try bench.write(events(0..<30), to: "input")
    try await makeShards(3)
    let arguments = shards(3) + ["--merge-batches", "--batches", "merged"]
    let dry = try await bench.run(Tool.ratings, arguments + ["--dry-run"])
    #expect(dry.status == 0 && !bench.exists("merged"), "\(dry)")
    try await bench.run(Tool.ratings, arguments + ["--summary", "summary"]).expect(0)
    let digest = try await bench.digest("merged/manifest.json")
    #expect(dry.errors.contains("\(digest)  merged/manifest.json"), "\(dry)")
    #expect(try bench.json("summary")["shards"] as? Int == 3)
  }

  @Test func `a shard's batches are planned, carried out and verified`() async throws {
    try bench.write(events(0..<30), to: "input")
    try await bench.run(
      Tool.ratings,
      ["input", "--batches", "shard-2", "--shard", "2/3", "--dry-run", "--plan-out", "plan"]
        + Self.database
    ).expect(0)
    try await bench.run(Tool.ratings, ["--plan", "plan", "--summary", "summary"]).expect(0)
    try await bench.run(Tool.ratings, ["--verify", "summary"]).expect(0)
    try bench.flip("shard-2/fingerprints", byte: 3)
    try await bench.run(Tool.ratings, ["--verify", "summary"]).expect(65)
  }
}

extension Bench {
  fileprivate func copy(_ name: String, to copy: String) throws {
    try FileManager.default.copyItem(at: url(name), to: url(copy))
  }
}
