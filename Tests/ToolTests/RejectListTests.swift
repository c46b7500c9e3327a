import Foundation
import TestSupport
import Testing

/// Rejects that are mended in their list and read again, on the command line.
struct RejectListTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  /// A layout of two events, of which the first has an invalid joke id until it is mended.
  struct Layout: Sendable, CustomStringConvertible {
    var description: String
    /// The files of the two events: one file, or a tree.
    var files: @Sendable (_ jokeID: String, _ rating: String) -> [String: String]
    var numbers: Numbers

    /// The spelling of numbers and strings.
    enum Numbers { case plain, typed, wrapped }

    var bad: String { spelled("-7777", "number", "integerValue") }
    var mended: String { spelled("\"m\"", "string", "stringValue") }

    func rating(_ rating: Int) -> String {
      numbers == .typed
        ? #""rating":{"integerValue":"\#(rating)"}"#
        : #""rating":"# + spelled("\(rating)", "number", "")
    }

    private func spelled(_ value: String, _ type: String, _ key: String) -> String {
      switch numbers {
      case .plain: value
      case .typed: #"{"\#(key)":\#(value.hasPrefix("\"") ? value : "\"\(value)\"")}"#
      case .wrapped: #"{"type":"\#(type)","value":\#(value)}"#
      }
    }
  }

  private static func layout(
    _ name: String, _ numbers: Layout.Numbers = .plain,
    _ text: @escaping @Sendable (_ first: String, _ second: String) -> String
  ) -> Layout {
    Layout(
      description: name,
      files: { jokeID, rating in
        let second = numbers == .typed ? #"{"stringValue":"good"}"# : #""good""#
        return [
          "in": text(
            #""joke_id":\#(jokeID),\#(rating)"#, #""joke_id":\#(second),\#(rating)"#)
        ]
      }, numbers: numbers)
  }

  private static let name = "projects/p/databases/d/documents/rating_events/"
  private static func typed(_ id: String, _ fields: String) -> String {
    #"{"name":"\#(name)\#(id)","fields":{\#(fields)}}"#
  }

  static let layouts = [
    layout("lines") { "{\"id\":\"a\",\($0)}\n{\($1)}\n" },
    layout("an array") { "[\n  {\n\($0)\n},\r\n{\($1)}]" },
    layout("a collection") { #"{"rating_events":{"a":{\#($0)},"b":{\#($1)}}}"# },
    layout("import-export") {
      #"{"__collections__":{"rating_events":{"a":{\#($0),"__collections__":{}},"b":{\#($1),"#
        + #""__collections__":{}}}}}"#
    },
    layout("backfire") {
      #"{"path":"rating_events/a","data":{\#($0)}}"# + "\n"
        + #"{"path":"rating_events/b","data":{\#($1)}}"#
    },
    layout("REST documents", .typed) { typed("a", $0) + "\n" + typed("b", $1) },
    layout("pages", .typed) { #"{"documents":[\#(typed("a", $0)), \#(typed("b", $1))]}"# },
    layout("answers", .typed) {
      #"[{"document":\#(typed("a", $0))},{"document":\#(typed("b", $1))}]"#
    },
    Layout(
      description: "a tree",
      files: { jokeID, rating in
        [
          "in/rating_events/a/a.json": #"{"joke_id":\#(jokeID),\#(rating)}"#,
          "in/rating_events/b/b.json":
            #"{"joke_id":{"type":"string","value":"good"},\#(rating)}"#,
        ]
      }, numbers: .wrapped),
  ]

  private func write(_ layout: Layout, _ jokeID: String, _ rating: Int) throws {
    for (path, text) in layout.files(jokeID, layout.rating(rating)) {
      try bench.write(text, to: path)
    }
  }

  /// Ranks inputs, and returns the ranking.
  private func rank(_ inputs: [String], _ status: Int32, _ more: [String] = []) async throws
    -> String
  {
    let outcome = try await bench.run(
      Tool.ranking, inputs + Tool.options(Tool.ranking) + ["--scale", "five-point"] + more)
    outcome.expect(status)
    return outcome.outputText
  }

  // MARK: Documents

  @Test(arguments: layouts)
  func `a mended reject counts as if it had never been one`(layout: Layout) async throws {
    try write(layout, layout.bad, 4)
    _ = try await rank(["in"], 3, ["--rejects", "list"])
    let list = try bench.text("list")
    #expect(list.contains(layout.bad), "\(list)")
    try bench.write(list.replacing(layout.bad, with: layout.mended), to: "list")
    let both = try await rank(["in", "list"], 3)
    try write(layout, layout.mended, 4)
    #expect(try await rank(["in"], 0) == both)
    #expect(both.contains("\"m\"") && both.contains("\"good\""))
  }

  @Test(arguments: layouts)
  func `a mended reject is migrated in its line`(layout: Layout) async throws {
    try write(layout, layout.bad, 2)
    _ = try await rank(["in"], 3, ["--rejects", "list"])
    let list = try bench.text("list").replacing(layout.bad, with: layout.mended)
    try bench.write(list, to: "list")
    try await bench.run(Tool.ratings, ["list", "-o", "out"]).expect(0)
    #expect(
      try bench.text("out") == list.replacing(layout.rating(2), with: layout.rating(1)))
    try await bench.run(Tool.ratings, ["out", "--check"]).expect(0)
    try bench.write(list.replacing(layout.rating(2), with: layout.rating(3)), to: "list")
    try await bench.run(Tool.ratings, ["list", "--in-place"]).expect(0)
    #expect(try bench.bytes("list").isEmpty)
  }

  @Test func `a mended reject is written to the database under its name`() async throws {
    let layout = Self.layouts[2]
    try write(layout, layout.bad, 2)
    _ = try await rank(["in"], 3, ["--rejects", "list"])
    let database = ["--database", "projects/p/databases/d"]
    try await bench.run(Tool.ratings, ["list", "--batches", "batches"] + database).expect(0)
    #expect(try bench.text("batches/batch-00001.json").contains("\"\(Self.name)a\""))
  }

  @Test(
    arguments: Tool.several.filter { $0 != Tool.pruning }.flatMap(Fixtures.cases).map {
      FixtureInput(tool: $0.tool, input: $0.input)
    })
  func `rejects that were not mended are the same rejects again`(fixture: FixtureInput)
    async throws
  {
    let path = Fixtures.inputs(of: fixture.tool).appending(path: fixture.input).path
    let options = Tool.options(fixture.tool) + ["--salvage"]
    let first = try await bench.run(
      fixture.tool, [path, "-o", "first", "--rejects", "list"] + options)
    guard first.status == 3 else { return }
    let second = try await bench.run(
      fixture.tool, ["list", "-o", "second", "--rejects", "again"] + options)
    second.expect(3)
    #expect(try bench.text("again") == (try bench.text("list")))
    if Tool.rewriting.contains(fixture.tool) {
      #expect(try bench.text("second") == (try bench.text("list")))
    }
  }

  struct FixtureInput: Sendable, CustomStringConvertible {
    var tool: String
    var input: String
    var description: String { tool + "/" + input }
  }

  @Test func `an event of a changelog with two ratings is mended in its list`() async throws {
    let name = Self.name + "a"
    let data = #"{\"joke_id\":\"m\",\"rating\":4,\"rating\":2}"#
    try bench.write(
      #"{"timestamp":"2026-03-01 00:00:00 UTC","document_name":"\#(name)","operation":"CREATE","#
        + #""data":"\#(data)"}"# + "\n", to: "in")
    try await bench.run("read-export", ["in", "-o", "out", "--rejects", "list"]).expect(3)
    let list = try bench.text("list")
    let two = #""rating":{"integerValue":"4"},"rating":{"integerValue":"2"}"#
    #expect(list.contains(two), "\(list)")
    try bench.write(list.replacing(two, with: #""rating":{"integerValue":"2"}"#), to: "list")
    try await bench.run(Tool.ratings, ["list", "-o", "migrated"]).expect(0)
    #expect(try bench.text("migrated").contains(#"{"name":"\#(name)","fields":"#))
    #expect(try bench.text("migrated").contains(#""rating":{"integerValue":"1"}"#))
  }

  @Test func `rejects of a format that is only read are not migrated`() async throws {
    let path = Fixtures.inputs(of: Tool.ranking).appending(path: "bigquery-table.ndjson").path
    _ = try await rank([path], 3, ["--rejects", "list"])
    try await bench.run(Tool.ratings, ["list", "-o", "out"]).expect(3, "which is only read")
    #expect(try bench.text("out") == (try bench.text("list")))
  }

  @Test func `a list in which something was mended is not replaced, unless forced`() async throws {
    try bench.write("{\"joke_id\":7,\"rating\":4}\n{\"rating\":5}\n", to: "in")
    _ = try await rank(["in"], 3, ["--rejects", "list"])
    // An unchanged list is replaced by the next run.
    _ = try await rank(["in"], 3, ["--rejects", "list"])
    let list = try bench.text("list")
    let mended = list.replacing(#""joke_id":7"#, with: #""joke_id":"m""#)
    let fewer = list.split(separator: "\n").dropFirst().joined(separator: "\n") + "\n"
    for text in [mended, fewer] {
      try bench.write(text, to: "list")
      try await bench.run(
        Tool.ranking, ["in", "--rejects", "list"] + Tool.options(Tool.ranking)
      ).expect(73, "was edited after a run wrote it")
      #expect(try bench.text("list") == text)
    }
    _ = try await rank(["in"], 3, ["--rejects", "list", "--force"])
    #expect(try bench.text("list") == list)
  }

  @Test func `a list that was laid out anew is read as one, and comes out as it is`() async throws {
    try bench.write(
      "{\"id\":\"a\",\"joke_id\":7,\"rating\":4}\n{\"id\":\"b\",\"joke_id\":8,\"rating\":3}\n",
      to: "in")
    _ = try await rank(["in"], 3, ["--rejects", "list"])
    let lines = try bench.text("list").split(separator: "\n").map(String.init)
    let objects = try lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) }
    let json = { (value: Any, options: JSONSerialization.WritingOptions) in
      String(
        decoding: try JSONSerialization.data(withJSONObject: value, options: options), as: UTF8.self
      )
      .replacing(#""joke_id":7"#, with: #""joke_id":"m""#)
      .replacing(#""joke_id" : 7"#, with: #""joke_id" : "m""#)
    }
    let texts = [
      try objects.map { try json($0, .sortedKeys) + "\n" }.joined(),
      try objects.map { try json($0, [.sortedKeys, .prettyPrinted]) + "\n" }.joined(),
      try json(objects, []), try json(objects, [.sortedKeys, .prettyPrinted]),
    ]
    for text in texts {
      try bench.write(text, to: "list")
      #expect(try await rank(["list"], 3).contains("\"m\""), "\(text)")
      try await bench.run(Tool.ratings, ["list", "-o", "out", "--force"]).expect(0)
      let out = try bench.text("out")
      #expect(out.contains("\"m\"") && !out.contains("\"b\""), "\(out)")
      #expect(out.contains(#""rating":5"#) || out.contains(#""rating" : 5"#), "\(out)")
      try await bench.run(Tool.ratings, ["out", "--check"]).expect(0)
    }
  }

  @Test func `a list among the files of a directory is passed over`() async throws {
    try bench.write(
      "{\"joke_id\":7,\"rating\":5}\n{\"joke_id\":\"g\",\"rating\":5}", to: "in/events")
    let before = try await rank(["in"], 3, ["--rejects", "list"])
    try bench.write(
      try bench.text("list").replacing(#""joke_id":7"#, with: #""joke_id":"m""#), to: "in/list")
    let outcome = try await bench.run(
      Tool.ranking, ["in", "--scale", "five-point"] + Tool.options(Tool.ranking))
    #expect(outcome.outputText == before)
    #expect(outcome.errors.contains("it is a list of rejects"), "\(outcome)")
  }

  @Test func `the list of a redacted run holds no record`() async throws {
    let device = "0B6E7C1C-3B1B-4E0F-9C55-7D1F7E3B0A11"
    try bench.write(#"{"\#(device)_a_2026-W07":{"joke_id":7,"rating":5}}"#, to: "in")
    _ = try await rank(["in"], 3, ["--rejects", "list", "--redact"])
    let list = try bench.text("list")
    #expect(!list.contains(device))
    #expect(list.contains(#""record_left_out":"redacted""#))
    // Pseudonyms are replaced again: they cannot be told from ids.
    _ = try await rank(["list"], 3, ["--rejects", "again", "--redact"])
    #expect(try bench.text("again").contains(#""record_left_out":"redacted""#))
  }

  @Test func `a list that is mended during a run is not replaced`() async throws {
    try bench.write("{\"joke_id\":7,\"rating\":5}\n", to: "in")
    _ = try await rank(["in"], 3, ["--rejects", "list"])
    let shell = """
      (cat in; until ls .laughtrack-*.tmp >/dev/null 2>&1; do sleep 0.01; done
        sed 's/:7,/:"m",/' list >mended; cat mended >list; rm mended; cat in) | "$@"
      """
    try await bench.run(
      Tool.ranking, ["-", "-o", "out", "--rejects", "list", "--scale", "five-point"],
      shell: shell
    ).expect(73, "was edited after a run wrote it")
    #expect(try bench.text("list").contains("\"joke_id\":\"m\""))
    #expect(!bench.exists("out"))
  }

  // MARK: Dumps

  /// The first line of a list, parsed.
  private func first(_ name: String) throws -> [String: Any] {
    let line = try #require(try bench.text(name).split(separator: "\n").first)
    return try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  @Test func `a mended dump is migrated in its line`() async throws {
    try bench.write(
      "{\"jokeRatings\":{\"a\":4}}\n{\"jokeRatings\":{\"a\":4},}\n{\"savedJokeIds\":[]}\n",
      to: "dumps")
    try await bench.run(
      Tool.ratings, ["dumps", "-o", "out", "--salvage", "--rejects", "list"]
    ).expect(3)
    let list = try bench.text("list").replacing(",}\"", with: "}\"")
    try bench.write(list, to: "list")
    try await bench.run(Tool.ratings, ["list", "-o", "mended"]).expect(0)
    try bench.write("{\"jokeRatings\":{\"a\":4}}", to: "whole")
    _ = try await bench.run(Tool.ratings, ["whole", "-o", "migrated"])
    #expect(try bench.text("mended").contains("\"record\":" + (try bench.text("migrated"))))
    try await bench.run(
      Tool.saved, ["mended", "--in-place"] + Tool.options(Tool.saved)
    ).expect(0)
    #expect(try bench.text("mended").contains("\"savedJokeIds\":[\"a\"]"))
  }

  @Test func `a damaged line of a list of dumps is mended in the next list`() async throws {
    try bench.write("{\"jokeRatings\":{\"a\":4}}\n{\"jokeRatings\":{\"b\":4},}\n", to: "dumps")
    let salvaging = ["--salvage", "--force", "-o", "out", "--rejects"]
    _ = try await bench.run(Tool.ratings, ["dumps"] + salvaging + ["list"])
    let list = try bench.text("list").replacing(",}\"", with: "}\"")
    try bench.write(list.replacing(#","crc32c""#, with: #""crc32c""#), to: "list")
    try await bench.run(Tool.ratings, ["list"] + salvaging + ["next"]).expect(3)
    let next = try bench.text("next")
    #expect(next.contains(#""format":"rejected-dumps","record_byte":0,"#), "\(next)")
    #expect(next.contains(#","text":"{\"schema_version\":1,"#), "\(next)")
    try bench.write(next.replacing(#"\"crc32c\""#, with: #",\"crc32c\""#), to: "next")
    try await bench.run(Tool.ratings, ["next", "-o", "mended"]).expect(0)
    #expect(try first("mended")["format"] as? String == "ndjson-dumps")
    #expect(try bench.text("mended").contains(#""record":{"jokeRatings":{"b":5}"#))
  }

  @Test func `a mended XML property list is migrated as text`() async throws {
    let whole = try Fixtures.input(Tool.ratings, "dump-xml.plist")
    let text = String(decoding: whole, as: UTF8.self)
    try bench.write(text.replacing("</plist>", with: "</plis>"), to: "dump")
    try await bench.run(
      Tool.ratings, ["dump", "-o", "out", "--salvage", "--rejects", "list"]
    ).expect(3)
    #expect(try bench.text("list").contains("<\\/plis>") == false)
    try bench.write(
      try bench.text("list").replacing("</plis>", with: "</plist>"), to: "list")
    _ = try await bench.run(Tool.ratings, ["list", "-o", "mended"])
    try bench.write(whole, to: "whole")
    _ = try await bench.run(Tool.ratings, ["whole", "-o", "migrated"])
    #expect(try first("mended")["text"] as? String == (try bench.text("migrated")))
  }

  @Test func `a mended binary property list is migrated as base64`() async throws {
    let whole = try Fixtures.input(Tool.ratings, "dump-binary.plist")
    try bench.write(whole.dropLast(40), to: "dump")
    try await bench.run(
      Tool.ratings, ["dump", "-o", "out", "--salvage", "--rejects", "list"]
    ).expect(3)
    let cut = try #require(try first("list")["base64"] as? String)
    #expect(Data(base64Encoded: cut) == whole.dropLast(40))
    try bench.write(
      try bench.text("list").replacing(cut, with: whole.base64EncodedString()), to: "list")
    _ = try await bench.run(Tool.ratings, ["list", "-o", "mended"])
    try bench.write(whole, to: "whole")
    _ = try await bench.run(Tool.ratings, ["whole", "-o", "migrated"])
    let mended = try #require(try first("mended")["base64"] as? String)
    #expect(Data(base64Encoded: mended) == (try bench.bytes("migrated")))
  }
}
