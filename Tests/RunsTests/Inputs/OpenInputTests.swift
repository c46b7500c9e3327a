import Formats
@testable import Runs
import Scan
import SystemIO
import TestSupport
import Testing

struct OpenInputTests {
  private func format(_ text: String, as format: InputFormat?) throws -> InputFormat? {
    try TemporaryDirectory.with { directory in
      let inputs = try InputList([directory.write(text, to: "input")])
      let input = try OpenInput(try #require(inputs.inputs.first), format: format)
      let finding = input.finding
      if case .format(let found, _) = finding { return found }
      return nil
    }
  }

  @Test func `the option wins over the bytes, but an empty file is empty`() throws {
    #expect(try format("{\"rating\":4}\n", as: nil) == .ndjson)
    #expect(try format("{\"rating\":4}\n", as: .jsonStream) == .jsonStream)
    #expect(try format("hello", as: .ndjson) == .ndjson)
    #expect(try format(" \n", as: .ndjson) == nil)
  }

  @Test func `an unknown format is a usage error that says where the known ones are`() throws {
    #expect(try OpenInput.format(nil) == nil)
    #expect(try OpenInput.format("json-array") == .jsonArray)
    var message = ""
    do { _ = try OpenInput.format("csv") } catch { message = error.message }
    #expect(message == "unknown format 'csv'")
  }
}
