import Formats
import Jokes
import Scan
import SystemIO
import TestSupport
import Testing

struct ExportReaderTests {
  private func read(
    _ text: String, as format: InputFormat, collection: String? = nil, isSalvaging: Bool = false,
    byteCount: Int = 16
  ) throws -> (names: [String?], visitor: AskingVisitor) {
    var names: [String?] = []
    let visitor = AskingVisitor { document in
      names.append(ExportedDocument(document).name)
      return .keep
    }
    try TemporaryDirectory.with { directory in
      let window = ByteWindow(
        try InputFile(path: directory.write(text, to: "export")), byteCount: byteCount)
      _ = try ExportReader.read(
        window, as: format, collection: collection, isSalvaging: isSalvaging,
        visitor: visitor)
    }
    return (names, visitor)
  }

  @Test(arguments: [1, 7, 64, 4096])
  func `an object of objects holds documents or collections`(byteCount: Int) throws {
    let export = """
      {"a": {"b": {"x": 1}, "c": {}}, "d": {"y": {}, "z": 1}, "e": {}, "f": {"g": {"h": {}}}}
      """
    let all = try read(export, as: .jsonObject, byteCount: byteCount)
    #expect(all.names == ["a/b", "a/c", "d", "e", "f/g"])
    let one = try read(export, as: .jsonObject, collection: "f", byteCount: byteCount)
    #expect(one.names == ["d", "e", "f/g"])
    #expect(one.visitor.passedOver == 2)
  }

  @Test func `a collection larger than any document is seen to be one`() throws {
    let member = "{\"text\":\"\(String(repeating: "x", count: 1000))\"}"
    let members = (0..<5000).map { "\"id\($0)\":\(member)" }.joined(separator: ",")
    let found = try read("{\"jokes\":{\(members)}}", as: .jsonObject)
    #expect(found.names.count == 5000)
    #expect(found.names.last == "jokes/id4999")
  }

  @Test func `a value in the place of an inner document is damage`() throws {
    let export = """
      {"__collections__":{"c":{"a":{"__collections__":{"d":{
      "x":5}}},"b":{}}}}
      """
    #expect(throws: DamagedInput.self) { try read(export, as: .importExport) }
    let salvaged = try read(export, as: .importExport, isSalvaging: true)
    #expect(salvaged.names == ["c/b"])
    let places = salvaged.visitor.problems.map { problem in
      if case .damaged(let damage) = problem { damage.place } else { Place?.none }
    }
    #expect(places.map { $0?.line } == [2])
    #expect(places.map { $0?.column } == [5])
  }

  @Test func `a value in the place of an inner collection is damage`() throws {
    let export = #"{"__collections__":{"c":{"a":{"x":1,"__collections__":{"d":5}}}}}"#
    do {
      _ = try read(export, as: .importExport)
      Issue.record("a number was taken for a collection")
    } catch let damage as DamagedInput {
      #expect(damage.place?.byte == export.utf8.count - 6)
    }
  }

  @Test func `a subcollection is another collection`() throws {
    let export = """
      {"name":"projects/p/databases/d/documents/users/u/jokes/a","fields":{}}
      {"name":"projects/p/databases/d/documents/jokes/b","fields":{}}
      {"name":"projects/p/databases/d/documents/jokes/phantom"}
      """
    let name = "projects/p/databases/d/documents/jokes/b"
    #expect(try read(export, as: .restDocuments, collection: "jokes").names == [name])
    #expect(try read(export, as: .restDocuments).names.count == 2)
    #expect(try read(export, as: .restDocuments, collection: "users/u/jokes").names.count == 1)
  }
}
