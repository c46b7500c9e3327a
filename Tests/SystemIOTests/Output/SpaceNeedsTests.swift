import Foundation
import Scan
import SystemIO
import TestSupport
import Testing

struct SpaceNeedsTests {
  @Test func `outputs on one file system need their sum`() throws {
    try TemporaryDirectory.with { directory in
      let system = try FileManager.default.attributesOfFileSystem(forPath: directory.path)
      let free = try #require(system[.systemFreeSize] as? Int)
      try directory.makeDirectory("other")
      var needs = SpaceNeeds()
      needs.add(try OutputTarget(directory.path(of: "one")), byteCount: free / 5 * 3)
      #expect(needs.obstacles.isEmpty)
      needs.add(try OutputTarget(directory.path(of: "other/two")), byteCount: free / 5 * 3)
      let obstacle = try #require(needs.obstacles.first)
      #expect(needs.obstacles.count == 1)
      #expect(obstacle.contains("free in '\(directory.path)', and 2 outputs there may need "))
    }
  }

  @Test func `one output is named, a stream needs nothing`() throws {
    try TemporaryDirectory.with { directory in
      var needs = SpaceNeeds()
      needs.add(try OutputTarget("/dev/null"), byteCount: .max)
      needs.add(try OutputTarget("-"), byteCount: .max)
      #expect(needs.obstacles.isEmpty)
      let path = directory.path(of: "not/yet/there")
      needs.add(try OutputTarget(path), byteCount: .max, makesDirectories: true)
      #expect(needs.obstacles.first?.contains("and '\(path)' may need ") == true)
    }
  }

  @Test func `needs beyond all numbers are too large`() throws {
    try TemporaryDirectory.with { directory in
      var needs = SpaceNeeds()
      for name in ["one", "two"] {
        needs.add(try OutputTarget(directory.path(of: name)), byteCount: .max)
      }
      #expect(needs.obstacles.count == 1)
    }
  }
}
