import Foundation
@testable import Runs
import Scan
import SystemIO
import TestSupport
import Testing

extension OutputSetTests {
  private func paths(
    _ directory: TemporaryDirectory, _ words: [String] = []
  ) throws -> OutputSet {
    var paths = try OutputSet(locking: .sample(words))
    paths.read(try InputList([directory.write("{}", to: "input")]))
    return paths
  }

  @Test func `no file is written that is an input or another output`() throws {
    try TemporaryDirectory.with { directory in
      try directory.link("link", to: "input")
      try directory.makeDirectory("sub")
      for path in ["input", "link", "sub/../input"] {
        var paths = try paths(directory)
        #expect(throws: UsageError.self, "\(path)") {
          try paths.write(directory.path(of: path), option: "--rejects")
        }
      }
      for path in ["new", "sub/../new", "./new"] {
        var paths = try paths(directory, ["--output", directory.path(of: "new")])
        try paths.writeResult()
        #expect(throws: UsageError.self, "\(path)") {
          try paths.write(directory.path(of: path), option: "--summary")
        }
      }
    }
  }

  @Test func `files of their own, pipes and devices are no trouble`() throws {
    try TemporaryDirectory.with { directory in
      var paths = try paths(directory, ["--output", "-"])
      try paths.writeResult()
      try paths.read(directory.path(of: "input"), option: "--catalogue")
      for path in [nil, "-", "/dev/null", "/dev/null", directory.path(of: "two")] {
        try paths.write(path, option: "--rejects")
      }
    }
  }

  @Test func `a stream that is read is read once, a file as often as asked`() throws {
    try TemporaryDirectory.with { directory in
      var paths = try paths(directory)
      let list = try directory.write("a", to: "list")
      try directory.link("null", to: "/dev/null")
      for _ in 1...2 { try paths.read(list, option: "--existing") }
      try paths.read("/dev/null", option: "--existing")
      #expect(throws: UsageError.self) {
        try paths.read(directory.path(of: "null"), option: "--skip-report")
      }
    }
  }

  @Test func `a file that is read is not written`() throws {
    try TemporaryDirectory.with { directory in
      let catalogue = try directory.write("{}", to: "catalogue")
      var paths = try paths(directory)
      try paths.read(catalogue, option: "--catalogue")
      #expect(throws: UsageError.self) { try paths.write(catalogue, option: "--rejects") }
    }
  }

  /// A list of one line, as a run writes it.
  private static func list() throws -> String {
    try TemporaryDirectory.with { directory in
      let words = ["--rejects", directory.path(of: "rejects")]
      let rejectLog = try RejectLog(ToolRun.sample(words))
      try rejectLog.reject(kind: "k", "odd", at: nil, documentID: nil)
      try rejectLog.finish()?.publish()
      return try directory.text(of: "rejects")
    }
  }

  @Test func `a list of rejects is replaced as it was written, and unless forced not otherwise`()
    throws
  {
    let list = try Self.list()
    try expect("", isReplaced: true)
    try expect(list, isReplaced: true)
    try expect(list.replacing("odd", with: "fine"), isReplaced: false)
    try expect("{\"schema_version\":1,\"kind\":\"k\",\"reason\":\"x\"}\n", isReplaced: false)
    try expect("my notes", isReplaced: false)
  }

  private func expect(_ text: String, isReplaced: Bool) throws {
    try TemporaryDirectory.with { directory in
      let words = ["--rejects", try directory.write(text, to: "rejects")]
      var paths = try paths(directory, words)
      if isReplaced {
        try paths.writeReports()
      } else {
        #expect(throws: OutputRefusal.self) { try paths.writeReports() }
        var forced = try self.paths(directory, words + ["--force"])
        try forced.writeReports()
      }
    }
  }
}
