import Foundation
import Scan
import SystemIO
import TestSupport
import Testing

struct OutputTargetTests {
  private func refusal(_ body: () throws -> Void) throws -> OutputRefusal? {
    do {
      try body()
      return nil
    } catch let error as OutputRefusal {
      return error
    }
  }

  @Test(arguments: ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
  func `standard output has several names`(path: String) throws {
    let target = try OutputTarget(path)
    guard case .standardOutput = target.kind else {
      Issue.record("it is \(target.kind)")
      return
    }
    #expect(target.path == "<stdout>")
    #expect(target.existing == nil)
    #expect(target.failure()?.message == nil)
  }

  @Test func `a directory and an empty name are refused`() throws {
    try TemporaryDirectory.with { directory in
      let error = try #require(try refusal { _ = try OutputTarget(directory.path) })
      #expect(error.kind == .cannotCreate)
      #expect(error.message.contains("is a directory"))
      #expect(try refusal { _ = try OutputTarget("") }?.kind == .cannotCreate)
    }
  }

  @Test func `a file that exists is refused unless forced`() throws {
    try TemporaryDirectory.with { directory in
      let target = try OutputTarget(directory.write("x", to: "file"))
      let error = try #require(try refusal { try target.check(against: [], isForced: false) })
      #expect(error.kind == .cannotCreate)
      #expect(error.hint?.contains("--force") == true)
      try target.check(against: [], isForced: true)
      let new = try OutputTarget(directory.path(of: "new"))
      try new.check(against: [], isForced: false)
      #expect(new.existing == nil)
    }
  }

  @Test func `an input is refused under every name, forced or not`() throws {
    try TemporaryDirectory.with { directory in
      let path = try directory.write("x", to: "file")
      try directory.link("soft", to: "file")
      try FileManager.default.linkItem(atPath: path, toPath: directory.path(of: "hard"))
      let input = try #require(try FileStatus(path: path))
      for name in ["file", "soft", "hard"] {
        let target = try OutputTarget(directory.path(of: name))
        let error = try refusal { try target.check(against: [input.identity], isForced: true) }
        #expect(error?.hint?.contains("--in-place") == true, "\(name)")
        try target.check(against: [input.identity], isForced: false, isInPlace: true)
      }
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func `50,000 outputs are compared with 50,000 inputs in a minute`() throws {
    try TemporaryDirectory.with { directory in
      let target = try OutputTarget(directory.write("x", to: "file"))
      let own = try #require(target.existing?.identity)
      let count: UInt64 = 50_000
      let known = Set(
        (1...count).map { number in
          var other = own
          other.inode += number
          return other
        })
      for _ in 0..<count { try target.check(against: known, isForced: true) }
    }
  }

  @Test func `links are followed to a file that need not be there`() throws {
    try TemporaryDirectory.with { directory in
      try directory.link("one", to: "two")
      try directory.link("two", to: directory.path(of: "three"))
      let target = try OutputTarget(directory.path(of: "one"))
      #expect(target.path == directory.path(of: "three"))
      #expect(target.existing == nil)
    }
  }

  @Test func `links in a circle are an error`() throws {
    try TemporaryDirectory.with { directory in
      try directory.link("one", to: "two")
      try directory.link("two", to: "one")
      var failure: SystemError?
      do { _ = try OutputTarget(directory.path(of: "one")) } catch let error as SystemError {
        failure = error
      }
      #expect(failure?.code == ELOOP)
      #expect(failure?.kind == .cannotCreate)
    }
  }

  @Test func `a folder that is not there is an obstacle, unless it will be made`() throws {
    try TemporaryDirectory.with { directory in
      #expect(try OutputTarget(directory.path(of: "file")).failure()?.message == nil)
      let target = try OutputTarget(directory.path(of: "missing/folder/file"))
      let obstacle = target.failure()?.message
      #expect(obstacle?.contains(directory.path(of: "missing/folder")) == true)
      #expect(target.failure(makesDirectories: true)?.message == nil)
    }
  }

  @Test func `a name alone is a file of this directory`() throws {
    #expect(parentDirectory(of: "file") == ".")
    #expect(parentDirectory(of: "/file") == "/")
    #expect(parentDirectory(of: "a/b/c") == "a/b")
    #expect(try OutputTarget("no-such-file-here").failure()?.message == nil)
  }
}
