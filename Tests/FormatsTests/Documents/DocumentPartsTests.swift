import Formats
import Jokes
import Scan
import SystemIO
import Testing

/// An ambiguous document is rejected, and its bytes stay.
struct DocumentPartsTests {
  private static let name = "projects/p/databases/d/documents/rating_events/"
  private static let four = #"{"rating":{"integerValue":"4"}}"#
  private static let three = #"{"rating":{"integerValue":"3"}}"#

  private static let doubtful: [(InputFormat, String, String)] = [
    (
      .restDocuments, #"{"name":"\#(name)a","fields":\#(four),"fields":\#(three)}"#,
      "'fields' occurs twice"
    ),
    (
      .restDocuments, #"{"name":"\#(name)a","name":"\#(name)b","fields":\#(three)}"#,
      "'name' occurs twice"
    ),
    (
      .restDocuments,
      #"{"name":"\#(name)a","fields":\#(three),"n\u0061me":"projects/p/databases/d/documents/jokes/b"}"#,
      "'name' occurs twice"
    ),
    (
      .restDocuments,
      #"{"name":"\#(name)a","fields":\#(three),"updateTime":"x","createTime":"y","updateTime":"z"}"#,
      "'updateTime' occurs twice"
    ),
    (
      .restDocuments, #"{"name":"\#(name)a","createTime":"x","createTime":"y"}"#,
      "'createTime' occurs twice"
    ),
    (.restDocuments, #"{"name":5,"fields":\#(three)}"#, "'name' is not a string"),
    (
      .restDocuments, #"{"name":"\#(name)a","fields":[],"createTime":"x"}"#,
      "'fields' is not an object"
    ),
    (
      .restAnswers[1],
      #"{"document":{"name":"\#(name)a","fields":\#(three)},"document":{"name":"\#(name)b"}}"#,
      "'document' occurs twice"
    ),
    (
      .backfire[1], #"{"path":"rating_events/a","data":{"rating":3},"data":{}}"#,
      "'data' occurs twice"
    ),
    (
      .backfire[1], #"{"path":"rating_events/a","data":{"rating":3},"path":"jokes/a"}"#,
      "'path' occurs twice"
    ),
    (
      .backfire[1],
      #"{"path":"rating_events/a","data":{"rating":3},"timestamps":[],"timestamps":[]}"#,
      "'timestamps' occurs twice"
    ),
    (.backfire[1], #"{"path":"rating_events/a","data":[3]}"#, "'data' is not an object"),
    (
      .levelDBExport[1],
      #"{"rating":3,"_key":{"path":"rating_events/a"},"_key":{"path":"rating_events/b"}}"#,
      "'_key' occurs twice"
    ),
    (
      .levelDBExport[1], #"{"rating":3,"_key":{"path":"rating_events/a","path":"jokes/b"}}"#,
      "'path' occurs twice"
    ),
    (.levelDBExport[1], #"{"rating":3,"_key":"rating_events/a"}"#, "'_key' is not an object"),
    (
      .importExportCollection,
      #"{"a":{"rating":3,"__collections__":{"x":{"b":{}}},"__collections__":{}}}"#,
      "'__collections__' occurs twice"
    ),
    (
      .importExportCollection, #"{"a":{"rating":3,"__collections__":[]}}"#,
      "'__collections__' is not an object"
    ),
  ]

  private static let brokenLists = ["timestamps", "geopoints", "documents", "queries"].flatMap {
    list in
    [#"{"seconds":1}"#, #""at""#, "7", #"["at",7]"#, #"[["at"]]"#].map { value in
      (
        InputFormat.backfire[1],
        #"{"path":"rating_events/a","data":{"rating":3},"\#(list)":\#(value)}"#,
        "'\(list)' is not a list of field names"
      )
    }
  }

  @Test(arguments: doubtful + brokenLists)
  func `a doubtful document is rejected, and stays`(
    format: InputFormat, input: String, reason: String
  ) throws {
    for collection in ["rating_events", nil] {
      let outcome = try readEvents(input, as: format, in: collection) { event in
        BinaryRatingRule().decide(event.reading)
      }
      #expect(outcome.text == input)
      guard case .unusable(let said, let place, _, _) = try #require(outcome.visitor.problems.first)
      else {
        Issue.record("\(outcome.visitor.problems)")
        continue
      }
      #expect(said == reason)
      #expect(outcome.visitor.problems.count == 1)
      #expect((place.byte ?? 0) > 0)
    }
  }

  private static let misnamed =
    [
      "projects/p/databases/(default)/documents/rating_events",
      "projects/p/databases/(default)/documents/rating_events/a/sub", "rating_events/a/",
      "rating_events//a", "/rating_events/a", "rating_events/a/b", "rating_events/", "",
    ].flatMap { name in
      [
        (InputFormat.restDocuments, #"{"name":"\#(name)","fields":\#(four)}"#, name),
        (.restAnswers[1], #"{"document":{"name":"\#(name)","fields":\#(four)}}"#, name),
        (.backfire[1], #"{"path":"\#(name)","data":{"rating":4}}"#, name),
        (.levelDBExport[1], #"{"rating":4,"_key":{"path":"\#(name)"}}"#, name),
      ]
    } + [
      (.backfire[1], #"{"path":"rating_events","data":{"rating":4}}"#, "rating_events"),
      (.levelDBExport[1], #"{"rating":4,"_key":{"path":"jokes"}}"#, "jokes"),
    ]

  @Test(arguments: misnamed)
  func `a name that is no document's is a reject, and never the wanted collection`(
    format: InputFormat, input: String, name: String
  ) throws {
    let sound = input.replacing(#""\#(name)""#, with: #""rating_events/a""#)
    for lines in [input, sound + "\n" + sound + "\n" + input] {
      let outcome = try readEvents(lines, as: format) { _ in .keep }
      #expect(outcome.text == lines)
      guard
        case .unusable(let said, let place, nil, _) = try #require(outcome.visitor.problems.first)
      else {
        Issue.record("\(outcome.visitor.problems)")
        continue
      }
      #expect(said == "\"\(name)\" is not the name of a document")
      #expect(outcome.visitor.problems.count == 1)
      #expect((place.byte ?? 0) > 0)
    }
  }

  @Test func `a document that nothing names is of the wanted collection, as it was`() throws {
    for name in ["", #""name":null,"#] {
      let input = #"{\#(name)"fields":\#(Self.four)}"#
      let outcome = try readEvents(input, as: .restDocuments) {
        BinaryRatingRule().decide($0.reading)
      }
      #expect(outcome.counts.changed == 1)
    }
  }

  @Test func `the place is that of the second member, and the id is told where it is known`() throws
  {
    let input = #"{"name":"\#(Self.name)a","fields":{},"fields":{}}"#
    let outcome = try readEvents(input, as: .restDocuments) { _ in .keep }
    guard case .unusable(_, let place, let id, _) = try #require(outcome.visitor.problems.first)
    else {
      Issue.record("\(outcome.visitor.problems)")
      return
    }
    let second = try #require(input.firstRange(of: #""fields":{}}"#))
    #expect(place.byte == input.utf8.distance(from: input.startIndex, to: second.lowerBound))
    #expect(id == "a")
  }

  @Test func `a document of another collection with two fields members is passed over`() throws {
    let input = #"{"path":"jokes/a","data":{},"data":{}}"#
    let outcome = try readEvents(input, as: .backfire[1]) { _ in .keep }
    #expect(outcome.visitor.problems.isEmpty)
    #expect(outcome.visitor.passedOver == 1)
  }

  @Test func `fields named like a document's members are ordinary fields`() throws {
    let input = #"{"name":"\#(Self.name)a","fields":{"name":\#("{}"),"fields":{}},"x":1,"x":2}"#
    #expect(try readEvents(input, as: .restDocuments) { _ in .keep }.visitor.problems.isEmpty)
  }
}
