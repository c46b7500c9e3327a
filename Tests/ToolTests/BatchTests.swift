import Foundation
import TestSupport
import Testing

/// The commit requests of a migration, applied to a simulated database.
struct BatchTests {
  private let bench: Bench
  private static let database = "projects/p/databases/d"

  init() throws { bench = try Bench() }

  /// Documents by name, each with its fields in Firestore's types.
  private struct Database: Equatable {
    var documents: [String: NSDictionary] = [:]

    /// Applies the writes of a request as the server would, and requires their preconditions.
    mutating func commit(_ request: [String: Any]) throws {
      for write in try #require(request["writes"] as? [[String: Any]]) {
        let precondition = try #require(write["currentDocument"] as? [String: Any])
        let update = write["update"] as? [String: Any]
        let name = try #require(update?["name"] as? String ?? write["delete"] as? String)
        let exists = try #require(precondition["exists"] as? Bool)
        #expect((documents[name] != nil) == exists, "precondition of \(name)")
        guard let fields = update?["fields"] as? [String: Any] else {
          documents[name] = nil
          continue
        }
        guard let mask = write["updateMask"] as? [String: [String]] else {
          documents[name] = NSDictionary(dictionary: fields)
          continue
        }
        #expect(mask == ["fieldPaths": ["rating"]])
        let old = try #require(documents[name] as? [String: Any])
        let rating = ["rating": try #require(fields["rating"])]
        documents[name] = NSDictionary(dictionary: old.merging(rating) { $1 })
      }
    }
  }

  /// The database that an export was made from.
  private func database(of export: String) throws -> Database {
    var database = Database()
    for line in try bench.text(export).split(separator: "\n") {
      let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
      let fields = try #require(value as? [String: Any])
      let id = try #require(fields["id"] as? String)
      let name = "\(Self.database)/documents/rating_events/\(id)"
      database.documents[name] = NSDictionary(
        dictionary: Dictionary(
          uniqueKeysWithValues: fields.filter { $0.key != "id" }.map { key, value in
            let type = value is String ? "stringValue" : "integerValue"
            return (key, [key == "timestamp" ? "timestampValue" : type: "\(value)"])
          }))
    }
    return database
  }

  /// Migrates an export with this many documents into `batches` and `out`.
  private func migrate(_ count: Int, _ more: [String]) async throws {
    let lines = (0..<count).map { index in
      "{\"id\":\"d_\(index)_2026-W07\",\"joke_id\":\"\(index)\",\"rating\":\(index % 5 + 1),"
        + "\"device_id\":\"d\",\"week_id\":\"2026-W07\",\"timestamp\":\"2026-02-09T19:30:00Z\"}\n"
    }
    try bench.write(lines.joined(), to: "input")
    try await bench.run(
      Tool.ratings,
      ["input", "-o", "out", "--batches", "batches", "--database", Self.database] + more
    ).expect(0)
  }

  private func requests(_ folder: String) throws -> [[String: Any]] {
    try bench.names().filter {
      $0.wholeMatch(of: try Regex("\(folder)/batch-[0-9]+\\.json")) != nil
    }
    .map { try bench.json($0) }
  }

  private func writes(_ request: [String: Any]) throws -> [[String: Any]] {
    try #require(request["writes"] as? [[String: Any]])
  }

  @Test(arguments: [1, 7, 500])
  func `batches carry the migration out, and undo takes it back`(size: Int) async throws {
    try await migrate(83, ["--batch-size", "\(size)"])
    var database = try database(of: "input")
    for request in try requests("batches") { try database.commit(request) }
    #expect(database == (try self.database(of: "out")))
    for request in try requests("batches/undo") { try database.commit(request) }
    #expect(database == (try self.database(of: "input")))
  }

  @Test func `a batch holds no more than its limits`() async throws {
    try await migrate(83, ["--batch-size", "9", "--batch-bytes", "2000"])
    for folder in ["batches", "batches/undo"] {
      for name in try bench.names() where name.hasPrefix(folder + "/batch") {
        #expect(try bench.bytes(name).count <= 2000)
        #expect(try writes(try bench.json(name)).count <= 9)
      }
    }
  }

  @Test func `a double stays a double, as it does in the file`() async throws {
    try bench.write(
      #"{"id":"a","joke_id":"j","rating":4.0}\#n{"id":"b","joke_id":"j","rating":4}\#n"#
        + #"{"id":"c","joke_id":"j","rating":2e0}\#n"#, to: "doubles.ndjson")
    try await bench.run(
      Tool.ratings,
      ["doubles.ndjson", "-o", "doubles.out", "--batches", "doubles"]
        + ["--database", "projects/p/databases/d"]
    ).expect(0)
    let batch = try bench.text("doubles/batch-00001.json")
    let values = [#"{"doubleValue":5.0}"#, #"{"integerValue":"5"}"#, #"{"doubleValue":1.0}"#]
    for value in values { #expect(batch.contains(#""fields":{"rating":\#(value)}"#), "\(batch)") }
  }

  @Test func `500 writes are in a batch where nothing else is said`() async throws {
    try await migrate(1255, [])
    // Two of five ratings are kept.
    #expect(try requests("batches").map { try writes($0).count } == [500, 253])
  }

  @Test func `with a server's timestamp batches hold half as many writes`() async throws {
    try await migrate(200, ["--batch-size", "10", "--server-timestamp", "changed_at"])
    for request in try requests("batches") {
      let writes = try writes(request)
      let transforms = writes.count { $0["updateTransforms"] != nil }
      #expect(transforms == writes.count { $0["update"] != nil })
      #expect(writes.count <= 5)
    }
  }

  @Test func `the server sets no field of a reserved name`() async throws {
    try bench.write("{\"id\":\"a\",\"joke_id\":\"j\",\"rating\":4}\n", to: "input")
    let batches = ["input", "--batches", "batches", "--database", Self.database]
    try await bench.run(Tool.ratings, batches + ["--server-timestamp", "__x__"]).expect(
      64, "'--server-timestamp': the field name '__x__' is reserved by Firestore")
    try await bench.run(Tool.ratings, batches + ["--server-timestamp", "__x"]).expect(0)
  }

  @Test func `documents with the same id are rejected, and in no batch`() async throws {
    let line = "{\"id\":\"a\",\"joke_id\":\"j\",\"rating\":4}\n"
    try bench.write(line + line + line.replacing("\"a\"", with: "\"b\""), to: "input")
    try await bench.run(
      Tool.ratings, ["input", "--batches", "batches", "--database", Self.database]
    ).expect(3)
    let names = try requests("batches").flatMap { try writes($0) }.map {
      ($0["update"] as? [String: Any])?["name"] as? String
    }
    #expect(names == ["\(Self.database)/documents/rating_events/b"])
  }

  @Test func `two documents of an id are no rejects if no batch would name them`() async throws {
    let line = "{\"id\":\"a\",\"joke_id\":\"j\",\"rating\":5}\n"
    try bench.write(line + line + line.replacing("\"rating\":5", with: "\"rating\":4"), to: "input")
    try await bench.run(
      Tool.ratings, ["input", "--batches", "batches", "--database", Self.database]
    ).expect(3, "= 2 kept + 0 updated + 0 deleted + 1 rejected")
  }

  @Test func `the manifest has the digest and the counts of every file`() async throws {
    try await migrate(40, ["--batch-size", "8"])
    let manifest = try bench.json("batches/manifest.json")
    #expect(manifest["schema_version"] as? Int == 1)
    var listed: [String] = ["batches/manifest.json"]
    for list in ["batches", "undo"] {
      for file in try #require(manifest[list] as? [[String: Any]]) {
        let name = "batches/" + (try #require(file["file"] as? String))
        #expect(file["sha256"] as? String == (try await bench.digest(name)))
        #expect(file["bytes"] as? Int == (try bench.bytes(name).count))
        #expect(file["writes"] as? Int == (try writes(try bench.json(name)).count))
        listed.append(name)
      }
    }
    let sources = try #require(manifest["sources"] as? [[String: Any]])
    #expect(sources.first?["sha256"] as? String == (try await bench.digest("input")))
    let present = try bench.names().filter { $0.hasPrefix("batches/") && $0.hasSuffix(".json") }
    #expect(present == listed.sorted())
  }

  @Test func `the summary of a run that only makes batches names no other output`() async throws {
    try bench.addSample(Tool.ratings)
    let arguments = ["input", "--batches", "batches", "--database", Self.database, "--hash"]
    _ = try await bench.run(Tool.ratings, arguments + ["--summary", "s"])
    let summary = try bench.json("s")
    #expect((summary["outputs"] as? [Any])?.isEmpty == true, "\(summary)")
    #expect((summary["batches"] as? [Any])?.isEmpty == false, "\(summary)")
  }

  @Test func `batches that are there already are refused before anything is read`() async throws {
    try bench.write("not JSON", to: "input")
    try bench.write("{}", to: "batches/batch-00001.json")
    let arguments = ["input", "--batches", "batches", "--database", Self.database]
    try await bench.run(Tool.ratings, arguments).expect(73)
    #expect(try bench.text("batches/batch-00001.json") == "{}")
  }

  @Test func `a dry run tells whether the batches that are there are those of a run`() async throws
  {
    try bench.addSample(Tool.ratings)
    let arguments = ["input", "--in-place", "--batches", "batches", "--database", Self.database]
    let original = try bench.bytes("input")
    #expect([0, 3].contains(try await bench.run(Tool.ratings, arguments).status))
    try bench.write(original, to: "input")
    let same = try await bench.run(Tool.ratings, arguments + ["--resume", "-n"])
    #expect(same.errors.contains("the batches in 'batches' are complete already"), "\(same)")
    #expect(!same.errors.contains("'batches' is not empty"), "\(same)")
    #expect(!same.errors.contains("nothing to resume"), "\(same)")
    #expect(!same.errors.contains("batches/manifest.json"), "\(same)")
    try bench.flip("batches/batch-00001.json", byte: 20)
    let other = try await bench.run(Tool.ratings, arguments + ["--resume", "-n"])
    #expect(
      other.errors.contains(
        "the real run would fail: the directory 'batches' is not empty, and "
          + "'batches/batch-00001.json' is not of this run"), "\(other)")
  }

  @Test func `without a database that the export needs nothing is made`() async throws {
    try bench.addSample(Tool.ratings)
    try await bench.run(Tool.ratings, ["input", "--batches", "batches"]).expect(
      64, "--database projects/P/databases/D")
    #expect(try bench.names() == ["input"])
  }

  @Test func `documents of several databases have no batch in common`() async throws {
    let lines = [("d", 4), ("other", 3)].map { database, rating in
      #"{"name":"projects/p/databases/\#(database)/documents/rating_events/\#(rating)","#
        + #""fields":{"rating":{"integerValue":"\#(rating)"}}}"# + "\n"
    }
    try bench.write(lines.joined(), to: "input")
    try await bench.run(Tool.ratings, ["input", "--batches", "batches"]).expect(
      64,
      "the batches are for several databases: 'projects/p/databases/d' and "
        + "'projects/p/databases/other'")
    #expect(try bench.names() == ["input"])
    try await bench.run(
      Tool.ratings, ["input", "--batches", "batches", "--database", Self.database]
    ).expect(0)
  }

  @Test func `documents of several databases are told from an id that occurs twice`() async throws {
    for databases in [["d", "d"], ["d", "other"]] {
      let lines = databases.map {
        #"{"name":"projects/p/databases/\#($0)/documents/rating_events/a","#
          + #""fields":{"rating":{"integerValue":"4"}}}"# + "\n"
      }
      try bench.write(lines.joined(), to: "input")
      let outcome = try await bench.run(Tool.ratings, ["input", "--batches", "batches"])
      if databases[1] == "other" {
        outcome.expect(64, "the batches are for several databases")
      } else {
        outcome.expect(
          3, "its id occurs twice",
          "batches: 0: apart from the rejected documents, nothing in the database would change")
        try FileManager.default.removeItem(at: bench.url("batches"))
      }
    }
    try await bench.run(
      Tool.ratings, ["input", "--batches", "batches", "--database", Self.database]
    ).expect(3, "its id occurs twice")
  }

  @Test func `no batches are made of dumps alone, and others leave them out`() async throws {
    try bench.write(#"{"jokeRatings":{"a":4,"b":3}}"#, to: "dumps/one.json")
    let batches = ["--batches", "batches", "--database", Self.database]
    for more in [[], ["-n"], ["-n", "--plan-out", "plan"]] {
      try await bench.run(Tool.ratings, ["dumps"] + batches + more).expect(
        64, "the inputs are dumps, and batches hold only documents of the database",
        "hint: write dumps with -o or --in-place")
      #expect(try bench.names() == ["dumps", "dumps/one.json"])
    }
    try bench.addSample(Tool.ratings)
    for (output, deed) in [([], "to migrate"), (["-o", "out"], "migrated")] {
      let outcome = try await bench.run(
        Tool.ratings, ["input", "dumps"] + output + batches + ["--force"])
      #expect(
        (outcome.outputText + outcome.errors).contains("dumps: 1 read, 1 \(deed), "), "\(outcome)")
      #expect(outcome.errors.contains("dumps are not in the database: the batches leave them out"))
      try FileManager.default.removeItem(at: bench.url("batches"))
    }
  }

  @Test(arguments: [
    "projects/p/databases/d/documents/rating_events", "projects/p/databases/d/documents/c/a/b",
    "rating_events/a/b", "rating_events//b", "/rating_events/b", "users/u/rating_events",
    "projects/p/documents/a/b",
  ])
  func `a name that no document can have is a reject, and in no batch`(name: String) async throws {
    try bench.write(#"{"__name__":"\#(name)","joke_id":"j","rating":4}"#, to: "in")
    for database in [[], ["--database", Self.database]] {
      try await bench.run(
        Tool.ratings, ["in", "--batches", "batches", "--force"] + database
      ).expect(3, "\"\(name)\" is not the name of a document")
      #expect(!bench.exists("batches/batch-00001.json"))
      try FileManager.default.removeItem(at: bench.url("batches"))
    }
    try await bench.run(Tool.documents, ["in", "--check"]).expect(3)
  }

  @Test(arguments: [["--batch-size", "500"], ["--batch-bytes", "9437184"]])
  func `limits without batches are refused, the default ones too`(limit: [String]) async throws {
    try bench.addSample(Tool.ratings)
    try await bench.run(Tool.ratings, ["input", "-o", "out"] + limit).expect(
      64, "'\(limit[0])' needs '--batches DIR'")
  }
}
