import Formats
@testable import Runs
import Testing

struct FormatListTests {
  @Test func `every format has a line that begins with its name`() {
    let lines = FormatList(of: nil, writes: true).text.split(separator: "\n")
    #expect(lines.map { String($0.prefix { $0 != " " }) } == InputFormat.allCases.map(\.rawValue))
    let written = lines.filter { $0.hasSuffix("read and written") }
    #expect(written.count == InputFormat.allCases.count { !$0.isHistory && !$0.isReadOnly })
    #expect(lines.contains { $0.hasPrefix("bigquery ") && $0.contains("60 bytes of memory") })
  }

  @Test func `a tool lists what it reads`() {
    let text = FormatList(of: .dumps, writes: false).text
    #expect(text.contains("xml-plist") && !text.contains("rest-pages"))
    #expect(!text.contains("written"))
  }
}
