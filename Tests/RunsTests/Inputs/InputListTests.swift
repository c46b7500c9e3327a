import Formats
import Foundation
@testable import Runs
import Scan
import SystemIO
import TestSupport
import Testing

struct InputListTests {
  @Test func `files and the files of folders come in a fixed order`() throws {
    try TemporaryDirectory.with { directory in
      try directory.makeDirectory("export/inner")
      for file in ["export/b", "export/inner/a", "single"] { try directory.write("12", to: file) }
      try directory.link("export/loop", to: ".")
      let list = try InputList([directory.path(of: "single"), directory.path(of: "export/")])
      #expect(list.inputs.map(\.relativePath) == ["single", "b", "inner/a"])
      #expect(
        list.inputs.map(\.path)
          == ["single", "export/b", "export/inner/a"].map(directory.path(of:)))
      #expect(list.inputs.map(\.isFound) == [false, true, true])
      #expect(list.skipped.map(\.path) == [directory.path(of: "export/loop")])
      #expect(list.hasDirectory)
      #expect(list.byteCount == 6)
    }
  }

  @Test func `one file under two names is refused`() throws {
    try TemporaryDirectory.with { directory in
      let path = try directory.write("", to: "file")
      let link = try directory.link("link", to: "file")
      for operands in [[path, path], [path, link], [directory.path, path]] {
        var kind: FailureKind?
        do { _ = try InputList(operands) } catch let error as OutputRefusal { kind = error.kind }
        #expect(kind == .usage, "\(operands)")
      }
    }
  }

  @Test func `a missing file is an error of its own`() {
    #expect(throws: SystemError.missing("/no/such/file")) { try InputList(["/no/such/file"]) }
  }

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

  @Test func `a file that describes an export stands for its directory`() throws {
    try TemporaryDirectory.with { directory in
      // The two records of an export without documents.
      let empty: [UInt8] = [
        0xB8, 0x6D, 0x44, 0x4E, 1, 0, 1, 0x33, 0x05, 0x2B, 0x28, 0x43, 0, 0, 1,
      ]
      let file = try directory.write(empty, to: "x.overall_export_metadata")
      try directory.write("1", to: "beside")
      let list = try InputList([file])
      #expect(list.hasDirectory)
      #expect(list.inputs.map(\.relativePath) == ["beside"])
      #expect(list.inputs.map(\.role) == [.beside(export: 0)])
      #expect(list.companions.map(\.role) == [.metadata(export: 0)])
      #expect(list.files.count == 2)
      #expect(list.warnings.map(\.path) == [file])
      #expect(throws: OutputRefusal.self) { try InputList([file, file]) }
    }
  }
}
