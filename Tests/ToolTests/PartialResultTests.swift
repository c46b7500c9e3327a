import Foundation
import TestSupport
import Testing

/// Partial results: what they add up to, and what is not merged.
struct PartialResultTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  private func refused(
    _ arguments: [String], _ status: Int32, _ words: String,
    at location: SourceLocation = #_sourceLocation
  ) async throws {
    let outcome = try await bench.rank(arguments, status, at: location)
    #expect(outcome.errors.contains(words), "\(outcome)", sourceLocation: location)
  }

  /// Two exports, `a` and `b`, and the partial result of each.
  private func addPartials() async throws {
    for (name, joke) in [("a", "x"), ("b", "y")] {
      let lines = (0..<20).map { number in
        #"{"id":"\#(name)\#(number)","joke_id":"\#(joke)","rating":\#(number % 3 == 0 ? 1 : 5)}"#
      }
      try bench.write(lines.joined(separator: "\n") + "\n", to: name)
      try await bench.rank([name, "--emit", "partial", "-o", "\(name).partial"])
    }
  }

  // MARK: Merging

  @Test func `a merge warns of a missing page only if no page can be the last`() async throws {
    func page(_ token: String) -> String {
      #"{"documents":[{"name":"projects/p/databases/d/documents/rating_events/a\#(token.count)","#
        + #""fields":{"joke_id":{"stringValue":"j"},"rating":{"integerValue":"5"}}}]\#(token)}"#
    }
    try bench.write(page(#","nextPageToken":"b""#), to: "9")
    try bench.write(page(#","nextPageToken":"bc""#), to: "8")
    try bench.write(page(""), to: "10")
    for name in ["8", "9", "10"] {
      try await bench.rank([name, "--emit", "partial", "-o", "\(name).partial"])
    }
    for (parts, isIncomplete) in [
      (["9", "10"], false), (["10", "8", "9"], false), (["8", "9"], true),
    ] {
      let merged = try await bench.rank(["--merge"] + parts.map { $0 + ".partial" })
      #expect(merged.errors.contains("the export is incomplete") == isIncomplete, "\(merged)")
    }
  }

  @Test(arguments: Fixtures.cases(of: Tool.ranking))
  func `every fixture is ranked by way of a partial result as without`(
    fixture: FixtureCase
  ) async throws {
    let options = fixture.options.flatMap { $0.split(separator: " ").map(String.init) }
    let others = [
      "--dedupe", "--duplicates", "--explain", "--mended", "--compat-report", "--verify",
    ]
    if options.contains(where: { option in others.contains { option.hasPrefix($0) } }) { return }
    try bench.write(try Fixtures.input(Tool.ranking, fixture.input), to: "input")
    let whole = try await bench.run(
      Tool.ranking, ["input", "-o", "whole"] + Tool.unmigrated(Tool.ranking),
      environment: Bench.time)
    let part = try await bench.run(
      Tool.ranking, ["input", "--emit", "partial", "-o", "part"], environment: Bench.time)
    guard [0, 3].contains(whole.status) else {
      #expect(whole.status == part.status || whole.status == 4, "\(whole)\n\(part)")
      return
    }
    let status = part.status
    #expect(status == whole.status, "\(part)")
    let merged = try await bench.run(
      Tool.ranking, ["--merge", "part", "-o", "merged"] + Tool.unmigrated(Tool.ranking),
      environment: Bench.time)
    merged.expect(status)
    #expect(try bench.bytes("merged") == bench.bytes("whole"))
  }

  @Test func `promise 19: partial results in any order make the document of one run`() async throws
  {
    try await addPartials()
    try await bench.rank(["a", "b", "-o", "whole", "--summary", "whole.json"])
    for order in [["a.partial", "b.partial"], ["b.partial", "a.partial"]] {
      if bench.exists("merged") { try bench.remove("merged") }
      try await bench.rank(["--merge"] + order + ["-o", "merged", "--summary", "merged.json"])
      #expect(try bench.bytes("merged") == bench.bytes("whole"))
    }
    let figures = try ["whole.json", "merged.json"].map { name in
      let told = try bench.json(name)
        .filter { !["bytes_read", "provenance", "outputs"].contains($0.key) }
      return try JSONSerialization.data(withJSONObject: told, options: .sortedKeys)
    }
    #expect(figures[0] == figures[1])
    try await bench.rank(["--merge", "b.partial", "a.partial", "--emit", "partial", "-o", "sum"])
    try await bench.rank(["--merge", "sum", "-o", "merged"])
    #expect(try bench.bytes("merged") == bench.bytes("whole"))
    try await bench.rank(["--verify", "merged.json"])
  }

  @Test func `a folder of partial results is merged, and one that is damaged is missed`()
    async throws
  {
    try await addPartials()
    for name in ["a.partial", "b.partial"] {
      try bench.write(try bench.bytes(name), to: "partials/\(name)")
    }
    try await bench.rank(["--merge", "partials", "-o", "merged"])
    try await bench.rank(["a", "b", "-o", "whole"])
    #expect(try bench.bytes("merged") == bench.bytes("whole"))
    for damaged in ["", "words\n"] {
      try bench.write(damaged, to: "partials/b.partial")
      try await refused(
        ["--merge", "partials"], 65, "partials/b.partial: it is not a partial result")
    }
  }

  @Test func `a ranking needs all shares of a run, and those of one run count a file and its copy`()
    async throws
  {
    try await addPartials()
    try bench.write(try bench.bytes("a"), to: "in/one")
    try bench.write(try bench.bytes("a"), to: "in/two")
    func share(_ number: Int, _ operand: String = "in") async throws -> String {
      let name = "\(operand)-\(number)"
      try await bench.rank(
        [operand, "--shard", "\(number)/2", "--emit", "partial", "-o", name, "--force"])
      return name
    }
    try await bench.rank(["in", "-o", "whole"])
    try await bench.rank(["--merge", try await share(1), try await share(2), "-o", "merged"])
    #expect(try bench.bytes("merged") == bench.bytes("whole"))
    try await refused(["--merge", "in-2"], 65, "in 2 shares, of which 1 is missing: 1/2")
    try await bench.rank(["--merge", "in-2", "--emit", "partial", "-o", "sum"])
    try await refused(["--merge", "sum"], 65, "1 is missing: 1/2")
    try await bench.rank(["--merge", "in-1", "sum", "-o", "grouped"])
    #expect(try bench.bytes("grouped") == bench.bytes("whole"))
    // The shares of a file that has grown are of two runs.
    try bench.write(try bench.bytes("a") + bench.bytes("b"), to: "in/two")
    try await refused(
      ["--merge", "in-1", try await share(2)], 65, "in 2 shares, of which 1 is missing")
  }

  /// Names and sizes tell the run of a share, so the files must tell that it is another one.
  @Test func `shares of a file that was replaced by another one of its size make no ranking`()
    async throws
  {
    try await addPartials()
    func share(_ number: Int) async throws {
      try await bench.rank(
        ["a", "--shard", "\(number)/2", "--emit", "partial", "-o", "p\(number)", "--force"])
    }
    for number in 1...2 { try await share(number) }
    let others = try bench.text("a").replacing("\"rating\":5", with: "\"rating\":1")
    try bench.write(others, to: "a")
    try await share(2)
    try await refused(
      ["--merge", "p1", "p2"], 65, "two shares have read different files under its name")
    try bench.write(bench.bytes("p1"), to: "again")
    try await share(1)
    try await refused(["--merge", "p1", "again", "p2"], 65, "have the share 1/2 of inputs with")
    try await bench.rank(["--merge", "p1", "p2", "-o", "merged"])
    try await bench.rank(["a", "-o", "whole"])
    #expect(try bench.bytes("merged") == bench.bytes("whole"))
  }

  @Test func `a share is listed as it is read`() async throws {
    try await addPartials()
    var listed: [String] = []
    for share in 1...3 {
      let outcome = try await bench.rank(["a", "--shard", "\(share)/3", "--list-share"])
      listed += outcome.outputText.split(separator: "\n").map(String.init)
      try await bench.rank(["a", "--shard", "\(share)/3", "--emit", "partial", "-o", "p\(share)"])
      let piece = try bench.text("p\(share)").split(separator: "\n")[2]
      let range = try #require(piece.firstMatch(of: /"from":\d+,"to":\d+/)?.output)
      #expect(listed[share - 1].contains(range))
    }
    #expect(listed.count == 3)
    try await refused(["a", "--list-share"], 64, "'--list-share' needs '--shard I/N'")
  }

  @Test(arguments: ["managed", "emulator", "backup"])
  func `the shares of an export make the document of it, and are missed`(
    export: String
  ) async throws {
    try bench.addExport(export)
    let options = ["--scale", "five-point"]
    let whole = try await bench.run(
      Tool.ranking, ["export", "-o", "whole"] + options, environment: Bench.time)
    #expect([0, 3].contains(whole.status), "\(whole)")
    for count in [1, 2, 3, 7] {
      for index in 1...count {
        let outcome = try await bench.run(
          Tool.ranking,
          [
            "export", "--shard", "\(index)/\(count)", "--emit", "partial", "-o",
            "p\(count)/\(index)",
          ]
            + options, shell: "mkdir -p p\(count) && exec \"$@\"")
        #expect([0, 3].contains(outcome.status), "\(outcome)")
      }
      try await bench.rank(["--merge", "p\(count)", "-o", "merged"], whole.status)
      #expect(try bench.bytes("merged") == bench.bytes("whole"), "\(count) shares")
    }
  }

  @Test func `an export of which a share is missing is incomplete`() async throws {
    try bench.addExport("managed")
    for index in 1...7 {
      try await bench.rank(
        ["export", "--shard", "\(index)/7", "--emit", "partial", "-o", "p\(index)"]
          + ["--scale", "five-point"])
    }
    let partials = (1...7).map { "p\($0)" }
    let full = try partials.filter { try bench.text($0).contains("\"piece\"") }
    let rest = partials.filter { $0 != full[0] }
    try await refused(["--merge"] + rest, 65, "in 7 shares, of which 1 is missing")
    // A merge that is merged later is not yet the whole.
    try await bench.rank(["--merge"] + rest + ["--emit", "partial", "-o", "rest"])
    try await bench.rank(["--merge", "rest", full[0], "-o", "merged"])
    try await bench.rank(["export", "--scale", "five-point", "-o", "whole"])
    #expect(try bench.bytes("merged") == bench.bytes("whole"))
  }

  @Test func `an empty share is neutral`() async throws {
    try await addPartials()
    try bench.write("", to: "nothing")
    try await bench.rank(["nothing", "--emit", "partial", "-o", "empty"])
    try await bench.rank(["--merge", "empty", "a.partial", "-o", "merged"])
    try await bench.rank(["a", "-o", "whole"])
    #expect(try bench.bytes("merged") == bench.bytes("whole"))
    let alone = try await bench.rank(["--merge", "empty"])
    #expect(alone.errors.contains("there are no rating events: the ranking is empty"))
  }

  // MARK: Guards

  @Test func `guards of the ranking hold of the sum, not of a part`() async throws {
    let old = (0..<50).map { #"{"joke_id":"x","rating":\#($0 % 2 == 0 ? 3 : 4)}"# }
    try bench.write(old.joined(separator: "\n"), to: "old")
    try await addPartials()
    try await bench.rank(["old", "--emit", "partial", "-o", "old.partial"])
    try await refused(["--merge", "old.partial", "a.partial"], 4, "--max-unmigrated is 1%")
    try await refused(
      ["--merge", "a.partial", "--min-events", "99"], 4, "--min-events asks for 99")
    try await refused(["--merge", "a.partial", "--expect-count", "3"], 4, "--expect-count says")
    try await refused(
      ["a", "--emit", "partial", "--expect-count", "3"], 4, "--expect-count says")
  }

  @Test func `a part may have none of the collection, but not all of them`() async throws {
    let line = #"{"name":"projects/p/databases/d/documents/others/x","fields":{}}"#
    try bench.write(line + "\n", to: "others")
    try await addPartials()
    try await bench.rank(["others", "--emit", "partial", "-o", "others.partial"])
    try await bench.rank(["--merge", "others.partial", "a.partial"])
    try await refused(
      ["--merge", "others.partial"], 4,
      "none of 1 document in 'others.partial' is of the collection")
    try await bench.rank(["--merge", "others.partial", "--allow-empty"])
  }

  // MARK: Refusals

  @Test func `nothing merges to an error, never to an empty ranking`() async throws {
    try bench.makeDirectory("empty")
    try await refused(["--merge", "empty"], 66, "there is no file in it")
    try bench.write("words\n", to: "others/notes.txt")
    try await refused(["--merge", "others"], 65, "others/notes.txt: it is not a partial result")
    try await refused(["--merge"], 64, "no INPUT given")
    try await addPartials()
    try await refused(["--merge", "a"], 65, "a: it is not a partial result")
    try await refused(["a.partial"], 65, "it is a partial result")
    try await refused(["a.partial"], 65, "merge it with 'aggregate-top10 --merge'")
  }

  @Test func `--merge refuses overlap, damage and other settings`() async throws {
    try await addPartials()
    try bench.write(try bench.bytes("a.partial"), to: "again")
    try await refused(
      ["--merge", "a.partial", "b.partial", "again"], 65, "cover the same input: 'a' and 'a'")
    try await bench.rank(["--merge", "a.partial", "b.partial", "--emit", "partial", "-o", "sum"])
    try await refused(
      ["--merge", "b.partial", "sum"], 65, "it and 'b.partial' cover the same input")
    try await bench.rank(["b", "--scale", "five-point", "--emit", "partial", "-o", "five"])
    try await refused(["--merge", "a.partial", "five"], 65, "'a.partial' with '--scale binary'")
    try await refused(
      ["--merge", "a.partial", "--scale", "five-point"], 64, "'--scale five-point' was given")
    try bench.cut("again", to: 400)
    try await refused(["--merge", "again"], 65, "not a partial result, or truncated or edited")
    for name in ["a.partial", "b.partial"] { #expect(bench.exists(name)) }
  }

  @Test(arguments: [
    ["--as", "commit"], ["--min-events", "1"], ["--previous", "a"], ["--top", "3"],
    ["--dedupe", "week"], ["--duplicates", "first"], ["--compat-report"], ["--explain", "x"],
  ])
  func `options that need the ranking or each event are refused with --emit partial`(
    options: [String]
  ) async throws {
    try await addPartials()
    try await refused(["a", "--emit", "partial", "-o", "p"] + options, 64, options[0])
    if !["--as", "--min-events", "--previous", "--top"].contains(options[0]) {
      try await refused(["--merge", "a.partial"] + options, 64, options[0])
      try await refused(["a", "--partials", "kept"] + options, 64, options[0])
    }
    #expect(!bench.exists("p") && !bench.exists("kept"))
  }

  @Test func `a share needs a partial result`() async throws {
    try await addPartials()
    try await refused(["a", "--shard", "1/2"], 64, "'--shard' needs '--emit partial'")
  }

  @Test func `-o replaces an older partial result, and no other file`() async throws {
    try await addPartials()
    try await bench.rank(["b", "--emit", "partial", "-o", "a.partial"])
    #expect(try bench.bytes("a.partial") == bench.bytes("b.partial"))
    try bench.write("old\n", to: "old")
    try await refused(
      ["a", "--emit", "partial", "-o", "old"], 73, "exists and is not a partial result")
    try await refused(["a", "-o", "a.partial"], 73, "exists and is not an all_time document")
    #expect(try bench.text("old") == "old\n")
  }

  @Test func `with --redact no path or label names a device`() async throws {
    let device = "0F0E0D0C-0B0A-4908-8706-050403020100"
    try bench.write(#"{"joke_id":"x","rating":"\#(device)"}"# + "\n", to: "\(device).ndjson")
    let input = "\(device).ndjson"
    try await bench.rank([input, "--emit", "partial", "--redact", "-o", "p"])
    #expect(!(try bench.text("p").contains(device)))
    try await bench.rank([input, "--redact", "--summary", "whole"])
    try await bench.rank(["--merge", "p", "--redact", "--summary", "merged"])
    let (whole, merged) = (try bench.text("whole"), try bench.text("merged"))
    let label = try #require(whole.firstRange(of: "\\\"text-"))
    #expect(merged.contains(whole[label.lowerBound...].prefix(20)), "\(merged)")
  }

  @Test func `two partial results of changelogs are refused`() async throws {
    try bench.write(try Fixtures.input(Tool.ranking, "bigquery.ndjson"), to: "one")
    var bytes = try bench.bytes("one")
    bytes.append(0x0A)
    try bench.write(bytes, to: "two")
    for name in ["one", "two"] {
      try await bench.rank([name, "--emit", "partial", "-o", name + ".p"])
    }
    try await refused(
      ["--merge", "one.p", "two.p"], 65, "both cover changelogs, whose latest rows may be in either"
    )
  }
}
