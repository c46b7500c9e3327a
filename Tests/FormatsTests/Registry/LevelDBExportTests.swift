import Formats
import Jokes
import Scan
import SystemIO
import Testing

/// Documents as leveldb-export has them.
struct LevelDBExportTests {
  private static func line(_ path: String, _ rating: Int) -> String {
    #"{"rating":\#(rating),"_key":{"id":null,"name":"a","path":"\#(path)"}}"# + "\n"
  }

  @Test func `the key's path tells the collection and the id`() throws {
    let outcome = try readEvents(
      Self.line("rating_events/a", 4) + Self.line("jokes/j", 4), as: .levelDBExport[1]
    ) { event in
      #expect(event.identity?.id == "a")
      return BinaryRatingRule().decide(event.reading)
    }
    #expect(outcome.text == Self.line("rating_events/a", 5) + Self.line("jokes/j", 4))
    #expect(outcome.visitor.passedOver == 1)
  }

  @Test func `without a path the key's name is the id`() throws {
    let line = #"{"rating":4,"_key":{"id":null,"name":"a"}}"# + "\n"
    let outcome = try readEvents(line, as: .levelDBExport[1]) { event in
      #expect(event.identity?.id == "a")
      #expect(event.identity?.collection == nil)
      return BinaryRatingRule().decide(event.reading)
    }
    #expect(outcome.visitor.passedOver == 0)
  }

  @Test func `the key is no field of the document`() throws {
    let fields = try ofEvent(Self.line("rating_events/a", 4), as: .levelDBExport[1]) {
      try $0.typedFields()
    }
    #expect(fields == Array(#"{"rating":{"integerValue":"4"}}"#.utf8))
  }
}
