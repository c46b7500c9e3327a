import TestSupport
import Testing

/// Promise 5: many outputs are durable before the first gets its name, and wait for the disk
/// together.
@Suite(.enabled(if: Tracing.isPossible, "no strace here"))
struct FlushOrderTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  /// What a run flushes and names, in order: `file`, `name`, and the directory's name.
  private func steps(_ arguments: [String]) async throws -> [String] {
    let line = Tracing.line("rename,link,fsync", to: "trace", "-y")
    try await bench.run(Tool.ratings, arguments, shell: line).expect(0)
    return try bench.text("trace").split(separator: "\n").compactMap { call in
      if call.contains(/fsync\(\d+<[^>]*\.tmp>\) += 0/) { return "file" }
      if call.contains(/(rename|link).*\.tmp", .*"[^"]*"\) += 0/) { return "name" }
      return call.firstMatch(of: /fsync\(\d+<[^>]*\/([^>\/]*)>\) += 0/).map { String($0.1) }
    }
  }

  private func event(_ number: Int) -> String {
    "{\"id\":\"e\(number)\",\"joke_id\":\"j\",\"rating\":4}\n"
  }

  @Test func `each directory of many outputs is flushed once, and again for the last`()
    async throws
  {
    for number in 0..<20 {
      try bench.write(event(number), to: "in/a/\(number)")
      try bench.write(event(20 + number), to: "in/b/\(number)")
    }
    let steps = try await steps(["in", "-o", "out"])
    let first = try #require(steps.firstIndex(of: "name"))
    #expect(steps[..<first].filter { $0 == "file" }.count == 40)
    let names = Array(repeatElement("name", count: 39))
    // The new directories are flushed, too.
    #expect(
      Array(steps[first...]) == names + ["a", "out", "here", "b", "name", "b", "out", "here"])
  }

  @Test func `in place, the journal is durable before the first output, and all before the last`()
    async throws
  {
    for number in 0..<3 { try bench.write(event(number), to: "in/\(number)") }
    let steps = try await steps(["in", "--in-place", "--journal", "j"])
    let journal = try #require(steps.firstIndex(of: "name"))
    #expect(steps[..<journal].filter { $0 == "file" }.count == 4)
    #expect(steps[journal...] == ["name", "here", "name", "name", "in", "name", "in"])
  }
}
