import Foundation
import TestSupport
import Testing

/// `--partials`: unchanged files are not read again, and the document is the one of a full run.
struct KeptPartialsTests {
  private let bench: Bench

  /// A folder with two files that are large enough for partial results of their own, and a small
  /// one, all of them older than the doubt about their times.
  init() throws {
    bench = try Bench()
    for (name, count) in [("large", 140), ("other", 150), ("small", 50)] {
      try write(name, joke: name, count: count)
    }
  }

  private func write(_ name: String, joke: String, count: Int, rating: Int = 5) throws {
    // Long lines, because a test is about files, not about their events.
    let note = String(repeating: "x", count: 10_000)
    let line =
      #"{"id":"0123456789","joke_id":"\#(joke)","rating":\#(rating),"week_id":"w","note":"\#(note)"}"#
      + "\n"
    try bench.write(String(repeating: line, count: count), to: "in/\(name)")
  }

  /// Ranks the folder with and without partial results, which must agree.
  ///
  /// - Returns: the number of files that were not read, and the messages.
  @discardableResult
  private func rank(
    _ options: [String] = [], status: Int32 = 0, at location: SourceLocation = #_sourceLocation
  ) async throws -> (unread: Int, errors: String) {
    let whole = try await bench.rank(["in", "-o", "whole"] + options, status, at: location)
    let kept = try await bench.rank(
      ["in", "-o", "kept", "--partials", "partials", "--summary", "s.json"] + options, status,
      at: location)
    #expect(
      try bench.bytes("kept") == bench.bytes("whole"), "\(whole)\n\(kept)",
      sourceLocation: location)
    let unread = try #require(try bench.json("s.json")["inputs_not_read_again"] as? Int)
    return (unread, kept.errors)
  }

  /// Waits until the files are older than the doubt about their times.
  private func wait() async throws { try await Task.sleep(for: .milliseconds(2300)) }

  @Test func `unchanged files are not read, and a new one is`() async throws {
    try await wait()
    #expect(try await rank().unread == 0)
    #expect(try await rank().unread == 3)
    try write("new", joke: "new", count: 160)
    let (unread, errors) = try await rank()
    #expect(unread == 3)
    #expect(errors.contains("partials: 3 files not read again"), "\(errors)")
    #expect(try bench.mode("partials/index") == 0o600)
  }

  @Test func `a quiet run's summary and metrics say that a partial result could not be kept`()
    async throws
  {
    let options = ["--quiet", "--metrics", "m.prom"]
    try await rank(options)
    #expect(try bench.json("s.json")["partials_failed"] as? Int == 0)
    let sum = try #require(try bench.names().first { $0.contains("/sum-") })
    try bench.remove(sum)
    try bench.write("", to: sum + "/file")
    let errors = try await rank(options).errors
    #expect(errors.isEmpty, "\(errors)")
    #expect(try bench.json("s.json")["partials_failed"] as? Int == 1)
    #expect(try bench.text("m.prom").contains("_partials_failed{tool=\"aggregate-top10\"} 1"))
  }

  @Test func `without the time to trust them, files are known by their bytes`() async throws {
    #expect(try await rank().unread == 0)
    #expect(try await rank().unread >= 2)
  }

  @Test func `a changed file of the same size and time is read`() async throws {
    try await wait()
    try await rank()
    let date = try bench.attributes("in/large")[.modificationDate]
    try write("large", joke: "large", count: 140, rating: 1)
    try FileManager.default.setAttributes(
      [.modificationDate: date as Any], ofItemAtPath: bench.url("in/large").path)
    #expect(try await rank().unread == 1)
    try await wait()
    #expect(try await rank().unread >= 2)
    #expect(try await rank().unread == 3)
  }

  @Test func `the counts of a file that is gone are gone`() async throws {
    try await wait()
    try await rank()
    try bench.remove("in/other")
    #expect(try await rank().unread == 1)
    #expect(try await rank().unread == 2)
    #expect(!(try bench.text("partials/index").contains("in/other")))
  }

  @Test func `a file that was moved, or copied, is known by its bytes`() async throws {
    try await wait()
    try await rank()
    try FileManager.default.moveItem(at: bench.url("in/large"), to: bench.url("in/moved"))
    #expect(try await rank().unread == 2)
    try FileManager.default.copyItem(at: bench.url("in/moved"), to: bench.url("in/copy"))
    #expect(try await rank().unread >= 3)
    try await bench.rank(["in", "--partials", "partials", "--emit", "partial", "-o", "sum"])
    try await bench.rank(["in", "--emit", "partial", "-o", "direct"])
    #expect(try bench.bytes("sum") == bench.bytes("direct"))
  }

  @Test func `a damaged partial result or index is made again, with a warning`() async throws {
    try await wait()
    try await rank()
    let names = try FileManager.default.contentsOfDirectory(atPath: bench.url("partials").path)
    #expect(names.count == 4)
    for name in names {
      for damage in [0, 1, 2] {
        let path = "partials/" + name
        let bytes = try bench.bytes(path)
        if damage == 0 { try bench.cut(path, to: bytes.count / 2) }
        if damage == 1 { try bench.flip(path, byte: bytes.count - 30) }
        if damage == 2 { try bench.flip(path, byte: 3) }
        // Without the sum, each is looked at.
        for sum in names where sum.hasPrefix("sum-") && sum != name {
          try bench.remove("partials/" + sum)
        }
        let (_, errors) = try await rank()
        #expect(errors.contains("damaged"), "\(name): \(errors)")
        #expect(errors.contains("made again"), "\(name): \(errors)")
        try await rank()
        #expect(try await rank().unread == 3, "\(name)")
        if name != "index" { #expect(try bench.bytes(path) == bytes) }
      }
    }
  }

  @Test func `an index that a power cut leaves is made again, and another file is refused`()
    async throws
  {
    try await wait()
    try await rank()
    let zeros = String(repeating: "\0", count: 9000)
    for damage in ["", "{\"laugh", "{\"laughtrack_partials\":", zeros] {
      try bench.write(damage, to: "partials/index")
      let (_, errors) = try await rank()
      #expect(errors.contains("the index is damaged, and is made again"), "\(errors)")
      #expect(try await rank().unread >= 2)
    }
    for other in ["{\"laughter\":1}", zeros + "x", "mine"] {
      try bench.write(other, to: "partials/index")
      let outcome = try await bench.rank(["in", "--partials", "partials"], 73)
      #expect(outcome.errors.contains("which --partials did not write"), "\(outcome)")
      #expect(try bench.text("partials/index") == other)
    }
  }

  @Test func `two scales, collections and ways to salvage have partial results apart`() async throws
  {
    try await wait()
    for options in [[], ["--scale", "five-point"], ["--salvage"], ["--format", "ndjson"]] {
      try await rank(options)
      #expect(try await rank(options).unread == 3)
    }
    #expect(try await rank().unread == 3)
    try await rank(["--collection", "others", "--allow-empty"])
  }

  @Test func `rejects of files that are not read again count, and one line tells of them`()
    async throws
  {
    try bench.write(#"{"id":"x","rating":5}"# + "\n", to: "in/bad")
    try await wait()
    try await rank(status: 3)
    let (unread, errors) = try await rank(status: 3)
    #expect(unread == 4)
    #expect(errors.contains("with 1 reject that earlier runs reported"), "\(errors)")
    let guarded = ["in", "-o", "kept", "--partials", "partials", "--max-rejects", "0"]
    #expect(try await bench.rank(guarded, 4).errors.contains("--max-rejects allows 0"))
  }

  @Test func `an export is checked against its metadata although it is not read`() async throws {
    try bench.addExport("managed", as: "in/export")
    try await wait()
    try await rank(["--scale", "five-point"])
    #expect(try await rank(["--scale", "five-point"]).unread > 3)
    let shards = try bench.names().filter { $0.hasPrefix("in/export/") && $0.contains("output-") }
    try bench.write(Data(), to: try #require(shards.first))
    let outcome = try await bench.rank(
      ["in", "--scale", "five-point", "--partials", "partials"], 65)
    #expect(outcome.errors.contains("incomplete"), "\(outcome)")
  }

  @Test func `a dry run keeps nothing, and may use what is kept`() async throws {
    try await wait()
    let dry = ["in", "-o", "kept", "--partials", "partials/", "-n"]
    try await bench.rank(dry)
    #expect(!bench.exists("partials"))
    try await rank()
    let before = try bench.tree().filter { $0.key.hasPrefix("partials/") }
    #expect(try await bench.rank(dry).errors.contains("3 files not read again"))
    #expect(try bench.tree().filter { $0.key.hasPrefix("partials/") } == before)
    try await bench.rank(["in", "-o", "kept", "--partials", "new/"])
    #expect(bench.exists("new/index"))
  }

  @Test func `several runs at once agree`() async throws {
    try await wait()
    try await rank()
    let whole = try bench.bytes("whole")
    var runs: [RunningTool] = []
    for number in 0..<4 {
      runs.append(
        try await bench.start(
          Tool.ranking, ["in", "-o", "out\(number)", "--partials", "partials"],
          environment: Bench.time))
    }
    for run in runs { try await run.outcome().expect(0) }
    for number in 0..<4 { #expect(try bench.bytes("out\(number)") == whole) }
    #expect(try await rank().unread == 3)
  }

  @Test func `a folder that would be an input, or has other files, is refused`() async throws {
    let inside = try await bench.rank(["in", "--partials", "in/partials"], 64)
    #expect(
      inside.errors.contains("--partials 'in/partials' lies in the input folder 'in'"), "\(inside)")
    #expect(!bench.exists("in/partials"))
    try await bench.rank(["in", "--partials", "in/.partials"])
    try bench.write("words", to: "foreign/notes.txt")
    let foreign = try await bench.rank(["in", "--partials", "foreign"], 73)
    #expect(foreign.errors.contains("'notes.txt', which --partials did not write"), "\(foreign)")
    try bench.write("words", to: "indexed/index")
    try await bench.rank(["in", "--partials", "indexed"], 73)
    #expect(try bench.text("indexed/index") == "words")
    for folder in ["foreign", "indexed", "foreign/notes.txt"] {
      let dry = try await bench.rank(["in", "-o", "out", "--partials", folder, "-n"])
      #expect(
        dry.errors.contains("the real run would fail: --partials '\(folder)' "), "\(dry)")
    }
    let file = try await bench.rank(["in", "--partials", "foreign/notes.txt"], 73)
    #expect(file.errors.contains("is not a folder"), "\(file)")
  }

  @Test(arguments: ["-o", "--summary", "--metrics", "--report"])
  func `an output in the folder is refused the first time`(option: String) async throws {
    let before = try bench.tree()
    for (name, words) in [
      ("partials/x", "'partials/x' lies in the directory of partial results 'partials'"),
      ("partials", "'partials' is the same file as "),
    ] {
      for more in [[], ["-n"]] {
        let outcome = try await bench.rank(
          ["in", "--partials", "partials", option, name] + more, 64)
        #expect(outcome.errors.contains(words), "\(outcome)")
        #expect(try bench.tree() == before)
      }
    }
  }

  @Test func `a refused run writes nothing into the folder that is there`() async throws {
    try await bench.rank(["in", "-o", "out", "--partials", "partials"])
    let names = try bench.names()
    try await bench.rank(
      ["in", "--partials", "partials", "-o", "partials/o", "--summary", "partials/s"], 64)
    #expect(try bench.names() == names)
  }

  @Test func `the folder is no operand of --merge`() async throws {
    try await rank()
    let outcome = try await bench.rank(["--merge", "partials"], 65)
    #expect(outcome.errors.contains("its folder is one of --partials"), "\(outcome)")
  }

  @Test func `a run with partial results is verified by reading all files`() async throws {
    try await wait()
    try await rank()
    try await rank()
    let outcome = try await bench.rank(["--verify", "s.json"])
    #expect(!outcome.errors.contains("warning"), "\(outcome)")
    try write("small", joke: "small", count: 50, rating: 1)
    try await bench.rank(["--verify", "s.json"], 65)
  }
}
