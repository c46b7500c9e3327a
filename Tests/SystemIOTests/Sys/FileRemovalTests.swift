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
      let second = try directory.write("x", to: "a/b/second")
      var changed = ChangedDirectories()
      try removeFile(file, in: &changed)
      #expect(FileManager.default.fileExists(atPath: second))
      try removeFile(second, in: &changed)
      #expect(!FileManager.default.fileExists(atPath: directory.path(of: "a/b")))
      #expect(FileManager.default.fileExists(atPath: other))
      try removeFile(file, in: &changed)
      // The folder that is gone is not flushed.
      try changed.flush()
    }
  }

  @Test func `a folder goes that a killed run emptied`() throws {
    try TemporaryDirectory.with { directory in
      let folder = try directory.makeDirectory("a/b")
      var changed = ChangedDirectories()
      try removeFile(folder + "/file", in: &changed)
      #expect(!FileManager.default.fileExists(atPath: folder))
      try changed.flush()
    }
  }

  @Test func `a removal that fails is an error`() throws {
    try TemporaryDirectory.with { directory in
      let folder = try directory.makeDirectory("a")
      var changed = ChangedDirectories()
      #expect(throws: SystemError.self) { try removeFile(folder, in: &changed) }
    }
  }
}
