import ByteIO
import TestSupport
import Testing
import Wiring

struct SideInputTests {
  @Test func `a file read beside the inputs must be there`() throws {
    try TemporaryDirectory.with { directory in
      let path = try directory.write("a\n", to: "ids")
      #expect(try SideInput(path, option: "--existing").path == path)
      #expect(throws: SystemError.self) {
        try SideInput(directory.path(of: "none"), option: "--existing")
      }
    }
  }

  @Test func `standard input is always there`() throws {
    #expect(try SideInput("-", option: "--existing").path == "-")
  }
}
