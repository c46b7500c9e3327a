import ByteIO
import TestSupport
import Testing

@testable import Formats
@testable import JSONText

/// Recognising events by their members against reading them strictly, line by line.
struct EventMembersTests {
  /// A format's shape, and lines of it of which no two have their members in one order.
  struct Sample: Sendable, CustomTestStringConvertible {
    let name: String
    let shape: any DocumentShape
    let lines: [String]

    var testDescription: String { name }
  }

  private static let collection = Array("rating_events".utf8)

  static let samples = [
    Sample(
      name: "plain", shape: PlainShape(),
      lines: [
        #"{"id":"e1","joke_id":"joke-1","rating":5,"at":1700000000,"ok":true,"place":{"x":[1]}}"#,
        #"{"rating":1,"ok":false,"joke_id":"j2","id":"e\u00e92","at":-0.5e1}"#,
        #"{"joke_id":"a joke, é","place":{},"rating":3,"none":null}"#,
        #"{"ok":true,"at":12,"id":"","rating":4,"joke_id":"joke-1","place":{"rating":[5,{}]}}"#,
      ]),
    Sample(
      name: "spaced", shape: PlainShape(),
      lines: [
        #"{ "id": "e1", "joke_id": "joke-1", "rating": 5, "at": 1700000000 }"#,
        #"{"rating": 2, "at": 17, "joke_id": "joke-22", "id": "e1"}"#,
      ]),
    Sample(
      name: "REST", shape: RESTShape(),
      lines: [
        #"{"name":"projects/p/databases/d/documents/rating_events/e1","fields":{"joke_id":{"#
          + #""stringValue":"j1"},"rating":{"integerValue":"5"},"d":{"timestampValue":"t"}},"#
          + #""createTime":"t"}"#,
        #"{"fields":{"rating":{"doubleValue":3},"d":{"mapValue":{"fields":{}}},"joke_id":{"#
          + #""stringValue":"j-2"}},"updateTime":null,"createTime":"u","#
          + #""name":"projects/p/databases/d/documents/rating_events/e-22"}"#,
        #"{"fields":{"d":{"booleanValue":true},"rating":{"integerValue":"1"},"joke_id":{"#
          + #""stringValue":"j3"}}}"#,
      ]),
    Sample(
      name: "leveldb-export", shape: LevelDBExportShape(),
      lines: [
        #"{"joke_id":"j1","rating":5,"_key":{"path":"rating_events/e1"},"d":"x"}"#,
        #"{"_key":{"id":"e2","path":"rating_events/e2"},"rating":2,"joke_id":"j2"}"#,
        #"{"rating":1,"_key":{"id":"3"},"joke_id":"j3"}"#,
      ]),
    Sample(
      name: "firestore-backfire", shape: BackfireShape(),
      lines: [
        #"{"path":"rating_events/e1","data":{"joke_id":"j1","rating":5,"d":{"x":1}}}"#,
        #"{"data":{"rating":4,"d":{"y":2,"z":"é"},"joke_id":"joke-2"},"path":"rating_events/e2"}"#,
      ]),
  ]

  /// What the strict reader finds in the line that a text begins with; nil where it is no ordinary
  /// event.
  private func strict(_ text: [UInt8], _ shape: any DocumentShape) -> OrdinaryEvent? {
    let end = text.firstIndex(of: UInt8(ascii: "\n")) ?? text.count
    let line = text.span.extracting(0..<end)
    var cursor = JSONCursor(line)
    do throws(JSONSyntaxError) {
      cursor.skipWhitespace()
      let start = cursor.offset
      let parts = try shape.parts(&cursor)
      let range = start..<cursor.offset
      cursor.skipWhitespace()
      guard cursor.next == nil, parts.isDocument, parts.problem == nil, let fields = parts.fields
      else { return nil }
      let record = Record(
        line, range: range, valueStart: start, key: nil,
        origin: Record.Origin(file: "", byte: 0, line: 1, column: 1))
      if parts.name != nil, !shape.isPlainly(in: Self.collection, record, parts) { return nil }
      var inner = JSONCursor(line, at: fields)
      var event = try RatingEventFields(&inner, shape.spelling).ordinaryEvent(in: line)
      event?.name = parts.name?.range
      return event
    } catch {
      return nil
    }
  }

  private static let padding = Array(("\n" + String(repeating: "x", count: 200)).utf8)

  private func members(learnedFrom sample: Sample) throws -> EventMembers {
    var members = EventMembers(isLines: true)
    for line in sample.lines {
      let text = Array(line.utf8)
      let event = try #require(strict(text, sample.shape))
      members.learn(event, text.span, range: 0..<text.count, isFlat: sample.shape.isFlat)
    }
    return members
  }

  /// Whether the event at the beginning of a text is recognised.
  ///
  /// Records an issue where it should not be, or is found elsewhere.
  private func isRecognised(
    _ text: [UInt8], by members: EventMembers, _ sample: Sample, _ note: String
  ) -> Bool {
    var members = members
    var foundAtOnce: (event: OrdinaryEvent, end: Int)?
    if let line = lines(in: text, &members).first,
      let event = members.event(line, in: text.span, collection: Self.collection)
    {
      foundAtOnce = (event, line.range.upperBound)
    }
    guard
      let (event, end) = members.event(in: text.span, from: 0, collection: Self.collection)
    else {
      #expect(foundAtOnce == nil, "\(sample.name), at once: \(note)")
      return false
    }
    if let foundAtOnce { #expect(foundAtOnce == (event, end), "\(sample.name): \(note)") }
    let isRight =
      event == strict(text, sample.shape)
      && end == (text.firstIndex(of: UInt8(ascii: "\n")) ?? 0) + 1
    #expect(isRight, "\(sample.name): \(note)")
    return true
  }

  /// The lines from the beginning of a text that are found at once.
  private func lines(
    in text: [UInt8], _ members: inout EventMembers
  ) -> ArraySlice<ByteMembers.Line> {
    let count = members.members.findLines(
      text.span, from: 0, before: text.count, most: 32, &members.lines)
    return members.lines[..<count]
  }

  @Test(arguments: [",", ", "], 0..<50 as Range<UInt64>)
  func `lines whose values are as long as usual are found at once`(
    separator: String, seed: UInt64
  ) throws {
    var generator = SeededGenerator(seed: seed)
    func fields() -> [String] {
      let digit = Int.random(in: 1...5, using: &generator)
      return [
        "\"id\":\"e\(digit)\"", "\"joke_id\":\"joke-\(digit)\"", "\"rating\":\(digit)",
        "\"a_text_of_forty_bytes\":\"\(String(repeating: "x\(digit)", count: 20))\"",
        "\"flag\":true",
      ]
    }
    func line(_ fields: [String]) -> String { "{\(fields.joined(separator: separator))}" }
    // What may come first is learned, too.
    let sample = Sample(
      name: "usual", shape: PlainShape(),
      lines: (0..<5).map { first in
        var fields = fields()
        fields.swapAt(0, first)
        return line(fields)
      })
    var members = try members(learnedFrom: sample)
    let texts = (0..<20).map { _ in line(fields().shuffled(using: &generator)) }
    let text = Array(texts.joined(separator: "\n").utf8) + Self.padding
    let found = lines(in: text, &members)
    #expect(found.count == texts.count)
    for (line, expected) in zip(found, texts) {
      #expect(String(decoding: text[line.range], as: UTF8.self) == expected + "\n")
      let event = members.event(line, in: text.span, collection: Self.collection)
      let alone = try #require(strict(Array(expected.utf8), sample.shape))
      #expect(event?.ratingOffset == line.range.lowerBound + alone.ratingOffset)
      #expect(event?.jokeID.lowerBound == line.range.lowerBound + alone.jokeID.lowerBound)
      #expect(event?.jokeID.count == alone.jokeID.count)
    }
  }

  @Test func `where one line is odd, those before it are found`() throws {
    let line = #"{"id":"e1","joke_id":"joke-1","rating":5}"#
    let sample = Sample(name: "flat", shape: PlainShape(), lines: [line])
    var members = try members(learnedFrom: sample)
    let odd = [
      line.replacing("5", with: "6"), line.replacing("{", with: " {"), line + " ", line + "\r",
      line.replacing(",", with: ", "), line.replacing("\"joke_id\"", with: "\"id\""),
      line.replacing("e1", with: "\\n"), line.replacing("e1", with: "e12"),
      String(line.dropLast()), line.replacing("}", with: ",}"), "{}", "",
    ]
    for other in odd {
      let text = Array([line, line, other, line].joined(separator: "\n").utf8) + Self.padding
      #expect(lines(in: text, &members).count == 2, "\(other)")
    }
  }

  @Test(arguments: samples)
  func `what was learned is known again, in any order`(sample: Sample) throws {
    let members = try members(learnedFrom: sample)
    for (number, line) in sample.lines.enumerated() {
      let isKnown = isRecognised(
        Array(line.utf8) + Self.padding, by: members, sample, "line \(number)")
      #expect(isKnown, "\(sample.name), line \(number)")
    }
  }

  @Test(arguments: samples.suffix(3))
  func `a name that is empty is none`(sample: Sample) throws {
    let members = try members(learnedFrom: sample)
    for line in sample.lines {
      let nameless = line.replacing(/"[a-z\/()]*rating_events\/e[-0-9]+"/, with: "\"\"")
      _ = isRecognised(Array(nameless.utf8) + Self.padding, by: members, sample, nameless)
    }
  }

  @Test func `a list beside the fields is left to the strict reader`() throws {
    let line = #"{"path":"rating_events/e1","data":{"joke_id":"j1","rating":5},"timestamps":[]}"#
    let sample = Sample(name: "lists", shape: BackfireShape(), lines: [line])
    let members = try members(learnedFrom: sample)
    #expect(
      !isRecognised(Array(line.utf8) + Self.padding, by: members, sample, "as it was learned"))
  }

  @Test func `members come in any order, and may be missing`() throws {
    let sample = Self.samples[0]
    let members = try members(learnedFrom: sample)
    let fields = [
      #""id":"other""#, #""joke_id":"j9""#, #""rating":2"#, #""at":3"#, #""none":null"#,
    ]
    var generator = SeededGenerator(seed: 1)
    for round in 0..<200 {
      let chosen = fields.shuffled(using: &generator)
        .filter { $0.contains("j9") || $0.contains("rating") || !generator.happens(onceIn: 3) }
      // What may come first is learned, too.
      guard chosen[0].hasPrefix("\"at") == false, !chosen[0].hasPrefix("\"none") else { continue }
      let text = Array(("{" + chosen.joined(separator: ",") + "}").utf8) + Self.padding
      #expect(isRecognised(text, by: members, sample, "round \(round)"), "round \(round)")
    }
  }

  @Test(arguments: samples)
  func `no byte changed, put in or taken away makes another event of one`(sample: Sample) throws {
    let members = try members(learnedFrom: sample)
    let bytes = Array("\"\\{}[],:/ \t\r\n0156-.eEtfnaé\u{1}\u{7F}".utf8)
    var knownCount = 0
    for line in sample.lines {
      let line = Array(line.utf8)
      for index in line.indices {
        var mutants = [line]
        mutants[0].remove(at: index)
        for byte in bytes {
          var (changed, longer) = (line, line)
          changed[index] = byte
          longer.insert(byte, at: index)
          mutants += [changed, longer]
        }
        for mutant in mutants
        where isRecognised(mutant + Self.padding, by: members, sample, "byte \(index)") {
          knownCount += 1
        }
      }
    }
    // Most bytes of a value may be many others.
    #expect(knownCount > 300, "\(sample.name): \(knownCount)")
  }

  @Test(arguments: samples)
  func `no member may come twice, from one line or another`(sample: Sample) throws {
    let members = try members(learnedFrom: sample)
    for one in sample.lines {
      for other in sample.lines {
        let text = String(one.dropLast()) + "," + other.dropFirst()
        let isKnown = isRecognised(Array(text.utf8) + Self.padding, by: members, sample, "\(text)")
        #expect(!isKnown, "\(text)")
      }
    }
  }
}
