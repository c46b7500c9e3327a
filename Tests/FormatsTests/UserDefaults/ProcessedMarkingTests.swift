import Formats
import Jokes
import Testing

struct ProcessedMarkingTests {
  @Test func `an asset that is new comes last`() throws {
    let dump = try dump(#"{"ScreenSort.ProcessedIDs": ["b"], "x": 1}"#)
    let marking = try ProcessedMarking(of: dump, marking: "a")
    #expect(!marking.wasProcessed)
    #expect(marking.processed.ids == ["b", "a"])
    #expect(
      String(decoding: try dump.applying(marking.edits), as: UTF8.self)
        == #"{"ScreenSort.ProcessedIDs": ["b", "a"], "x": 1}"#)
  }

  @Test func `an asset that is marked changes nothing`() throws {
    let dump = try dump(#"{"ScreenSort.ProcessedIDs": ["b", "a"]}"#)
    let marking = try ProcessedMarking(of: dump, marking: "a")
    #expect(marking.wasProcessed)
    #expect(marking.edits.isEmpty)
  }

  @Test func `ids that differ in how an accent is composed are two`() throws {
    let dump = try dump("{\"ScreenSort.ProcessedIDs\": [\"caf\u{E9}\"]}")
    #expect(try !ProcessedMarking(of: dump, marking: "cafe\u{301}").wasProcessed)
  }

  @Test(arguments: ["{}", "5", "[1]"])
  func `ids that are no array of strings are unusable`(value: String) throws {
    let dump = try dump(#"{"ScreenSort.ProcessedIDs": \#(value)}"#)
    let error = #expect(throws: DefaultsDumpError.self) {
      try ProcessedMarking(of: dump, marking: "a")
    }
    #expect(error?.cause == .unusable)
  }
}
