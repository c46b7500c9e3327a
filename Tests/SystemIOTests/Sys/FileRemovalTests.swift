import Foundation
import Scan
import SystemIO
import TestSupport
import Testing

struct FileRemovalTests {
  @Test func `a file goes, and its folder where nothing else is in it`() throws {
    try TemporaryDirectory.with { directory in
      try directory.makeDirectory("a/b")
      let file = try directory.write("x", to: "a/b/file")
      let other = try directory.write("x", to: "a/other")
      try removeFile(file)
      #expect(!FileManager.default.fileExists(atPath: directory.path(of: "a/b")))
      #expect(FileManager.default.fileExists(atPath: other))
      try removeFile(file)
    }
  }

  @Test func `a removal that fails is an error`() throws {
    try TemporaryDirectory.with { directory in
      let folder = try directory.makeDirectory("a")
      #expect(throws: SystemError.self) { try removeFile(folder) }
    }
  }
}
