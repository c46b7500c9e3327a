import Formats
import Testing

@Suite struct DefaultsKindTests {
  @Test func `each kind is called as the format of its files`() {
    #expect(DefaultsKind.allCases.map(\.name) == ["json-dump", "xml-plist", "binary-plist"])
    for kind in DefaultsKind.allCases { #expect(InputFormat(rawValue: kind.name) != nil) }
  }

  @Test func `only text has lines`() {
    #expect(DefaultsKind.allCases.filter(\.hasLines) == [.json, .xmlPropertyList])
  }
}
