import Foundation
import TestSupport
import Testing

/// Names that are equal in Unicode, or have an accent after a slash: only their bytes differ.
struct NameBytesTests {
  private let bench: Bench
  /// The same letter, precomposed and decomposed.
  private static let (composed, divided) = ("\u{E9}", "e\u{301}")

  init() throws { bench = try Bench() }

  @Test(arguments: [["--in-place"], ["-o", "out"], ["--in-place", "-n"]])
  func `two files with alike names are refused before anything is written`(
    more: [String]
  ) async throws {
    let document = #"{"joke_id":"j","rating":4}"# + "\n"
    for name in [Self.composed, Self.divided] { try bench.write(document, to: "in/" + name) }
    // Some file systems equate the two names.
    guard try bench.names().count(where: { $0.hasPrefix("in/") }) == 2 else { return }
    let before = try bench.tree()
    try await bench.run(Tool.ratings, ["in"] + more).expect(64, "spelled in Unicode")
    #expect(try bench.tree() == before)
  }

  @Test(arguments: [composed, divided])
  func `a collection whose name differs in how an accent is composed is another`(
    wanted: String
  ) async throws {
    let documents = [Self.composed, Self.divided].map { name in
      #"{"path":"c\#(name)/x","data":{"joke_id":"j","rating":4}}"#
    }
    let named = [Self.composed, Self.divided].map { name in
      #"{"name":"projects/p/databases/d/documents/c\#(name)/x","fields":{"joke_id":{"stringValue":"#
        + #""j"},"rating":{"integerValue":"4"}}}"#
    }
    for (number, lines) in [documents, named].enumerated() {
      try bench.write(lines.joined(separator: "\n") + "\n", to: "in")
      try await bench.run(
        Tool.ratings, ["in", "-o", "out\(number)", "--collection", "c" + wanted]
      ).expect(0)
      let changed = lines.map { line in
        line.utf8.contains(Array("c\(wanted)/x".utf8))
          ? line.replacing(":4", with: ":5").replacing("\"4\"", with: "\"5\"") : line
      }
      #expect(
        try bench.bytes("out\(number)") == Data((changed.joined(separator: "\n") + "\n").utf8))
    }
  }

  @Test(arguments: ["\u{301}u", "\u{200D}u", "\u{FE0F}u"])
  func `a file name may begin with a combining accent`(name: String) async throws {
    let event =
      #"{"joke_id":{"value":"j","type":"string"},"rating":{"value":3,"type":"number"}}"#
    // Foundation splits paths at characters, and so cannot write these.
    let script = """
      u='tree/users/\(name)'; mkdir -p "$u/rating_events/x" tree/rating_events/y
      for file in "$u/\(name)" "$u/rating_events/x/x" tree/rating_events/y/y; do
        printf '%s' '\(event)' >"$file.json"
      done
      "$@" && find tree -type f | wc -l
      """
    let outcome = try await bench.run(Tool.ratings, ["tree", "--in-place"], shell: script)
    outcome.expect(0, "other collections: 2 documents copied unchanged")
    #expect(outcome.outputText.contains("2"), "\(outcome)")
    #expect(!bench.exists("tree/rating_events/y/y.json"))
    let line =
      #"{"name":"projects/p/databases/d/documents/rating_events/\#(name)","fields":{"joke_id":"#
      + #"{"stringValue":"j"},"rating":{"integerValue":"4"}}}"# + "\n"
    try bench.write(line, to: "rest")
    try await bench.run(Tool.ratings, ["rest", "-o", "out", "--batches", "batches"]).expect(0)
    #expect(try bench.bytes("out") == Data(line.replacing("\"4\"", with: "\"5\"").utf8))
  }
}
