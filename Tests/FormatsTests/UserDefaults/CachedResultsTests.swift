import Formats
import Foundation
import Jokes
import Testing

@Suite struct CachedResultsTests {
  private static let id = "d5a0c3f2-0C1C-4c60-9A38-1b4d2b4a5f10"

  /// A result's text, with members in place of or beside the usual ones.
  static func result(_ asset: String, _ more: String = "") -> String {
    #"{"id":"\#(id)","assetId":"\#(asset)","status":"failed","contentType":"music","message":"m"\#(more)}"#
  }

  private func results(_ text: String) throws -> CachedResults {
    try CachedResults(reading: Array(text.utf8))
  }

  private func problem(_ text: String) throws -> UndecodableResults? {
    #expect(throws: UndecodableResults.self) { try results(text) }
  }

  @Test func `a result is read with its id in the spelling it has`() throws {
    let text = Self.result(#"a\/1"#, #","title":"T","creator":null,"later":{"id":[1]}"#)
    let expected = ProcessedResult(
      id: Self.id, assetID: "a/1", status: .failed, contentType: .music, title: "T", message: "m")
    #expect(try results("[\(text)]").results == [expected])
  }

  @Test(arguments: ["music", "movie", "book", "meme", "unknown"])
  func `the app knows five types of content`(type: String) throws {
    let read = try results("[\(Self.result("a").replacing("music", with: type))]").results
    #expect(read.first?.contentType.rawValue == type)
    #expect(try problem("[\(Self.result("a").replacing("music", with: type.capitalized))]") != nil)
  }

  @Test(arguments: ["[]", " [ ]\n", "[\(result("a")),\n\(result("b"))\t]"])
  func `without anything taken out the text is the same`(text: String) throws {
    #expect(try results(text).removing([]) == Array(text.utf8))
  }

  @Test(arguments: [
    ([0], "[ B,  C ]"), ([1], "[ A , C ]"), ([2], "[ A , B ]"), ([0, 1], "[ C ]"),
    ([1, 2], "[ A ]"), ([0, 2], "[ B ]"), ([0, 1, 2], "[]"),
  ])
  func `a removed result takes one comma along`(places: [Int], rest: String) throws {
    let texts = ["A", "B", "C"].map { ($0, Self.result($0, #" , "later":[ 1.50 ]"#)) }
    let spelled = { (text: String) in
      texts.reduce(text) {
        $0.replacing($1.0 + " ", with: $1.1 + " ").replacing($1.0 + ",", with: $1.1 + ",")
      }
    }
    let given = try results(spelled("[ A , B,  C ]"))
    #expect(String(decoding: given.removing(Set(places)), as: UTF8.self) == spelled(rest))
  }

  @Test(arguments: [
    ("", "it is not JSON: the text ends in the middle of a value"),
    ("{}", "it is not a JSON array"),
    ("[5]", "result 1 is not an object"),
    ("[\(result("a"))", "it is not JSON: the text ends in the middle of a value"),
    ("[] x", "it is not JSON: unexpected text after the value"),
    ("\u{FEFF}[]", "it is not JSON: expected a value"),
    ("[\(result("a")),{}]", "result 2 has no 'id'"),
    ("[\(result("a", #","status":"failed""#))]", "result 1 has 'status' twice"),
    ("[\(result("a", #","t\u0069tle":5"#))]", "result 1 has a 'title' that is not a string"),
    (
      "[\(result("a").replacing("failed", with: "done"))]",
      "result 1 has the status 'done', which is not success, flagged or failed"
    ),
    (
      "[\(result("a").replacing("music", with: "song"))]",
      "result 1 has the contentType 'song', which is not music, movie, book, meme or unknown"
    ),
    (
      "[\(result("a").replacing("-1b4d", with: "1-b4d"))]",
      "result 1 has the id 'd5a0c3f2-0C1C-4c60-9A381-b4d2b4a5f10', which is not a UUID"
    ),
    (
      "[\(result("a").replacing("f10", with: "g10"))]",
      "result 1 has the id 'd5a0c3f2-0C1C-4c60-9A38-1b4d2b4a5g10', which is not a UUID"
    ),
    (
      "[\(result("a").replacing(#""m""#, with: "null"))]",
      "result 1 has a 'message' that is not a string"
    ),
    ("[\(result("a").replacing("assetId", with: "assetid"))]", "result 1 has no 'assetId'"),
  ])
  func `results that the app would not decode have a reason`(text: String, reason: String) throws {
    #expect(try problem(text)?.reason == reason)
  }

  @Test func `fields of others may nest as deep as they like`() throws {
    let deep = String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000)
    #expect(try results("[\(Self.result("a", #","later":"# + deep))]").results.count == 1)
  }
}
