import Foundation
import TestSupport
import Testing

/// Runs that write only reports take locks too, so that leftovers of a kill are found.
@Suite(.enabled(if: Tracing.isPossible, "no strace here"))
struct DescribingRunTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  private static let event = "{\"joke_id\":\"a\",\"rating\":4,\"device_id\":\"d\"}\n"
  private static let killed = Tracing.line("fsync", "signal=KILL")

  @Test(arguments: [
    (Tool.ratings, ["--in-place", "-n", "--plan-out", "told"]),
    (Tool.ratings, ["--in-place", "-n", "--summary", "told"]),
    (Tool.ratings, ["--in-place", "--check", "--summary", "told"]),
    (Tool.ranking, ["-n", "--summary", "told", "--scale", "five-point"]),
    (Tool.ranking, ["-n", "--report", "told", "--scale", "five-point"]),
    (Tool.documents, ["--check", "--rejects", "told"]),
    (Tool.documents, ["--check", "--summary", "told"]),
  ])
  func `the next run removes leftovers of a kill`(tool: String, arguments: [String]) async throws {
    try bench.write(Self.event + "{", to: "in")
    let all = ["in", "--salvage"] + arguments
    let killed = try await bench.run(tool, all, shell: Self.killed)
    #expect(killed.status == 137 || killed.status == -9 || killed.status == 9, "\(killed)")
    #expect(try bench.names().contains { $0.hasSuffix(".tmp") })
    let next = try await bench.run(tool, all)
    #expect([0, 2, 3].contains(next.status), "\(next)")
    #expect(try bench.names() == ["in", "told"])
  }

  @Test(arguments: [
    (Tool.ratings, ["-o", "out", "--batches", "b", "--database", "projects/p/databases/d"]),
    (Tool.ranking, ["-o", "out", "--scale", "five-point"]), (Tool.documents, ["-o", "out"]),
  ])
  func `a dry run that fails names only what it wrote`(
    tool: String, arguments: [String]
  ) async throws {
    try bench.write(#"{"joke_id":"a","rating":4,"id":"x"}"#, to: "in")
    try await bench.run(
      tool, ["in", "-n", "--summary", "told"] + arguments,
      shell: Tracing.line("fsync", "error=EIO:when=2")
    ).expect(74, "; all was written: 'told'\n")
    #expect(try bench.names() == ["in", "told"])
  }

  @Test func `the next dry run of an undo removes leftovers of a kill`() async throws {
    try bench.write(Self.event, to: "in")
    try await bench.run(Tool.ratings, ["in", "--in-place"]).expect(0)
    let all = ["--undo", "in.journal", "-n", "--summary", "told"]
    _ = try await bench.run(Tool.ratings, all, shell: Self.killed)
    #expect(try bench.names().contains { $0.hasSuffix(".tmp") })
    try await bench.run(Tool.ratings, all).expect(0)
    #expect(try bench.names() == ["in", "in.journal", "told"])
  }

  @Test func `a dry run locks only what it was told to write`() async throws {
    try bench.write(Self.event, to: "in")
    let line = Tracing.line("/^open", to: "trace")
    try await bench.run(
      Tool.ratings,
      [
        "in", "-o", "out", "-n", "--summary", "told", "--rejects", "rejects", "--journal",
        "journal",
      ],
      shell: line
    ).expect(0)
    let locks = try bench.text("trace").split(separator: "\n").filter {
      $0.contains(".lock\"") && $0.contains("O_CREAT")
    }
    #expect(locks.count == 1 && locks[0].contains(".laughtrack-told.lock"), "\(locks)")
  }
}
