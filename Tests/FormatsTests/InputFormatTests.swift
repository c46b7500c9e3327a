import Formats
import Testing

struct InputFormatTests {
  @Test func `the names are those of the option`() {
    #expect(
      InputFormat.allCases.map(\.rawValue) == [
        "ndjson", "json-stream", "json-array", "json-object", "json-dump", "ndjson-dumps",
        "json-array-dumps", "xml-plist", "binary-plist",
      ])
  }

  @Test func `every format of documents has a framing, and property lists have none`() {
    for format in InputFormat.allCases {
      if format.contents == .documents { #expect(format.framing != nil, "\(format)") }
      #expect((format.framing == nil) == format.rawValue.hasSuffix("plist"), "\(format)")
    }
  }

  @Test func `no two formats have one name in messages`() {
    #expect(Set(InputFormat.allCases.map(\.displayName)).count == InputFormat.allCases.count)
  }
}
