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
    /// The id of an export's document as UTF-8, if it is not lent; for a dump in an object of dumps,
    /// its key in the object.
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

  private var contents: Contents
  /// The older plan to replace; nil with `--force`, which replaces any file.
  private var replacedPlan: ReportFile?

  /// Begins a plan.
  ///
  /// - Parameter created: the time of the dry run.
  package init(
    _ output: consuming ByteOutput, tool: String, version: String, created: Timestamp,
    arguments: [String]
  ) throws(SystemError) {
    contents = Contents(output: output)
    try contents.add { line in
      line.member("schema_version", 1)
      line.member("plan", tool)
      line.member("version", version)
      line.member("created", created.description)
      line.member("arguments", arguments)
    }
  }

  /// Adds a change.
  package func add(_ change: Change) throws(SystemError) {
    guard let id = change.documentID else { return try contents.add(change, to: nil) }
    try contents.add(change, to: id.span)
  }

  /// Adds a change to the document of an id, which is lent so that it need not be copied.
  package func add(_ change: Change, to documentID: Span<UInt8>) throws(SystemError) {
    try contents.add(change, to: documentID)
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
    for input in inputs { try contents.add { $0.member("input", input.path, of: input) } }
    for file in results.outputs {
      try contents.add { $0.member("output", file.path, of: file) }
    }
    for path in results.removals { try contents.add { $0.member("removal", path) } }
    return try contents.finish(inputs, results)
  }

  /// The totals as the last line states them.
  static func sealedCounts(
    changes: Int, inputs: Int, outputs: Int, removals: Int
  ) -> KeyValuePairs<String, Int> {
    ["changes": changes, "inputs": inputs, "outputs": outputs, "removals": removals]
  }
}

extension PlanFile {
  /// The lines and the file that they are written to.
  ///
  /// A struct, so that Swift checks exclusive access once a change.
  private struct Contents: ~Copyable {
    private var output: ByteOutput
    private var lines = SealedLineWriter()
    private var changeCount = 0

    init(output: consuming ByteOutput) { self.output = output }

    mutating func add(_ members: (inout JSONWriter) -> Void) throws(SystemError) {
      try lines.add(to: &output, members)
    }

    mutating func add(_ change: Change, to documentID: Span<UInt8>?) throws(SystemError) {
      changeCount += 1
      change.write(documentID, to: &lines.held)
      try lines.endLine(to: &output)
    }

    mutating func finish(
      _ inputs: [FileIdentity], _ results: RunResults
    ) throws(SystemError) -> FinishedOutput {
      let counts = PlanFile.sealedCounts(
        changes: changeCount, inputs: inputs.count, outputs: results.outputs.count,
        removals: results.removals.count)
      try lines.finish(counts, to: &output)
      return try output.finish()
    }
  }
}

extension PlanFile.Change {
  /// A change to a document whose id is lent.
  package init(at place: Place, before: Value?, after: Value?) {
    self.init(
      place: place, documentID: nil, key: nil, entry: nil, before: before, after: after)
  }

  fileprivate func write(_ documentID: Span<UInt8>?, to text: inout ScratchBytes) {
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
    text.appendJSONString(place.file)
    Self.write(#","line":"#, place.line, to: &text)
    Self.write(#","column":"#, place.column, to: &text)
    Self.write(#","byte":"#, place.byte, to: &text)
    if place.isDecompressed { text.append(#","after_decompression":true"#) }
    text.append("}")
  }

  @inline(__always)
  private static func write(_ key: StaticString, _ number: Int?, to text: inout ScratchBytes) {
    guard let number else { return }
    text.append(key)
    text.appendDecimal(number)
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
