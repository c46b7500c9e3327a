import Foundation
import Scan
import SystemIO
import TestSupport
import Testing

struct FileStatusTests {
  @Test func `the kinds of file are told apart`() throws {
    try TemporaryDirectory.with { directory in
      let file = try directory.write("four", to: "file")
      let link = try directory.link("link", to: "file")
      #expect(try FileStatus(path: file)?.kind == .regular)
      #expect(try FileStatus(path: file)?.byteCount == 4)
      #expect(try FileStatus(path: file)?.nameCount == 1)
      #expect(try FileStatus(path: directory.path)?.kind == .directory)
      #expect(try FileStatus(path: link, followsLinks: false)?.kind == .symbolicLink)
      #expect(try FileStatus(path: link)?.identity == FileStatus(path: file)?.identity)
      #expect(try FileStatus(path: "/dev/null")?.kind == .stream)
    }
  }

  @Test func `a missing file has no status, nor has a path below a file`() throws {
    try TemporaryDirectory.with { directory in
      #expect(try FileStatus(path: directory.path(of: "missing")) == nil)
      let file = try directory.write("", to: "file")
      #expect(try FileStatus(path: file + "/x") == nil)
      let (missing, below) = (directory.path(of: "missing"), file + "/x")
      #expect(SystemError.missing(missing).code == ENOENT)
      #expect(SystemError.missing(below).code == ENOTDIR)
    }
  }

  @Test func `a file that was written since, or is another, is not unchanged`() throws {
    try TemporaryDirectory.with { directory in
      let file = try directory.write("four", to: "file")
      let status = try #require(try FileStatus(path: file))
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
      // It has another mode, or was written and dated back: that only its bytes tell.
      let other = try #require(try FileStatus(path: file))
      #expect(other.isUnchanged(since: status) { true })
      #expect(!other.isUnchanged(since: status))
      #expect(other.isUnchanged(since: other) { false })
      let moment = Date(timeIntervalSince1970: 1_700_000_000.5)
      try FileManager.default.setAttributes([.modificationDate: moment], ofItemAtPath: file)
      let touched = try #require(try FileStatus(path: file))
      #expect(touched.modified == Timestamp(seconds: 1_700_000_000, nanoseconds: 500_000_000))
      #expect(!touched.isUnchanged(since: status) { true })
      let copy = try #require(try FileStatus(path: try directory.write("four", to: "copy")))
      #expect(!copy.isUnchanged(since: status) { true })
    }
  }

  @Test func `the mode has its permission bits alone`() throws {
    try TemporaryDirectory.with { directory in
      let file = try directory.write("", to: "file")
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
      #expect(try FileStatus(path: file)?.mode == 0o640)
    }
  }
}
