package import Scan
package import SystemIO

/// A plan that was read and verified: the run that it describes, its inputs and its outputs.
///
/// Its changes are for people to read. The real run decides anew, and must give the planned
/// digests.
struct Plan: SealedLineTaker, Sendable {
  /// The path for messages.
  let path: String
  /// The run, by the tool that made the plan.
  private(set) var recorded = RecordedRun(tool: "", version: "", arguments: [])
  /// The inputs, with the digests that they must have.
  private(set) var inputs: [FileIdentity] = []
  /// The outputs, with the digests that they will have, and the files that the run will remove.
  private(set) var results = RunResults()
  private var changeCount = 0

  /// Reads a plan, in memory that does not grow with its changes.
  ///
  /// - Throws: `UnsuitableInput` if it is truncated or edited, `SystemError`.
  init(reading path: String) throws {
    var window = ByteWindow(try InputFile(path: path), byteCount: 64 << 10, limit: 64 << 20)
    self.path = window.path
    let end = try SealedLines.read(&window, into: &self)
    guard end.ending != .sealed else { return }
    let reason = end.ending == .foreign ? "it is not a line of a plan" : end.ending.rawValue
    throw UnsuitableInput(
      at: Place(file: self.path, line: end.line),
      "not a plan, or truncated or edited: \(reason)",
      hint: "nothing was done; make the plan again with --dry-run --plan-out")
  }

  private static let change = Array("{\"change\":".utf8)

  var sealedCounts: KeyValuePairs<String, Int> {
    PlanFile.sealedCounts(
      changes: changeCount, inputs: inputs.count, outputs: results.outputs.count,
      removals: results.removals.count)
  }

  mutating func take(_ line: Span<UInt8>, isFirst: Bool) -> Bool {
    if !isFirst, line.begins(with: Self.change) {
      changeCount += 1
      return true
    }
    guard let object = JSONValue(ifIn: line) else { return false }
    if isFirst { return takeHeader(object) }
    if let input = FileIdentity(object, path: object["input"]) {
      inputs.append(input)
    } else if let output = FileIdentity(object, path: object["output"]) {
      results.outputs.append(output)
    } else if let path = object["removal"]?.string {
      results.removals.append(path)
    } else {
      return false
    }
    return true
  }

  private mutating func takeHeader(_ header: JSONValue) -> Bool {
    guard header["schema_version"]?.integer == 1, let tool = header["plan"]?.string,
      let version = header["version"]?.string,
      let arguments = header["arguments"]?.elements(\.string)
    else { return false }
    recorded = RecordedRun(tool: tool, version: version, arguments: arguments)
    return true
  }
}

extension FileIdentity {
  /// Parses an object's members `bytes`, and `sha256` or `crc32c`.
  ///
  /// - Parameter path: the member with the path.
  package init?(_ object: JSONValue, path: JSONValue?) {
    guard let path = path?.string, let byteCount = object["bytes"]?.integer else { return nil }
    if let digest = object["sha256"]?.digest {
      self.init(path: path, byteCount: byteCount, checksum: .sha256(digest))
    } else if let sum = object["crc32c"]?.string.flatMap({ UInt32($0, radix: 16) }) {
      self.init(path: path, byteCount: byteCount, checksum: .crc32c(sum))
    } else {
      return nil
    }
  }
}
