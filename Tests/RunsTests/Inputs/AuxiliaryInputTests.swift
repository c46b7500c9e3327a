@testable import Runs
import Scan
import SystemIO
import TestSupport
import Testing

struct AuxiliaryInputTests {
  @Test func `a file read beside the inputs must be there`() throws {
    try TemporaryDirectory.with { directory in
      let path = try directory.write("a\n", to: "ids")
      #expect(try AuxiliaryInput(path, option: "--existing").path == path)
      #expect(throws: SystemError.self) {
        try AuxiliaryInput(directory.path(of: "none"), option: "--existing")
      }
    }
  }

  @Test func `standard input is always there`() throws {
    #expect(try AuxiliaryInput("-", option: "--existing").path == "-")
  }
}
