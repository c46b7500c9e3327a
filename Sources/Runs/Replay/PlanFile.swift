package import Scan
package import SystemIO

/// Writes a plan, the record of what the real run will do, as one JSON object per line.
///
/// The header describes the run; a line for each change, input and output follows. The last line is
/// the SHA-256 of all lines before it, which shows truncation and edits. The plan grows on disk,
/// not in memory.
///
/// A class, because the visitors of documents and the run share one.
package final class PlanFile {
  /// The first bytes of every plan.
  package static let beginning = "{\"schema_version\":1,\"plan\":"

  /// A change to a document, or to an entry of a dump.
  package struct Change: Sendable {
    /// A value before or after a change, as JSON: nil before an addition and after a deletion.
    package enum Value: Sendable {
      case text(String)
      case whole(Int)
      case boolean(Bool)
      /// A number as spelled; one that JSON cannot spell is written as a string.
      case number(spelled: String)
      /// Bytes, of which a plan has the number and the digest.
      case data(count: Int, SHA256.Digest)

      /// Data, as its number of bytes and digest.
      package static func bytes(_ bytes: [UInt8]) -> Value {
        .data(count: bytes.count, SHA256.digest(bytes))
      }

      fileprivate func write(to text: inout ScratchBytes) {
        switch self {
        case .text(let value): text.appendJSONString(value)
        case .whole(let number): text.appendDecimal(number)
        case .boolean(let value): text.append(value ? "true" : "false")
        case .number(let spelling):
          let bytes = Array(spelling.utf8)
          if case .number = JSONValue(ifIn: bytes.span) {
            text.append(bytes)
          } else {
            text.appendJSONString(bytes.span)
          }
        case .data(let count, let digest):
          text.append(#"{"bytes":"#)
          text.appendDecimal(count)
          text.append(#","sha256":"#)
          text.appendJSONString(digest.description)
          text.append("}")
        }
      }
    }

    /// Where the value is in its input.
    package var place: Place
    /// The id of an export's document as UTF-8; for a dump in an object of dumps, its key in the
    /// object.
    package var documentID: [UInt8]?
    /// The top-level key of a dump.
    package var key: String?
    /// The entry of the key's dictionary, or the element of its array.
    package var entry: String?
    /// The value before the change; nil if there was none.
    package var before: Value?
    /// The value after the change; nil if it is removed.
    package var after: Value?
  }

  private var output: ByteOutput
  private var lines = SealedLineWriter()
  private var changeCount = 0
  /// The older plan to replace; nil with `--force`, which replaces any file.
  private var replacedPlan: ReportFile?

  /// Begins a plan.
  ///
  /// - Parameter created: the time of the dry run.
  package init(
    _ output: consuming ByteOutput, tool: String, version: String, created: Timestamp,
    arguments: [String]
  ) throws(SystemError) {
    self.output = output
    try lines.add(to: &self.output) { line in
      line.member("schema_version", 1)
      line.member("plan", tool)
      line.member("version", version)
      line.member("created", created.description)
      line.member("arguments", arguments)
    }
  }

  /// Adds a change.
  package func add(_ change: Change) throws(SystemError) {
    var text = ScratchBytes()
    change.write(to: &text)
    try add(
      text.span, line: change.place.line, column: change.place.column, byte: change.place.byte)
  }

  /// Adds a change as `Change.write` spells it, and the numbers of its place.
  ///
  /// - Parameter text: the output of `Change.write`.
  package func add(
    _ text: Span<UInt8>, line: Int?, column: Int?, byte: Int?
  ) throws(SystemError) {
    changeCount += 1
    try lines.addChange(text, line: line, column: column, byte: byte, to: &output)
  }

  /// Begins the plan of a dry run before any input is read; nil without `--plan-out`.
  ///
  /// - Parameters:
  ///   - hasBatches: whether batches are written too.
  ///   - alternatives: the options that choose an output, for the error.
  /// - Throws: `UsageError` if no output is named, or an input or output is a stream.
  convenience init?(
    _ run: ToolRun, _ inputs: InputList, _ outputs: OutputSet, hasBatches: Bool,
    alternatives: [String]
  ) throws {
    guard let path = run.arguments[.planOut] else { return nil }
    guard outputs.namesOutputs || hasBatches else {
      let ways = alternatives.filter { $0 != "--dry-run" && $0 != "--check" }
      throw UsageError(
        "'--plan-out' needs an output to plan for",
        hint: "name one: \(ways.joined(separator: ", "))")
    }
    if let stream = inputs.inputs.first(where: { !$0.canBeReadTwice }) {
      throw UsageError(
        "'--plan-out' cannot plan for '\(stream.shownPath)', which is read only once")
    }
    if outputs.isStream || path == "-" {
      throw UsageError("'--plan-out' needs an output file: a stream cannot be checked first")
    }
    let recorded = try run.recorded()
    try self.init(
      ByteOutput(OutputTarget(path), permissions: .ownerOnly), tool: recorded.tool,
      version: recorded.version, created: run.now, arguments: recorded.arguments)
    if !run.arguments.replacesReports { replacedPlan = ReportFile(.plan, path) }
  }

  /// Ends the plan, which is not yet published, with the inputs and with the files that the real run
  /// will write and remove.
  ///
  /// - Throws: `OutputRefusal` if another file has replaced the older plan meanwhile; `SystemError`.
  func finish(_ inputs: [FileIdentity], _ results: RunResults) throws -> FinishedOutput {
    try replacedPlan?.check()
    for input in inputs { try lines.add(to: &output) { $0.member("input", input.path, of: input) } }
    for file in results.outputs {
      try lines.add(to: &output) { $0.member("output", file.path, of: file) }
    }
    for path in results.removals { try lines.add(to: &output) { $0.member("removal", path) } }
    let counts = Self.sealedCounts(
      changes: changeCount, inputs: inputs.count, outputs: results.outputs.count,
      removals: results.removals.count)
    try lines.finish(counts, to: &output)
    return try output.finish()
  }

  /// The totals as the last line states them.
  static func sealedCounts(
    changes: Int, inputs: Int, outputs: Int, removals: Int
  ) -> KeyValuePairs<String, Int> {
    ["changes": changes, "inputs": inputs, "outputs": outputs, "removals": removals]
  }
}

extension SealedLineWriter {
  fileprivate mutating func addChange(
    _ text: Span<UInt8>, line: Int?, column: Int?, byte: Int?, to output: inout ByteOutput
  ) throws(SystemError) {
    held.append(text)
    append(",\"line\":", line)
    append(",\"column\":", column)
    append(",\"byte\":", byte)
    held.append("}")
    try endLine(to: &output)
  }

  @inline(__always)
  private mutating func append(_ key: StaticString, _ number: Int?) {
    guard let number else { return }
    held.append(key)
    held.appendDecimal(number)
  }
}

extension PlanFile.Change {
  fileprivate func write(to text: inout ScratchBytes) {
    let file = place.file
    guard let documentID else {
      return Self.write(nil, key, entry, before: before, after: after, in: file, to: &text)
    }
    Self.write(documentID.span, key, entry, before: before, after: after, in: file, to: &text)
  }

  /// Writes a change without the numbers of its place, which are not yet known if a thread reads a
  /// part of an input, and without the brace after them.
  ///
  /// The parameters are the members of a change; the ID is lent, because a thread that spells many
  /// changes copies each only once.
  package static func write(
    _ documentID: Span<UInt8>?, _ key: String? = nil, _ entry: String? = nil, before: Value?,
    after: Value?, in file: String, to text: inout ScratchBytes
  ) {
    text.append(#"{"change":""#)
    text.append(after == nil ? "delete" : before == nil ? "add" : "update")
    text.append("\"")
    if let documentID {
      text.append(#","document":"#)
      text.appendJSONString(documentID)
    }
    if let key {
      text.append(#","key":"#)
      text.appendJSONString(key)
    }
    if let entry {
      text.append(#","entry":"#)
      text.appendJSONString(entry)
    }
    if let before {
      text.append(#","before":"#)
      before.write(to: &text)
    }
    if let after {
      text.append(#","after":"#)
      after.write(to: &text)
    }
    text.append(#","file":"#)
    text.appendJSONString(file)
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ name: String, _ path: String, of file: FileIdentity) {
    member(name, path)
    writeMembers(of: file)
  }

  /// Writes the members that identify a file's bytes: `bytes`, and `sha256` or `crc32c`.
  package mutating func writeMembers(of file: FileIdentity) {
    member("bytes", file.byteCount)
    switch file.checksum {
    case .sha256: member("sha256", file.checksum.digits)
    case .crc32c: member("crc32c", file.checksum.digits)
    }
  }
}
