import Formats
import Testing
import Wiring

struct ExportOptionsTests {
  @Test func `every format has a line that begins with its name`() {
    let lines = FormatList(of: nil, writes: true).text.split(separator: "\n")
    #expect(lines.map { String($0.prefix { $0 != " " }) } == InputFormat.allCases.map(\.rawValue))
    #expect(lines.allSatisfy { $0.hasSuffix("read and written") })
  }

  @Test func `a tool lists what it reads`() {
    let text = FormatList(of: .dumps, writes: false).text
    #expect(text.contains("xml-plist") && !text.contains("rest-pages"))
    #expect(!text.contains("written"))
  }
}
