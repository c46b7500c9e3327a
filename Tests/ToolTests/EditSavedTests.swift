import Foundation
import TestSupport
import Testing

/// `edit-saved`, beyond its fixtures and the behaviour of all tools.
struct EditSavedTests {
  private static let tool = Tool.editing
  private static let dump = #"{"savedJokeIds":["a","b"],"savedJokeTimestamps":{"b":10}}"# + "\n"
  private let bench: Bench

  init() throws {
    bench = try Bench()
    try bench.write(Self.dump, to: "dump")
  }

  private func run(_ arguments: String...) async throws -> ToolOutcome {
    try await bench.run(Self.tool, ["dump"] + arguments)
  }

  @Test func `the list is a table unless asked otherwise, and the dump is not touched`()
    async throws
  {
    let before = try bench.tree()
    let outcome = try await run("--list").expect(0)
    #expect(
      outcome.outputText == """
        joke  saved at
        b     1970-01-01T00:00:10Z
        a     unknown

        """)
    #expect(try await run("--list", "--as", "ids", "-q").outputText == "b\na\n")
    #expect(try bench.tree() == before)
  }

  @Test func `a list goes to a file like any result`() async throws {
    try await run("--list", "--as", "ids", "-o", "out").expect(0)
    #expect(try bench.text("out") == "b\na\n")
    try await run("--list", "-o", "out").expect(73)
    try await run("--list", "-o", "dump", "--force").expect(73)
    let dry = try await run("--list", "--as", "ids", "-o", "out", "--force", "-n")
    #expect(dry.errorLines.last == "DRY RUN: nothing written")
    #expect(dry.errors.contains(try await bench.digest("out")))
    #expect(try bench.text("dump") == Self.dump)
  }

  @Test func `now is the clock's, SOURCE_DATE_EPOCH's, or what is given`() async throws {
    let before = Date().timeIntervalSince1970
    try await bench.run(Self.tool, ["dump", "--save", "c", "--in-place"])
    let times = try #require(try bench.json("dump")["savedJokeTimestamps"] as? [String: Double])
    let time = try #require(times["c"])
    #expect(time >= before.rounded(.down) && time <= Date().timeIntervalSince1970)
    try await bench.run(
      Self.tool, ["dump", "--save", "c", "--in-place"], environment: ["SOURCE_DATE_EPOCH": "77"])
    #expect(try bench.text("dump").contains("\"c\":77.0"))
    try await bench.run(Self.tool, ["dump", "--save", "c", "--in-place", "--now", "78"])
    #expect(try bench.text("dump").contains("\"c\":78.0"))
  }

  @Test func `an id may begin with a combining accent`() async throws {
    try await run("--rate", "c=hilarious,\u{301}=horrible", "-o", "rated", "--now", "5").expect(0)
    #expect(try bench.text("rated").contains(#""jokeRatings":{"c":5,"\#u{301}":1}"#))
    let save = ["--save", "\u{301}", "-o", "saved", "--now", "5", "--summary", "summary"]
    try await bench.run(Self.tool, ["dump"] + save).expect(0)
    try await bench.run(Self.tool, ["--verify", "summary"]).expect(0)
  }

  @Test func `saving and unsaving is there and back again`() async throws {
    try await run("--save", "c,é", "--in-place", "--now", "5").expect(0)
    try await run("--unsave", "é,c", "--in-place").expect(0)
    #expect(try bench.text("dump") == Self.dump)
  }

  @Test func `rating is there and back again, and saves nothing`() async throws {
    try await run("--rate", "b=hilarious,é=horrible", "--in-place", "--now", "5").expect(0)
    #expect(
      try bench.text("dump") == #"{"savedJokeIds":["a","b"],"savedJokeTimestamps":{"b":10},"#
        + #""jokeRatings":{"b":5,"é":1},"jokeRatingTimestamps":{"b":5.0,"é":5.0}}"# + "\n")
    try await run("--rate", "é=none,b=none", "--in-place").expect(0)
    #expect(
      try bench.text("dump") == #"{"savedJokeIds":["a","b"],"savedJokeTimestamps":{"b":10},"#
        + #""jokeRatings":{},"jokeRatingTimestamps":{}}"# + "\n")
  }

  @Test func `rating again is a change unless the time is the same`() async throws {
    try await bench.run(Self.tool, ["dump", "--rate", "b=horrible", "--in-place", "--now", "5"])
    try await run("--rate", "b=horrible", "--check", "--now", "6").expect(2)
    try await run("--rate", "b=horrible", "--check", "--now", "5").expect(0)
  }

  @Test func `a joke rated again keeps its place in the feed until a refresh`() async throws {
    try bench.write(
      (1...4).map { #"{"id":"\#($0)","text":"t","type":"dad","popularity_score":\#(9 - $0)}"# }
        .joined(separator: "\n"), to: "jokes")
    try bench.write(#"{"jokeImpressions":["1","2","3"]}"#, to: "dump")
    func feed(_ options: String...) async throws -> String {
      try await bench.run("preview-feed", ["jokes", "dump", "--as", "ids", "-q"] + options)
        .outputText
    }
    let before = try await feed()
    for verdict in ["hilarious", "horrible"] {
      try await run("--rate", "1=\(verdict)", "--in-place").expect(0)
      #expect(try await feed("--session-rated", "1") == before)
    }
    #expect(try await feed() != before)
    #expect(try await feed("--rated", "horrible") == "1\n")
    #expect(try await feed("--rated", "hilarious") == "")
  }

  @Test func `saving again is a change unless the time is the same`()
    async throws
  {
    try await run("--save", "b", "--check", "--now", "11").expect(2)
    try await run("--save", "b", "--check", "--now", "10").expect(0)
    try await run("--unsave", "c", "--check").expect(0)
    try await run("--unsave", "b", "--check").expect(2)
    #expect(try bench.text("dump") == Self.dump)
  }

  @Test func `white space around an id is saved as a part of it, and said`() async throws {
    try await run("--save", "x, y", "--dry-run", "--now", "5").expect(
      0, "warning: ' y' begins or ends with white space")
    #expect(!(try await run("--save", "x,y", "--dry-run").errors.contains("white space")))
  }

  @Test(arguments: [20, 21])
  func `of many jokes that are not there none is compared with all`(count: Int) async throws {
    try bench.write(#"{"savedJokeIds":["joke1"],"jokeRatings":{"joke1":5}}"#, to: "dump")
    for (option, value) in [("--unsave", ""), ("--rate", "=none")] {
      let ids = (0..<count).map { "jok\($0)\(value)" }.joined(separator: ",")
      let outcome = try await bench.run(Tool.editing, ["dump", option, ids, "-n"]).expect(0)
      #expect(outcome.errors.contains("did you mean 'joke1'?") == (count == 20), "\(outcome)")
    }
  }

  @Test func `an id that is not there is told with the nearest, and how that differs`() async throws
  {
    let saved = #"{"savedJokeIds":["caf\u00e9","Joke"],"jokeRatings":{"caf\u00e9":5}}"#
    try bench.write(saved, to: "dump")
    let cafe = "cafe\u{301}"
    let question = "did you mean 'caf\u{E9}' (it differs only in its Unicode form)?"
    try await run("--unsave", "\(cafe),joke,other", "--rate", "\(cafe)=none", "-n").expect(
      0, "nothing to unsave; \(question)", "nothing to unsave; did you mean 'Joke'?",
      "other: not saved, so there is nothing to unsave\n", "no rating to remove; \(question)")
  }

  @Test func `an id that is not saved is told, and nothing is touched in place`() async throws {
    let before = try bench.tree()
    try await run("--unsave", "typo", "--in-place").expect(
      0, "typo: not saved, so there is nothing to unsave", "no file changed, and none was touched")
    #expect(try bench.tree() == before)
    try await run("--unsave", "typo", "-o", "copy").expect(0)
    #expect(try bench.text("copy") == Self.dump)
  }

  @Test(arguments: [
    ["--list", "--unsave", "a"], ["--list", "--in-place"], ["--list", "--check"],
    ["--save", "a", "--as", "ids", "-n"], ["--as", "json"], ["--list", "--as", "html"],
    ["--save", "a", "--save", "b", "-n"], ["--save", "", "-n"], ["--save", "a,,b", "-n"],
    ["--save", "a"], ["other", "--list"], ["--save", "a", "--now", "soon", "-n"], ["-n"],
    ["--save", "caf\u{E9},b", "--unsave", "x,caf\u{E9}", "-n"], ["--list", "--rejects", "r"],
    ["--list", "--now", "5"],
  ])
  func `a command line that makes no sense is 64`(arguments: [String]) async throws {
    let before = try bench.tree()
    let outcome = try await bench.run(Self.tool, ["dump"] + arguments).expect(64)
    #expect(outcome.output.isEmpty)
    #expect(try bench.tree() == before)
  }

  @Test func `the dump is one file`() async throws {
    try bench.write("{\"savedJokeIds\":[]}", to: "dumps/one")
    for more in [["--list"], ["--save", "a", "--in-place"]] {
      try await bench.run(Self.tool, ["dumps"] + more).expect(64, "'dumps' is a directory")
    }
  }

  @Test func `an error in a dump has its line, column and byte`() async throws {
    try bench.write("{\n \"savedJokeIds\": [\"a\", 5]\n}\n", to: "dump")
    for more in [["--list"], ["--save", "a", "-o", "out"]] {
      try await bench.run(Self.tool, ["dump"] + more).expect(
        65, "error: dump:2:24 (byte 25): 'savedJokeIds' is not an array")
      #expect(!bench.exists("out"))
    }
  }

  @Test func `the dump can be standard input, and an empty one is bad data`() async throws {
    let edited = try await bench.run(
      Self.tool, ["-", "--unsave", "b", "-o", "-"], input: .bytes(Data(Self.dump.utf8)))
    #expect(edited.outputText == #"{"savedJokeIds":["a"],"savedJokeTimestamps":{}}"# + "\n")
    for more in [["--list"], ["--save", "a", "-o", "-"]] {
      let empty = try await bench.run(Self.tool, ["-"] + more)
      #expect(empty.status == 65 && empty.output.isEmpty, "\(empty)")
    }
  }

  @Test func `the summary has the counts`() async throws {
    try await run(
      "--save", "b,c", "--unsave", "a,d", "-o", "out", "--summary", "sum", "--now", "1"
    ).expect(0)
    let summary = try bench.json("sum")
    #expect(
      summary["jokes"] as? [String: Int]
        == ["saved": 1, "renewed": 1, "already_saved": 0, "unsaved": 1, "not_saved": 1])
    #expect(summary["saved_before"] as? Int == 2)
    #expect(summary["saved_after"] as? Int == 2)
    try await run("--list", "--summary", "sum").expect(0)
    #expect(try bench.json("sum")["without_time"] as? Int == 1)
  }

  @Test func `ids that look like a device's are hidden where that is asked for`() async throws {
    let id = "0B6E7C1C-3B1B-4E0F-9C55-7D1F7E3B0A11"
    let outcome = try await run("--unsave", id, "--save", id.lowercased(), "-n", "-v", "--redact")
    outcome.expect(0)
    #expect(!outcome.errors.lowercased().contains(id.lowercased()), "\(outcome)")
  }

  @Test func `a time that nobody gave is told, so that the run can be repeated`() async throws {
    let dry = try await run("--save", "c", "-n")
    let time = try #require(
      dry.errors.firstMatch(of: /using the current time, (\S+Z); set it with --now/))
    let digest = try #require(dry.errors.firstMatch(of: /[0-9a-f]{64}/)).output
    let again = try await run("--save", "c", "-n", "--now", String(time.1))
    #expect(again.errors.contains(digest) && !again.errors.contains("the current time"), "\(again)")
    #expect(!(try await run("--unsave", "b", "-n").errors.contains("the current time")))
    #expect(try await run("--save", "c", "--in-place", "-q").errors.isEmpty)
    let epoch = try await bench.run(
      Self.tool, ["dump", "--save", "d", "-n"], environment: ["SOURCE_DATE_EPOCH": "7"])
    #expect(!epoch.errors.contains("the current time"))
  }

  @Test func `migrate-saved tells the time where a joke got it`() async throws {
    try bench.write(#"{"jokeRatings":{"a":5}}"#, to: "rated")
    let outcome = try await bench.run(Tool.saved, ["rated", "-n"])
    #expect(outcome.errors.contains("Z; set it with --now"), "\(outcome)")
    try bench.write(#"{"jokeRatings":{"a":5},"jokeRatingTimestamps":{"a":9}}"#, to: "rated")
    #expect(
      !(try await bench.run(Tool.saved, ["rated", "-n"]).errors.contains("the current time")))
  }

  @Test func `undo advises no --salvage, which the tool does not have`() async throws {
    try await run("--save", "c", "--in-place").expect(0)
    try bench.write("{}", to: "dump")
    let changed = try await bench.run(Self.tool, ["--undo", "dump.journal"])
    #expect(changed.status == 65 && !changed.errors.contains("--salvage"), "\(changed)")
    try FileManager.default.removeItem(at: bench.url("dump"))
    let gone = try await bench.run(Self.tool, ["--undo", "dump.journal"])
    #expect(gone.status == 65 && !gone.errors.contains("--salvage"), "\(gone)")
    let help = try await bench.run(Self.tool, ["--help"])
    #expect(!help.outputText.contains("--salvage"))
    try bench.write(#"{"anonymousDeviceId":"d1"}"#, to: "in/1")
    try bench.write(#"{"anonymousDeviceId":"d2"}"#, to: "in/2")
    let options = ["in", "--device", "d1", "--save", "c", "-o", "out/", "--journal", "j"]
    try await bench.run(Self.tool, options).expect(0)
    try bench.write("{}", to: "out/2")
    let several = try await bench.run(Self.tool, ["--undo", "j"])
    #expect(several.status == 65 && !several.errors.contains("--salvage"), "\(several)")
  }

  @Test func `a list in a file is the same, however wide the terminal is`() async throws {
    let id = String(repeating: "long", count: 60)
    try bench.write(#"{"savedJokeIds":["\#(id)"]}"#, to: "dump")
    for columns in ["20", "500"] {
      try await bench.run(
        Self.tool, ["dump", "--list", "-o", columns], environment: ["COLUMNS": columns])
    }
    #expect(try bench.text("20").contains("\(id)  unknown\n"))
    #expect(try bench.bytes("20") == bench.bytes("500"))
  }

  @Test func `an id that holds a line break is warned of where ids stand one a line`()
    async throws
  {
    try bench.write(#"{"savedJokeIds":["two\nlines"]}"#, to: "dump")
    let ids = try await run("--list", "--as", "ids")
    #expect(ids.errors.contains(#"'two\nlines' holds a line break; --as json keeps it whole"#))
    #expect(!(try await run("--list", "--as", "json").errors.contains("break")))
  }

  @Test func `--list and --save refuse a file that is not a dump with the same error`() async throws
  {
    try bench.write("{}", to: "dump")
    let listed = try await run("--list")
    let edited = try await run("--save", "a", "-n")
    #expect(listed.status == 65 && listed.errors == edited.errors, "\(listed)\(edited)")
  }
}
