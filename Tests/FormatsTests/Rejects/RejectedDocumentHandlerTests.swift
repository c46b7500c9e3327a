import Formats
import Jokes
import Scan
import SystemIO
import TestSupport
import Testing

/// A list of rejects that is read, its records mended or not.
struct RejectedDocumentHandlerTests {
  private func line(_ rest: String) -> String {
    #"{"schema_version":1,"kind":"k","reason":"odd","file":"f","line":3,"byte":9,"format":"ndjson","#
      + rest + "}\n"
  }

  private let place = Place(file: "f", line: 3, byte: 9)
  private let rejects: InputFormat

  init() throws { rejects = try #require(InputFormat(rawValue: "rejects")) }

  @Test func `a record is read in its line, and stands where it came from`() throws {
    var events: [(RatingReading, Place)] = []
    let list = line(#""record":{"joke_id":"j","rating":4}"#)
    let outcome = try readEvents(list, as: rejects) { event in
      events.append((event.reading, event.ratingPlace))
      return .update(.five)
    }
    #expect(events.map(\.0) == [.rating(.four)])
    #expect(events.map(\.1) == [place])
    #expect(outcome.text == list.replacing("4}", with: "5}"))
    #expect(outcome.counts.changed == 1)
  }

  @Test func `a line goes with its record`() throws {
    let lines = [3, 5].map { line(#""record":{"joke_id":"j","rating":\#($0)}"#) }
    let outcome = try readEvents(lines.joined(), as: rejects) { event in
      event.reading == .rating(.three) ? .delete : .keep
    }
    #expect(outcome.text == lines[1])
  }

  @Test func `text that was mended is a record from then on, once it changes`() throws {
    let list = line(#""text":" {\"joke_id\":\"j\",\"rating\":4} ""#)
    #expect(try readEvents(list, as: rejects) { _ in .keep }.text == list)
    #expect(
      try readEvents(list, as: rejects) { _ in .update(.five) }.text
        == line(#""record": {"joke_id":"j","rating":5} "#))
  }

  @Test func `a record that was put beside the text counts instead of it`() throws {
    for rest in [
      #""text":"{\"rating\"","record":{"rating":4}"#, #""record":{"rating":4},"base64":"e30=""#,
    ] {
      var readings: [RatingReading] = []
      let outcome = try readEvents(line(rest), as: rejects) { event in
        readings.append(event.reading)
        return .keep
      }
      #expect(readings == [.rating(.four)])
      #expect(outcome.visitor.problems.isEmpty)
    }
  }

  @Test(arguments: [
    #""text":"{\"rating\":""#, #""base64":"/w==""#, #""record":7"#, #""text":"{} {}""#,
  ])
  func `a record that is still damaged is rejected again`(rest: String) throws {
    let outcome = try readEvents(line(rest), as: rejects) { _ in .keep }
    #expect(outcome.text == line(rest))
    guard case .damaged(let damage)? = outcome.visitor.problems.first else {
      Issue.record("\(outcome.visitor.problems)")
      return
    }
    #expect(damage.place == place)
    #expect(damage.record != nil)
  }

  /// The reject that the one line of a list is again.
  private func rejectAgain(_ text: String) throws -> Reject {
    let outcome = try readEvents(text, as: rejects) { _ in .keep }
    #expect(outcome.text == text)
    #expect(outcome.visitor.problems.count == 1)
    guard case .listed(let reject)? = outcome.visitor.problems.first else {
      throw Unexpected(problems: outcome.visitor.problems)
    }
    return reject
  }

  private struct Unexpected: Error { var problems: [RecordProblem] }

  @Test func `a line without a mended record is the same reject again`() throws {
    let reject = try rejectAgain(line(#""record_left_out":"redacted""#))
    #expect(reject.reason == "odd" && reject.kind == "k" && reject.place == place)
  }

  @Test(arguments: [
    (#""base64":"?","document":"d""#, "its 'base64' is not base64"),
    (#""format":"json-dump","record":{}"#, "it is a dump in a list that begins with a document"),
    (#""format":"unheard-of","record":{}"#, "its 'format' is 'unheard-of', which is unknown"),
    (#""format":"managed-shard","record":{}"#, "its 'format' is 'managed-shard', whose"),
    (#""text":5"#, "'text' is not a string"), (#""key":5,"record":{}"#, "'key' is not a string"),
    (#""path":"p","record":{}"#, "'path' is not an array of strings"),
  ])
  func `a line whose record cannot be read says why`(rest: String, reason: String) throws {
    let reject = try rejectAgain(line(rest))
    #expect(reject.reason.hasPrefix(reason), "\(reject.reason)")
    #expect(reject.kind == "unusable line" && reject.place == place)
    #expect((reject.record != nil) == (rest.contains(#""record":"#)))
  }

  @Test func `a record that was put where no format is told says so`() throws {
    let text = line(#""format":"ndjson","record":{}"#).replacing(#""format":"ndjson","#, with: "")
    let reject = try rejectAgain(text)
    #expect(reject.reason.hasPrefix("its line has no 'format'"), "\(reject.reason)")
    #expect(reject.record != nil)
  }

  @Test func `a document among the lines is a reject that says so, and can be read from its own`()
    throws
  {
    let document = #"{"id":"a","joke_id":"j","rating":4}"#
    let reject = try rejectAgain(document + "\n")
    #expect(reject.reason.hasPrefix("it is a line of a list of rejects"), "\(reject.reason)")
    #expect(reject.place?.line == 1)
    let again = try TemporaryDirectory.with { try list(of: [reject], in: $0) }
    #expect(again.contains(#""format":"ndjson","record":"# + document))
    var ids: [String?] = []
    try readEvents(again, as: rejects) { event in
      ids.append(event.identity?.id)
      return .keep
    }
    #expect(ids == ["a"])
  }

  @Test func `a damaged line keeps its text, and is a line again once that is mended`() throws {
    let whole = line(#""record":{"joke_id":"j","rating":4}"#).dropLast()
    let damaged = whole.dropLast()
    let outcome = try readEvents(damaged + "\n", as: rejects, isSalvaging: true) { _ in .keep }
    guard case .damaged(let damage)? = outcome.visitor.problems.first else {
      throw Unexpected(problems: outcome.visitor.problems)
    }
    let reject = Reject(
      kind: "damaged", reason: damage.message, documentID: nil, place: damage.place,
      record: damage.record)
    let text = try TemporaryDirectory.with { try list(of: [reject], in: $0) }
    let again = try readEvents(text, as: rejects) { _ in .keep }
    #expect(again.text == text)
    guard case .damaged(let same)? = again.visitor.problems.first else {
      throw Unexpected(problems: again.visitor.problems)
    }
    #expect(same.message == damage.message && same.place == damage.place)
    let mended = text.replacing(#""rating\":4}","#, with: #""rating\":4}}","#)
    #expect(mended != text)
    #expect(try readEvents(mended, as: rejects) { _ in .keep }.text == mended)
    #expect(
      try readEvents(mended, as: rejects) { _ in .update(.five) }.text
        == whole.replacing("4}", with: "5}") + "\n")
    #expect(try readEvents(mended, as: rejects) { _ in .delete }.text == "")
  }

  @Test func `no list is looked for in a list that stands in a list`() throws {
    let inner = line(#""format":"rejects","record":{}"#).dropLast()
    let reject = try rejectAgain(line(#""format":"rejects","record":"# + inner))
    #expect(reject.reason.hasPrefix("its 'format' is 'rejects'"), "\(reject.reason)")
  }

  @Test func `a list may be laid out anew`() throws {
    let record = #""record":{"joke_id":"j","rating":4}"#
    let (first, second) = (line(record).dropLast(), line(record).dropLast())
    for (name, text) in [
      ("rejects-array", "[\n  \(first),\n  \(second)\n]\n"),
      ("rejects-stream", "\(first.replacing(",", with: ",\n"))\n\(second)\n"),
    ] {
      let format = try #require(InputFormat(rawValue: name))
      let outcome = try readEvents(text, as: format) { _ in .update(.five) }
      #expect(outcome.text == text.replacing("4}", with: "5}"))
      #expect(outcome.counts.changed == 2)
    }
  }

  @Test func `a list that is damaged itself ends the run, at its own place`() throws {
    for rest in [#""record":{"a":}"#, #""record":{},"record":{}"#, #""path":[1],"record":{}"#] {
      let damage = try #require(try damage(of: line(rest), as: rejects))
      #expect(damage.place?.line == 1, "\(rest)")
      #expect(damage.place?.file != "f")
    }
  }

  @Test func `documents that were read already stay unread`() throws {
    let record =
      #""format":"import-export","path":["__collections__","a"],"key":"x","#
      + #""record":{"v":1,"__collections__":{"b":{"y":{"v":2,"__collections__":{}}}}}"#
    let reading = { (rest: String) in
      var ids: [String?] = []
      try readEvents(line(rest), as: rejects, in: nil) { event in
        ids.append(event.identity?.id)
        return .keep
      }
      return ids
    }
    #expect(try reading(record) == ["x", "y"])
    #expect(try reading(#""alone":true,"# + record) == ["x"])
  }
}
