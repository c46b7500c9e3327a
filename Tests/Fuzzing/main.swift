import Foundation

// Hands one fuzz target over to libFuzzer, which brings the command line and does all the rest.
//
// The variables LAUGHTRACK_FUZZ_TARGET and LAUGHTRACK_FUZZ_DIRECTORY say which, and where it may keep
// files; Scripts/fuzz sets them. With LAUGHTRACK_FUZZ_SEEDS nothing is fuzzed: what the tools make of
// the fixtures that are named goes into that directory, for the target to begin with.

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

/// Writes what the tools make of fixtures, each file named for where it comes from.
func writeSeeds(of fixtures: some Sequence<String>, to directory: String) {
  for path in fixtures {
    let name = path.split(separator: "/").suffix(3).joined(separator: "-")
    for (number, seed) in target.seeds(of: FuzzFile.read(path) ?? []).enumerated() {
      FuzzFile.write(seed, to: "\(directory)/\(name)-\(number)")
    }
  }
}

_ = target
if let directory = ProcessInfo.processInfo.environment["LAUGHTRACK_FUZZ_SEEDS"] {
  writeSeeds(of: CommandLine.arguments.dropFirst(), to: directory)
  exit(0)
}
// SAFETY: the arguments are the process's own, and live as long as it does.
var argumentCount = CommandLine.argc
var arguments = unsafe CommandLine.unsafeArgv
exit(unsafe runFuzzer(&argumentCount, &arguments, tryOne))
