import ByteIO
import Foundation
import TestSupport
import Testing

struct StagedDirectoryTests {
  @Test func `a directory appears whole`() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path(of: "batches")
      let staged = try StagedDirectory(path + "/")
      try staged.addDirectory("undo")
      try staged.write([1], to: "one")
      try staged.write([2], to: "undo/two")
      #expect(!FileManager.default.fileExists(atPath: path))
      try staged.publish()
      #expect(try directory.names() == ["batches"])
      #expect(try directory.names(in: "batches") == ["one", "undo"])
      #expect(try directory.bytes(of: "batches/undo/two") == [2])
      #expect(staged.path == path)
    }
  }

  @Test(arguments: [false, true])
  func `a directory that is there is replaced as a whole`(isFilled: Bool) throws {
    try TemporaryDirectory.with { directory in
      let path = try directory.makeDirectory("batches")
      if isFilled { try directory.write("old", to: "batches/old") }
      let staged = try StagedDirectory(path)
      try staged.write([1], to: "new")
      #expect(try directory.names(in: "batches") == (isFilled ? ["old"] : []))
      try staged.publish()
      #expect(try directory.names(in: "batches") == ["new"])
      #expect(try directory.names() == ["batches"])
    }
  }

  @Test func `a file inside is never written twice`() throws {
    try TemporaryDirectory.with { directory in
      let staged = try StagedDirectory(directory.path(of: "batches"))
      try staged.write([1], to: "one")
      let path = directory.path(of: "batches/one")
      #expect(throws: SystemError(call: "create", path: path, code: EEXIST)) {
        try staged.write([2], to: "one")
      }
    }
  }

  @Test func `what is in the way is refused`() throws {
    try TemporaryDirectory.with { directory in
      let file = try directory.write("", to: "file")
      let empty = try directory.makeDirectory("empty")
      let full = try directory.makeDirectory("full")
      try directory.write("", to: "full/file")
      try StagedDirectory.check(directory.path(of: "new"), isForced: false)
      try StagedDirectory.check(empty, isForced: false)
      try StagedDirectory.check(full, isForced: true)
      #expect(throws: OutputRefusal.self) { try StagedDirectory.check(full, isForced: false) }
      #expect(throws: OutputRefusal.self) { try StagedDirectory.check(file, isForced: true) }
    }
  }

  @Test func `missing folders are made`() throws {
    try TemporaryDirectory.with { directory in
      try makeDirectories(directory.path(of: "a/b/c"))
      try makeDirectories(directory.path(of: "a/b"))
      #expect(try directory.names(in: "a/b") == ["c"])
    }
  }
}
