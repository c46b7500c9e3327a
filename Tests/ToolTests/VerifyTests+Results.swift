import Foundation
import TestSupport
import Testing

/// What is made again for each kind of result: partial results, lists, records of shards.
extension VerifyTests {
  @Test(arguments: [["input"], ["./input", "export/"], ["export", "--shard", "2/2"]])
  func `a partial result is what its inputs give, however they were spelled`(
    inputs: [String]
  ) async throws {
    try bench.addSample(Tool.ranking)
    try FileManager.default.copyItem(
      at: Fixtures.data.appending(path: "exports/emulator"), to: bench.url("export"))
    let partial = ["--emit", "partial", "--scale", "five-point", "-o", "out"]
    try await bench.run(Tool.ranking, inputs + partial + ["--summary", "summary"]).expect(0)
    try await verify(Tool.ranking).expect(0)
  }

  @Test(arguments: [["--jokes", "jokes"], ["--with-scores"], ["--jokes", "input"]])
  func `a list of jokes is verified with what it shows of them`(more: [String]) async throws {
    try bench.addSample(Tool.ranking)
    try bench.write("{\"id\":\"lettuce-in\",\"text\":\"Lettuce\"}\n", to: "jokes")
    let list = ["input", "--scale", "five-point", "--as", "markdown", "-o", "out"] + more
    try await bench.run(Tool.ranking, list + ["--summary", "summary"]).expect(0)
    try await verify(Tool.ranking).expect(0)
    guard more.contains("jokes") else { return }
    try bench.write("{\"id\":\"lettuce-in\",\"text\":\"Salad\"}\n", to: "jokes")
    let changed = try await verify(Tool.ranking)
    changed.expect(65, "jokes' has changed")
  }

  @Test func `a document is verified without the catalogue of its jokes`() async throws {
    try bench.write("{\"id\":\"a\",\"text\":\"A\"}\n", to: "jokes")
    try await run(Tool.ranking, ["--jokes", "jokes"])
    try FileManager.default.removeItem(at: bench.url("jokes"))
    try await verify(Tool.ranking).expect(0)
  }

  @Test(arguments: [[], ["--as", "json"]])
  func `a list of saved jokes is verified`(shape: [String]) async throws {
    try bench.write(#"{"savedJokeIds":["a","b"]}"#, to: "dump")
    let list = ["dump", "--list", "-o", "out", "--summary", "summary"] + shape
    try await bench.run(Tool.editing, list).expect(0)
    let verified = try await verify(Tool.editing)
    #expect(verified.outputText == "\(here)/out: the same\n", "\(verified)")
    try bench.write(#"{"savedJokeIds":["a"]}"#, to: "dump")
    let changed = try await verify(Tool.editing)
    changed.expect(65, "dump' has changed")
  }

  @Test func `a partial result with pseudonyms of documents is verified`() async throws {
    for device in ["a", "b"] {
      let id = "\(device)_j_2026-W07"
      try bench.write(
        #"{"joke_id":{"value":"j","type":"string"},"rating":{"value":5,"type":"number"}}"#,
        to: "in/rating_events/\(id)/\(id).json")
    }
    let partial = ["in", "--emit", "partial", "--redact", "-o", "out", "--summary", "summary"]
    try await bench.run(Tool.ranking, partial).expect(0)
    try await verify(Tool.ranking).expect(0)
  }

  @Test func `the record of a shard that may be empty is verified`() async throws {
    try bench.addSample(Tool.ratings)
    let shard = ["--shard", "1/2", "--batches", "b", "--database", "projects/p/databases/d"]
    try await bench.run(
      Tool.ratings, ["input", "--allow-empty", "--summary", "summary"] + shard
    ).expect(0)
    try await verify(Tool.ratings).expect(0)
  }

  @Test func `a name that would steer the terminal is escaped`() async throws {
    try bench.addSample(Tool.ratings)
    let run = ["input", "-o", "o\u{1B}[2J\nut", "--summary", "summary"]
    try await bench.run(Tool.ratings, run).expect(0)
    let outcome = try await verify(Tool.ratings)
    #expect(outcome.outputText == "\(here)/o\\e[2J\\nut: the same\n")
  }
}
