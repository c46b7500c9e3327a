import Foundation
import Scan
import SystemIO
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

  @Test func `an empty directory that is there is replaced, a filled one never`() throws {
    for isFilled in [false, true] { try publish(over: isFilled) }
  }

  private func publish(over isFilled: Bool) throws {
    try TemporaryDirectory.with { directory in
      let path = try directory.makeDirectory("batches")
      if isFilled { try directory.write("old", to: "batches/old") }
      let staged = try StagedDirectory(path)
      try staged.write([1], to: "new")
      #expect(try directory.names(in: "batches") == (isFilled ? ["old"] : []))
      if isFilled {
        #expect(throws: SystemError.self) { try staged.publish() }
      } else {
        try staged.publish()
      }
      #expect(try directory.names(in: "batches") == [isFilled ? "old" : "new"])
    }
  }

  @Test func `any number of files is written whole`() throws {
    try TemporaryDirectory.with { directory in
      let staged = try StagedDirectory(directory.path(of: "many"))
      for number in 0..<40 { try staged.write([UInt8(number)], to: "\(number)") }
      try staged.publish()
      for number in 0..<40 {
        #expect(try directory.bytes(of: "many/\(number)") == [UInt8(number)])
      }
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

  @Test func `a file or a directory that is not empty is refused`() throws {
    try TemporaryDirectory.with { directory in
      let file = try directory.write("", to: "file")
      let empty = try directory.makeDirectory("empty")
      let full = try directory.makeDirectory("full")
      try directory.write("", to: "full/file")
      try StagedDirectory.check(directory.path(of: "new"))
      try StagedDirectory.check(empty)
      #expect(throws: OutputRefusal.self) { try StagedDirectory.check(full) }
      #expect(throws: OutputRefusal.self) { try StagedDirectory.check(file) }
      for place in [".", "./", "..", empty + "/.", empty + "/../"] {
        #expect(throws: OutputRefusal.self, "\(place)") { try StagedDirectory.check(place) }
      }
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
