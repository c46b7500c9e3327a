import Foundation
@testable import Runs
import Scan
import SystemIO
import TestSupport
import Testing

struct OutputSetTests {
  /// No tool shows this without a disk that is nearly full.
  @Test func `inputs that fit one by one but not together are an obstacle of a dry run`() throws {
    let errors = Transcript()
    var obstacles: [String] { errors.lines.filter { $0.contains("the real run would fail") } }
    try TemporaryDirectory.with { directory in
      let system = try FileManager.default.attributesOfFileSystem(forPath: directory.path)
      let free = try #require(system[.systemFreeSize] as? Int)
      // Files with nothing in them but holes: they take no room themselves.
      let paths = try ["one", "two"].map { name in
        let path = try directory.write("", to: name)
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.truncate(atOffset: UInt64(free / 5 * 3))
        try file.close()
        return path
      }
      let inputs = try InputList(paths)
      for way in [["--in-place"], ["--output", directory.path(of: "out")]] {
        var outputs = try OutputSet(
          locking: .sample(["--dry-run", "--verbose"] + way, errors: errors))
        outputs.read(inputs)
        try outputs.rewrite(inputs, alternatives: ["--output PATH"], otherOutputs: false)
        #expect(obstacles.last?.contains("2 outputs there may need ") == true)
      }
      #expect(obstacles.count == 2)
    }
  }
}
