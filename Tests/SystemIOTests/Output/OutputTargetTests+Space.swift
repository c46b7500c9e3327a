import Foundation
import Scan
import SystemIO
import TestSupport
import Testing

extension OutputTargetTests {
  @Test func `outputs on one file system need their sum`() throws {
    try TemporaryDirectory.with { directory in
      let system = try FileManager.default.attributesOfFileSystem(forPath: directory.path)
      let free = try #require(system[.systemFreeSize] as? Int)
      try directory.makeDirectory("other")
      let outputs = try ["one", "other/two"].map { name in
        (target: try OutputTarget(directory.path(of: name)), byteCount: free / 5 * 3)
      }
      #expect(OutputTarget.lackOfSpace(for: [outputs[0]]).isEmpty)
      let lacks = OutputTarget.lackOfSpace(for: outputs)
      let obstacle = try #require(lacks.first)
      #expect(lacks.count == 1)
      #expect(obstacle.contains("free in '\(directory.path)', and 2 outputs there may need "))
    }
  }

  @Test func `lack of space names the output; a stream needs none`() throws {
    try TemporaryDirectory.with { directory in
      let streams = try ["/dev/null", "-"].map {
        (target: try OutputTarget($0), byteCount: Int.max)
      }
      #expect(OutputTarget.lackOfSpace(for: streams).isEmpty)
      let path = directory.path(of: "not/yet/there")
      let lacks = OutputTarget.lackOfSpace(
        for: try [(OutputTarget(path), .max)], makesDirectories: true)
      #expect(lacks.first?.contains("and '\(path)' may need ") == true)
    }
  }

  @Test func `needs beyond all numbers are too large`() throws {
    try TemporaryDirectory.with { directory in
      let outputs = try ["one", "two"].map {
        (target: try OutputTarget(directory.path(of: $0)), byteCount: Int.max)
      }
      #expect(OutputTarget.lackOfSpace(for: outputs).count == 1)
    }
  }
}
