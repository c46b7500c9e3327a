import Scan
import SystemIO

/// The output of `--list-share`: which bytes of which inputs a share has.
package enum ShareListing {
  /// Prints it. Of the inputs, only what decides the division is read.
  ///
  /// - Throws: `UsageError` without `--shard`, and errors of reading the inputs.
  package static func print(_ run: ToolRun, _ dealing: InputList.Dealing) throws -> ExitStatus {
    let arguments = run.arguments
    guard let shard = arguments[.shard] else {
      throw UsageError("'--list-share' needs '--shard I/N'")
    }
    let format = try OpenInput.format(arguments[.format], readBy: run.tool)
    let inputs = try InputList(arguments.operands).shared(shard, dealing, format: format)
    for input in inputs.inputs { try print(input, isCopied: false, run) }
    for input in inputs.companions { try print(input, isCopied: true, run) }
    return .done
  }

  /// - Parameter isCopied: whether it is only copied with its export, and not shared by its bytes.
  private static func print(
    _ input: InputList.Input, isCopied: Bool, _ run: ToolRun
  ) throws {
    var writer = JSONWriter()
    let range = input.range ?? 0..<input.status.byteCount
    writer.object { object in
      object.member("schema_version", 1)
      object.member("path", input.path)
      object.member("bytes", input.status.byteCount)
      object.member("from", range.lowerBound)
      object.member("to", range.upperBound)
      object.member("copied", isCopied)
    }
    try run.surroundings.writeOutput(String(decoding: writer.line, as: UTF8.self))
  }
}
