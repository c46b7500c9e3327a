import TestSupport
import Testing

@testable import Scan
@testable import SystemIO

struct OutputLockTests {
  @Test func `one at a time has the lock on an output, and its file goes with it`() throws {
    try TemporaryDirectory.with { directory in
      let output = directory.path(of: "out")
      func take() throws -> OutputLock? {
        guard case .taken(let lock) = try OutputLock.take(on: output) else { return nil }
        return lock
      }
      for _ in 0..<3 {
        let lock = try #require(try take())
        #expect(try take() == nil)
        #expect(try directory.names() == [".laughtrack-out.lock"])
        withExtendedLifetime(lock) {}
      }
      #expect(OutputLock.obstacle(to: output) == nil)
      #expect(try directory.names() == [])
    }
  }

  @Test func `asking whether a lock is held creates no file`() throws {
    try TemporaryDirectory.with { directory in
      #expect(OutputLock.obstacle(to: directory.path(of: "out")) == nil)
      let names = try directory.names()
      #expect(names == [])
    }
  }

  @Test func `where nothing can be made there is no lock`() throws {
    try TemporaryDirectory.with { directory in
      guard case .impossible = try OutputLock.take(on: directory.path(of: "missing/out")) else {
        Issue.record("a lock in a directory that is not there")
        return
      }
    }
  }

  @Test func `the longest names have locks of their own`() {
    let name = String(repeating: "n", count: 254)
    let paths = ["a", "b"].map { OutputLock.lockPath(for: "/d/" + name + $0) }
    #expect(paths[0] != paths[1])
    #expect(paths.allSatisfy { $0.utf8.count <= "/d/".utf8.count + 255 && $0.hasPrefix("/d/.") })
  }
}
