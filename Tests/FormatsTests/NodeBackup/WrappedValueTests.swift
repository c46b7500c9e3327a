import Formats
import Jokes
import Scan
import SystemIO
import TestSupport
import Testing

/// Documents as node-firestore-backup has them, each a file.
struct WrappedValueTests {
  private func migrate(
    _ text: String, at path: [String] = ["rating_events", "a"]
  ) throws -> (text: String, counts: RecordCounts, visitor: AskingVisitor, ids: [String?]) {
    var ids: [String?] = []
    let outcome = try readEvents(text, as: .nodeBackup, at: path) { event in
      ids.append(event.identity?.id)
      return BinaryRatingRule().decide(event.reading)
    }
    return (outcome.text, outcome.counts, outcome.visitor, ids)
  }

  private static func document(_ rating: String, _ more: String = "") -> String {
    #"{"joke_id":{"type":"string","value":"j"},"rating":\#(rating)\#(more)}"#
  }

  @Test(arguments: [
    (#"{"type":"number","value":4}"#, #"{"type":"number","value":5}"#),
    (#"{"value": 20e-1, "type": "number"}"#, #"{"value": 10e-1, "type": "number"}"#),
    (#"{"type":"number","value":5}"#, #"{"type":"number","value":5}"#),
    (#"{"type":"string","value":"4"}"#, #"{"type":"string","value":"4"}"#),
    (#"{"type":"number","value":"4"}"#, #"{"type":"number","value":"4"}"#),
    (#"{"type":"number","value":4,"value":2}"#, #"{"type":"number","value":4,"value":2}"#),
    (#"{"type":"number","value":4,"x":{}}"#, #"{"type":"number","value":4,"x":{}}"#),
    (#"{"type":"object","value":{"type":"number","value":4}}"#, nil),
    (#"{"type":"array","0":{"type":"number","value":4}}"#, nil),
  ])
  func `a number's own digit changes, and nothing else`(rating: String, migrated: String?) throws {
    let outcome = try migrate(Self.document(rating) + "\n")
    #expect(outcome.text == Self.document(migrated ?? rating) + "\n")
    #expect(outcome.ids == ["a"] && outcome.visitor.problems.isEmpty)
  }

  @Test func `a deleted document leaves nothing`() throws {
    let outcome = try migrate(Self.document(#"{"type":"number","value":3}"#))
    #expect(outcome.counts.dropped == 1 && outcome.text.isEmpty)
  }

  @Test(arguments: [["jokes", "a"], ["users", "u", "rating_events", "a"]])
  func `the path of a file gives the document's collection`(path: [String]) throws {
    let text = Self.document(#"{"type":"number","value":4}"#)
    let outcome = try migrate(text, at: path)
    #expect(outcome.text == text && outcome.visitor.passedOver == 1)
    let bare = try migrate(text, at: [])
    #expect(bare.counts.changed == 1 && bare.ids == [nil])
  }

  @Test(arguments: [
    (#","type":"unknown","value":{"_latitude":1}"#, "lost fields"),
    (#","value":{"_latitude":1},"type":{"type":"string","value":"t"}"#, "has no type"),
    (#","m":{"type":"unknown","value":{"_latitude":1}}"#, "'m' tells of a value of an unknown"),
    (#","m":{"type":"object","n":{"value":1,"type":"unknown"}}"#, "'m' tells of"),
    (#","m":{"type":"object","child":{"value":1,"type":"unknown"}}"#, "'m' tells of"),
    (#","m":{"type":"array","0":{"type":"object","type":"unknown"}}"#, "'m' tells of"),
    (#","plain":4"#, "has no type"), (#","odd":{"type":"number2"}"#, "has no type"),
  ])
  func `a document that has lost fields is rejected, where it is wanted`(
    more: String, reason: String
  ) throws {
    let text = Self.document(#"{"type":"number","value":4}"#, more)
    let outcome = try migrate(text)
    #expect(outcome.text == text && outcome.ids.isEmpty)
    guard case .unusable(let told, _, let id, _) = try #require(outcome.visitor.problems.first)
    else {
      Issue.record("\(outcome.visitor.problems)")
      return
    }
    #expect(told.contains(reason) && id == "a", "\(told)")
    #expect(try migrate(text, at: ["jokes", "a"]).visitor.problems.isEmpty)
  }

  @Test(arguments: ["{}{}", "{} x", "{", "[]", #"{"a":}"#])
  func `a file holds one document and nothing else`(text: String) {
    #expect(throws: DamagedInput.self) { try migrate(text) }
  }

  @Test func `the tags of a joke are the elements of its array`() throws {
    let joke =
      #"{"text":{"type":"string","value":"t"},"tags":{"type":"array","0":"#
      + #"{"type":"string","value":"x"},"1":{"type":"string","value":"christmas"}}}"#
    try TemporaryDirectory.with { directory in
      let jokes = Jokes()
      _ = try ExportReader.read(
        ByteWindow(try InputFile(path: directory.write(joke, to: "j.json"))), as: .nodeBackup,
        collection: JokeDocument.collection, isSalvaging: false,
        knowing: InputContext(documentPath: ["jokes", "j"]), visitor: jokes)
      #expect(jokes.found.map(\.isForChristmas) == [true])
      #expect(jokes.found.first?.id == JokeID("j"))
    }
  }

  private final class Jokes: JokeVisitor {
    var found: [Joke] = []
    func visit(_ document: JokeDocument) {
      if let joke = document.joke { found.append(joke) }
    }
    func reject(_ problem: RecordProblem) {}
    func passOver(documentCount: Int, recordCount: Int) {}
    func advance(to byte: Int) {}
  }
}
