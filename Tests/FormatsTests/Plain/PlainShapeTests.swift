import ByteIO
import Formats
import Jokes
import Testing

/// Plain documents under the names of collections, and subcollections in them.
struct PlainShapeTests {
  private static func migrate(_ event: RatingEventDocument) -> Decision {
    BinaryRatingRule().decide(event.reading)
  }

  @Test func `a deleted document leaves its subcollections behind`() throws {
    let below = #"{"rating_events/a/replies":{"r":{"text":"ha"}}}"#
    let outcome = try readEvents(
      #"{"rating_events":{"a":{"rating":3,"subCollection":\#(below)},"b":{"rating":4}}}"#,
      as: .jsonObject, Self.migrate)
    let output = #"{"rating_events":{"a":{"subCollection":\#(below)},"b":{"rating":5}}}"#
    #expect(outcome.text == output)
    let again = try readEvents(output, as: .jsonObject, Self.migrate)
    #expect(again.text == output)
    #expect(again.counts.changed + again.counts.dropped == 0)
  }

  @Test(arguments: [
    #"{"users":{"u":{"name":{},"rating_events":{"a":{"rating":4}}},"v":{"rating_events":{}}}}"#,
    #"{"users":{"u":{"subCollection":{"users/u/rating_events":{"a":{"rating":4}}}}}}"#,
    #"{"jokes":{"a":{"rating":4}},"users":{"u":{"rating_events":{"a":{"rating":4}}}}}"#,
    #"{"users/u/rating_events":{"a":{"rating":4}}}"#,
  ])
  func `a subcollection is found below its parent`(input: String) throws {
    let outcome = try readEvents(
      input, as: .jsonObject, in: "users/u/rating_events", Self.migrate)
    #expect(outcome.counts.changed == 1)
    #expect(outcome.counts.dropped == 0)
    let last = try #require(input.ranges(of: #""rating":4"#).last)
    #expect(outcome.text == input.replacingCharacters(last, by: #""rating":5"#))
  }

  @Test func `subcollections are no field, and a field of that name is`() throws {
    let with = #"{"a":{"rating":3,"subCollection":{"c/a/d":{}}}}"#
    let without = #"{"a":{"subCollection":"none"}}"#
    #expect(
      try ofEvent(with, as: .jsonObject) { try $0.typedFields() }
        == Array(#"{"rating":{"integerValue":"3"}}"#.utf8))
    #expect(
      try ofEvent(without, as: .jsonObject) { try $0.typedFields() }
        == Array(#"{"subCollection":{"stringValue":"none"}}"#.utf8))
  }
}

extension String {
  fileprivate func replacingCharacters(_ range: Range<String.Index>, by text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}
