import Formats
import Foundation
@testable import Runs
import Scan
import SystemIO
import TestSupport
import Testing

struct InputListTests {
  @Test func `a device has no size to sum up`() throws {
    #expect(try InputList(["/dev/null"]).byteCount == nil)
  }

  @Test func `shards come before what else is found, in the order of their numbers`() throws {
    try TemporaryDirectory.with { directory in
      try directory.makeDirectory("x/all_namespaces/all_kinds")
      let folder = "x/all_namespaces/all_kinds/"
      for name in ["output-10", "output-9"] { try directory.write("12", to: folder + name) }
      try directory.write("1", to: "x/a.ndjson")
      let list = try InputList([directory.path(of: "x")])
      #expect(
        list.inputs.map(\.relativePath) == [
          "all_namespaces/all_kinds/output-9", "all_namespaces/all_kinds/output-10", "a.ndjson",
        ])
      #expect(list.inputs[0].role == .shard(export: 0, part: 0, isCertain: true))
      #expect(list.inputs[2].role == nil)
      #expect(list.exports.count == 1)
      #expect(list.byteCount == 5)
    }
  }
}
