import Formats
import Testing

struct InputFormatTests {
  @Test func `a name of the option finds its format`() {
    for format in InputFormat.allCases {
      #expect(InputFormat(rawValue: format.rawValue) == format)
    }
    #expect(InputFormat(rawValue: "csv") == nil)
    #expect(Set(InputFormat.allCases.map(\.rawValue)).count == InputFormat.allCases.count)
  }

  @Test func `every format of JSON has a framing, and binary formats and property lists have none`()
  {
    for format in InputFormat.allCases {
      let isJSON = !format.rawValue.hasSuffix("plist") && format != .managedShard
      #expect((format.framing != nil) == isJSON, "\(format)")
    }
  }

  @Test func `no two formats have one name in messages`() {
    #expect(Set(InputFormat.allCases.map(\.displayName)).count == InputFormat.allCases.count)
  }
}
