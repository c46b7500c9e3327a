import Formats
import Foundation
import Jokes
import Testing

@Suite struct ProcessedPruningTests {
  private static func results(_ assets: String...) -> String {
    "[" + assets.map { CachedResultsTests.result($0) }.joined(separator: ", ") + "]"
  }

  private static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

  private func pruning(
    _ text: String, _ existing: String..., kind: DefaultsKind = .json
  ) throws -> (ProcessedPruning, result: String) {
    let dump = try dump(text, kind)
    let pruning = try ProcessedPruning(of: dump, existing: ExistingAssets(existing))
    let bytes = try dump.applying(pruning.edits)
    let again = try ProcessedPruning(
      of: try DefaultsDump(reading: bytes, as: kind), existing: ExistingAssets(existing))
    #expect(again.edits.isEmpty, "twice is once")
    return (pruning, String(decoding: bytes, as: UTF8.self))
  }

  private static func dumpText(ids: String, results: String) -> String {
    #"{ "x" : 1.50, "ScreenSort.ProcessedIDs" : [\#(ids)],"ScreenSort.CachedResults":\#(results) }"#
  }

  @Test func `ids and results of assets that are gone go, and nothing else`() throws {
    let text = Self.dumpText(
      ids: #""a", "b" ,"c""#, results: #""\#(Self.base64(Self.results("b", "c", "d")))""#)
    let (pruning, result) = try pruning(text, "a", "c")
    #expect(pruning.staleIDs == ["b"] && pruning.keptIDCount == 2)
    #expect(pruning.staleResults.map(\.assetID) == ["b"] && pruning.keptResultCount == 2)
    #expect(
      result
        == Self.dumpText(
          ids: #""a", "c""#, results: #""\#(Self.base64(Self.results("c", "d")))""#))
  }

  @Test func `plain JSON stays plain JSON`() throws {
    let text = Self.dumpText(ids: #""a""#, results: Self.results("a", "b"))
    #expect(try pruning(text, "b").result == Self.dumpText(ids: "", results: Self.results("b")))
  }

  @Test func `a result whose asset was never marked stays`() throws {
    for ids in [#""ScreenSort.ProcessedIDs":["b"],"#, #""ScreenSort.ProcessedIDs":[],"#, ""] {
      let text = #"{\#(ids)"ScreenSort.CachedResults":\#(Self.results("a"))}"#
      let (pruning, result) = try pruning(text, "b")
      #expect(pruning.edits.isEmpty && pruning.staleResults.isEmpty && result == text)
    }
  }

  @Test func `all results of a stale id go, and ids are compared by their bytes`() throws {
    let text = Self.dumpText(
      ids: #""é","é""#, results: Self.results("e\u{301}", "é", "e\u{301}", "é"))
    let (pruning, result) = try pruning(text, "z")
    #expect(pruning.staleIDs == ["é", "é"] && pruning.staleResults.count == 2)
    #expect(result == Self.dumpText(ids: "", results: Self.results("e\u{301}", "e\u{301}")))
  }

  @Test func `with nothing stale nothing is planned`() throws {
    let text = Self.dumpText(ids: #""a","a""#, results: Self.results("a"))
    let (pruning, result) = try pruning(text, "a", "b")
    #expect(pruning.edits.isEmpty && result == text && pruning.keptIDCount == 2)
    #expect(try self.pruning("{}", "a").result == "{}")
  }

  @Test(arguments: [
    #""bm8=""#, #""no base64""#, #"{"a":1}"#, "null", "[1]",
    "[\(CachedResultsTests.result("a").replacing("music", with: "song"))]",
  ])
  func `results that cannot be decoded stay, and ids go all the same`(results: String) throws {
    let text = Self.dumpText(ids: #""a","b""#, results: results)
    let (pruning, result) = try pruning(text, "b")
    #expect(pruning.state.undecodable != nil && pruning.state.results == nil)
    #expect(result == Self.dumpText(ids: #""b""#, results: results))
  }

  @Test func `where they cannot be decoded is told as exactly as it can be`() throws {
    let plain = try ProcessedDefaults(of: try dump(#"{"ScreenSort.CachedResults":[ 5]}"#))
    #expect(plain.undecodable?.byteOffset == 30)
    #expect(plain.undecodable?.reason == "result 1 is not an object")
    let spelled = try ProcessedDefaults(of: try dump(#"{"ScreenSort.CachedResults":"WyA1XQ=="}"#))
    #expect(spelled.undecodable?.byteOffset == 28)
  }

  @Test func `in property lists results are data`() throws {
    let list = propertyList(
      """
      <dict>
      \t<key>ScreenSort.ProcessedIDs</key>
      \t<array>
      \t\t<string>a</string>
      \t\t<string>b</string>
      \t</array>
      \t<key>ScreenSort.CachedResults</key>
      \t<data>\(Self.base64(Self.results("a", "b")))</data>
      </dict>
      """)
    let expected = list.replacing("\t\t<string>a</string>\n", with: "")
      .replacing(Self.base64(Self.results("a", "b")), with: Self.base64(Self.results("b")))
    #expect(try pruning(list, "b", kind: .xmlPropertyList).result == expected)
  }

  @Test(arguments: [
    #""ScreenSort.ProcessedIDs":[5]"#, #""ScreenSort.ProcessedIDs":{}"#,
    #""ScreenSort.ProcessedIDs":"a""#,
    #""ScreenSort.ProcessedIDs":[],"ScreenSort.ProcessedIDs":[]"#,
    #""ScreenSort.CachedResults":[],"ScreenSort.CachedResults":[]"#,
  ])
  func `a dump that leaves room for a guess is unusable`(members: String) throws {
    let error = #expect(throws: DefaultsDumpError.self) { try pruning("{\(members)}", "a") }
    #expect(error?.cause == .unusable)
  }
}
