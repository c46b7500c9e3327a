import Foundation
import TestSupport
import Testing

/// Inputs that are damaged, of another kind, or too large.
struct BadInputTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  /// Runs a tool on bytes that it must refuse, and expects no output.
  private func refusal(_ tool: String, of bytes: Data) async throws -> ToolOutcome {
    try bench.write(bytes, to: "input")
    let outcome = try await bench.run(tool, ["input", "-o", "out"] + Tool.options(tool)).expect(65)
    #expect(outcome.errors.hasPrefix("\(tool): error: input"), "\(outcome)")
    #expect(try bench.names() == ["input"])
    return outcome
  }

  private func migration(of bytes: Data, _ more: [String] = []) async throws -> ToolOutcome {
    try bench.write(bytes, to: "input")
    return try await bench.run(Tool.ratings, ["input", "-o", "out"] + more)
  }

  private static let line = "{\"id\":\"d\",\"joke_id\":\"a\",\"rating\":4}\n"

  // MARK: Another kind of file

  @Test(arguments: Tool.several)
  func `damage in the middle of an input has advice, too`(tool: String) async throws {
    let broken = "{\"savedJokeIds\":[]}\n{\"id\": broken}\n{\"savedJokeIds\":[]}\n"
    try bench.write(
      tool == Tool.documents || tool == Tool.ranking
        ? "{\"id\":\"a\",\"joke_id\":\"b\",\"rating\":5}\n{\"id\": broken}\n" : broken, to: "input")
    try await bench.run(tool, ["input", "-n"] + Tool.options(tool)).expect(
      65, "hint: get the input again, or pass --salvage")
  }

  @Test(arguments: [":", ":[", ":[4,"], ["", "\n", "\r\n\n"])
  func `a first line that is cut off is damage of that line only`(
    cut: String, end: String
  ) async throws {
    let whole = "{\"rating\":5,\"joke_id\":\"b\",\"a\":{}}" + end
    try bench.write("{\"joke_id\":\"a\",\"rating\"\(cut)\n\(whole)", to: "events")
    let outcome = try await bench.run(Tool.ranking, ["events", "--salvage"]).expect(3)
    #expect(outcome.outputText.contains(#""total_hilarious_ratings": 1"#), "\(outcome)")
    try bench.write("{\"jokeRatings\"\(cut)\n{\"jokeRatings\":{\"a\":4}}" + end, to: "dumps")
    try await bench.run(Tool.ratings, ["dumps", "--salvage", "-o", "out"]).expect(3)
    #expect(try bench.text("out").contains(#"{"a":5}"#))
  }

  @Test(arguments: [["--list"], ["--list", "--device", "x"], ["--save", "x", "-n"]])
  func `an empty directory is no dump`(options: [String]) async throws {
    try bench.makeDirectory("empty")
    try await bench.run(Tool.editing, ["empty"] + options).expect(66, "there is no file in it")
  }

  @Test(arguments: [
    (Tool.ranking, "ndjson"), (Tool.ranking, "rest-pages"), (Tool.ratings, "ndjson"),
    (Tool.ratings, "json-dump"), (Tool.saved, "json-dump"), (Tool.documents, "json-object"),
  ])
  func `an error of a server is no export and no dump, whatever --format says`(
    tool: String, format: String
  ) async throws {
    try bench.write(
      #"{"error":{"code":403,"message":"m","status":"PERMISSION_DENIED"}}"#, to: "input")
    try await bench.run(
      tool, ["input", "--format", format, "-o", "out"] + Tool.options(tool)
    ).expect(65, "it is an error that a server answered with: 'PERMISSION_DENIED'")
    #expect(try bench.names() == ["input"])
  }

  @Test(arguments: Tool.all)
  func `a refusal of a server is no export and no dump, and ends a run over a directory`(
    tool: String
  ) async throws {
    try bench.write(#"{"error":"invalid_grant","error_description":"too old"}"#, to: "in/refusal")
    try bench.write("a,b\n1,2\n", to: "in/table")
    let more = ["-o", "out"] + Tool.options(tool)
    let words = "it is an error that a server answered with: 'invalid_grant', 'too old'"
    try await bench.run(tool, ["in/refusal"] + more).expect(
      65, words, "hint: see what it says, and export again")
    guard Tool.several.contains(tool) else { return }
    let run = try await bench.run(tool, ["in"] + more)
    guard tool == Tool.saved || tool == Tool.pruning else {
      // A part of an export that could not be fetched is missing.
      run.expect(65, "in/refusal: \(words)")
      return
    }
    for name in ["in/refusal': \(words)", "in/table': it is"] {
      #expect(run.errors.contains("note: skipped '\(name)"), "\(run)")
    }
  }

  @Test(arguments: [Tool.ranking, Tool.ratings, Tool.documents])
  func `a page that could not be fetched ends a run over the folder of pages`(
    tool: String
  ) async throws {
    try bench.write(#"{"documents":[],"nextPageToken":"t"}"#, to: "in/1.json")
    try bench.write(
      #"{"error":{"code":503,"message":"m","status":"UNAVAILABLE"}}"#, to: "in/2.json")
    try bench.write(#"{"documents":[]}"#, to: "in/3.json")
    try await bench.run(tool, ["in", "-o", "out"] + Tool.options(tool)).expect(
      65, "in/2.json: it is an error that a server answered with: 'UNAVAILABLE'")
  }

  @Test(arguments: [Tool.ranking, Tool.ratings, Tool.documents])
  func `an error of a server between documents ends the run, or is a reject`(
    tool: String
  ) async throws {
    let error = #"{"error":{"code":503,"message":"m","status":"UNAVAILABLE"}}"#
    try bench.write("{\"joke_id\":\"a\",\"rating\":5}\n\(error)\n", to: "input")
    let arguments = ["input", "-o", "out"] + Tool.options(tool)
    try await bench.run(tool, arguments).expect(
      65, "input:2:1", "the server answered with an error: 'UNAVAILABLE'")
    try await bench.run(tool, arguments + ["--salvage"]).expect(3)
  }

  private static func row(_ day: Int, _ members: String) -> String {
    #"{"document_name":"projects/p/databases/d/documents/rating_events/a","#
      + #""timestamp":"2026-03-0\#(day) 00:00:00 UTC",\#(members)}"# + "\n"
  }

  @Test(
    arguments: [
      (row(2, #""data":5"#), 3), ("{\"event\":1}\n", 3), ("{\"document_name\":\"projects\n", 65),
    ] as [(String, Int32)])
  func `an odd first row does not make a changelog's part a file of plain documents`(
    odd: String, status: Int32
  ) async throws {
    try bench.write(
      Self.row(1, #""operation":"CREATE","data":"{\"joke_id\":\"j\",\"rating\":3}""#), to: "log/0")
    try bench.write(
      odd + Self.row(3, #""operation":"UPDATE","data":"{\"joke_id\":\"j\",\"rating\":5}""#),
      to: "log/1")
    let run = try await bench.run(Tool.ratings, ["log", "--batches", "b", "--salvage"])
    run.expect(status)
    #expect(try !bench.names().contains { $0.hasPrefix("b/batch") }, "\(run)")
  }

  @Test(arguments: [
    (Tool.ranking, "import-export"), (Tool.ratings, "import-export"),
    (Tool.documents, "import-export"), (Tool.ratings, "ndjson-dumps"), (Tool.saved, "json-dump"),
    (Tool.pruning, "ndjson-dumps"), (Tool.editing, "json-dump"),
  ])
  func `a wrong --format that would find nothing is refused`(
    tool: String, format: String
  ) async throws {
    try bench.write(#"{"id":"x","joke_id":"a","rating":4,"device_id":"d"}"#, to: "input")
    try await bench.run(
      tool, ["input", "--format", format, "-o", "out"] + Tool.options(tool)
    ).expect(65, "hint: leave '--format' out")
    #expect(try bench.names() == ["input"])
  }

  @Test(
    arguments: Tool.all,
    [
      "Dear database, here are the ratings.\n", "%PDF-1.7\n", "<html></html>\n", "\u{0}\u{0}\u{0}",
      "id,rating\n1,4\n", "{ jokeRatings = { a = 5; }; }\n",
    ])
  func `an input that is not data exits with 65`(tool: String, text: String) async throws {
    _ = try await refusal(tool, of: Data(text.utf8))
  }

  @Test(arguments: ["BZh91AY&SY", "id,rating\n1,4\n", "PAR1\u{15}\u{4}", "SQLite format 3\u{0}"])
  func `an unsupported format gives a hint`(text: String) async throws {
    let errors = try await refusal(Tool.ratings, of: Data(text.utf8)).errors
    #expect(errors.contains("\nmigrate-ratings: hint: "), "\(errors)")
  }

  @Test(arguments: Tool.all)
  func `UTF-16 is told from damage`(tool: String) async throws {
    let text = try #require("{\"joke_id\":\"a\"}\n".data(using: .utf16))
    #expect(try await refusal(tool, of: text).errors.contains("UTF-16"))
  }

  @Test(arguments: Tool.all)
  func `a truncated gzip file is named as such`(tool: String) async throws {
    let outcome = try await refusal(tool, of: Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2]))
    #expect(outcome.errors.contains("gzip"), "\(outcome)")
  }

  @Test(arguments: ["dump.json", "dump-xml.plist", "dump-binary.plist"])
  func `a dump given to the ranking is sent to those that take it`(name: String) async throws {
    let outcome = try await refusal(
      Tool.ranking, of: try Fixtures.input(Tool.ratings, name))
    #expect(outcome.errors.contains("UserDefaults dump"))
    #expect(outcome.errors.contains("migrate-ratings") && outcome.errors.contains("migrate-saved"))
  }

  @Test(arguments: Tool.ofDumps)
  func `an export given to what reads dumps is sent to those that take it`(tool: String)
    async throws
  {
    let outcome = try await refusal(
      tool, of: try Fixtures.input(Tool.ratings, "mixed.ndjson"))
    #expect(outcome.errors.contains("migrate-ratings and aggregate-top10 take exports"))
  }

  // MARK: Damage

  @Test(arguments: ["mixed.ndjson", "mixed-array.json", "mixed-object.json", "dump.json"])
  func `a file that is cut in the middle is bad data`(name: String) async throws {
    // Without its line end, the file would still be whole.
    let bytes = try Fixtures.input(Tool.ratings, name).dropLast()
    for share in [0.1, 0.37, 0.5, 0.71, 0.93, 0.999] {
      let cut = bytes.prefix(Int(Double(bytes.count) * share))
      try await migration(of: Data(cut)).expect(65)
      #expect(!bench.exists("out"))
    }
  }

  @Test(arguments: [Tool.ratings, Tool.ranking], [[0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80]])
  func `invalid UTF-8 is bad data, at its byte`(tool: String, bytes: [UInt8]) async throws {
    let outcome = try await refusal(
      tool, of: Data(Self.line.utf8) + Data("{\"joke_id\":\"".utf8) + Data(bytes) + Data("\"}".utf8)
    )
    #expect(outcome.errors.contains("(byte \(Self.line.utf8.count + 12))"), "\(outcome)")
    #expect(outcome.errors.contains("UTF-8"))
  }

  @Test(arguments: ["\"\\ud800\"", "01", "+1", "NaN", "'a'", "tru", "1.", "\"\t\""])
  func `invalid JSON is bad data, even in a field that is not read`(value: String)
    async throws
  {
    let text = "{\"joke_id\":\"a\",\"rating\":4,\"other\":\(value)}\n"
    for tool in [Tool.ratings, Tool.ranking] { _ = try await refusal(tool, of: Data(text.utf8)) }
  }

  // MARK: Unusable documents

  @Test(arguments: ["", ",\"joke_id\":\"\"", ",\"joke_id\":7", ",\"joke_id\":null"])
  func `a document without a joke is migrated, and not ranked`(member: String) async throws {
    let text = "{\"id\":\"d\",\"rating\":4\(member)}\n"
    try await migration(of: Data(text.utf8)).expect(0)
    #expect(try bench.text("out") == text.replacing(":4", with: ":5"))
    let ranking = try await bench.run(
      Tool.ranking, ["input", "--scale", "five-point"] + Tool.options(Tool.ranking))
    ranking.expect(3)
    #expect(ranking.outputText.contains("\"total_hilarious_ratings\": 0"), "\(ranking.outputText)")
  }

  @Test(arguments: ["\"rating\":4,\"rating\":5", "\"rating\":4,\"r\\u0061ting\":4"])
  func `a key twice is rejected and the document left as it came`(members: String) async throws {
    let text = "{\"joke_id\":\"a\",\(members)}\n"
    try await migration(of: Data((text + Self.line).utf8)).expect(3)
    #expect(try bench.text("out") == text + Self.line.replacing(":4", with: ":5"))
  }

  @Test(arguments: ["\"4\"", "true", "null", "4.5", "[4]", "{}", "-4", "400"])
  func `a rating that is none is kept, and warned about`(rating: String) async throws {
    let text = "{\"joke_id\":\"a\",\"rating\":\(rating)}\n"
    try await migration(of: Data(text.utf8)).expect(0, "warning: input:1:")
    #expect(try bench.text("out") == text)
  }

  // MARK: Too little, and too much

  @Test(arguments: Tool.several, ["", "\n", " \r\n\t\n", "\u{FEFF}"])
  func `an empty file is a success with a warning`(tool: String, text: String) async throws {
    try bench.write(text, to: "input")
    try await bench.run(tool, ["input", "-o", "out"] + Tool.options(tool)).expect(
      0, "\(tool): warning: input: the file is empty")
    let copy = tool == Tool.documents ? "" : text
    if tool != Tool.ranking { #expect(try bench.bytes("out") == Data(copy.utf8)) }
  }

  @Test(arguments: Tool.several)
  func `an empty standard input is a success with a warning`(tool: String) async throws {
    try await bench.run(tool, ["-", "-o", "-"] + Tool.options(tool)).expect(
      0, "warning: <stdin>: the file is empty")
  }

  @Test func `a number of a thousand digits is a number`() async throws {
    let digits = String(repeating: "7", count: 1000)
    let text =
      "{\"joke_id\":\"a\",\"rating\":4.\(digits.map { _ in "0" }.joined()),\"n\":\(digits)}\n"
    try await migration(of: Data(text.utf8)).expect(0)
    #expect(try bench.text("out") == text.replacing(":4.", with: ":5."))
    let odd = "{\"joke_id\":\"a\",\"rating\":\(digits)}\n"
    let outcome = try await bench.run(
      Tool.ratings, ["-", "-o", "-"], input: .bytes(Data(odd.utf8)))
    #expect(outcome.outputText == odd)
    #expect(outcome.errors.contains("unexpected, kept"))
  }

  @Test(arguments: Tool.all)
  func `brackets to any depth are bad data and no crash`(tool: String) async throws {
    let brackets = String(repeating: "[", count: 200_000)
    _ = try await refusal(tool, of: Data(brackets.utf8))
    let objects = String(repeating: "{\"a\":", count: 100_000)
    _ = try await refusal(tool, of: Data(objects.utf8))
    let inside = "{\"joke_id\":\"a\",\"jokeRatings\":{},\"x\":\(brackets)\n"
    _ = try await refusal(tool, of: Data(inside.utf8))
  }

  @Test func `a field that is not read may nest to any depth`() async throws {
    let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    let text = "{\"joke_id\":\"a\",\"rating\":4,\"x\":\(deep)}\n"
    try await migration(of: Data(text.utf8)).expect(0)
    #expect(try bench.text("out") == text.replacing(":4", with: ":5"))
  }

  @Test func `a record no document can be as large as passes byte for byte`() async throws {
    let huge =
      "{\"joke_id\":\"a\",\"rating\":4,\"x\":\"\(String(repeating: "x", count: 17 << 20))\"}\n"
    try await migration(of: Data((Self.line + huge + Self.line).utf8)).expect(3, "larger than")
    let migrated = Self.line.replacing(":4", with: ":5")
    #expect(try bench.bytes("out") == Data((migrated + huge + migrated).utf8))
  }
}
