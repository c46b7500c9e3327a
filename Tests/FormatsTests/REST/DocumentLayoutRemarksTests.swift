import Formats
import Jokes
import Scan
import SystemIO
import TestSupport
import Testing

/// Values among documents of the REST API that are no documents are reported, never skipped.
struct DocumentLayoutRemarksTests {
  private static let name = "projects/p/databases/(default)/documents/rating_events/"
  private static let document =
    #"{"name":"\#(name)a","fields":{"rating":{"integerValue":"5"}}}"#
  private static let strangers = [
    #"{"joke_id":"a","rating":4}"#, #"{"foo":1}"#, #"{"name":"x","rating":4}"#, "{}",
    #"{"path":"rating_events/a","data":{"rating":4}}"#,
  ]

  @Test(arguments: strangers)
  func `an object that is not a document is rejected among documents`(stranger: String) throws {
    let inputs: [(InputFormat, String)] = [
      (.restDocuments, "\(Self.document)\n\(stranger)\n\(Self.document)\n"),
      (.restStream, "\(Self.document) \(stranger)"),
      (.restPages, #"{"documents":[\#(Self.document),\#(stranger)]}"#),
    ]
    for (format, input) in inputs {
      let outcome = try readEvents(input, as: format) { _ in .keep }
      #expect(outcome.visitor.problems.count == 1, "\(format)")
      #expect(outcome.text == input)
    }
  }

  @Test func `an empty page in an array is ignored`() throws {
    for stranger in Self.strangers where stranger != "{}" {
      let outcome = try readEvents("[\(Self.document),\(stranger)]", as: .restArray) { _ in .keep }
      #expect(outcome.visitor.problems.count == 1, "\(stranger)")
    }
    let outcome = try readEvents("[\(Self.document),{}]", as: .restArray) { _ in .keep }
    #expect(outcome.visitor.problems.isEmpty)
  }

  @Test func `a parent that does not exist is passed over`() throws {
    let outcome = try readEvents(
      #"{"name":"\#(Self.name)a"}"# + "\n", as: .restDocuments
    ) { _ in .keep }
    #expect(outcome.visitor.problems.isEmpty)
  }

  @Test func `an error in the place of a document is damage`() throws {
    #expect(throws: DamagedInput.self) {
      try readEvents(
        Self.document + "\n" + #"{"error":{"code":500,"status":"INTERNAL"}}"# + "\n",
        as: .restDocuments
      ) { _ in .keep }
    }
  }

  @Test func `a name without a path is an id`() throws {
    let id = try ofEvent(#"{"name":"d0","fields":{}}"#, as: .restStream) { $0.identity?.id }
    #expect(id == "d0")
  }
}
