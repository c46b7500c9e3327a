import Foundation
import TestSupport
import Testing

/// A shard large enough to be shared between threads: many copies of the one in `data/README.md`.
struct ManagedSharingTests {
  private let bench: Bench
  private let times = 12
  /// The size of one copy, its last block padded.
  private let byteCount: Int

  init() throws {
    bench = try Bench()
    var shard = try Data(
      contentsOf: Fixtures.data.appending(
        path: "exports/managed/all_namespaces/kind_rating_events/output-0"))
    let block = 32 << 10
    shard.append(Data(count: (block - shard.count % block) % block))
    byteCount = shard.count
    try bench.write(Data((0..<times).map { _ in shard }.joined()), to: "output-0")
  }

  @Test(arguments: [["-o", "out"], ["-o", "out", "--sample", "200"]])
  func `a shard is migrated alike by any number of threads`(options: [String]) async throws {
    try await bench.run(Tool.ratings, ["output-0", "--jobs", "1"] + options).expect(0)
    let migrated = try bench.bytes("out")
    #expect(migrated.count < byteCount * times)
    for jobs in ["2", "5"] {
      try await bench.run(
        Tool.ratings, ["output-0", "--jobs", jobs, "--force"] + options
      ).expect(0)
      #expect(try bench.bytes("out") == migrated)
    }
  }

  @Test func `a shard is ranked alike by any number of threads`() async throws {
    let options = ["output-0", "--scale", "five-point", "--now", "2026-03-01T00:00:00Z"]
    let alone = try await bench.run(Tool.ranking, options + ["--jobs", "1"])
    #expect(alone.status == 0 && !alone.output.isEmpty, "\(alone)")
    for jobs in ["2", "5"] {
      let shared = try await bench.run(Tool.ranking, options + ["--jobs", jobs])
      #expect(shared.output == alone.output)
    }
  }

  @Test(arguments: [
    [], ["--plain"], ["--count"], ["--check"], ["--collection", "rating_events"],
    ["--salvage", "--rejects", "rejects", "--summary", "summary"],
  ])
  func `a shard is printed alike by any number of threads`(options: [String]) async throws {
    if options.contains("--salvage") {
      for byte in [70_001, 300_007] { try bench.flip("output-0", byte: byte) }
    }
    var results: [(output: Data, errors: String, files: [Data])] = []
    for jobs in ["1", "2", "8"] {
      let outcome = try await bench.run(
        "read-export", ["output-0", "--jobs", jobs, "--force"] + options, environment: Bench.time)
      #expect(outcome.status == (options.contains("--salvage") ? 3 : 0), "\(outcome)")
      let files = try bench.names().filter { $0 != "output-0" }.sorted().map(bench.bytes)
      results.append((outcome.output, normalized(outcome.errors), files))
    }
    for result in results { #expect(result == results[0]) }
  }

  @Test(arguments: [70_001, 300_007, 500_011])
  func `damage is named alike by any number of threads, and nothing is published`(
    byte: Int
  ) async throws {
    try bench.flip("output-0", byte: byte)
    for tool in [Tool.ratings, Tool.ranking, "read-export"] {
      let alone = try await bench.run(tool, ["output-0", "-o", "out", "--jobs", "1"]).expect(65)
      for jobs in ["2", "5"] {
        let shared = try await bench.run(tool, ["output-0", "-o", "out", "--jobs", jobs])
        #expect(shared.errors == alone.errors)
        #expect(try bench.names() == ["output-0"])
      }
    }
  }
}
