#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import SystemIO

  /// The attributes that a replaced file keeps.
  @Suite(.enabled(if: ExtendedAttribute.areKept, "no access lists on this file system"))
  struct FileAttributesTests {
    private static let kept = ExtendedAttribute("user.kept")
    /// Owner and the user 7 read and write, the owning group and others do nothing.
    private static let list = ExtendedAttribute.accessList(ofUser: 7)

    private func replace(
      _ path: String, _ permissions: ByteOutput.Permissions = .atMost(0o666)
    ) throws -> FinishedOutput {
      var output = try ByteOutput(OutputTarget(path), permissions: permissions)
      try output.write([1])
      let finished = try output.finish()
      try finished.publish()
      return finished
    }

    @Test func `a file that is replaced keeps its access list and its attributes`() throws {
      try TemporaryDirectory.with { directory in
        let path = try directory.write("old", to: "file")
        try Self.kept.set(Array("value".utf8), of: path)
        try ExtendedAttribute.accessList.set(Self.list, of: path)
        #expect(try replace(path).losses == [])
        let mode = try #require(try FileStatus(path: path)).mode
        #expect(mode == 0o660)
        #expect(try Self.kept.value(of: path) == Array("value".utf8))
        #expect(try ExtendedAttribute.accessList.value(of: path) == Self.list)
      }
    }

    @Test func `a private file has no access list`() throws {
      try TemporaryDirectory.with { directory in
        let path = try directory.write("old", to: "file")
        try ExtendedAttribute.accessList.set(Self.list, of: path)
        _ = try replace(path, .ownerOnly)
        let mode = try #require(try FileStatus(path: path)).mode
        #expect(mode == 0o600)
        #expect(throws: ExtendedAttribute.Failure.self) {
          try ExtendedAttribute.accessList.value(of: path)
        }
      }
    }

    @Test func `a file without an access list gets none from its directory`() throws {
      try TemporaryDirectory.with { directory in
        let path = try directory.write("old", to: "file")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        try ExtendedAttribute("system.posix_acl_default").set(Self.list, of: directory.path)
        #expect(try replace(path).losses == [])
        let mode = try #require(try FileStatus(path: path)).mode
        #expect(mode == 0o640)
        #expect(throws: ExtendedAttribute.Failure.self) {
          try ExtendedAttribute.accessList.value(of: path)
        }
      }
    }

    @Test func `a mode stands for no more than the access list allows`() throws {
      try TemporaryDirectory.with { directory in
        let path = try directory.write("old", to: "file")
        try ExtendedAttribute.accessList.set(Self.list, of: path)
        let status = try #require(try FileStatus(path: path))
        #expect(status.mode == 0o660)
        #expect(status.modeWithoutAccessList(of: path) == 0o600)
      }
    }
  }

  extension ExtendedAttribute {
    static func accessList(ofUser user: UInt8) -> [UInt8] {
      let entries: [(tag: UInt8, permissions: UInt8, id: UInt8?)] = [
        (1, 6, nil), (2, 6, user), (4, 0, nil), (0x10, 6, nil), (0x20, 0, nil),
      ]
      return [2, 0, 0, 0]
        + entries.flatMap { entry in
          [entry.tag, 0, entry.permissions, 0]
            + (entry.id.map { [$0, 0, 0, 0] } ?? [255, 255, 255, 255])
        }
    }

    /// Sets the attribute of a file or directory.
    func set(_ value: [UInt8], of path: String) throws {
      let file = try #require(FileHandle(forReadingAtPath: path))
      try set(value, of: file.fileDescriptor)
      try file.close()
    }

    /// Whether the file system of temporary files keeps access lists and attributes.
    static let areKept: Bool = {
      do {
        try TemporaryDirectory.with { directory in
          let path = try directory.write("", to: "file")
          try ExtendedAttribute("user.kept").set([1], of: path)
          try accessList.set(accessList(ofUser: 7), of: path)
        }
        return true
      } catch {
        return false
      }
    }()
  }
#endif
