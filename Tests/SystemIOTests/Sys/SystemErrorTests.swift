import Foundation
import Scan
import SystemIO
import Testing

struct SystemErrorTests {
  @Test(
    arguments: [
      ("open", ENOENT, .noInput), ("open", EACCES, .permission), ("read", EISDIR, .noInput),
      ("create", ENOENT, .cannotCreate), ("create", EEXIST, .cannotCreate),
      ("create", ENOTDIR, .cannotCreate), ("create", EROFS, .cannotCreate),
      ("open", ELOOP, .noInput), ("create", ENAMETOOLONG, .cannotCreate),
      ("open", ENXIO, .noInput), ("create", ENXIO, .cannotCreate), ("read", EILSEQ, .noInput),
      ("write", ENOSPC, .inputOutput), ("read", EIO, .inputOutput),
    ] as [(String, CInt, FailureKind)])
  func `an error number is a kind of failure`(call: String, code: CInt, kind: FailureKind) {
    #expect(SystemError(call: call, path: "x", code: code).kind == kind)
  }

  @Test func `a message says what was asked of which file, and why not`() {
    #expect(
      SystemError.missing("ratings.ndjson").description
        == "cannot open 'ratings.ndjson': No such file or directory")
  }

  @Test(arguments: [("create", "nowhere/at/all"), ("write in", "nowhere/at")])
  func `a missing directory of a new file has a hint`(call: String, path: String) {
    let error = SystemError(call: call, path: path, code: ENOENT)
    #expect(error.hint == "make the directory 'nowhere/at' first, or name another")
  }

  @Test func `a link that leads nowhere has a directory`() {
    #expect(SystemError(call: "create", path: "/link", code: ENOENT).hint == nil)
  }

  @Test func `only a broken pipe on standard output is a closed output`() {
    #expect(SystemError(call: "write", path: "<stdout>", code: EPIPE).isClosedOutput)
    #expect(!SystemError(call: "write", path: "<stdout>", code: ENOSPC).isClosedOutput)
    #expect(!SystemError(call: "write", path: "<stderr>", code: EPIPE).isClosedOutput)
    #expect(!SystemError(call: "write", path: "fifo", code: EPIPE).isClosedOutput)
  }
}
