import Formats
import Foundation
import Jokes
import Scan
import SystemIO
import TestSupport
import Testing

/// Replacing the file of a store.
struct DefaultsFileTests {
  private let dump = #"{"ScreenSort.ProcessedIDs": ["a"]}"#

  @Test(
    arguments: [
      { try $0.write(#"{"ScreenSort.ProcessedIDs": ["z"]}"#, to: "dump") },
      {
        try FileManager.default.removeItem(atPath: $0.path(of: "dump"))
        try $0.write(#"{"ScreenSort.ProcessedIDs": ["a"]}"#, to: "dump")
      },
      { try FileManager.default.removeItem(atPath: $0.path(of: "dump")) },
      {
        var other = try DeviceStore(path: $0.path(of: "dump"))
        try other.markProcessed("other")
      },
    ] as [@Sendable (TemporaryDirectory) throws -> Void])
  func `a file that another process changed is not overwritten`(
    change: @Sendable (TemporaryDirectory) throws -> Void
  ) throws {
    try TemporaryDirectory.with { directory in
      let path = try directory.write(dump, to: "dump")
      var store = try DeviceStore(path: path)
      try change(directory)
      let before = try? directory.text(of: "dump")
      #expect(throws: DeviceStoreError.changed(path: path)) { try store.markProcessed("b") }
      #expect((try? directory.text(of: "dump")) == before)
      let isMarked = try store.isProcessed("b")
      #expect(!isMarked)
      var again = try DeviceStore(path: path)
      let isNew = try again.markProcessed("b")
      #expect(isNew)
    }
  }

  @Test func `a change in place with a restored time is not overwritten`() throws {
    try TemporaryDirectory.with { directory in
      let path = try directory.write(dump, to: "dump")
      var store = try DeviceStore(path: path)
      for id in ["b", "c"] { try store.markProcessed(id) }
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      let theirs = try directory.text(of: "dump").replacing("\"a\"", with: "\"z\"")
      // The same file, as large, of the same time.
      let file = try #require(FileHandle(forWritingAtPath: path))
      try file.write(contentsOf: Data(theirs.utf8))
      try file.close()
      let time = try #require(attributes[.modificationDate])
      try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path)
      #expect(throws: DeviceStoreError.changed(path: path)) { try store.markProcessed("d") }
      #expect(try directory.text(of: "dump") == theirs)
    }
  }

  @Test func `a file that came meanwhile is not overwritten`() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path(of: "dump")
      var store = try DeviceStore(path: path)
      try directory.write(dump, to: "dump")
      #expect(throws: DeviceStoreError.changed(path: path)) { try store.markProcessed("b") }
      #expect(try directory.text(of: "dump") == dump)
      #expect(try directory.names() == ["dump"])
    }
  }

  @Test func `the file keeps its mode, also one that it was given meanwhile`() throws {
    try TemporaryDirectory.with { directory in
      let path = try directory.write(dump, to: "dump")
      for mode in [0o600, 0o640, 0o604] {
        var store = try DeviceStore(path: path)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        try store.markProcessed("\(mode)")
        #expect(try directory.mode(of: "dump") == mode)
      }
    }
  }

  @Test func `a link stays, and the file at its end is the new one`() throws {
    try TemporaryDirectory.with { directory in
      try directory.makeDirectory("far")
      try directory.write(dump, to: "far/dump")
      var store = try DeviceStore(path: try directory.link("link", to: "far/dump"))
      for id in ["b", "c"] { try store.markProcessed(id) }
      #expect(
        try FileStatus(path: directory.path(of: "link"), followsLinks: false)?.kind == .symbolicLink
      )
      #expect(
        try directory.text(of: "far/dump") == #"{"ScreenSort.ProcessedIDs": ["a", "b", "c"]}"#)
    }
  }

  @Test func `marking a marked asset writes nothing`() throws {
    try TemporaryDirectory.with { directory in
      let path = try directory.write(dump, to: "dump")
      let before = try FileStatus(path: path)
      var store = try DeviceStore(path: path)
      let isNew = try store.markProcessed("a")
      #expect(!isNew)
      #expect(try FileStatus(path: path) == before)
    }
  }

  @Test func `temporaries that a killed process left are in nobody's way`() throws {
    try TemporaryDirectory.with { directory in
      let path = try directory.write(dump, to: "dump")
      for count in 1...3 { try directory.write("{", to: ".laughtrack-\(getpid())-\(count)-x.tmp") }
      var store = try DeviceStore(path: path)
      for id in ["b", "c"] { try store.markProcessed(id) }
      #expect(try directory.names().count == 4)
      #expect(try store.dump.applying([]) == directory.bytes(of: "dump"))
    }
  }

  @Test func `if the file cannot be written, nothing is marked`() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path(of: "missing/dump")
      var store = try DeviceStore(path: path)
      let error = #expect(throws: DeviceStoreError.self) { try store.markProcessed("a") }
      #expect(error?.description == "cannot create '\(path)': No such file or directory")
      let isMarked = try store.isProcessed("a")
      #expect(!isMarked)
    }
  }

  @Test func `an id that the kind of dump cannot hold is refused`() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path(of: "dump")
      var store = try DeviceStore(path: path, creating: .xmlPropertyList)
      #expect(throws: DeviceStoreError.self) { try store.markProcessed("\u{1}") }
      #expect(try directory.names() == [])
      try store.markProcessed("a")
    }
  }
}
