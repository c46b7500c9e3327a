import Foundation
import TestSupport
import Testing

/// A database with a document that is large only because of its subcollections.
struct LargeDocumentTests {
  private static let replies: String = {
    let text = String(repeating: "x", count: 1 << 20)
    let replies = (0..<17).map { #""r\#($0)":{"text":"\#(text)","__collections__":{}}"# }
    return #"{"replies":{"# + replies.joined(separator: ",\n") + "}}"
  }()

  private func file(_ events: String) -> String {
    #"{"__collections__":{"rating_events":{\#(events)}}}"#
  }

  @Test func `a large document is migrated and ranked like a small one`() async throws {
    let bench = try Bench()
    let joke = #""joke_id":"j""#
    try bench.write(
      file(
        #""a":{"__collections__":\#(Self.replies),\#(joke),"rating":4},"#
          + #""b":{\#(joke),"rating":3,"__collections__":{}}"#), to: "in.json")
    let migrated = file(#""a":{"__collections__":\#(Self.replies),\#(joke),"rating":5}"#)
    try bench.makeDirectory("spool")
    let spool = ["TMPDIR": bench.url("spool").path]
    try await bench.run(
      Tool.ratings, ["in.json", "-o", "out.json"], environment: spool
    ).expect(0)
    #expect(try bench.text("out.json") == migrated)
    #expect(try FileManager.default.contentsOfDirectory(atPath: spool["TMPDIR"] ?? "").isEmpty)
    // A tool that only reads spools nothing.
    let ranking = try await bench.run(
      Tool.ranking, ["out.json"], environment: ["TMPDIR": "/nowhere"])
    ranking.expect(0)
    #expect(ranking.outputText.contains(#""total_hilarious_ratings": 1,"#), "\(ranking)")
  }

  @Test func `left as it is, it has no part in the journal of a file beside it`() async throws {
    let bench = try Bench()
    let joke = #""joke_id":"j""#
    let large = file(
      #""a":{"__collections__":{"replies":{"r":{"__collections__":\#(Self.replies),\#(joke),"#
        + #""rating":1}}},\#(joke),"rating":5}"#)
    let lines = #"{"id":"x",\#(joke),"rating":3}"# + "\n" + #"{"id":"y",\#(joke),"rating":4}"#
    try bench.write(large, to: "in/a.json")
    try bench.write(lines, to: "in/b.ndjson")
    try await bench.run(
      Tool.ratings, ["--in-place", "in", "--journal", "j", "--prove-undo"]
    ).expect(0)
    #expect(try bench.text("in/a.json") == large && bench.text("in/b.ndjson") != lines)
    try await bench.run(Tool.ratings, ["--undo", "j"]).expect(0)
    #expect(try bench.text("in/b.ndjson") == lines)
  }

  @Test func `without a directory for temporary files, nothing is published`() async throws {
    let bench = try Bench()
    try bench.write(file(#""a":{"rating":4,"__collections__":\#(Self.replies)}"#), to: "in.json")
    try await bench.run(
      Tool.ratings, ["in.json", "-o", "out.json"], environment: ["TMPDIR": "/nowhere"]
    ).expect(73, "cannot create a temporary file in '/nowhere'")
    #expect(try bench.names() == ["in.json"])
  }
}
