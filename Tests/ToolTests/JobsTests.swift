import Foundation
import TestSupport
import Testing

/// Promise 19: same input, same bytes, for any number of threads.
struct JobsTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  /// Lines whose dropped ones stand alone, in rows, at the borders of parts and at both ends.
  private static func lines(_ generator: inout SeededGenerator) -> String {
    var text = ""
    let ends = generator.pick([["\n"], ["\r\n"], ["\n", "\n", "\r\n"]])
    let ratings = generator.pick([[1, 2, 3, 4, 5], [3, 3, 3, 3, 5], [4, 5, 5, 3]])
    for number in 0..<Int.random(in: 8_000...16_000, using: &generator) {
      let rating = generator.pick(ratings)
      let joke = generator.happens(onceIn: 90) ? #"\u006a"# : "j"
      text += #"{"id":"d\#(number)","joke_id":"\#(joke)\#(number % 70)","rating":\#(rating),"#
      text += #""device_id":"d"}"# + generator.pick(ends)
      if generator.happens(onceIn: 900) { text += "{\"id\":\"cut\(number)\"\n" }
      if generator.happens(onceIn: 900) { text += " \n" }
    }
    if Bool.random(using: &generator) { text.removeLast() }
    return text
  }

  @Test(arguments: [UInt64](1...4))
  func `every file of a migration has the same bytes for any number of jobs`(
    seed: UInt64
  ) async throws {
    var generator = SeededGenerator(seed: seed)
    let options = [
      "input", "-o", "out", "--journal", "journal", "--batches", "batches", "--database",
      "projects/p/databases/d", "--rejects", "rejects", "--summary", "summary", "--salvage",
      "--prove-undo",
    ]
    var products: [[String: Data]] = []
    try bench.write(Self.lines(&generator), to: "input")
    for jobs in ["1", "2", "8"] {
      let outcome = try await bench.run(
        Tool.ratings, options + ["--jobs", jobs], environment: Bench.time)
      #expect([0, 3].contains(outcome.status), "\(outcome)")
      var files: [String: Data] = [:]
      for name in try bench.names() where name != "input" {
        let isFile = try bench.attributes(name)[.type] as? FileAttributeType == .typeRegular
        if isFile { files[name] = try bench.bytes(name) }
      }
      files["journal"] = files["journal"].map(Self.withoutRun)
      products.append(files)
      for name in try FileManager.default.contentsOfDirectory(atPath: bench.directory.path)
      where name != "input" { try FileManager.default.removeItem(at: bench.url(name)) }
    }
    for name in products[0].keys.sorted() {
      #expect(products.allSatisfy { $0[name] == products[0][name] }, "\(name), seed \(seed)")
    }
  }

  @Test(arguments: [UInt64](1...2), [[], ["--collection", "rating_events", "--plain"]])
  func `documents are printed and rejected alike for any number of jobs`(
    seed: UInt64, options: [String]
  ) async throws {
    var generator = SeededGenerator(seed: seed)
    var text = ""
    for line in Self.lines(&generator).split(separator: "\n") {
      text += line + "\n"
      if generator.happens(onceIn: 900) { text += #"{"id":"n","x":[[1]]}"# + "\n" }
      if generator.happens(onceIn: 900) { text += #"{"__name__":"jokes/j"}"# + "\n" }
    }
    try bench.write(text, to: "input")
    var results: [(output: Data, errors: String, rejects: Data)] = []
    for jobs in ["1", "2", "8"] {
      let outcome = try await bench.run(
        "read-export",
        ["input", "--salvage", "--rejects", "rejects", "--force", "--no-progress", "--jobs", jobs]
          + options)
      outcome.expect(3)
      results.append((outcome.output, normalized(outcome.errors), try bench.bytes("rejects")))
    }
    for result in results { #expect(result == results[0], "seed \(seed)") }
  }

  /// A journal without its first frame, which has the time of the run.
  private static func withoutRun(_ journal: Data) -> Data {
    let start = Data("LaughTrack journal 1\n".utf8).count
    let byteCount = (1...4).reversed().reduce(0) { $0 << 8 | Int(journal[start + $1]) }
    return journal.dropFirst(start + 9 + byteCount)
  }
}
