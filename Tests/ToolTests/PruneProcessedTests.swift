import Foundation
import TestSupport
import Testing

/// Pruning of a dump by `prune-processed`, and its reports.
struct PruneProcessedTests {
  private static let tool = Tool.pruning
  private static let id = "0A1B2C3D-1C2D-4E3F-8A4B-5C6D7E8F9A0B"
  private static let result =
    #"{"id":"\#(id)","assetId":"b","status":"success","contentType":"meme","message":""}"#
  private static let dump = """
    {"ScreenSort.ProcessedIDs": ["a", "b", "c"], "x": 1.50,
     "ScreenSort.CachedResults": [\(result)]}

    """
  private let bench: Bench

  init() throws {
    bench = try Bench()
    try bench.write(Self.dump, to: "dump")
    try bench.write("a\nc\n", to: "ids")
  }

  private func run(_ arguments: String...) async throws -> ToolOutcome {
    try await bench.run(Self.tool, arguments)
  }

  // MARK: Pruning

  @Test func `--in-place removes stale ids and results, and no other byte`() async throws {
    let outcome = try await run("dump", "--existing", "ids", "--in-place")
    #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome)")
    #expect(
      try bench.text("dump")
        == Self.dump.replacing(#""b", "#, with: "").replacing(Self.result, with: ""))
    #expect(outcome.errors.contains("processed ids: 3 read = 1 stale + 2 kept"))
    #expect(outcome.errors.contains("results: 1 read = 1 stale + 0 kept"))
  }

  @Test func `without stale ids the file stays as it is, and -o copies it`()
    async throws
  {
    try bench.write("a\nb\nc\nd\n", to: "ids")
    let before = try bench.identity("dump")
    try await run("dump", "--existing", "ids", "--in-place").expect(0, "nothing is stale")
    #expect(try bench.identity("dump") == before)
    try await run("dump", "--existing", "ids", "-o", "out").expect(0)
    #expect(try bench.text("out") == Self.dump)
    try await run("dump", "--existing", "ids", "--check").expect(0)
  }

  @Test func `a check is 2 where something is stale`() async throws {
    let before = try bench.tree()
    try await run("dump", "--existing", "ids", "--check").expect(2)
    #expect(try bench.tree() == before)
  }

  @Test func `the list can be standard input, and then no dump can`() async throws {
    let list = ToolInput.bytes(Data("[\"a\"]".utf8))
    let outcome = try await bench.run(
      Self.tool, ["dump", "--existing", "-", "-o", "-"], input: list)
    #expect(outcome.status == 0 && outcome.outputText.contains(#"["a"]"#), "\(outcome)")
    try await run("-", "--existing", "-", "-o", "out").expect(64)
    try await run("dump", "--existing", "-", "--skip-report", "-", "-n").expect(64)
    for output in ["-", "/dev/stdout"] {
      let both = ["dump", "--existing", "ids", "--skip-report", "ids", "-o", output]
      #expect(try await bench.run(Self.tool, both).status == 64, "\(output)")
    }
  }

  @Test(arguments: ["", "\n \r\n", "[]", "\u{FEFF}"])
  func `a list without any id trips a guard, also in a dry run`(text: String) async throws {
    try bench.write(text, to: "ids")
    let before = try bench.identity("dump")
    for mode in ["--in-place", "--dry-run", "--check"] {
      try await run("dump", "--existing", "ids", mode).expect(4, "--allow-empty")
    }
    #expect(try bench.identity("dump") == before)
    try await run("dump", "--existing", "ids", "--in-place", "--allow-empty").expect(
      0, "3 stale + 0 kept")
    #expect(try bench.text("dump").hasPrefix(#"{"ScreenSort.ProcessedIDs": [], "x": 1.50,"#))
  }

  @Test func `--existing refuses a file that is not a list of ids`() async throws {
    try await run("ids", "--existing", "dump", "-n").expect(
      65, "error: dump:1:1 (byte 0): it is a UserDefaults dump, not a list of ids",
      "perhaps they are swapped")
    for text in [#"{"AppleLanguages":[]}"#, "<plist><dict></dict></plist>"] {
      try bench.write(text, to: "other")
      try await run("dump", "--existing", "other", "--in-place").expect(
        65, "error: other:1:1 (byte 0): it is not a list of ids")
    }
    try bench.write("a\rc\r", to: "other")
    try await run("dump", "--existing", "other", "--in-place").expect(
      65, "error: other:1:2 (byte 1): a carriage return inside a line")
    try await run("dump", "--existing", "nowhere", "-n").expect(66)
    #expect(try bench.text("dump") == Self.dump)
  }

  @Test func `an output never is the list of ids`() async throws {
    for option in ["--summary", "--rejects"] {
      try await run(
        "dump", "--existing", "ids", "--in-place", option, "ids", "--force"
      ).expect(64)
    }
    let outcome = try await run("dump", "--existing", "ids", "-o", "ids", "--force")
    #expect(outcome.status == 73 && !outcome.errors.contains("--in-place"), "\(outcome)")
    try await run("dump", "--existing", "ids", "-o", "dump", "--force").expect(73, "use --in-place")
    #expect(try bench.text("ids") == "a\nc\n")
  }

  @Test(arguments: [
    ("a\nb c\n", nil), ("a \nb\n", "1 id in 'ids' begins or ends with white space"),
    ("\ta\nb \nc\n", "2 ids in 'ids' begin or end with white space"),
  ])
  func `an id with white space around it is said to be another one`(
    list: String, words: String?
  ) async throws {
    try bench.write(list, to: "ids")
    for option in ["--existing", "--mark"] {
      let outcome = try await run("dump", "-n", option, "ids").expect(0)
      #expect(outcome.errors.contains("white space") == (words != nil), "\(outcome)")
      if let words { outcome.expect(0, "warning: \(words)") }
    }
    let asked = try await run("dump", "--skip-report", "ids").expect(0)
    #expect(asked.errors.contains("white space") == (words != nil), "\(asked)")
  }

  @Test func `a list that has none of the processed ids may be the wrong one`() async throws {
    try bench.write("x\ny\n", to: "ids")
    let outcome = try await run("dump", "--existing", "ids", "--check").expect(2)
    let warning = "none of the 3 processed ids is among the 2 that exist; is 'ids' the right list?"
    #expect(outcome.errors.contains("warning: " + warning), "\(outcome)")
    try bench.write(#"{"ScreenSort.ProcessedIDs":["x"]}"#, to: "other")
    #expect(!(try await run("dump", "other", "--existing", "ids", "-n").errors.contains("right")))
  }

  @Test func `a stream is read once, under whatever name`() async throws {
    for arguments in [
      ["dump", "--existing", "-", "--skip-report", "/dev/stdin", "-n"],
      ["/dev/stdin", "--existing", "-", "-n"], ["-", "/dev/stdin", "--existing", "ids", "-n"],
    ] {
      try await bench.run(Self.tool, arguments, shell: "cat ids | \"$@\"").expect(64)
    }
    let file = try await bench.run(
      Self.tool, ["dump", "--existing", "ids", "--skip-report", "ids", "-n", "-q"])
    #expect(file.status == 0 && file.outputText == "a\nc\n", "\(file)")
  }

  @Test(arguments: [[], ["--device", "d1"]])
  func `dumps are pruned alike by any number of threads`(options: [String]) async throws {
    let padding = String(repeating: ".", count: 1000)
    let dumps = (0..<1200).map { number in
      let ids = number % 50 == 7 ? "5" : #"["a","b\#(number)"]"#
      let results = number % 90 == 5 ? "[1]" : "[]"
      return #"{"anonymousDeviceId":"d\#(number % 3)","x":"\#(padding)","#
        + #""ScreenSort.ProcessedIDs":\#(ids),"ScreenSort.CachedResults":\#(results)}"#
    }
    try bench.write(dumps.joined(separator: "\n") + "\n", to: "dumps")
    try bench.write("b1198\nb1\nx\na\n", to: "asked")
    var found: [[String]] = []
    for jobs in ["1", "2", "5"] {
      let outcome = try await bench.run(
        Self.tool,
        [
          "dumps", "--existing", "ids", "--skip-report", "asked", "-o", "out", "--force",
          "--rejects", "list", "--verbose", "--jobs", jobs,
        ] + options)
      let lines = outcome.errors.split(separator: "\n").filter { !$0.contains(" read in ") }
      #expect(lines.contains { $0.contains("1,200 dumps read") })
      found.append([
        "\(outcome.status)", outcome.outputText, lines.joined(separator: "\n"),
        try bench.text("out"), try bench.text("list"),
      ])
    }
    #expect(found[0][0] == "3" && found[0][1].hasSuffix("b1\na\n"), "\(found[0].prefix(3))")
    #expect(found[0][3].contains(#"["a"]"#) && found[0][4].contains("unusable dump"))
    #expect(found[1] == found[0])
    #expect(found[2] == found[0])
  }

  @Test func `results that cannot be decoded are told of, and stay`() async throws {
    try bench.write(Self.dump.replacing("success", with: "done"), to: "dump")
    try await run("dump", "--existing", "ids", "-o", "out").expect(
      0, "warning: dump:2:31 (byte 86): the cached results cannot be")
    #expect(try bench.text("out").contains(#""status":"done""#))
  }

  @Test func `the summary has the counts`() async throws {
    try await run("dump", "--existing", "ids", "-n", "--summary", "sum").expect(0)
    let summary = try bench.json("sum")
    #expect(summary["existing"] as? Int == 2)
    #expect(summary["processed_ids"] as? [String: Int] == ["read": 3, "stale": 1, "kept": 2])
    #expect(
      summary["results"] as? [String: Int]
        == ["read": 1, "stale": 1, "kept": 0, "undecodable_dumps": 0])
    #expect(
      summary["dumps"] as? [String: Int]
        == ["read": 1, "changed": 1, "unchanged": 0, "rejected": 0])
  }

  // MARK: The skip report

  @Test func `a skip report is what is processed, in the order asked, and changes nothing`()
    async throws
  {
    try bench.write("d\nc\na\nc\n", to: "asked")
    try bench.write(#"{"ScreenSort.ProcessedIDs":["d"]}"#, to: "other")
    try bench.write("", to: "none")
    let before = try bench.tree()
    let one = try await run("dump", "--skip-report", "asked")
    #expect(one.status == 0 && one.outputText == "c\na\n", "\(one)")
    let both = try await run("dump", "other", "--skip-report", "asked", "-q")
    #expect(both.outputText == "d\nc\na\n" && both.errors.isEmpty)
    let none = try await run("dump", "--skip-report", "none")
    #expect(none.status == 0 && none.output.isEmpty)
    #expect(try bench.tree() == before)
    try await run("dump", "--skip-report", "asked", "--summary", "summary").expect(0)
    try await run("--verify", "summary").expect(65, "there is no file to compare")
  }

  @Test func `beside pruning it tells of the dumps as they were`() async throws {
    try bench.write("b\n", to: "asked")
    let outcome = try await run(
      "dump", "--existing", "ids", "--skip-report", "asked", "--in-place")
    #expect(outcome.status == 0 && outcome.outputText == "b\n", "\(outcome)")
    #expect(try await run("dump", "--skip-report", "asked").outputText == "")
  }

  @Test func `the skip report is not printed if a guard stops the run`() async throws {
    try bench.write(Self.dump.replacing("\n", with: "") + "\n{\"jokeRatings\":\n", to: "dump")
    let outcome = try await run(
      "dump", "--format", "ndjson-dumps", "--skip-report", "ids", "--salvage", "--max-rejects",
      "0")
    #expect(outcome.status == 4 && outcome.output.isEmpty, "\(outcome)")
  }

  @Test func `an id that holds a line break is warned of`() async throws {
    try bench.write(#"{"ScreenSort.ProcessedIDs":["two\nlines"]}"#, to: "dump")
    try bench.write(#"["two\nlines"]"#, to: "ids")
    let outcome = try await run("dump", "--skip-report", "ids")
    #expect(outcome.errors.contains(#"'two\nlines' holds a line break"#), "\(outcome)")
  }

  @Test(.enabled(if: SystemParts.hasFullDevice, "no /dev/full here"))
  func `nothing changes if the skip report cannot be printed`() async throws {
    let before = try bench.tree()
    try await bench.run(
      Self.tool,
      ["dump", "--existing", "ids", "--skip-report", "ids", "--in-place", "--rejects", "rejects"],
      shell: "\"$@\" >/dev/full"
    ).expect(74)
    #expect(try bench.tree() == before)
  }

  @Test(arguments: [
    ["dump"], ["dump", "-n"], ["dump", "--existing", "ids"], ["--existing", "ids", "-n"],
    ["dump", "--skip-report", "ids", "-o", "out"], ["dump", "--skip-report", "ids", "--check"],
    ["dump", "--skip-report", "ids", "-n"], ["dump", "--skip-report", "ids", "--in-place"],
    ["dump", "--existing", "ids", "--skip-report", "ids", "-o", "-"],
    ["dump", "--skip-report", "ids", "--allow-empty"],
    ["dump", "--skip-report", "ids", "--summary", "-"],
    ["dump", "--existing", "", "-n"], ["dump", "--skip-report", "ids", "--force"],
  ])
  func `a command line that makes no sense is 64`(arguments: [String]) async throws {
    let outcome = try await bench.run(Self.tool, arguments).expect(64)
    #expect(outcome.output.isEmpty && !bench.exists("out"))
  }
}
