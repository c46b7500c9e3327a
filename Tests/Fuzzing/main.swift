import Foundation

// Hands one fuzz target over to libFuzzer, which brings the command line and does all the rest.
//
// The variables LAUGHTRACK_FUZZ_TARGET and LAUGHTRACK_FUZZ_DIRECTORY say which, and where it may keep
// files; Scripts/fuzz sets them.

/// libFuzzer's own `main`.
@_extern(c, "LLVMFuzzerRunDriver")
func runFuzzer(
  _ argumentCount: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The target of this process.
let target: FuzzTarget = {
  let variables = ProcessInfo.processInfo.environment
  guard let target = FuzzTarget(rawValue: variables["LAUGHTRACK_FUZZ_TARGET"] ?? ""),
    let directory = variables["LAUGHTRACK_FUZZ_DIRECTORY"],
    FileManager.default.changeCurrentDirectoryPath(directory)
  else {
    print(FuzzTarget.allCases.map(\.rawValue).joined(separator: "\n"))
    exit(64)
  }
  return target
}()

/// One input of libFuzzer's.
func tryOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // SAFETY: libFuzzer lends so many bytes for the time of the call, and they are copied.
  target.attempt(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

_ = target
// SAFETY: the arguments are the process's own, and live as long as it does.
var argumentCount = CommandLine.argc
var arguments = unsafe CommandLine.unsafeArgv
exit(unsafe runFuzzer(&argumentCount, &arguments, tryOne))
