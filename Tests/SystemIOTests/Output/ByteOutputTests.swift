import Foundation
import Scan
import SystemIO
import TestSupport
import Testing

struct ByteOutputTests {
  private func output(
    _ path: String, _ permissions: ByteOutput.Permissions = .atMost(0o666)
  ) throws -> ByteOutput {
    try ByteOutput(OutputTarget(path), hashes: true, permissions: permissions)
  }

  @Test func `nothing is seen before the result is published`() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path(of: "new")
      var output = try output(path)
      try output.write(Array("some bytes".utf8))
      let hidden = try directory.names()
      #expect(hidden.count == 1)
      #expect(hidden.allSatisfy { $0.hasPrefix(".laughtrack-") && $0.hasSuffix(".tmp") })
      #expect(try directory.mode(of: try #require(hidden.first)) == 0o600)
      let finished = try output.finish()
      #expect(!FileManager.default.fileExists(atPath: path))
      try finished.publish()
      #expect(try directory.names() == ["new"])
      #expect(try directory.text(of: "new") == "some bytes")
      #expect(finished.path == path)
      #expect(finished.byteCount == 10)
      let named = try #require(try FileStatus(path: path))
      #expect(try #require(finished.status).isUnchanged(since: named) { true })
      #expect(finished.digest == SHA256.digest(Array("some bytes".utf8)))
    }
  }

  @Test func `an output that is given up leaves nothing`() throws {
    try TemporaryDirectory.with { directory in
      try directory.write("old", to: "file")
      do {
        var output = try output(directory.path(of: "file"))
        try output.write([1, 2, 3])
      }
      #expect(try directory.names() == ["file"])
      #expect(try directory.text(of: "file") == "old")
    }
  }

  @Test func `a finished output can be discarded`() throws {
    try TemporaryDirectory.with { directory in
      var output = try output(directory.path(of: "file"))
      try output.write([1])
      let finished = try output.finish()
      finished.discard()
      #expect(try directory.names() == [])
    }
  }

  @Test(arguments: [0o644, 0o600, 0o640, 0o755, 0o444])
  func `a replaced file keeps its mode`(mode: Int) throws {
    try TemporaryDirectory.with { directory in
      let path = try directory.write("old", to: "file")
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
      var output = try output(path)
      try output.write([7])
      try output.finish().publish()
      #expect(try directory.mode(of: "file") == mode)
      #expect(try directory.bytes(of: "file") == [7])
    }
  }

  @Test func `a private file is its owner's alone, even in place of another`() throws {
    try TemporaryDirectory.with { directory in
      let path = try directory.write("old", to: "file")
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
      var output = try output(path, .ownerOnly)
      try output.finish().publish()
      #expect(try directory.mode(of: "file") == 0o600)
    }
  }

  @Test func `the target of a link is written, and the link stays`() throws {
    try TemporaryDirectory.with { directory in
      try directory.makeDirectory("data")
      try directory.write("old", to: "data/file")
      try directory.link("inner", to: "data/file")
      let path = try directory.link("outer", to: directory.path(of: "inner"))
      var output = try output(path)
      try output.write(Array("new".utf8))
      try output.finish().publish()
      #expect(try directory.text(of: "data/file") == "new")
      let links = ["inner", "outer"].map {
        try? FileManager.default.destinationOfSymbolicLink(
          atPath: directory.path(of: $0))
      }
      #expect(links == ["data/file", directory.path(of: "inner")])
    }
  }

  @Test(arguments: [0, 1, 1000, 100_000, 200_000, 300_000])
  func `pieces of every size arrive in order`(size: Int) throws {
    try TemporaryDirectory.with { directory in
      var expected: [UInt8] = []
      var output = try output(directory.path(of: "file"))
      for number in 0..<7 {
        for piece in [[UInt8](repeating: UInt8(number), count: size), [255]] {
          expected += piece
          try output.write(piece)
        }
      }
      let finished = try output.finish()
      try finished.publish()
      #expect(finished.byteCount == expected.count)
      #expect(finished.digest == SHA256.digest(expected))
      #expect(try directory.bytes(of: "file") == expected)
    }
  }

  @Test func `a dry run's output counts, hashes and writes nothing`() throws {
    try TemporaryDirectory.with { directory in
      var output = ByteOutput(discarding: directory.path(of: "file"), hashes: true)
      try output.write([1, 2, 3])
      let finished = try output.finish()
      try finished.publish()
      finished.discard()
      #expect(finished.byteCount == 3)
      #expect(finished.digest == SHA256.digest([1, 2, 3]))
      #expect(try directory.names() == [])
    }
  }

  @Test func `a device is written to as it is`() throws {
    var output = try ByteOutput(OutputTarget("/dev/null"))
    try output.write([1, 2])
    let finished = try output.finish()
    try finished.publish()
    #expect(finished.byteCount == 2)
    #expect(try FileStatus(path: "/dev/null")?.kind == .stream)
  }

  @Test(.enabled(if: SystemParts.hasFullDevice, "no /dev/full here"))
  func `a device that takes nothing fails`() throws {
    var output = try ByteOutput(OutputTarget("/dev/full"))
    try output.write([1, 2])
    var failure: SystemError?
    do { _ = try output.finish() } catch { failure = error }
    #expect(failure?.code == ENOSPC)
    #expect(failure?.kind == .inputOutput)
  }

  @Test func `a folder that is not there is named`() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path(of: "missing/file")
      var failure: SystemError?
      do { _ = try output(path) } catch let error as SystemError { failure = error }
      #expect(failure?.kind == .cannotCreate)
      #expect(failure?.path == path)
    }
  }

  @Test func `where the directory cannot be flushed, the failure says that the file is in place`()
    throws
  {
    try TemporaryDirectory.with { directory in
      let made = try directory.makeDirectory("made")
      var output = try output(made + "/file")
      let finished = try output.finish()
      var directories = ChangedDirectories()
      try finished.publish(in: &directories)
      // Whatever the reason: here the directory is gone.
      try FileManager.default.removeItem(atPath: made)
      var failure: SystemError?
      do throws(SystemError) { try directories.flush() } catch { failure = error }
      #expect(failure?.kind == .inputOutput)
      #expect(failure?.message.contains("the file is in place") == true)
    }
  }
}
