import Formats
import Jokes
import Scan
import SystemIO
import TestSupport
import Testing

/// Keeps the jokes of a catalogue, and what is wrong with the others.
final class JokeCollector: JokeVisitor {
  private(set) var jokes: [Joke] = []
  private(set) var problems: [String] = []
  private(set) var rejects: [RecordProblem] = []
  private(set) var otherDocumentCount = 0

  func visit(_ document: JokeDocument) {
    if let joke = document.joke { jokes.append(joke) }
    if let problem = document.problem { problems.append("\(problem.place): \(problem.reason)") }
  }

  func reject(_ problem: RecordProblem) { rejects.append(problem) }
  func passOver(documentCount: Int, recordCount: Int) { otherDocumentCount += documentCount }
  func advance(to byte: Int) {}
}

/// Reads a whole catalogue.
func readJokes(
  _ catalogue: [UInt8], as format: InputFormat, isSalvaging: Bool = false,
  window byteCount: Int = 16, sharing: WorkSharing = WorkSharing()
) throws -> JokeCollector {
  try TemporaryDirectory.with { directory in
    let window = ByteWindow(
      try InputFile(path: directory.write(catalogue, to: "jokes")), byteCount: byteCount)
    let collector = JokeCollector()
    let result = try ExportReader.read(
      window, as: format, collection: JokeDocument.collection, isSalvaging: isSalvaging,
      sharing: sharing, visitor: collector)
    let count = result.window.byteCountRead
    #expect(count == catalogue.count)
    return collector
  }
}

struct JokeDocumentTests {
  private func read(
    _ catalogue: String, as format: InputFormat = .ndjson, isSalvaging: Bool = false,
    window byteCount: Int = 16, sharing: WorkSharing = WorkSharing()
  ) throws -> JokeCollector {
    try readJokes(
      Array(catalogue.utf8), as: format, isSalvaging: isSalvaging, window: byteCount,
      sharing: sharing)
  }

  @Test func `a joke has its fields`() throws {
    let jokes = try read(
      #"""
      {"id":"a","text":"Caf\u00e9","type":"pickup","tags":["x","christmas"],"popularity_score":1.5e1}
      {"popularity_score":-2,"_id":"b","sfw":true}
      """#
    ).jokes
    #expect(
      jokes == [
        Joke(
          id: JokeID("a"), text: "Café", category: .pickupLine, isForChristmas: true,
          popularity: 15),
        Joke(id: JokeID("b"), text: "", category: .dadJoke, popularity: -2),
      ])
  }

  @Test(arguments: [#""99""#, "null", "true", "[7]", "{}"])
  func `a score that is no number is 0`(score: String) throws {
    let jokes = try read(#"{"id":"a","popularity_score":\#(score)}"#).jokes
    #expect(jokes.map(\.popularity) == [0])
  }

  @Test(arguments: [
    #""christmas""#, #"["Christmas"]"#, #"[["christmas"]]"#, #"{"christmas":true}"#, "[]", "null",
  ])
  func `only a tag of that very name is for Christmas`(tags: String) throws {
    #expect(try read(#"{"id":"a","tags":\#(tags)}"#).jokes.map(\.isForChristmas) == [false])
  }

  @Test func `the first of duplicate fields counts`() throws {
    let jokes = try read(
      #"{"id":"a","text":"1","text":"2","popularity_score":"x","popularity_score":3,"tags":[],"tags":["christmas"]}"#
    ).jokes
    #expect(jokes == [Joke(id: JokeID("a"), text: "1", category: .dadJoke)])
  }

  @Test func `without an id, or with a score too large, there is no joke`() throws {
    let found = try read("{\"text\":\"?\"}\n{\"id\":\"b\",\"popularity_score\":-1e999}\n")
    #expect(found.jokes.isEmpty)
    #expect(found.problems.count == 2)
    #expect(found.problems[0].hasSuffix("the joke has no id"))
    #expect(found.problems[1].hasSuffix("popularity_score is too large for a number"))
    #expect(found.problems[1].contains(":2:"))
  }

  @Test func `threads find each joke in order, and a problem at its line`() throws {
    let lines = (1...400).map {
      "{\"id\":\"\($0)\",\"popularity_score\":\($0 == 300 ? "1e999" : "1")}\n"
    }
    let found = try read(
      lines.joined(), window: 64 << 10, sharing: WorkSharing(threadCount: 3, chunkByteCount: 512))
    #expect(found.jokes.map(\.id.text) == (1...400).filter { $0 != 300 }.map(String.init))
    #expect(found.problems.count == 1)
    #expect(found.problems[0].contains(":300:32 (byte "))
  }

  @Test func `other collections are passed over, and counted`() throws {
    let found = try read(
      #"{"users":{"u":{"a":{}},"v":{}},"jokes":{"x":{"text":"X"},"y":{}}}"#, as: .jsonObject)
    #expect(found.jokes.map(\.id.text) == ["x", "y"])
    #expect(found.otherDocumentCount == 2)
  }

  @Test func `damage can be salvaged`() throws {
    let found = try read("{\"id\":\"a\"}\n{\"id\":\n{\"id\":\"b\"}\n", isSalvaging: true)
    #expect(found.jokes.map(\.id.text) == ["a", "b"])
    #expect(found.rejects.count == 1)
  }
}
