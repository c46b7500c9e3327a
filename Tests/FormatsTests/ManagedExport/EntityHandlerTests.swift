import Jokes
import Scan
import SystemIO
import TestSupport
import Testing

@testable import Formats

struct EntityHandlerTests {
  private func read(
    _ entities: [[UInt8]], isPadded: Bool = false,
    _ answer: @escaping (borrowing RatingEventDocument) throws -> Decision
  ) throws -> EventOutcome {
    try readEvents(LogWriter.file(of: entities, isPadded: isPadded), as: .managedShard, answer)
  }

  /// The value that a closure returns for the only event of a shard.
  private func ofEvent<Answer>(
    _ entity: [UInt8], _ body: @escaping (borrowing RatingEventDocument) throws -> Answer
  ) throws -> Answer? {
    try FormatsTests.ofEvent(LogWriter.file(of: [entity]), as: .managedShard, body)
  }

  @Test func `a list of rejects keeps an entity as read-export prints it`() throws {
    let kept = try ofEvent(EntityWriter.event("a", .integer(4), joke: .integer(7))) { $0.kept }
    let reject = Reject(
      kind: "k", reason: "r", documentID: nil, place: nil, record: try #require(kept ?? nil))
    let text = try TemporaryDirectory.with { try list(of: [reject], in: $0) }
    #expect(
      text.hasPrefix(
        #"{"schema_version":1,"kind":"k","reason":"r","format":"rest-ndjson","#
          + #""record":{"name":"projects/project/databases/(default)/documents/rating_events/a","#
          + #""fields":{"joke_id":{"integerValue":"7"},"#
          + #""rating":{"integerValue":"4"}}},"crc32c":""#), "\(text)")
  }

  @Test(
    arguments: [
      (.integer(4), .rating(.four)), (.double(4), .rating(.four)),
      (.integer(6), .unexpected("6")), (.integer(-1), .unexpected("-1")),
      (.double(4.5), .unexpected("4.5")), (.double(.nan), .unexpected("NaN")),
      (.double(6), .unexpected("6")), (.double(-0.0), .unexpected("0")),
      (.double(1e300), .unexpected("1e300")), (.double(-.infinity), .unexpected("-Infinity")),
      (.text("4"), .unexpected("\"4\"")), (.text("\\u"), .unexpected("\"\\\\u\"")),
      (.boolean(true), .unexpected("true")), (.null, .unexpected("null")),
      (.moment(4), .unexpected("a timestamp")), (.emptyArray, .unexpected("an array")),
      (.string([4], meaning: 14), .unexpected("bytes")),
      (.string([], meaning: 19), .unexpected("a map")),
    ] as [(EntityWriter.Value, RatingReading)])
  func `a rating is told by its value`(value: EntityWriter.Value, reading: RatingReading) throws {
    #expect(try ofEvent(EntityWriter.event("a", value)) { $0.reading } == reading)
  }

  @Test func `a document without a rating has none, and one in an array is none`() throws {
    let bare = EntityWriter.entity(["rating_events", "a"], [])
    #expect(try ofEvent(bare) { $0.reading } == .unexpected("missing"))
    let array = EntityWriter.entity(
      ["rating_events", "a"], [EntityWriter.array("rating", .integer(4), .integer(5))])
    #expect(try ofEvent(array) { $0.reading } == .unexpected("an array"))
    #expect(try ofEvent(array) { $0.ambiguity == nil } == true)
  }

  @Test func `a field that occurs twice is ambiguous`() throws {
    let twice = [EntityWriter.field("rating", .integer(5))]
    let rated = EntityWriter.event("a", .integer(4), more: twice)
    #expect(try ofEvent(rated) { $0.ambiguity?.reason } == "'rating' occurs twice")
    let named = EntityWriter.event(
      "a", .integer(4), more: [EntityWriter.field("joke_id", .text("x"))])
    #expect(try ofEvent(named) { $0.ambiguity?.reason } == "'joke_id' occurs twice")
  }

  @Test(
    arguments: [
      (.text("j"), nil), (.text(""), "'joke_id' is empty"),
      (.integer(1), "'joke_id' is not a string"),
    ] as [(EntityWriter.Value, String?)])
  func `a joke's id is a text that is not empty`(joke: EntityWriter.Value, reason: String?) throws {
    let event = EntityWriter.event("a", .integer(4), joke: joke)
    #expect(try ofEvent(event) { $0.unrankableReason } == .some(reason))
  }

  @Test func `a joke's id is lent as its bytes, backslashes and all`() throws {
    let event = EntityWriter.event("a", .integer(4), joke: .text("a\\nb"))
    var lent: [UInt8] = []
    _ = try ofEvent(event) { event in event.withJokeID { lent = $0.copied } }
    #expect(lent == Array("a\\nb".utf8))
  }

  @Test func `a document that cannot be read is rejected with its place, and stays`() throws {
    let entities = [
      EntityWriter.event("a", .integer(4)),
      EntityWriter.event("b", .integer(4), joke: .string([0xFF])),
      [], EntityWriter.event("c", .init(bytes: [0x08, 4], meaning: 3)), [0x0A, 0x05],
    ]
    let outcome = try read(entities) { _ in .delete }
    #expect(outcome.counts.dropped == 1)
    #expect(outcome.counts.kept == 0)
    #expect(outcome.bytes == LogWriter.file(of: Array(entities.dropFirst())))
    let found = outcome.visitor.problems.map { problem -> String in
      guard case .unusable(let reason, _, let id, _) = problem else { return "damaged" }
      return (id ?? "no id") + ": " + reason.split(separator: ": ")[1]
    }
    #expect(
      found == [
        "b: a text is not UTF-8", "no id: it has no key",
        "c: a field's value has an unknown type (meaning 3)",
        "no id: a length goes past the end",
      ])
  }

  @Test(
    arguments: [
      ([0x62, 0x61, 0x64, 0xFF], "is not UTF-8"), ([], "is empty"),
      (Array("a/b".utf8), "holds a slash"),
    ] as [([UInt8], String)])
  func `a key that names no document makes a reject, which stays`(
    id: [UInt8], reason: String
  ) throws {
    let fields = EntityWriter.event("x", .integer(4)).dropFirst(
      EntityWriter.key(["rating_events", "x"]).count)
    let entity = EntityWriter.key([Array("rating_events".utf8), id]) + fields
    let outcome = try read([entity]) { _ in .delete }
    #expect(outcome.bytes == LogWriter.file(of: [entity]) && outcome.counts.dropped == 0)
    guard
      case .unusable(let told, _, let document, _) = try #require(outcome.visitor.problems.first)
    else {
      Issue.record("\(outcome.visitor.problems)")
      return
    }
    #expect(told.hasSuffix("its key's name " + reason) && document == nil, "\(told)")
    let other = EntityWriter.key([Array("jokes".utf8), id]) + fields
    #expect(try read([other]) { _ in .delete }.visitor.passedOver == 1)
  }

  @Test func `documents of other collections are passed over`() throws {
    let entities = [
      EntityWriter.entity(["jokes", "a"], []),
      EntityWriter.entity(["users", "u", "rating_events", "a"], []),
      EntityWriter.event("b", .integer(4)),
    ]
    let outcome = try read(entities) { _ in .delete }
    #expect(outcome.visitor.passedOver == 2)
    #expect(outcome.bytes == LogWriter.file(of: Array(entities.prefix(2))))
  }

  @Test func `a rating changes in as many bytes, whichever way it is encoded`() throws {
    let overlong = EntityWriter.Value(bytes: [0x08, 0x84, 0x80, 0x00])
    let before = [.integer(4), .double(2), overlong].map { EntityWriter.event("a", $0) }
    let after = [.integer(5), .double(1), .init(bytes: [0x08, 0x85, 0x80, 0x00])].map {
      EntityWriter.event("a", $0)
    }
    let outcome = try read(before, isPadded: true) { BinaryRatingRule().decide($0.reading) }
    #expect(outcome.bytes == LogWriter.file(of: after, isPadded: true))
    #expect(outcome.counts.changed == 3)
  }

  @Test func `an event says its name, its place, and its typed fields`() throws {
    let event = EntityWriter.event("a", .integer(4))
    let name = try ofEvent(event) { $0.identity?.name }
    #expect(name == "projects/project/databases/(default)/documents/rating_events/a")
    #expect(try ofEvent(event) { $0.record.place.byte } == 0)
    let rating = try #require(try ofEvent(event) { $0.ratingPlace.byte } ?? nil)
    #expect(LogWriter.file(of: [event])[rating] == 4)
    let typed = try #require(try ofEvent(event) { try $0.typedFields() })
    #expect(
      String(decoding: typed, as: UTF8.self)
        == #"{"joke_id":{"stringValue":"joke"},"rating":{"integerValue":"4"}}"#)
    let value = try #require(try ofEvent(event) { try $0.typedValue(of: "rating") } ?? nil)
    #expect(String(decoding: value, as: UTF8.self) == #"{"integerValue":"4"}"#)
    #expect(try ofEvent(event) { try $0.typedValue(of: "week") } == .some(nil))
  }

  @Test func `a rating in a record of several fragments has its place in the file`() throws {
    let long = [EntityWriter.field("a", .text(String(repeating: "x", count: 40_000)))]
    let event = EntityWriter.entity(
      ["rating_events", "a"], long + [EntityWriter.field("rating", .integer(4))])
    let place = try #require(try ofEvent(event) { $0.ratingPlace.byte } ?? nil)
    #expect(LogWriter.file(of: [event])[place] == 4)
  }

  @Test func `a shard of jokes is a catalogue`() throws {
    let jokes = [
      EntityWriter.entity(
        ["jokes", "j1"],
        [
          EntityWriter.field("text", .text("ha \\ ha")), EntityWriter.field("type", .text("dad")),
          EntityWriter.array("tags", .text("christmas")),
          EntityWriter.field("popularity_score", .double(2.5)),
        ]),
      EntityWriter.entity(["jokes", "j2"], [EntityWriter.field("popularity_score", .integer(7))]),
    ]
    let found = try readJokes(LogWriter.file(of: jokes), as: .managedShard).jokes
    #expect(found.map(\.id.text) == ["j1", "j2"])
    #expect(found.map(\.popularity) == [2.5, 7])
    #expect(found.map(\.isForChristmas) == [true, false])
    #expect(found.first?.text == "ha \\ ha")
  }

  @Test func `a joke that cannot be read is rejected at the byte`() throws {
    let unreadable = EntityWriter.field("character", .string([0xFF]))
    let jokes = [
      EntityWriter.entity(["jokes", "a"], []), EntityWriter.entity(["jokes", "b"], [unreadable]),
    ]
    let file = LogWriter.file(of: jokes)
    let found = try readJokes(file, as: .managedShard)
    #expect(found.jokes.map(\.id.text) == ["a"])
    guard case .unusable(let reason, let place, let id, _)? = found.rejects.first else {
      Issue.record("\(found.rejects)")
      return
    }
    #expect(reason == "the record holds no readable document: a text is not UTF-8")
    #expect(place.byte == file.firstIndex(of: 0xFF) && id == "b")
  }
}
