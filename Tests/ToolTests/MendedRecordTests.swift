import Foundation
import TestSupport
import Testing

/// Mended rejects put back into their inputs, on the command line.
struct MendedRecordTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  private func write(_ layout: RejectListTests.Layout, _ jokeID: String) throws {
    for (path, text) in layout.files(jokeID, layout.rating(4)) { try bench.write(text, to: path) }
  }

  /// Mends records of the list by replacing text.
  private func mend(_ old: String, _ new: String) throws {
    let list = try bench.text("list")
    #expect(list.contains(old), "\(list)")
    try bench.write(list.replacing(old, with: new), to: "list")
  }

  private func expect(
    _ status: Int32, _ tool: String, _ arguments: [String], _ words: String = "",
    at location: SourceLocation = #_sourceLocation
  ) async throws -> ToolOutcome {
    let outcome = try await bench.run(tool, arguments).expect(status, sourceLocation: location)
    #expect(
      words.isEmpty || outcome.errors.contains(words), "\(outcome)", sourceLocation: location)
    return outcome
  }

  /// The lines of a file, or of the files of a directory; line ends inside a mended record become
  /// spaces.
  private func content(_ name: String) throws -> [String] {
    try ["", "/rating_events/a/a.json", "/rating_events/b/b.json"].compactMap { path in
      let isFile = FileManager.default.contents(atPath: bench.url(name + path).path) != nil
      return isFile
        ? try bench.text(name + path).map { $0.isNewline ? " " : String($0) }.joined() : nil
    }
  }

  private static let ranking = ["--scale", "five-point", "--now", "0"]

  @Test(arguments: RejectListTests.layouts)
  func `a mended input is ranked, printed and migrated as if nothing had been wrong`(
    layout: RejectListTests.Layout
  ) async throws {
    try write(layout, layout.bad)
    _ = try await expect(3, Tool.ranking, ["in", "--rejects", "list"] + Self.ranking)
    try mend(layout.bad, layout.mended)
    let note = "1 mended record of 'list' replaces the rejected one"
    let ranked = try await expect(
      0, Tool.ranking, ["in", "--mended", "list"] + Self.ranking, note)
    let printed = try await expect(
      0, "read-export", ["in", "--mended", "list", "--plain"], note)
    _ = try await expect(0, Tool.ratings, ["in", "--mended", "list", "-o", "out"], note)
    try write(layout, layout.mended)
    #expect(
      try await expect(0, Tool.ranking, ["in"] + Self.ranking).outputText == ranked.outputText)
    #expect(
      try await expect(0, "read-export", ["in", "--plain"]).outputText == printed.outputText)
    _ = try await expect(0, Tool.ratings, ["in", "-o", "whole"])
    let whole = try content("whole").map { $0.replacing("  ", with: " ") }
    #expect(try content("out").map { $0.replacing("  ", with: " ") } == whole)
    #expect(!whole.isEmpty)
  }

  @Test func `a mended record on one line is read in the format of its input`() async throws {
    for (bad, good) in [
      ("{\n\"id\":\"a\",\"joke_id\":\"j\",\n\"rating\":5,\"rating\":5\n}\n", "\"rating\":5"),
      ("{\n\"jokeRatings\":{\"a\":5,\"a\":5}\n}\n", "\"a\":5"),
    ] {
      try bench.write(
        bad + bad.replacing("\(good),\(good)", with: "\(good)").replacing("5", with: "4"), to: "in")
      _ = try await expect(3, Tool.ratings, ["in", "-o", "bad", "--rejects", "list", "--force"])
      try mend("\(good),\(good)", good)
      _ = try await expect(0, Tool.ratings, ["in", "--mended", "list", "-o", "out", "--force"])
      #expect(!(try bench.text("out").contains("4")))
    }
  }

  @Test func `damage at the beginning, which hides the format, is mended`() async throws {
    try bench.write("x\(event("a", 4))\(event("b", 4))", to: "in")
    _ = try await expect(
      65, Tool.ratings, ["in", "-n", "--salvage"], "name its format with --format")
    _ = try await expect(
      3, Tool.ratings,
      ["in", "-o", "bad", "--salvage", "--format", "ndjson", "--rejects", "list"])
    try mend("\"x{", "\"{")
    _ = try await expect(0, Tool.ratings, ["in", "--mended", "list", "-o", "out"])
    #expect(try bench.text("out").split(separator: "5}").count == 3)
  }

  private func event(_ id: String, _ rating: Int) -> String {
    #"{"id":"\#(id)","joke_id":"j","rating":\#(rating)}"# + "\n"
  }

  /// Lines of which some are damaged: in the first chunk, across chunks, and at the end.
  private func lines(isDamaged: Bool) -> String {
    (0..<12_000).map { number in
      let isOdd = isDamaged && [0, 1, 5_000, 9_999, 11_999].contains(number)
      return #"{"id":"d\#(number)","joke_id":"j\#(number % 9)","rating":\#(1 + number % 5)"#
        + (isOdd ? "" : "}") + "\n"
    }.joined()
  }

  @Test(arguments: ["1", "8"], [false, true])
  func `damaged lines are mended in their places`(jobs: String, isCompressed: Bool) async throws {
    let name = isCompressed ? "in.gz" : "in"
    try bench.write(lines(isDamaged: true), to: "in")
    if isCompressed { _ = try await bench.run("none", [], shell: "gzip -n in") }
    let damaged = try bench.bytes(name)
    let reading = [name, "-o", "o", "--salvage", "--rejects", "list", "--jobs", jobs]
    _ = try await expect(3, Tool.ratings, reading)
    let mended = try bench.text("list").replacing(#"","crc32c":"#, with: #"}","crc32c":"#)
    try bench.write(mended, to: "list")
    let run = [name, "--mended", "list", "--jobs", jobs]
    _ = try await expect(
      0, Tool.ratings, run + ["-o", "out", "--summary", "s"], "5 mended records of 'list' replace")
    if isCompressed { _ = try await bench.run("none", [], shell: "gzip -dc out > out.txt") }
    let out = try bench.text(isCompressed ? "out.txt" : "out")
    try bench.write(lines(isDamaged: false), to: "whole")
    _ = try await expect(0, Tool.ratings, ["whole", "-o", "expected"])
    #expect(try out == bench.text("expected"))
    #expect(try bench.bytes(name) == damaged)
    _ = try await expect(0, Tool.ratings, ["--verify", "s"])
    _ = try await expect(0, Tool.ratings, run + ["-o", "planned", "-n", "--plan-out", "plan"])
    _ = try await expect(0, Tool.ratings, ["--plan", "plan"])
    #expect(try bench.bytes("planned") == bench.bytes("out"))
    // A list that has changed does not fit the plan.
    try FileManager.default.removeItem(at: bench.url("planned"))
    try mend(#"\"rating\":1}"#, #"\"rating\":5}"#)
    _ = try await expect(65, Tool.ratings, ["--plan", "plan"])
    _ = try await expect(65, Tool.ratings, ["--verify", "s"])
  }

  @Test func `a compressed file of which only the mended record is another is not copied`()
    async throws
  {
    try bench.write("{\"joke_id\":\"j\",\"rating\":5\n{\"joke_id\":\"k\",\"rating\":1}\n", to: "in")
    _ = try await bench.run("none", [], shell: "gzip -n in")
    _ = try await expect(
      3, Tool.ratings, ["in.gz", "-o", "o.gz", "--salvage", "--rejects", "list"])
    try mend(#"5","#, #"5}","#)
    _ = try await expect(2, Tool.ratings, ["in.gz", "--mended", "list", "--check"])
    _ = try await expect(0, Tool.ratings, ["in.gz", "--mended", "list", "-o", "out.gz"])
    let outcome = try await bench.run("none", [], shell: "gzip -dc out.gz")
    #expect(
      outcome.outputText == "{\"joke_id\":\"j\",\"rating\":5}\n{\"joke_id\":\"k\",\"rating\":1}\n")
  }

  @Test func `dumps are mended in their lines, and a property list as a whole`() async throws {
    let plist = #"<plist version="1.0"><dict><key>savedJokeIds</key>"#
    let rest = #"</dict></plist>"#
    try bench.write("{\"jokeRatings\":{\"a\":4}}\n{\"jokeRatings\":7}\n", to: "in/lines")
    try bench.write(plist + "<integer>1</integer>" + rest, to: "in/list.plist")
    _ = try await expect(
      3, Tool.saved, ["in", "-o", "o", "--rejects", "list", "--allow-five-point"])
    try mend(#""jokeRatings":7"#, #""jokeRatings":{"b":5}"#)
    try mend("<integer>1</integer>", "<array></array>")
    _ = try await expect(
      0, Tool.saved,
      ["in", "-o", "out", "--mended", "list", "--allow-five-point", "--now", "0"],
      "2 mended records")
    #expect(try bench.text("out/lines").contains(#"{"b":5},"savedJokeIds":["b"]"#))
    #expect(try bench.text("out/list.plist").hasPrefix(plist + "<array></array>"))
  }

  @Test func `what is still wrong is a reject again, and says where it stood no more`() async throws
  {
    try bench.write("{\"joke_id\":7,\"rating\":5}\n{\"joke_id\":8,\"rating\":5}\n", to: "in")
    _ = try await expect(3, Tool.ranking, ["in", "--rejects", "list"] + Self.ranking)
    try mend(#""joke_id":7"#, #""joke_id":"m""#)
    _ = try await expect(
      3, Tool.ranking, ["in", "--mended", "list", "--rejects", "again"] + Self.ranking)
    #expect(try bench.text("again").contains(#""joke_id":8"#))
    #expect(try !bench.text("again").contains("record_byte"))
    _ = try await expect(
      65, Tool.ranking, ["in", "--mended", "again"] + Self.ranking, "have no place in a file")
    _ = try await expect(
      64, Tool.ranking, ["in", "--mended", "list", "--rejects", "list"] + Self.ranking)
  }

  @Test func `--mended refuses records that cannot be put back`() async throws {
    let text = "{\"joke_id\":7,\"rating\":5}\n"
    try bench.write(text, to: "in")
    try bench.write(text, to: "other")
    _ = try await expect(3, Tool.ranking, ["in", "--rejects", "list"] + Self.ranking)
    let run = ["in", "--mended", "list", "-o", "out"]
    _ = try await expect(65, Tool.ratings, run, "none of its records was mended")
    try mend(#""joke_id":7"#, #""joke_id":"m""#)
    _ = try await expect(64, Tool.ratings, ["in", "--mended", "list", "--in-place"])
    _ = try await expect(64, Tool.ratings, run + ["--journal", "j"])
    _ = try await expect(
      65, Tool.ratings, ["in", "--mended", "other", "-o", "out"], "not a list of rejects")
    _ = try await expect(66, Tool.ratings, ["in", "--mended", "none", "-o", "out"])
    _ = try await expect(
      65, Tool.ratings, ["other", "--mended", "list", "-o", "out"],
      "it has a mended record of 'in', which is none of the inputs")
    let twice = try bench.text("list")
    try bench.write(twice + twice.replacing("\"m\"", with: "\"n\""), to: "list")
    _ = try await expect(65, Tool.ratings, run, "in two ways")
    try bench.write(twice, to: "list")
    try bench.write(" " + text, to: "in")
    _ = try await expect(65, Tool.ratings, run, "'in' has other bytes from 0 to 24")
    #expect(!bench.exists("out"))
    try bench.write(text, to: "in")
    _ = try await expect(0, Tool.ratings, run)
    // The same file under its absolute path.
    _ = try await expect(
      0, Tool.ratings, [bench.url("in").path, "--mended", "list", "-o", "again"])
    #expect(try bench.bytes("again") == bench.bytes("out"))
  }

  private static let bad = #"{"id":"k","joke_id":"j","rating":5,"rating":2}"# + "\n"
  private static let good = #"{"id":"k","joke_id":"j","rating":5}"# + "\n"

  @Test func `files of one name are told apart by their folders`() async throws {
    for name in ["a", "b"] { try bench.write(Self.bad, to: "in/\(name)/x.ndjson") }
    _ = try await expect(3, Tool.ratings, ["./in", "-o", "o", "--rejects", "list"])
    let lines = try bench.text("list").split(separator: "\n").map(String.init)
    let mended = try #require(lines.last).replacing(#","rating":2"#, with: "")
    try bench.write(mended + "\n", to: "list")
    _ = try await expect(
      65, Tool.ratings, ["in/a/x.ndjson", "--mended", "list", "-o", "wrong"], "none of the inputs")
    for (number, inputs) in [["in"], ["in/../in"], [bench.url("in").path]].enumerated() {
      _ = try await expect(3, Tool.ratings, inputs + ["--mended", "list", "-o", "out\(number)"])
      #expect(try bench.text("out\(number)/b/x.ndjson") == Self.good)
      #expect(try bench.text("out\(number)/a/x.ndjson") == Self.bad)
    }
    try bench.write(
      mended.replacing("./in/b/x.ndjson", with: "x.ndjson") + "\n", to: "list")
    _ = try await expect(
      65, Tool.ratings, ["in", "--mended", "list", "-o", "wrong"], "which is 2 of the inputs")
  }

  @Test func `a list is neither an input as well nor replaced by a result`() async throws {
    try bench.write(Self.bad, to: "in")
    _ = try await expect(3, Tool.ranking, ["in", "--rejects", "list"] + Self.ranking)
    try mend(#","rating":2"#, "")
    let list = try bench.bytes("list")
    _ = try await expect(
      64, Tool.ranking, ["in", "list", "--mended", "list"] + Self.ranking, "read twice")
    try await bench.run(
      Tool.ranking, ["-", "--mended", "-"] + Self.ranking, input: .bytes(Data("[]".utf8))
    ).expect(64)
    for tool in [Tool.ratings, Tool.ranking, "read-export"] {
      let outcome = try await bench.run(tool, ["in", "--mended", "list", "-o", "list", "--force"])
      #expect(outcome.status == 73 || outcome.status == 64, "\(outcome)")
      #expect(try bench.bytes("list") == list, "\(tool)")
    }
    try bench.write("", to: "list")
    _ = try await expect(
      65, Tool.ratings, ["in", "--mended", "list", "-o", "out"], "none of its records was mended")
  }

  @Test func `a line that nobody mended is no other way to mend its record`() async throws {
    try bench.write("[{\n\"joke_id\":7,\n\"rating\":5}]", to: "in")
    _ = try await expect(3, Tool.ranking, ["in", "--rejects", "list"] + Self.ranking)
    let list = try bench.text("list")
    try bench.write(list.replacing(":7,", with: ":\"m\",") + list, to: "list")
    _ = try await expect(0, Tool.ratings, ["in", "--mended", "list", "-o", "out"])
    #expect(try bench.text("out") == #"[{ "joke_id":"m", "rating":5}]"#)
  }

  @Test func `of a record and one in it, either is mended in its line, and both in the outer one`()
    async throws
  {
    func text(_ outer: String, _ inner: String) -> String {
      #"{"__collections__":{"rating_events":{"o":{"joke_id":\#(outer),"rating":5,"__collections__":"#
        + #"{"rating_events":{"i":{"joke_id":\#(inner),"rating":5,"__collections__":{}}}}}}}}"#
    }
    try bench.write(text("7", "8"), to: "in")
    let ranking = ["in", "--collection", "rating_events", "--rejects"] + ["list"] + Self.ranking
    _ = try await expect(3, Tool.ranking, ranking)
    let inner = ["in", "--collection", "rating_events/o/rating_events"] + Self.ranking
    _ = try await expect(3, Tool.ranking, inner + ["--rejects", "rest"])
    let lists = try (bench.text("list"), bench.text("rest"))
    let run = ["in", "--mended", "both", "--plain"]
    for (outer, rest, result) in [
      (#""m""#, "8", text(#""m""#, "8")), ("7", #""n""#, text("7", #""n""#)),
    ] {
      try bench.write(
        lists.0.replacing(#":7,"#, with: ":\(outer),")
          + lists.1.replacing(":8,", with: ":\(rest),"),
        to: "both")
      let mended = try await expect(0, "read-export", run)
      try bench.write(result, to: "whole")
      #expect(
        try await expect(0, "read-export", ["whole", "--plain"]).outputText == mended.outputText)
    }
    try bench.write(
      lists.0.replacing(":7,", with: #":"m","#) + lists.1.replacing(":8,", with: #":"n","#),
      to: "both")
    _ = try await expect(65, "read-export", run, "mend both in the line of the outer one")
  }
}
