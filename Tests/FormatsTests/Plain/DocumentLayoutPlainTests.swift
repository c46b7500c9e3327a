import Formats
import Jokes
import Scan
import SystemIO
import Testing

/// Plain documents under the names of collections, and subcollections in them.
struct DocumentLayoutPlainTests {
  private static func migrate(_ event: borrowing RatingEventDocument) -> Decision {
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

  @Test func `a deleted document leaves both of its members for subcollections`() throws {
    let text = String(repeating: "x", count: 100)
    let below = [#"{"c/a/d":{"x":{"t":"\#(text)"}}}"#, #"{"c/a/e":{}}"#].map {
      #""subCollection":\#($0)"#
    }
    let joined = below.joined(separator: ",")
    let input = #"{"a":{"rating":3,\#(below[0]),"x":1,\#(below[1])},"b":{"rating":4}}"#
    let output = #"{"a":{\#(joined)},"b":{"rating":5}}"#
    let outcome = try readEvents(input, as: .jsonObject, Self.migrate)
    #expect(outcome.text == output)
    let again = try readEvents(output, as: .jsonObject, Self.migrate)
    #expect(again.text == output)
    #expect(again.visitor.problems.isEmpty && again.counts.changed == 0)
    // The same where the document is too large to be held.
    let parts = try readLarge(input, as: .jsonObject, in: "rating_events", recordLimit: 100)
    #expect(parts.text == output)
    // Who reads all of it cannot say which of them is meant.
    let all = try readEvents(input, as: .jsonObject, in: nil) { _ in .keep }
    guard case .unusable("'subCollection' occurs twice", _, "a", _)? = all.visitor.problems.first
    else {
      Issue.record("\(all.visitor.problems)")
      return
    }
  }

  @Test(arguments: [
    (#"{"rating_events":{"a":{"rating":4}},"#, #""rating_events":{"b":{"rating":4}}}"#),
    (#"{"jokes":{"x":{}},"rating_events":{},"#, #""rating_events":{}}"#),
  ])
  func `a collection that comes twice is damage, at its second key`(
    start: String, rest: String
  ) throws {
    for collection in ["rating_events", nil] {
      // Nothing tells an empty collection from a document, where no collection is named.
      guard collection != nil || !rest.contains("{}") else { continue }
      let damage = try damage(of: start + rest, as: .jsonObject, in: collection)
      #expect(damage?.place?.byte == start.utf8.count)
    }
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

  @Test(arguments: [
    ("subCollection\":{\"users/u/jokes", "subCollection\":{\"users/u/jokes/v/rating_events"),
    ("subCollection\":{\"users/u/jokes", "rating_events"),
    ("jokes", "subCollection\":{\"users/u/jokes/v/rating_events"), ("jokes", "rating_events"),
  ])
  func `a subcollection of a subcollection is found, however each is named`(
    first: String, second: String
  ) throws {
    var input = #"{"users":{"w":{"x":1},"u":{"y":2,""# + first + #"":{"z":{"x":1},"v":{"b":1,""#
    input += second + #"":{"a":{"rating":4}}"#
    input += String(repeating: "}", count: 5 + (first + second).count { $0 == "{" })
    let outcome = try readEvents(
      input, as: .jsonObject, in: "users/u/jokes/v/rating_events", Self.migrate)
    #expect(outcome.counts.changed == 1)
    #expect(outcome.text == input.replacing(#""rating":4"#, with: #""rating":5"#))
    // `w`, `u`, `z` and `v`.
    #expect(outcome.visitor.passedOver == 4)
    var names: [String?] = []
    try readEvents(input, as: .jsonObject, in: "users/u/jokes/v/rating_events") {
      names.append($0.identity?.collection)
      return .keep
    }
    #expect(names == ["users/u/jokes/v/rating_events"])
  }

  @Test(arguments: [
    (#"{"users":{"u":{"joke_id":"j","rating":4}}}"#, 1),
    (#"{"users":{"u":{"rating":4},"v":{"rating":4}},"jokes":{"x":{"t":1}}}"#, 3),
    (#"{"jokes":{"x":{"t":1}},"users":{"v":{"subCollection":{"users/v/c":{"a":{},"b":{}}}}}}"#, 4),
    (#"{"users":{"u":{"x":1,"subCollection":{"users/u/c":{"a":{}},"users/u/d":{"b":{}}}}}}"#, 3),
    (#"{"users":{}}"#, 0), (#"{"users":{"u":{},"u":{}}}"#, 2),
  ])
  func `documents on the way to a subcollection are counted as others`(
    input: String, count: Int
  ) throws {
    let outcome = try readEvents(
      input, as: .jsonObject, in: "users/u/rating_events", Self.migrate)
    #expect(outcome.visitor.passedOver == count)
    #expect(outcome.text == input && outcome.visitor.problems.isEmpty)
  }

  @Test func `a document may have the ID of a collection that leads to the wanted one`() throws {
    let input = #"{"a":{"rating":4},"users":{"joke_id":"j","rating":4},"users2":{"rating":4}}"#
    let outcome = try readEvents(
      input, as: .jsonObject, in: "users/u/rating_events", Self.migrate)
    #expect(outcome.text == input.replacing(#""rating":4"#, with: #""rating":5"#))
    // What may be either is damage, as in a collection of that name.
    for wanted in ["users", "users/u/rating_events"] {
      let doubtful = #"{"users":{"map":{},"rating":4}}"#
      #expect(try damage(of: doubtful, as: .jsonObject, in: wanted) != nil)
    }
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
