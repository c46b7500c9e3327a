import ByteIO
import Formats
import Jokes
import TestSupport
import Testing

/// A list of rejects that is read, its records mended or not.
struct RejectedDocumentHandlerTests {
  private func line(_ rest: String) -> String {
    #"{"schema_version":1,"kind":"k","reason":"odd","file":"f","line":3,"byte":9,"format":"ndjson","#
      + rest + "}\n"
  }

  private let place = Place(file: "f", line: 3, byte: 9)

  @Test func `a record is read in its line, and stands where it came from`() throws {
    var events: [(RatingReading, Place)] = []
    let list = line(#""record":{"joke_id":"j","rating":4}"#)
    let outcome = try readEvents(list, as: .rejects) { event in
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
    let outcome = try readEvents(lines.joined(), as: .rejects) { event in
      event.reading == .rating(.three) ? .delete : .keep
    }
    #expect(outcome.text == lines[1])
  }

  @Test func `text that was mended is a record from then on, once it changes`() throws {
    let list = line(#""text":" {\"joke_id\":\"j\",\"rating\":4} ""#)
    #expect(try readEvents(list, as: .rejects) { _ in .keep }.text == list)
    #expect(
      try readEvents(list, as: .rejects) { _ in .update(.five) }.text
        == line(#""record": {"joke_id":"j","rating":5} "#))
  }

  @Test func `a record that was put beside the text counts instead of it`() throws {
    for rest in [
      #""text":"{\"rating\"","record":{"rating":4}"#, #""record":{"rating":4},"base64":"e30=""#,
    ] {
      var readings: [RatingReading] = []
      let outcome = try readEvents(line(rest), as: .rejects) { event in
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
  func `what is damaged still is a reject without more ado`(rest: String) throws {
    let outcome = try readEvents(line(rest), as: .rejects) { _ in .keep }
    #expect(outcome.text == line(rest))
    guard case .damaged(let damage)? = outcome.visitor.problems.first else {
      Issue.record("\(outcome.visitor.problems)")
      return
    }
    #expect(damage.place == place)
    #expect(damage.record != nil)
  }

  @Test(arguments: [
    #""record_left_out":"redacted""#, #""base64":"?","document":"d""#,
    #""format":"json-dump","record":{}"#, #""format":"unheard-of","record":{}"#,
  ])
  func `a line of which nothing can be read is what it was`(rest: String) throws {
    let outcome = try readEvents(line(rest), as: .rejects) { _ in .keep }
    #expect(outcome.text == line(rest))
    guard case .listed(let reject)? = outcome.visitor.problems.first else {
      Issue.record("\(outcome.visitor.problems)")
      return
    }
    #expect(reject.reason == "odd" && reject.kind == "k" && reject.place == place)
  }

  @Test func `a list that is damaged itself ends the run, at its own place`() throws {
    for rest in [#""record":{"a":}"#, #""record":{},"record":{}"#, #""path":[1],"record":{}"#] {
      let damage = try #require(try damage(of: line(rest), as: .rejects))
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
      try readEvents(line(rest), as: .rejects, in: nil) { event in
        ids.append(event.identity?.id)
        return .keep
      }
      return ids
    }
    #expect(try reading(record) == ["x", "y"])
    #expect(try reading(#""alone":true,"# + record) == ["x"])
  }
}
