import Scan
import SystemIO
import TestSupport
import Testing

@testable import Formats

/// Documents that are too large to be held only for the subcollections in them.
struct DocumentHandlerLargeDocumentsTests {
  /// Enough for any document of `RandomNesting` by itself.
  private static let limit = 900
  private static let formats = [InputFormat.importExport, .importExportCollection, plain]
  /// Plain documents, of which as little is looked at as suits small limits.
  private static let plain = InputFormat(
    "json-object", "JSON object of documents",
    .documents(
      .object,
      DocumentLayout(
        .named(documentLimit: 400), naming: .fields, envelope: DocumentLayout.plain.envelope))
  ) { _ in nil }

  private func file(_ format: InputFormat, seed: UInt64) -> String {
    let isPlain = format.rawValue == InputFormat.jsonObject.rawValue
    var nesting = RandomNesting(
      seed: seed, member: isPlain ? "subCollection" : "__collections__", hasPaths: isPlain)
    if format.rawValue == InputFormat.importExport.rawValue {
      return "{\"__collections__\":\(nesting.collections())}"
    }
    let events = nesting.collection(depth: 0, below: "rating_events/")
    return isPlain ? "{\"rating_events\":\(events)}" : events
  }

  @Test(arguments: formats)
  func `a small record limit changes no byte, document or count`(
    format: InputFormat
  ) throws {
    var dividedCount = 0
    for seed in UInt64(1)...60 {
      let input = file(format, seed: seed)
      let whole = try readLarge(input, as: format, in: "rating_events", recordLimit: nil)
      #expect(whole.problems.isEmpty, "seed \(seed)")
      if input.utf8.count > 2 * Self.limit { dividedCount += 1 }
      for window in [16, 100, 900] {
        let parts = try readLarge(
          input, as: format, in: "rating_events", recordLimit: Self.limit, window: window)
        #expect(parts.damage == nil, "seed \(seed)")
        #expect(parts.largePlaces == [], "seed \(seed)")
        #expect(parts.output == whole.output, "seed \(seed), window \(window)")
        #expect(parts.documents == whole.documents, "seed \(seed), window \(window)")
        #expect(parts.counts == whole.counts, "seed \(seed)")
        #expect(parts.passedOver == whole.passedOver, "seed \(seed)")
      }
    }
    #expect(dividedCount > 20)
  }

  private static let text = String(repeating: "x", count: 200)
  private static let large: [(InputFormat, String)] = [
    (.ndjson, #"{"id":"a","text":"\#(text)"}"#), (.ndjson, #"{"id":"a","x":{},"#),
    (.jsonArray, #"[{"n":[1],"_id":"a","text":"\#(text)"}]"#),
    (.jsonObject, #"{"a":{"text":"\#(text)"}}"#), (.jsonObject, #"{"\u0061":{"text":"\#(text)"}}"#),
    (.restDocuments, #"{"name":"projects/p/databases/d/documents/x/a","fields":{"t":"\#(text)"}}"#),
    (
      .restAnswers[0],
      #"[{"document":{"name":"projects/p/databases/d/documents/x/a","fields":{"t":"\#(text)"}}}]"#
    ),
    (
      .restPages,
      #"{"documents":[{"name":"projects/p/databases/d/documents/x/a","fields":"\#(text)"}]}"#
    ),
    (.backfire[1], #"{"path":"x/a","data":{"t":"\#(text)"}}"#),
    (.levelDBExport[1], #"{"_key":{"path":"x/a"},"t":"\#(text)"}"#),
    (.importExportCollection, #"{"a":{"t":"\#(text)"}}"#),
    (.importExportCollection, #"{"a":{"t":"\#(text)","__collections__":{"c":{"b":{}}}}}"#),
  ]

  @Test(arguments: large)
  func `a document that is too large is named by an id at its beginning`(
    format: InputFormat, text: String
  ) throws {
    let input = text.hasSuffix(",") ? text + #""text":"\#(Self.text)"}"# : text
    for window in [32, 4096] {
      let reading = try readLarge(
        input, as: format, in: "rating_events", recordLimit: 100, window: window)
      guard case .tooLarge(_, limit: 100, let id)? = reading.problems.first else {
        Issue.record("\(reading.problems)")
        continue
      }
      #expect(id == "a")
      #expect(reading.problems.count == 1 && reading.text == input)
    }
  }

  /// The document is as large as the answer around it, which the window holds to its end.
  @Test func `an id in a large document names it, if the window holds all of it`() throws {
    let name = "projects/p/databases/d/documents/x/a"
    let text = String(repeating: "x", count: 70_000)
    let input = #"{"document":{"name":"\#(name)","fields":{"t":"\#(text)"}},"readTime":""}"#
    let reading = try readLarge(input, as: .restAnswers[1], in: nil, recordLimit: 70_000)
    guard case .tooLarge(_, _, "a")? = reading.problems.first else {
      Issue.record("\(reading.problems)")
      return
    }
  }

  @Test func `an id after the first bytes does not name it`() throws {
    let text = String(repeating: "x", count: 8000)
    let reading = try readLarge(
      #"{"text":"\#(text)","id":"a"}"#, as: .ndjson, in: nil, recordLimit: 100)
    #expect(reading.problems.count == 1)
    guard case .tooLarge(_, _, nil)? = reading.problems.first else {
      Issue.record("\(reading.problems)")
      return
    }
  }

  @Test(arguments: [InputFormat.ndjson, .jsonArray, .jsonObject, .jsonStream])
  func `the limit is the same, however much the window holds`(format: InputFormat) throws {
    for excess in -1...1 {
      let key = format == .jsonObject ? #""a":"# : ""
      let room = 100 - (key + #"{"id":"a","t":""}"#).utf8.count + excess
      let record = key + #"{"id":"a","t":"\#(String(repeating: "x", count: room))"}"#
      let inputs =
        switch format {
        case .jsonArray: ["[\(record)]", "[ \(record) ,{}]"]
        case .jsonObject: ["{\(record)}", "{\(record), \"b\":{}}", "{\n  \"b\":{},\n  \(record)}"]
        case .ndjson:
          [
            record, record + "\n", "{}\n" + record, "{}\n" + record + "\n{}",
            "  \(record) \t\r\n{}\r\n",
          ]
        default: [record, "{} " + record, record + " {}"]
        }
      for input in inputs {
        for window in [32, 4096, 1 << 20] {
          let reading = try readLarge(
            input, as: format, in: "rating_events", recordLimit: 100, window: window)
          #expect(reading.problems.count == (excess > 0 ? 1 : 0), "\(excess) \(window) \(input)")
          #expect(reading.text == input)
        }
      }
    }
  }

  @Test(arguments: formats)
  func `a small record limit changes no document of any collection`(
    format: InputFormat
  ) throws {
    for seed in UInt64(1)...80 {
      let input = file(format, seed: seed)
      let whole = try readLarge(input, as: format, in: nil, recordLimit: nil, isDiscarding: true)
      for window in [16, 900] {
        let parts = try readLarge(
          input, as: format, in: nil, recordLimit: Self.limit, window: window, isDiscarding: true)
        #expect(parts.damage == nil, "seed \(seed)")
        #expect(parts.largePlaces == [], "seed \(seed)")
        #expect(parts.documents.sorted() == whole.documents.sorted(), "seed \(seed)")
      }
    }
  }

  // MARK: One by one

  private static let padding = String(repeating: "x", count: 300)
  /// Subcollections that are larger than the limit of these tests, in documents that are not.
  private static let replies =
    #"{"replies":{"#
    + (0..<4).map { #""r\#($0)":{"t":"\#(padding)","rating":3}"# }.joined(separator: ",") + "}}"

  private func file(_ event: String) -> String {
    #"{"__collections__":{"rating_events":{"a":{"rating":3},"b":\#(event),"c":{"rating":3}}}}"#
  }

  private func read(
    _ event: String, as format: InputFormat = .importExport,
    in collection: String? = "rating_events",
    isDiscarding: Bool = false, isSalvaging: Bool = false
  ) throws -> LargeReading {
    try readLarge(
      file(event), as: format, in: collection, recordLimit: 500, isDiscarding: isDiscarding,
      isSalvaging: isSalvaging)
  }

  @Test(arguments: [
    #"{"rating":4,"x":1,"__collections__":R}"#, #"{"__collections__":R,"x":1,"rating":4}"#,
    #"{"x":1,"__collections__":R,"rating":4}"#,
  ])
  func `fields are read whichever side of the subcollections they are on`(event: String) throws {
    let event = event.replacing("R", with: Self.replies)
    let reading = try read(event)
    #expect(reading.documents.map(\.name).count == 3)
    #expect(
      reading.text
        == #"{"__collections__":{"rating_events":{"b":\#(event.replacing("g\":4", with: "g\":5"))}}}"#
    )
    #expect(reading.problems.isEmpty)
  }

  @Test func `a deleted large document leaves its subcollections behind`() throws {
    let reading = try read(#"{ "__collections__": \#(Self.replies) , "rating":3 }"#)
    #expect(
      reading.text
        == #"{"__collections__":{"rating_events":{"b":{"__collections__":\#(Self.replies)}}}}"#)
    #expect(reading.counts.dropped == 3)
    // What is left is a parent that does not exist, of whatever size.
    let again = try readLarge(
      reading.text, as: .importExport, in: "rating_events", recordLimit: 500)
    #expect(again.text == reading.text)
    #expect(again.documents.isEmpty)
  }

  @Test func `a rating on either side of the subcollections is ambiguous`() throws {
    let event = #"{"rating":4,"__collections__":\#(Self.replies),"rating":3}"#
    #expect(
      try read(event).documents.map(\.fields).contains("the field 'rating' occurs twice"))
  }

  @Test(arguments: [false, true])
  func `a document with too large fields is rejected, and its subcollections are read`(
    isDiscarding: Bool
  ) throws {
    let place = #"{"__collections__":{"rating_events":{"a":{"rating":3},"#.utf8.count
    let own = #""x":"\#(Self.padding)","y":"\#(Self.padding)""#
    for event in [
      #"{\#(own),"__collections__":\#(Self.replies),"rating":3}"#,
      #"{"__collections__":\#(Self.replies),\#(own),"rating":3}"#,
      #"{"__collections__":\#(Self.replies),"x":"\#(Self.padding + Self.padding)"}"#,
      #"{"\#(String(repeating: "k", count: 9_000))":1,"__collections__":\#(Self.replies)}"#,
      #"{"__collections__":\#(Self.replies),"n":\#(String(repeating: "1", count: 9_000))}"#,
    ] {
      let reading = try read(event, isDiscarding: isDiscarding)
      #expect(reading.largePlaces == [place])
      #expect(reading.documents.count == 2)
      if !isDiscarding {
        #expect(reading.text == #"{"__collections__":{"rating_events":{"b":\#(event)}}}"#)
      }
      let all = try read(event, in: nil, isDiscarding: true)
      #expect(all.largePlaces == [place])
      #expect(all.documents.count == 6)
    }
  }

  /// Where the window ends, a number seems to be complete.
  @Test func `a number across the end of the window is one number`() throws {
    let number = String(repeating: "12345", count: 8)
    let name = "projects/p/databases/d/documents/rating_events/a"
    for size in stride(from: 0, to: 6_000, by: 20) {
      let pad = String(repeating: "x", count: size)
      let page = #"{"documents":[{"name":"\#(name)","fields":{}}],"p":"\#(pad)","n":\#(number)}"#
      let replies = #"{"replies":{"a":{"t":"\#(pad)"},"b":{"t":"\#(pad)"}}}"#
      let document = #"{"d":{"__collections__":\#(replies),"n":\#(number),"rating":5}}"#
      let database = #"{"__collections__":{"rating_events":\#(document)}}"#
      for (format, input) in [(InputFormat.restPages, page), (.importExport, database)] {
        let reading = try readLarge(
          input, as: format, in: "rating_events", recordLimit: Self.limit, window: 100)
        #expect(reading.damage == nil, "\(size)")
        #expect(reading.text == input, "\(size)")
      }
    }
  }

  @Test(arguments: ["]", "x", "01", #""\q""#])
  func `damage in the subcollections is damage at its place`(damage: String) throws {
    let event = #"{"rating":3,"__collections__":\#(Self.replies.dropLast(2)),"z":{"q":\#(damage)"#
    let input = file(event)
    let value = try #require(input.firstRange(of: "\"q\":" + damage)).lowerBound
    let start = input.utf8.distance(from: input.startIndex, to: value) + 4
    let byte = try #require(try read(event).damage?.place?.byte)
    #expect((start...start + 2).contains(byte))
    let salvaged = try read(event, isSalvaging: true)
    #expect(salvaged.text == input.replacing(#""a":{"rating":3},"#, with: ""))
    #expect(salvaged.problems.count == 1)
  }

  @Test func `subcollections nested beyond Firestore's depth are damage, and no crash`() throws {
    let depth = 20_000
    for collection in ["rating_events", "jokes", nil] {
      let input =
        String(repeating: #"{"__collections__":{"rating_events":{"d":"#, count: depth)
        + "{}" + String(repeating: "}}}", count: depth)
      let reading = try readLarge(
        input, as: .importExport, in: collection, recordLimit: 500, isDiscarding: true)
      #expect(reading.damage?.reason == "nested too deeply for such a document")
    }
  }

  // MARK: Other shapes

  /// Documents without others in them are too large by themselves, whichever shape they have.
  @Test(
    arguments: [
      (.jsonObject, #"{"a":{"rating":4},"b":{"rating":3,"t":"P"},"c":{"rating":4}}"#),
      (.jsonArray, #"[{"id":"a","rating":4},{"id":"b","rating":3,"t":"P"},{"id":"c","rating":4}]"#),
      (
        .restPages,
        #"{"documents":[{"name":"N/a","fields":{"rating":{"integerValue":"4"}}},"#
          + #"{"name":"N/b","fields":{"rating":{"integerValue":"3"},"t":{"stringValue":"P"}}},"#
          + #"{"name":"N/c","fields":{"rating":{"integerValue":"4"}}}]}"#
      ),
      (
        InputFormat.restAnswers[0],
        #"[{"document":{"name":"N/a","fields":{"rating":{"integerValue":"4"}}}},"#
          + #"{"document":{"name":"N/b","fields":{"rating":{"integerValue":"3"},"t":"P"}}},"#
          + #"{"document":{"name":"N/c","fields":{"rating":{"integerValue":"4"}}}}]"#
      ),
      (
        InputFormat.backfire[1],
        #"{"path":"rating_events/a","data":{"rating":4}}"# + "\n"
          + #"{"path":"rating_events/b","data":{"rating":3,"t":"P"}}"# + "\n"
          + #"{"path":"rating_events/c","data":{"rating":4}}"#
      ),
      (
        InputFormat.levelDBExport[0],
        #"[{"rating":4,"_key":{"path":"rating_events/a"}},"#
          + #"{"rating":3,"t":"P","_key":{"path":"rating_events/b"}},"#
          + #"{"rating":4,"_key":{"path":"rating_events/c"}}]"#
      ),
    ] as [(InputFormat, String)])
  func `a document that is too large by itself is one reject in every shape`(
    format: InputFormat, input: String
  ) throws {
    let name = "projects/p/databases/d/documents/rating_events/"
    let input = input.replacing("P", with: Self.padding + Self.padding).replacing("N/", with: name)
    for collection in ["rating_events", nil] {
      let reading = try readLarge(input, as: format, in: collection, recordLimit: 400)
      #expect(reading.damage == nil)
      #expect(reading.largePlaces.count == 1)
      #expect(reading.documents.count == 2)
      #expect(
        reading.text
          == input.replacing(#""rating":4"#, with: #""rating":5"#)
          .replacing(#":"4"}"#, with: #":"5"}"#))
    }
  }

  @Test func `another plain collection than the wanted one may be as large as it likes`() throws {
    let jokes = (0..<30).map { #""j\#($0)":{"rating":3,"t":"\#(Self.padding)"}"# }
    for other in ["jokes", "a"] {
      let input =
        #"{"\#(other)":{\#(jokes.joined(separator: ","))},"rating_events":{"a":{"rating":4}}}"#
      let whole = try readLarge(input, as: Self.plain, in: "rating_events", recordLimit: nil)
      #expect(whole.passedOver == 30)
      let parts = try readLarge(input, as: Self.plain, in: "rating_events", recordLimit: 900)
      #expect(parts.passedOver == 30)
      #expect(parts.problems.isEmpty)
      #expect(parts.documents == whole.documents)
      #expect(parts.output == whole.output)
    }
  }
}
