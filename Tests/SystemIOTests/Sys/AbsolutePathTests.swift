import Scan
import SystemIO
import TestSupport
import Testing

struct AbsolutePathTests {
  @Test func `links and dots are followed`() throws {
    try TemporaryDirectory.with { directory in
      let folder = try directory.makeDirectory("a/b")
      try directory.link("link", to: "a/b")
      let plain = try absolutePath(folder)
      #expect(plain.hasPrefix("/") && plain.hasSuffix("/a/b"))
      #expect(try absolutePath(directory.path(of: "link/../b/.")) == plain)
    }
  }

  @Test func `a path that leads nowhere is an error`() throws {
    try TemporaryDirectory.with { directory in
      _ = #expect(throws: SystemError.self) { try absolutePath(directory.path(of: "gone")) }
    }
  }
}
