import Formats
import Jokes
import Scan
import SystemIO
import Testing

/// Documents as the REST API has them.
struct RESTDocumentsTests {
  private static let database = "projects/p/databases/(default)"

  private static func document(_ id: String, _ rating: String, in path: String = "rating_events")
    -> String
  {
    #"{"name":"\#(database)/documents/\#(path)/\#(id)","fields":{"rating":\#(rating)},"#
      + #""updateTime":"2026-02-25T06:13:21.654321Z"}"#
  }

  private static func migrate(_ event: borrowing RatingEventDocument) -> Decision {
    BinaryRatingRule().decide(event.reading)
  }

  private static let four = document("a", #"{"integerValue":"4"}"#)
  private static let five = document("a", #"{"integerValue":"5"}"#)
  private static let three = document("b", #"{"integerValue":"3"}"#)

  @Test func `a page with its documents twice is damage, at the second key`() throws {
    let start = #"{"documents":[\#(Self.four)]}{"documents":[\#(Self.four)],"#
    let damage = try #require(
      try damage(of: start + #""documents":[\#(Self.three)]}"#, as: .restPages))
    #expect(damage.place?.byte == start.utf8.count)
  }

  @Test(
    arguments: [
      (
        .restPages, #"{"documents":[\#(four),\#(three)],"nextPageToken":""}"#,
        #"{"documents":[\#(five)],"nextPageToken":""}"#
      ),
      (
        .restPages, #"{"documents":[\#(three)]}{}{"documents":[\#(four)]}"#,
        #"{"documents":[]}{}{"documents":[\#(five)]}"#
      ),
      (
        .restArray, #"[{"documents":[\#(three),\#(four)]},{},\#(four)]"#,
        #"[{"documents":[\#(five)]},{},\#(five)]"#
      ),
      (.restDocuments, "\(four)\n\(three)\n", "\(five)\n"),
      (.restStream, "\(four)\n\(three)", "\(five)"),
      (.restArray, "[\(three),\(four)]", "[\(five)]"),
      (
        .restAnswers[0], #"[{"readTime":"t"},{"document":\#(four),"readTime":"t"}]"#,
        #"[{"readTime":"t"},{"document":\#(five),"readTime":"t"}]"#
      ),
      (
        .restAnswers[1], "{\"document\":\(three)}\n{\"done\":true}\n{\"document\":\(four)}",
        "{\"done\":true}\n{\"document\":\(five)}"
      ),
      (.restAnswers[2], "{\"document\":\(three)}{\"document\":\(four)}", "{\"document\":\(five)}"),
    ] as [(InputFormat, String, String)])
  func `every layout is migrated in place`(
    format: InputFormat, input: String, output: String
  ) throws {
    let outcome = try readEvents(input, as: format, Self.migrate)
    #expect(outcome.text == output)
    #expect(try readEvents(output, as: format, Self.migrate).text == output)
  }

  @Test(arguments: [
    (#"{"integerValue":"4"}"#, #"{"integerValue":"5"}"#),
    (#"{"integerValue":4}"#, #"{"integerValue":5}"#),
    (#"{"integerValue":"4.0"}"#, #"{"integerValue":"5.0"}"#),
    (#"{"integerValue":"20e-1"}"#, #"{"integerValue":"10e-1"}"#),
    (#"{ "doubleValue" : 4.0 }"#, #"{ "doubleValue" : 5.0 }"#),
    (#"{"doubleValue":"2"}"#, #"{"doubleValue":"1"}"#),
  ])
  func `a rating keeps its spelling`(old: String, new: String) throws {
    let outcome = try readEvents(
      Self.document("a", old), as: .restDocuments, Self.migrate)
    #expect(outcome.text == Self.document("a", new))
  }

  @Test(arguments: [
    (#"{"doubleValue":"NaN"}"#, "NaN"), (#"{"doubleValue":"-Infinity"}"#, "-Infinity"),
    (#"{"doubleValue":"four"}"#, "a malformed double"),
    (#"{"integerValue":"4 "}"#, "a malformed integer"),
    (#"{"integerValue":true}"#, "a malformed integer"),
    (#"{"stringValue":"4"}"#, #""4""#), (#"{"booleanValue":true}"#, "true"),
    (#"{"nullValue":null}"#, "null"), (#"{"nullValue":"NULL_VALUE"}"#, "null"),
    (#"{}"#, "a value without a type"), ("4", "a value without a type"),
    (#"{"integerValue":"4","stringValue":"x"}"#, "a value of two types"),
    (#"{"intValue":"4"}"#, #"a value of the unknown type "intValue""#),
    (#"{"arrayValue":{}}"#, "an array"), (#"{"mapValue":{}}"#, "a map"),
    (#"{"timestampValue":"2026-03-01T04:05:06Z"}"#, "a timestamp"),
  ])
  func `a rating that is not a number is unexpected`(value: String, label: String) throws {
    #expect(
      try ofEvent(Self.document("a", value), as: .restDocuments) { $0.reading }
        == .unexpected(label))
  }

  @Test func `the name gives id, collection and database, and the time the precondition`() throws {
    let identity = try #require(try ofEvent(Self.four, as: .restDocuments) { $0.identity } ?? nil)
    #expect(identity.id == "a")
    #expect(identity.name == Self.database + "/documents/rating_events/a")
    #expect(identity.collection == "rating_events")
    #expect(identity.updateTime == "2026-02-25T06:13:21.654321Z")
  }

  @Test func `another collection is passed over, of the same last name too`() throws {
    let other = Self.document("b", #"{"integerValue":"4"}"#, in: "users/u/rating_events")
    let outcome = try readEvents(
      #"{"documents":[\#(other),\#(Self.four)]}"#, as: .restPages, Self.migrate)
    #expect(outcome.text == #"{"documents":[\#(other),\#(Self.five)]}"#)
    #expect(outcome.visitor.passedOver == 1)
    let inner = try readEvents(
      #"{"documents":[\#(other),\#(Self.four)]}"#, as: .restPages, in: "users/u/rating_events",
      Self.migrate)
    #expect(inner.counts.changed == 1)
    #expect(inner.visitor.passedOver == 1)
  }

  @Test func `a parent that does not exist is no document`() throws {
    let phantom = #"{"name":"\#(Self.database)/documents/rating_events/x"}"#
    let outcome = try readEvents(
      #"{"documents":[\#(phantom),\#(Self.four)]}"#, as: .restPages, Self.migrate)
    #expect(outcome.counts.changed == 1)
    #expect(outcome.counts.kept == 1)
    #expect(outcome.visitor.passedOver == 0)
  }

  @Test(
    arguments: [
      (#"{"documents":[],"nextPageToken":"abc"}"#, 16),
      (#"{"nextPageToken":"abc","documents":[]}"#, 1),
      (#"{"nextPageToken":"abc"}{"nextPageToken":"def"}"#, 24),
      (#"{"nextPageToken":"abc"}{}"#, nil),
      (#"{"documents":[],"nextPageToken":""}"#, nil), (#"{"documents":[]}"#, nil),
    ] as [(String, Int?)])
  func `a page that says that another one follows is noticed at its place`(
    input: String, byte: Int?
  ) throws {
    let outcome = try readEvents(input, as: .restPages, Self.migrate)
    #expect(outcome.text == input)
    #expect(outcome.continuation?.byte == byte)
  }

  @Test(arguments: [
    (InputFormat.restAnswers[0], #"[{"document":\#(four)},{"error":{"code":8,"status":"GONE"}}]"#),
    (.restAnswers[1], "{\"document\":\(four)}\n{\"error\":{\"message\":\"GONE\"}}\n"),
    (.restPages, #"{"documents":[\#(four)]}{"error":{"status":"GONE"}}"#),
  ])
  func `an error in the place of documents is damage`(format: InputFormat, input: String) throws {
    var reason: String?
    do {
      try readEvents(input, as: format, Self.migrate)
    } catch let damage as DamagedInput {
      reason = damage.reason
      #expect(damage.place?.byte != nil)
    }
    #expect(
      reason?.hasPrefix("the server answered with an error: 'GONE'") == true, "\(reason ?? "")")
    let salvaged = try readEvents(input, as: format, isSalvaging: true, Self.migrate)
    #expect(salvaged.visitor.problems.count == 1)
    #expect(salvaged.counts.changed == 1)
  }

  @Test func `a page that is cut names the format believed, and the place`() throws {
    var found: DamagedInput?
    do {
      try readEvents(#"{"documents":[\#(Self.four)"#, as: .restPages, Self.migrate)
    } catch let damage as DamagedInput {
      found = damage
    }
    #expect(found?.format == "pages of the Firestore REST API")
    #expect(found?.place?.byte != nil)
  }
}
