import Foundation
import Scan
import SystemIO
import TestSupport
import Testing

/// The list of unfinished files belongs to the process, so each test has one of its own.
struct TemporaryFilesTests {
  @Test func `removing all takes unfinished files and the folders made for them`() async {
    await #expect(processExitsWith: .success) {
      try TemporaryDirectory.with { directory in
        try directory.write("kept", to: "kept")
        let made = directory.path(of: "made/for/this")
        try makeDirectories(made)
        var file = try ByteOutput(OutputTarget(made + "/file"))
        try file.write([1, 2, 3])
        var done = try ByteOutput(OutputTarget(directory.path(of: "done")))
        let finished = try done.finish()
        let staged = try StagedDirectory(directory.path(of: "staged"))
        try staged.addDirectory("inner")
        try staged.write([1], to: "inner/file")
        var isFinished = false
        TemporaryFiles.removeAll { isFinished = true }
        #expect(isFinished)
        #expect(try directory.names() == ["kept"])
        #expect(throws: SystemError.self) { try finished.publish() }
      }
    }
  }

  @Test func `a file that cannot be created says why, whatever comes after`() {
    let made = TemporaryFiles.create("there") {
      errno = EEXIST
      return -1
    }
    // As unlocking may.
    errno = 0
    #expect(made.descriptor == -1)
    #expect(made.code == EEXIST)
  }

  @Test func `published files and directories that are not empty stay`() async {
    await #expect(processExitsWith: .success) {
      try TemporaryDirectory.with { directory in
        try makeDirectories(directory.path(of: "a/b"))
        var file = try ByteOutput(OutputTarget(directory.path(of: "a/file")))
        try file.finish().publish()
        TemporaryFiles.removeAll()
        #expect(try directory.names(in: "a") == ["file"])
      }
    }
  }

  @Test func `thousands of unfinished files are removed`() async {
    await #expect(processExitsWith: .success) {
      try TemporaryDirectory.with { directory in
        var outputs: [FinishedOutput] = []
        for number in 0..<2000 {
          var file = try ByteOutput(OutputTarget(directory.path(of: "\(number)")))
          outputs.append(try file.finish())
        }
        #expect(try directory.names().count == 2000)
        TemporaryFiles.removeAll()
        #expect(try directory.names().isEmpty)
        #expect(outputs.count == 2000)
      }
    }
  }
}
