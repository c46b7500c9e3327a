import Foundation
import TestSupport
import Testing

/// The listings of `preview-feed`, which never writes to its inputs.
struct PreviewFeedTests {
  private static let tool = "preview-feed"
  private static let catalogue = """
    {"id":"a","text":"A","popularity_score":3}
    {"id":"b","text":"B","popularity_score":2}
    {"id":"star","text":"C","tags":["christmas"],"popularity_score":9}

    """
  private static let dump = #"{"jokeRatings":{"a":5},"savedJokeIds":["b"]}"#
  private let bench: Bench

  init() throws {
    bench = try Bench()
    try bench.write(Self.catalogue, to: "jokes")
    try bench.write(Self.dump, to: "dump")
  }

  private func run(_ arguments: String...) async throws -> ToolOutcome {
    let before = try bench.identity("jokes") + bench.identity("dump")
    let outcome = try await bench.run(Self.tool, arguments)
    #expect(try bench.identity("jokes") + bench.identity("dump") == before)
    return outcome
  }

  @Test func `without a date the feed is that of today, and says so`() async throws {
    let outcome = try await bench.run(
      Self.tool, ["jokes", "dump", "--as", "ids"],
      environment: ["SOURCE_DATE_EPOCH": "1798761599"])
    #expect(outcome.outputText == "star\nb\na\n")
    #expect(outcome.errors.contains("the feed is that of 2026-12-31, in UTC"))
    let next = try await bench.run(
      Self.tool, ["jokes", "dump", "--as", "ids"],
      environment: ["SOURCE_DATE_EPOCH": "1798761600"])
    #expect(next.outputText == "b\na\nstar\n")
  }

  @Test func `rating events in the place of the catalogue are told`() async throws {
    try bench.write(#"{"id":"a_1","joke_id":"a","rating":5}"#, to: "events")
    try await bench.run(Self.tool, ["events", "dump", "--date", "2026-03-01"]).expect(
      0, "no joke in the catalogue has a text")
    #expect(try await !run("jokes", "dump").errors.contains("has a text"))
  }

  @Test func `quiet success says nothing`() async throws {
    let outcome = try await run("jokes", "dump", "--quiet", "--as", "ids", "--date", "2026-03-01")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(outcome.outputText == "b\na\nstar\n")
  }

  @Test func `the catalogue or the dump can be standard input, not both`() async throws {
    let catalogue = try await bench.run(
      Self.tool, ["-", "dump", "--as", "ids", "-q", "--date", "2026-03-01"],
      input: .bytes(Data(Self.catalogue.utf8)))
    #expect(catalogue.status == 0 && catalogue.outputText == "b\na\nstar\n")
    let dump = try await bench.run(
      Self.tool, ["jokes", "-", "--saved", "--as", "ids", "-q"],
      input: .bytes(Data(Self.dump.utf8)))
    #expect(dump.status == 0 && dump.outputText == "b\n")
    try await run("-", "-").expect(64)
  }

  @Test func `an output appears whole, is not replaced unasked, and never is an input`()
    async throws
  {
    let arguments = ["jokes", "dump", "--as", "ids", "--date", "2026-03-01", "-o"]
    try await bench.run(Self.tool, arguments + ["out"]).expect(0)
    #expect(try bench.text("out") == "b\na\nstar\n")
    try await bench.run(Self.tool, arguments + ["out"]).expect(73)
    try await bench.run(Self.tool, arguments + ["out", "--force"]).expect(0)
    for input in ["jokes", "dump"] {
      try await bench.run(Self.tool, arguments + [input, "--force"]).expect(73)
    }
    #expect(try bench.text("jokes") == Self.catalogue)
    #expect(try bench.text("dump") == Self.dump)
  }

  @Test func `a dry run writes nothing, and knows the result's digest`() async throws {
    let arguments = ["jokes", "dump", "--as", "json", "--date", "2026-03-01", "-o", "out"]
    let before = try bench.tree()
    let dry = try await bench.run(Self.tool, arguments + ["--dry-run"])
    #expect(dry.status == 0 && dry.output.isEmpty)
    #expect(dry.errorLines.last == "DRY RUN: nothing written")
    #expect(try bench.tree() == before)
    try await bench.run(Self.tool, arguments).expect(0)
    #expect(dry.errors.contains(try await bench.digest("out")))
  }

  @Test func `an id that the catalogue does not have is warned of`() async throws {
    try await run("jokes", "dump", "--viewed", "b,typo", "--session-rated", "no").expect(
      0, "the joke 'typo' is not in the catalogue\n", "the joke 'no' is not in the catalogue\n")
  }

  @Test func `jokes of a device's list that the catalogue lacks are counted and named`()
    async throws
  {
    try bench.write(
      #"{"jokeRatings":{"a":5,"z":5,"b":1,"y":1,"w":3},"savedJokeIds":["p","q","b","r","s","p"]}"#,
      to: "dump")
    for (list, output, words) in [
      (
        ["--saved"], "b\n",
        "4 saved jokes are not in the catalogue, and not shown: 'p', 'q', 'r', …"
      ),
      (
        ["--rated", "hilarious"], "a\n",
        "1 rated joke is not in the catalogue, and not shown: 'z'"
      ),
      (
        ["--rated", "horrible", "--category", "pickup_line"], "",
        "1 rated joke is not in the catalogue, and not shown: 'y'"
      ),
    ] {
      let outcome = try await bench.run(Self.tool, ["jokes", "dump", "--as", "ids"] + list)
      #expect(outcome.status == 0 && outcome.outputText == output, "\(outcome)")
      #expect(outcome.errors.contains("warning: \(words)\n"), "\(outcome)")
    }
    #expect(!(try await run("jokes", "dump").errors.contains("not in the catalogue")))
    // One of the rejects may be the joke.
    let nameless = Data(#"{"id":"","setup_text":"?"}"#.utf8)
    try bench.write(try bench.bytes("jokes") + nameless, to: "more")
    try await bench.run(Self.tool, ["more", "dump", "--rated", "hilarious"]).expect(
      3, "1 rated joke is not among the jokes that could be read, and not shown: 'z'")
  }

  @Test func `--explain takes the shown one of two jokes with one id`() async throws {
    try bench.write(
      #"""
      {"id":"t","text":"Knock knock. Who's there?","popularity_score":9}
      {"id":"t","text":"Twin","popularity_score":1}
      {"id":"t","text":"Triplet","popularity_score":2}

      """#, to: "jokes")
    let arguments = ["jokes", "dump", "--date", "2026-03-01", "--explain", "t"]
    let shown = try await bench.run(Self.tool, arguments + ["--category", "dad_joke"])
    #expect(shown.outputText.contains("text        Triplet\n"), "\(shown)")
    #expect(shown.outputText.contains("2 other jokes of the catalogue have this id; this is"))
    #expect(shown.outputText.hasSuffix("shown       yes\n"))
    #expect(shown.errors.contains("another joke has this id; two jokes of one id are two"))
    let other = try await bench.run(Self.tool, arguments + ["--category", "pickup_line"])
    #expect(other.outputText.contains("have this id; the feed has none of them"))
  }

  @Test func `a table in a file is the same, however wide the terminal is`() async throws {
    let text = String(repeating: "long ", count: 60) + "end"
    try bench.write(#"{"id":"a","text":"\#(text)"}"#, to: "jokes")
    for columns in ["20", "500"] {
      let arguments = ["jokes", "dump", "--date", "2026-03-01"]
      let environment = ["COLUMNS": columns]
      try await bench.run(
        Self.tool, arguments + ["-o", "file-\(columns)"], environment: environment)
      try await bench.run(
        Self.tool, arguments, shell: "\"$@\" | cat >pipe-\(columns)", environment: environment)
    }
    #expect(try bench.text("file-20").contains(text))
    #expect(try bench.bytes("file-20") == bench.bytes("file-500"))
    #expect(try bench.text("pipe-20").split(separator: "\n").allSatisfy { $0.count <= 20 })
  }

  @Test func `an id that holds a line break is warned of where ids stand one a line`()
    async throws
  {
    try bench.write(#"{"id":"two\nlines"}"#, to: "jokes")
    let arguments = ["jokes", "dump", "--date", "2026-03-01", "--as"]
    let ids = try await bench.run(Self.tool, arguments + ["ids"])
    #expect(ids.errors.contains(#"'two\nlines' holds a line break; --as json keeps it whole"#))
    #expect(!(try await bench.run(Self.tool, arguments + ["json"]).errors.contains("break")))
  }

  @Test func `what is missing, and what can be done, is said in words of this tool`()
    async throws
  {
    let one = try await bench.run(Self.tool, ["jokes"])
    #expect(one.errors.hasPrefix("\(Self.tool): error: no DUMP given"), "\(one)")
    let none = try await bench.run(Self.tool, [])
    #expect(none.errors.hasPrefix("\(Self.tool): error: no CATALOGUE given"), "\(none)")
    let same = try await bench.run(Self.tool, ["jokes", "dump", "-o", "dump", "--force"])
    #expect(same.status == 73 && !same.errors.contains("--in-place"), "\(same)")
    try await bench.run(
      Self.tool, ["-", "/dev/stdin"], shell: "cat jokes | \"$@\""
    ).expect(64)
  }

  @Test(arguments: [
    ["jokes"], ["jokes", "dump", "dump"], ["jokes", "."], ["jokes", "dump", "--limit", "0"],
    ["jokes", "dump", "--date", "2026-02-30"], ["jokes", "dump", "--category", "puns"],
    ["jokes", "dump", "--viewed", "a,"], ["jokes", "dump", "--saved", "--refresh"],
    ["jokes", "dump", "--explain", "a", "--as", "ids"], ["jokes", "dump", "--as", "html"],
    ["jokes", "dump", "--explain", "a", "--saved"],
  ])
  func `a command line that makes no sense is 64`(arguments: [String]) async throws {
    let outcome = try await bench.run(Self.tool, arguments).expect(64)
    #expect(outcome.output.isEmpty)
  }

  @Test func `the summary has the counts`() async throws {
    try await run("jokes", "dump", "--summary", "sum", "--date", "2026-03-01").expect(0)
    let summary = try bench.json("sum")
    #expect(summary["schema_version"] as? Int == 1)
    #expect(summary["jokes"] as? Int == 3)
    #expect(summary["shown"] as? Int == 3)
    #expect(summary["unseen"] as? Int == 2)
    #expect(summary["rated"] as? Int == 1)
  }

  @Test func `too many rejects keep the result back`() async throws {
    try bench.write(Self.catalogue + "{\"text\":\"no id\"}\n", to: "jokes")
    try await run(
      "jokes", "dump", "--max-rejects", "0", "--rejects", "rejects", "-o", "out"
    ).expect(4)
    #expect(!bench.exists("out"))
    #expect(try bench.text("rejects").contains("the joke has no id"))
  }

  @Test func `a catalogue may be a directory, in which the dump is passed over`() async throws {
    try bench.write(#"{"id":"d","popularity_score":1}"#, to: "here/more.ndjson")
    try bench.write(Self.catalogue, to: "here/jokes.ndjson")
    try bench.write(Self.dump, to: "here/dump.json")
    let outcome = try await run(
      "here", "here/dump.json", "--as", "ids", "--date", "2026-12-01", "-v")
    outcome.expect(0)
    #expect(outcome.outputText == "star\nb\nd\na\n")
    #expect(outcome.errors.contains("skipped 'here/dump.json'"))
  }
}
