import Formats
import Jokes
import Scan
import SystemIO
import Testing

struct RatingEventFieldsTests {
  @Test(
    arguments: [
      ("5", .rating(.five)), ("1", .rating(.one)), ("4.0", .rating(.four)), ("4e0", .rating(.four)),
      ("40e-1", .rating(.four)), ("0.2E+1", .rating(.two)), ("0", .unexpected("0")),
      ("6", .unexpected("6")), ("7.0", .unexpected("7")), ("-1", .unexpected("-1")),
      ("4.5", .unexpected("4.5")),
      ("4.00000000000000000001", .unexpected("4.00000000000000000001")),
      ("1e400", .unexpected("1e400")), ("-0", .unexpected("0")), (#""4""#, .unexpected(#""4""#)),
      (#""\u0034""#, .unexpected(#""4""#)), (#""a\nb""#, .unexpected(#""a\nb""#)),
      ("true", .unexpected("true")), ("false", .unexpected("false")), ("null", .unexpected("null")),
      ("[5]", .unexpected("an array")), (#"{"integerValue":"5"}"#, .unexpected("an object")),
    ] as [(String, RatingReading)])
  func `a rating is told by its value`(json: String, reading: RatingReading) throws {
    #expect(try ofEvent(#"{"rating": \#(json) ,"x":1}"#) { $0.reading } == reading)
  }

  @Test func `a rating that is missing is unexpected`() throws {
    #expect(try ofEvent(#"{"Rating":5,"a":{"rating":5}}"#) { $0.reading } == .unexpected("missing"))
  }

  @Test func `a key counts by its characters, not by its escapes`() throws {
    #expect(try ofEvent(#"{"r\u0061ting":3}"#) { $0.reading } == .rating(.three))
  }

  @Test func `a long string is cut in its label`() throws {
    let text = String(repeating: "é", count: 100)
    let reading = try ofEvent(#"{"rating":"\#(text)"}"#) { $0.reading }
    #expect(reading == .unexpected("\"" + String(repeating: "é", count: 37) + "…\""))
  }

  @Test func `a letter with thousands of accents is cut in its label`() throws {
    let text = "a" + String(repeating: "\u{301}", count: 50_000)
    let reading = try ofEvent(#"{"rating":"\#(text)"}"#) { $0.reading }
    let label = if case .unexpected(let label) = reading { label } else { "" }
    #expect((1_000..<2_000).contains(label.utf8.count))
  }

  @Test(arguments: [
    ("4", "5"), ("4.0", "5.0"), ("40e-1", "50e-1"), ("0.4E1", "0.5E1"), ("4.000e+00", "5.000e+00"),
  ])
  func `only the one digit of the rating changes`(before: String, after: String) throws {
    let document = #"{ "a":"4\u0034", "rating" : \#(before), "n":[4,4.0] }"#
    let outcome = try readEvents(document) { _ in .update(.hilarious) }
    #expect(outcome.text == #"{ "a":"4\u0034", "rating" : \#(after), "n":[4,4.0] }"#)
    #expect(outcome.counts.changed == 1)
  }

  @Test(
    arguments: [
      (#"{"rating":5,"joke_id":"a","rating":5}"#, "'rating' occurs twice", 26),
      (#"{"joke_id":"a","joke_id":"a","rating":5}"#, "'joke_id' occurs twice", 15),
      (#"{"joke_id":3,"rating":1,"r\u0061ting":1,"joke_id":2}"#, "'rating' occurs twice", 24),
      (#"{"joke_id":null,"joke_id":"a"}"#, "'joke_id' occurs twice", 16),
    ])
  func `a field that occurs twice makes a document ambiguous`(
    document: String, reason: String, byte: Int
  ) throws {
    let found = try ofEvent(document) { event -> [String] in
      guard let ambiguity = event.ambiguity else { return [] }
      return [ambiguity.reason, String(ambiguity.place.byte ?? -1)]
    }
    #expect(found == [reason, String(byte)])
  }

  @Test func `other fields may occur twice`() throws {
    let found = try ofEvent(#"{"x":1,"x":2,"a":{"rating":1,"rating":2},"rating":5}"#) {
      $0.ambiguity == nil
    }
    #expect(found == true)
  }

  @Test(
    arguments: [
      (#"{"joke_id":"j"}"#, nil, "j"), (#"{"joke_id":"j\u00e9"}"#, nil, "jé"),
      (#"{"joke_id":""}"#, "'joke_id' is empty", nil),
      (#"{"rating":5}"#, "'joke_id' is missing", nil),
      (#"{"joke_id":5}"#, "'joke_id' is not a string", nil),
      (#"{"joke_id":null}"#, "'joke_id' is not a string", nil),
    ] as [(String, String?, String?)])
  func `a joke is ranked by a usable id only`(
    document: String, reason: String?, id: String?
  ) throws {
    let found = try ofEvent(document) { event -> [String?] in
      var bytes: String?
      event.withJokeID { bytes = $0.text }
      return [event.unrankableReason, bytes]
    }
    #expect(found == [reason, id])
  }

  @Test func `the place of a rating is that of its value`() throws {
    let places = try ofEvent("\n{\"a\":1, \"rating\": 7}") { [$0.ratingPlace, $0.record.place] }
    #expect(places?.map(\.line) == [2, 2])
    #expect(places?.map(\.column) == [19, 1])
    #expect(places?.map(\.byte) == [19, 1])
    let missing = try ofEvent(#" {"a":1}"#) { $0.ratingPlace.column }
    #expect(missing == 2)
  }
}
