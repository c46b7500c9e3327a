import Formats
import Jokes
import Scan
import SystemIO
import Testing

/// Documents as node-firestore-import-export has them.
struct ImportExportTests {
  private static func migrate(_ event: borrowing RatingEventDocument) -> Decision {
    BinaryRatingRule().decide(event.reading)
  }

  private static func file(_ events: String) -> String {
    #"{"__collections__":{"jokes":{"j":{"rating":4,"__collections__":{}}},"#
      + #""rating_events":{\#(events)}}}"#
  }

  @Test func `a collection is picked out of a database`() throws {
    let outcome = try readEvents(
      Self.file(
        #""a":{"rating":4,"__collections__":{}}, "b":{"rating":3,"__collections__":{}}"#),
      as: .importExport, Self.migrate)
    #expect(outcome.text == Self.file(#""a":{"rating":5,"__collections__":{}}"#))
    #expect(outcome.visitor.passedOver == 1)
    #expect(outcome.counts.kept == 0)
    #expect(try readEvents(outcome.text, as: .importExport, Self.migrate).text == outcome.text)
  }

  @Test func `a deleted document leaves its collections behind`() throws {
    let inner = #"{"replies":{"r":{"rating":3,"__collections__":{}}}}"#
    let outcome = try readEvents(
      Self.file(#""a":{"rating":3,"__collections__":\#(inner)},"b":{"rating":4}"#),
      as: .importExport, Self.migrate)
    let output = Self.file(#""a":{"__collections__":\#(inner)},"b":{"rating":5}"#)
    #expect(outcome.text == output)
    #expect(outcome.counts.dropped == 1)
    // What is left is no document: the parent does not exist any more.
    let again = try readEvents(output, as: .importExport, Self.migrate)
    #expect(again.text == output)
    #expect(again.counts.changed + again.counts.dropped == 0)
  }

  private static let event = #"{"rating":4,"__collections__":{}}"#
  private static let collection = #""rating_events":{"a":\#(event)}"#

  @Test(arguments: [
    (#"{"__collections__":{\#(collection)},"#, #""__collections__":{\#(collection)}}"#),
    (#"{"__collections__":{},"#, #""__collections__":{\#(collection)}}"#),
    (#"{"__collections__":{\#(collection),"#, #""rating_events":{"b":\#(event)}}}"#),
    (#"{"__collections__":{\#(collection),"#, #""rating_\u0065vents":{"b":\#(event)}}}"#),
    (
      #"{"__collections__":{"users":{"u":{"__collections__":{"x":{},"#,
      #""x":{}},"rating":4}},\#(collection)}}"#
    ),
  ])
  func `a collection that comes twice is damage, at its second key`(
    start: String, rest: String
  ) throws {
    let damage = try #require(try damage(of: start + rest, as: .importExport))
    #expect(damage.place?.byte == start.utf8.count)
    #expect(damage.reason.contains("occurs twice"))
    // Salvaged, what is behind it stays as it came.
    let salvaged = try readEvents(
      start + rest, as: .importExport, isSalvaging: true, Self.migrate)
    #expect(salvaged.text.hasSuffix(rest))
    #expect(salvaged.visitor.problems.count == 1)
  }

  @Test func `without --collection, a second subcollection of one name is a reject`() throws {
    let document = #"{"rating":1,"__collections__":{"x":{"b":\#(Self.event)},"x":{"c":{}}}}"#
    let input = #"{"__collections__":{"jokes":{"j":\#(document)}}}"#
    var ids: [String?] = []
    let outcome = try readEvents(input, as: .importExport, in: nil) { event in
      ids.append(event.identity?.id)
      return .keep
    }
    #expect(ids == ["j", "b"])
    guard case .unusable("'x' occurs twice", let place, nil, _)? = outcome.visitor.problems.first
    else {
      Issue.record("\(outcome.visitor.problems)")
      return
    }
    #expect(place.byte == input.utf8.count - #""x":{"c":{}}}}}}}"#.utf8.count)
  }

  @Test func `a subcollection is another collection, and can be the wanted one`() throws {
    let input =
      #"{"__collections__":{"users":{"u":{"rating":2,"__collections__":{"rating_events":"#
      + #"{"a":{"rating":4}}}},"v":{"__collections__":{"rating_events":{"a":{"rating":4}}}}}}}"#
    #expect(try readEvents(input, as: .importExport, Self.migrate).text == input)
    let outcome = try readEvents(
      input, as: .importExport, in: "users/u/rating_events", Self.migrate)
    #expect(outcome.counts.changed == 1)
    #expect(
      outcome.text
        == input.replacing(#""a":{"rating":4}"#, with: #""a":{"rating":5}"#, maxReplacements: 1))
    var identities: [DocumentIdentity?] = []
    try readEvents(input, as: .importExport, in: "users/v/rating_events") { event in
      identities.append(event.identity)
      return .keep
    }
    #expect(identities.map(\.?.id) == ["a"])
    #expect(identities.map(\.?.collection) == ["users/v/rating_events"])
  }

  @Test(arguments: [",", ",\n  "])
  func `without --collection, subcollections are read in their order`(
    comma: String
  ) throws {
    let input =
      (#"{"__collections__":{"jokes":{"j":{"rating":1,"__collections__":{"texts":{"#
      + #""a":{"rating":2},"b":{"__collections__":{"x":{"c":{"rating":3}}}}}}}},"#
      + #""rating_events":{"d":{"rating":4}}}}"#).replacing(",", with: comma)
    var found: [String] = []
    var places: [Place] = []
    let outcome = try readEvents(input, as: .importExport, in: nil) { event in
      let identity = event.identity
      guard case .rating(let rating) = event.reading else { return .keep }
      found.append("\(identity?.collection ?? "?")/\(identity?.id ?? "?") \(rating.rawValue)")
      places.append(event.record.place)
      return .keep
    }
    #expect(
      found == ["jokes/j 1", "jokes/j/texts/a 2", "jokes/j/texts/b/x/c 3", "rating_events/d 4"])
    #expect(outcome.text == input)
    for (place, key) in zip(places, ["\"j\":", "\"a\":", "\"c\":", "\"d\":"]) {
      let before = input.prefix(upTo: try #require(input.firstRange(of: key)).lowerBound)
      let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(place.byte == before.utf8.count)
      #expect(place.line == lines.count)
      #expect(place.column == (lines.last?.utf8.count ?? 0) + 1)
    }
  }

  @Test func `an unwanted document is walked over, and may be as large as it likes`() throws {
    // A window of 32 bytes holds none of it; what is walked over is counted with what is below it.
    let input =
      #"{"__collections__":{"jokes":{"j":{"text":"x","n":[1,{"a":2}],"__collections__":{"texts":{"#
      + #""a":{},"b":{"__collections__":{}}}}}},"rating_events":{"a":{"rating":4}}}}"#
    let outcome = try readEvents(input, as: .importExport, Self.migrate)
    #expect(outcome.counts.changed == 1)
    #expect(outcome.visitor.passedOver == 3)
    #expect(outcome.counts.kept == 0)
  }

  @Test func `a collection by itself is read under its ids`() throws {
    let outcome = try readEvents(
      #"{"a":{"rating":4,"__collections__":{}},"b":{"__collections__":{"x":{"c":{}}}}}"#,
      as: .importExportCollection, Self.migrate)
    #expect(
      outcome.text
        == #"{"a":{"rating":5,"__collections__":{}},"b":{"__collections__":{"x":{"c":{}}}}}"#)
    #expect(outcome.counts.kept == 1)
  }

  @Test func `an empty document exists, and has no rating`() throws {
    let reading = try ofEvent(
      #"{"a":{"__collections__":{}}}"#, as: .importExportCollection
    ) { $0.reading }
    #expect(reading == .unexpected("missing"))
  }

  @Test func `tagged values get their types back`() throws {
    let event =
      #"{"a":{"t":{"__datatype__":"timestamp","value":{"_seconds":1772337906,"_nanoseconds":5000}},"#
      + #""u":{"__datatype__":"timestamp","value":"2026-03-01T04:05:06.000Z"},"#
      + #""g":[{"__datatype__":"geopoint","value":{"_latitude":1.5,"_longitude":2}}],"#
      + #""r":{"__datatype__":"documentReference","value":"jokes/j"},"timestamp":"2026-03-01T04:05:06Z","#
      + #""m":{"__collections__":1},"__collections__":{}}}"#
    let fields = try ofEvent(event, as: .importExportCollection) { try $0.typedFields() }
    #expect(
      String(decoding: try #require(fields), as: UTF8.self)
        == #"{"t":{"timestampValue":"2026-03-01T04:05:06.000005Z"},"#
        + #""u":{"timestampValue":"2026-03-01T04:05:06Z"},"#
        + #""g":{"arrayValue":{"values":[{"geoPointValue":{"latitude":1.5,"longitude":2}}]}},"#
        + #""r":{"referenceValue":"projects/p/databases/d/documents/jokes/j"},"#
        + #""timestamp":{"stringValue":"2026-03-01T04:05:06Z"},"#
        + #""m":{"mapValue":{"fields":{"__collections__":{"integerValue":"1"}}}}}"#)
  }

  @Test(arguments: [
    #"{"__collections__":5}"#, #"{"__collections__":{"rating_events":[]}}"#,
    #"{"__collections__":{"rating_events":{"a":4}}}"#, #"{"__collections__":{"rating_events":{"#,
    #"{"__collections__":{}} x"#,
  ])
  func `a value of another kind is damage at its place`(input: String) throws {
    var found: DamagedInput?
    do {
      try readEvents(input, as: .importExport, Self.migrate)
    } catch let damage as DamagedInput {
      found = damage
    }
    #expect(found?.format == "database of node-firestore-import-export")
    #expect(found?.place?.byte != nil)
  }
}
