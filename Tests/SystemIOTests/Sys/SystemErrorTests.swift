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

  @Test func `only a broken pipe on standard output is a closed output`() {
    #expect(SystemError(call: "write", path: "<stdout>", code: EPIPE).isClosedOutput)
    #expect(!SystemError(call: "write", path: "<stdout>", code: ENOSPC).isClosedOutput)
    #expect(!SystemError(call: "write", path: "<stderr>", code: EPIPE).isClosedOutput)
    #expect(!SystemError(call: "write", path: "fifo", code: EPIPE).isClosedOutput)
  }
}
