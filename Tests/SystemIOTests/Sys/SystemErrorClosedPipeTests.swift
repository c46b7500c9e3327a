import SystemIO
import Testing

struct SystemErrorClosedPipeTests {
  @Test func `only a broken pipe on standard output is a closed output`() {
    let brokenPipe: CInt = 32
    let fullDevice: CInt = 28
    #expect(SystemError(call: "write", path: "<stdout>", code: brokenPipe).isClosedOutput)
    #expect(!SystemError(call: "write", path: "<stdout>", code: fullDevice).isClosedOutput)
    #expect(!SystemError(call: "write", path: "<stderr>", code: brokenPipe).isClosedOutput)
    #expect(!SystemError(call: "write", path: "fifo", code: brokenPipe).isClosedOutput)
  }
}
