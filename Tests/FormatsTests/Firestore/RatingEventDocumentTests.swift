import Formats
import Jokes
import Scan
import SystemIO
import Testing

/// Decides as the rule has it.
private func migrate(_ event: borrowing RatingEventDocument) -> Decision {
  BinaryRatingRule().decide(event.reading)
}

struct RatingEventDocumentTests {
  @Test(
    arguments: [
      (
        .ndjson, "{\"rating\":4}\n{\"rating\":3}\n{\"rating\":2}\n",
        "{\"rating\":5}\n{\"rating\":1}\n"
      ),
      (.jsonStream, "{\n\"rating\":4}\n{\"rating\":3}", "{\n\"rating\":5}"),
      (.jsonArray, "[{\"rating\":3},{\"rating\":2}]", "[{\"rating\":1}]"),
      (.jsonObject, "{\"a\":{\"rating\":4},\"b\":{\"rating\":3}}", "{\"a\":{\"rating\":5}}"),
      (
        .jsonObject, "{\"rating_events\":{\"a\":{\"rating\":4},\"b\":{\"rating\":3}}}",
        "{\"rating_events\":{\"a\":{\"rating\":5}}}"
      ),
    ] as [(InputFormat, String, String)])
  func `an export is migrated in every format`(
    format: InputFormat, input: String, output: String
  ) throws {
    let outcome = try readEvents(input, as: format, migrate)
    #expect(outcome.text == output)
    #expect(outcome.visitor.progress == input.utf8.count)
    let again = try readEvents(output, as: format, migrate)
    #expect(again.text == output)
    #expect(again.counts.changed + again.counts.dropped == 0)
  }

  @Test func `documents of other collections pass as they came`() throws {
    let input = #"{"jokes":{"j":{"rating":4},"k":{"x":1}},"rating_events":{"a":{"rating":4}}}"#
    let outcome = try readEvents(input, as: .jsonObject, migrate)
    #expect(outcome.text == input.replacing(#""a":{"rating":4}"#, with: #""a":{"rating":5}"#))
    #expect(outcome.visitor.passedOver == 2)
    #expect(outcome.counts.changed == 1)
  }

  @Test func `a record that is not a document is damage`() {
    for (format, text) in [
      (InputFormat.ndjson, "[1]\n"), (.jsonArray, "[1]"), (.jsonObject, "{\"a\":1}"),
    ] {
      #expect(throws: DamagedInput.self) { try readEvents(text, as: format, migrate) }
    }
  }

  @Test func `an error of the visitor ends the run`() {
    struct Enough: Error {}
    #expect(throws: Enough.self) { try readEvents("{}\n") { _ in throw Enough() } }
  }

  @Test func `a refused document stays`() throws {
    #expect(try readEvents("{\"rating\":9}\n") { _ in .refuse }.text == "{\"rating\":9}\n")
  }
}
