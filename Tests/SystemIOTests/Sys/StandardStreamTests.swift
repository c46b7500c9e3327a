import Scan
import SystemIO
import Testing

struct StandardStreamTests {
  @Test func `messages call the streams by names that are no files`() {
    #expect(StandardStream.output.name == "<stdout>")
    #expect(StandardStream.errors.name == "<stderr>")
  }

  @Test func `text and bytes are written to standard output and standard error`() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardOutputContent, \.standardErrorContent]
    ) {
      try StandardStream.output.write("größer\n")
      try StandardStream.errors.write(Array("oh\n".utf8).span)
    }
    let (output, errors) = (result.standardOutputContent, result.standardErrorContent)
    #expect(String(decoding: output, as: UTF8.self).contains("größer\n"))
    #expect(String(decoding: errors, as: UTF8.self).contains("oh\n"))
  }
}
