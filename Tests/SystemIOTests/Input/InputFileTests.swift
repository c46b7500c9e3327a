import Foundation
import Scan
import SystemIO
import TestSupport
import Testing

struct InputFileTests {
  private func failure(_ path: String) -> SystemError? {
    do throws(SystemError) {
      _ = try InputFile(path: path)
      return nil
    } catch {
      return error
    }
  }

  @Test func `a missing file and a folder are no input`() throws {
    try TemporaryDirectory.with { directory in
      let missing = try #require(failure(directory.path(of: "missing")))
      #expect(missing == .missing(directory.path(of: "missing")))
      #expect(missing.kind == .noInput)
      let folder = try #require(failure(directory.path))
      #expect(folder.code == EISDIR)
      #expect(folder.kind == .noInput)
    }
  }

  @Test func `bytes are read into the part of the buffer that is free`() throws {
    try TemporaryDirectory.with { directory in
      let file = try InputFile(path: directory.write([1, 2, 3, 4, 5], to: "file"))
      var buffer: [UInt8] = [9, 9, 9, 9]
      let counts = [
        try file.read(into: &buffer, from: 1), try file.read(into: &buffer, from: 0),
        try file.read(into: &buffer, from: 0),
      ]
      #expect(counts == [3, 2, 0])
      #expect(buffer == [4, 5, 2, 3])
    }
  }
}
