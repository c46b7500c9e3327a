import Foundation
import TestSupport
import Testing

/// `--redact`, which hides device ids.
struct RedactionTests {
  private let bench: Bench
  private static let secret = "PLANTED-DEVICE"

  init() throws { bench = try Bench() }

  /// All messages and reports of a run.
  private func words(
    _ tool: String, _ arguments: [String], _ status: Int32 = 0
  ) async throws -> String {
    let reports = [
      "--summary", "summary", "--rejects", "rejects", "--report", "page", "--redact", "--verbose",
    ]
    let outcome = try await bench.run(tool, arguments + reports).expect(status)
    let summary = try bench.text("summary").split(separator: "\"provenance\"").first ?? ""
    let rejects = bench.exists("rejects") ? try bench.text("rejects") : ""
    return try outcome.outputText + outcome.errors + summary + rejects + bench.text("page")
  }

  @Test(arguments: [[Tool.ratings, "-o", "out"], [Tool.ratings, "-n"], [Tool.ranking, "-n"]])
  func `a rating that is a text is not shown`(command: [String]) async throws {
    try bench.write(#"{"id":"a","joke_id":"j","rating":"\#(Self.secret)"}"#, to: "in.ndjson")
    let said = try await words(command[0], ["in.ndjson"] + command.dropFirst())
    #expect(!said.contains(Self.secret), "\(said)")
    #expect(said.contains("\"text-"), "\(said)")
  }

  @Test(arguments: [
    #"{"timestampValue":"\#(secret)"}"#, #"{"\#(secret)":"x"}"#,
    #"{"referenceValue":"\#(secret)"}"#,
    #"{"timestampValue":"5D3F1C52-9C8E-4F7B-8C56-1F0F5D9A2B22 \#(secret) and a long text behind"}"#,
  ])
  func `a device's id that no document can hold is not shown`(value: String) async throws {
    let fields =
      #"{"joke_id":{"stringValue":"j"},"rating":{"integerValue":"4"},"device_id":\#(value)}"#
    try bench.write(
      #"{"name":"projects/p/databases/d/documents/rating_events/e","fields":\#(fields)}"#,
      to: "in.ndjson")
    let arguments = ["in.ndjson", "-o", "out", "--rejects", "rejects", "--redact", "--verbose"]
    let outcome = try await bench.run(Tool.documents, arguments).expect(3, "\"text-")
    let said = try outcome.errors + bench.text("rejects")
    #expect(!said.contains(Self.secret) && !said.contains("5D3F1C52"), "\(said)")
  }

  @Test func `a name that no document can have is not shown, and a hint is left alone`()
    async throws
  {
    let name = "projects/p/databases/d/documents/rating_events/\(Self.secret)_j/x"
    try bench.write(
      #"{"name":"\#(name)","fields":{"rating":{"integerValue":"4"}}}"#, to: "in.ndjson")
    let outcome = try await bench.run(Tool.documents, ["in.ndjson", "-o", "out", "--redact", "-v"])
    outcome.expect(3, "\" is not the name of a document; rejected")
    #expect(!outcome.errors.contains(Self.secret), "\(outcome)")
    try bench.write(#"{"a":{"savedJokeIds":[]},"b":{"savedJokeIds":[]}}"#, to: "two")
    try await bench.run(
      Tool.pruning, ["two", "--mark", "in.ndjson", "-n", "--redact"]
    ).expect(65, "jq '.\"DEVICE\"'")
  }

  @Test func `an id that is too long to be shown whole is not shown in part`() async throws {
    let id = "\(Self.secret)_\(String(repeating: "x", count: 1500))"
    try bench.write(#"{"id":"\#(id)","joke_id":"j","rating":4}"#, to: "in.ndjson")
    let batches = ["--batches", "batches", "--database", "projects/p/databases/d"]
    let said = try await words(Tool.ratings, ["in.ndjson"] + batches, 3)
    #expect(!said.contains(Self.secret), "\(said)")
    #expect(said.contains("does not allow a document id like 'document-"), "\(said)")
  }

  @Test func `the key of a dump among several is not shown`() async throws {
    try bench.write(
      #"{"\#(Self.secret)":{"jokeRatings":{"j":4}},"other":{"jokeRatings":{"j":3}}}"#, to: "in.json"
    )
    let said = try await words(Tool.ratings, ["in.json", "-n"])
    #expect(!said.contains(Self.secret), "\(said)")
    #expect(said.contains("device-"), "\(said)")
    let saved = try await bench.run(
      Tool.saved, ["in.json", "-n", "--redact", "-v", "--allow-five-point"])
    #expect(saved.status == 0 && !saved.errors.contains(Self.secret), "\(saved)")
  }

  @Test func `the devices of a file are not shown where another is asked for`() async throws {
    try bench.write(
      #"{"jokeRatings":{},"anonymousDeviceId":"\#(Self.secret)"}"# + "\n", to: "in.ndjson")
    let outcome = try await bench.run(
      Tool.editing, ["in.ndjson", "--list", "--device", "other", "--redact"]
    ).expect(65, "device-")
    #expect(!outcome.errors.contains(Self.secret), "\(outcome)")
  }

  @Test(
    arguments: [[Tool.ratings, "-o", "out"], [Tool.ratings, "-n"], [Tool.ranking, "-n"]],
    [Self.secret, "5D3F1C52-9C8E-4F7B-8C56-1F0F5D9A2B22"])
  func `with --redact, the path of a document's file has a pseudonym`(
    command: [String], device: String
  ) async throws {
    let id = "\(device)_j_2026-W07"
    try bench.write(
      #"{"joke_id":{"value":"j","type":"string"},"rating":{"value":9,"type":"number"}}"#,
      to: "in/rating_events/\(id)/\(id).json")
    let said = try await words(command[0], ["in"] + command.dropFirst())
    #expect(!said.contains(device), "\(said)")
    let pseudonym = device == Self.secret ? "document-" : "device-"
    #expect(said.contains("rating_events/\(pseudonym)"), "\(said)")
  }
}
