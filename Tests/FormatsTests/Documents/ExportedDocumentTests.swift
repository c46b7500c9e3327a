import Formats
import Jokes
import Scan
import SystemIO
import TestSupport
import Testing

/// Printed documents are recognised by their bytes and read as the same documents.
struct ExportedDocumentTests {
  /// The lines and names of the documents in a text.
  private func printed(
    _ text: String, isPlain: Bool
  ) throws -> (lines: [String], names: [String?]) {
    var printed: (lines: [String], names: [String?]) = ([], [])
    let visitor = AskingVisitor { event in
      let document = ExportedDocument(event)
      let bytes = isPlain ? try document.plain() : try document.typed()
      printed.lines.append(String(decoding: bytes, as: UTF8.self))
      printed.names.append(document.name)
      return .keep
    }
    try TemporaryDirectory.with { directory in
      var window = ByteWindow(try InputFile(path: directory.write(text, to: "export")))
      guard case .format(let format, _) = try FormatDetector.detect(&window) else {
        Issue.record("no format is told of \(text)")
        return
      }
      _ = try ExportReader.read(
        window, as: format, collection: nil, isSalvaging: false, visitor: visitor)
      #expect(visitor.problems.isEmpty && visitor.passedOver == 0, "\(format) \(text)")
    }
    return printed
  }

  @Test(arguments: SeededGenerator.seeds(150))
  func `printing what was printed changes nothing`(seed: UInt64) throws {
    var documents = RandomDocuments(seed: seed)
    let document = documents.next()
    for isPlain in [false, true] {
      let first = try printed(document.text + "\n", isPlain: isPlain)
      #expect(first.names == [document.name], "seed \(seed): \(document.text)")
      let line = try #require(first.lines.first) + "\n"
      let second = try printed(line, isPlain: isPlain)
      #expect(second.lines == first.lines, "seed \(seed): \(document.text)")
      #expect(second.names == first.names, "seed \(seed): \(document.text)")
    }
  }

  @Test(arguments: SeededGenerator.seeds(150), [false, true])
  func `printing documents without names again changes nothing`(
    seed: UInt64, isPlain: Bool
  ) throws {
    var documents = RandomDocuments(seed: seed, isUntagged: isPlain)
    let text = documents.nextNameless()
    let first = try printed(text, isPlain: isPlain)
    #expect(
      first.lines.count == text.utf8.count { $0 == UInt8(ascii: "\n") }, "seed \(seed): \(text)")
    #expect(first.names.first == .some(nil), "seed \(seed): \(text)")
    let second = try printed(first.lines.joined(separator: "\n") + "\n", isPlain: isPlain)
    #expect(second.lines == first.lines, "seed \(seed): \(text)")
    #expect(second.names == first.names, "seed \(seed): \(text)")
  }

  @Test(arguments: [
    #"{"fields":{"rating":{"integerValue":"4"}},"later":{"x":1},"v":2}"#,
    #"{"fields":{},"createTime":"2026-02-25T06:13:21Z","later":"x"}"#,
    #"{"fields":{"a":{"nullValue":null}},"updateTime":"2026-02-25T06:13:21Z","namedouble":"x"}"#,
  ])
  func `a typed document without a name is recognised despite unknown members`(
    line: String
  ) throws {
    #expect(try printed(line + "\n", isPlain: false).lines == [line])
  }

  @Test(arguments: [
    (#"{"joke_id":"a","fields":{"rating":{"integerValue":"4"}}}"#, "joke_id"),
    (#"{"fields":{"rating":4},"joke_id":"a"}"#, "joke_id"), (#"{"fields":{},"later":1}"#, "later"),
  ])
  func `a plain document may have a field named 'fields'`(line: String, field: String) throws {
    let found = try #require(try printed(line + "\n", isPlain: false).lines.first)
    #expect(found.hasPrefix(#"{"fields":{"#) && found.contains(#""\#(field)":{"#), "\(found)")
  }

  @Test(arguments: ["", #","updateTime":"2026-02-25T06:13:21.654321Z""#])
  func `null fields are those of an empty document`(time: String) throws {
    let name = #""name":"projects/p/databases/d/documents/jokes/a""#
    for input in [#"{\#(name),"fields":null\#(time)}"#, #"{"fields":null,\#(name)\#(time)}"#] {
      #expect(try printed(input, isPlain: false).lines == [#"{\#(name),"fields":{}\#(time)}"#])
    }
  }

  @Test(arguments: [
    #"{"__name__":"jokes/a","id":"b","_id":"c","path":"x/y","name":"a/documents/b"}"#,
    #"{"id":"b","__name__":"jokes/a"}"#, #"{"__name__":"jokes/a","joke_id":"j","documents":[]}"#,
    #"{"__name__":"jokes/a","_key":{"path":"x/y"}}"#,
    #"{"__name__":"jokes/a","name":"x","fields":{}}"#,
    #"{"__name__":"jokes/a","jokeRatings":{"j":5}}"#, #"[{"__name__":"jokes/a","document":{}}]"#,
    #"{"__name__":"jokes/a","document_name":"x","operation":"CREATE","data":"{}"}"#,
  ])
  func `the name that is printed wins over all fields`(text: String) throws {
    #expect(try printed(text, isPlain: false).names == ["jokes/a"])
  }

  @Test(arguments: [
    #"{"__name__":5}"#, #"{"id":"a","__name__":""}"#, #"{"a":{"x":1,"__name__":"b"}}"#,
    #"{"id":"a","__id__":"b"}"#, #"{"id":"a","":1}"#, #"{"id":"a/b"}"#, #"{"id":"."}"#,
    #"{"name":"projects/p/documents/a/b"}"#, #"{"path":"__c__/a"}"#,
  ])
  func `a name that no field and no document can have is refused`(text: String) {
    #expect(throws: Unrepresentable.self) { try printed(text, isPlain: false) }
    #expect(throws: Unrepresentable.self) { try printed(text, isPlain: true) }
  }

  @Test func `a full name that ends in the document's key replaces the key`() throws {
    let name = "projects/p/databases/d/documents/jokes/a"
    let found = try printed(#"{"a":{"x":1,"__name__":"\#(name)"}}"#, isPlain: false)
    #expect(found.lines == [#"{"name":"\#(name)","fields":{"x":{"integerValue":"1"}}}"#])
  }

  @Test func `a map that only looks like a timestamp stays one`() throws {
    let map = #"{"_seconds":1,"_nanoseconds":2}"#
    let printed = try printed(#"{"__name__":"a","at":\#(map),"timestamp":5}"#, isPlain: true)
    #expect(printed.lines == [#"{"__name__":"a","at":\#(map),"timestamp":5}"#])
    let foreign = try self.printed(#"{"id":"a","at":\#(map)}"#, isPlain: true)
    #expect(foreign.lines == [#"{"__name__":"a","at":"1970-01-01T00:00:01.000000002Z"}"#])
  }

  @Test(arguments: ["2026-03-01T05:05:06+01:00", "2026-03-01T04:05:06.1Z"])
  func `the time of an event keeps its spelling`(time: String) throws {
    let text = #"{"id":"a","timestamp":"\#(time)"}"#
    #expect(
      try printed(text, isPlain: false).lines == [
        #"{"name":"a","fields":{"timestamp":{"timestampValue":"\#(time)"}}}"#
      ])
  }
}
