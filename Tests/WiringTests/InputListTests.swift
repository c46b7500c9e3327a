import ByteIO
import Foundation
import TestSupport
import Testing
import Wiring

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
}
