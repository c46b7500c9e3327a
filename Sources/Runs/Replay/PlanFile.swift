package import Scan
package import SystemIO

/// Writes a plan, the record of what the real run will do, as one JSON object per line.
///
/// The header describes the run; a line for each change, input and output follows. The last line is
/// the SHA-256 of all lines before it, which shows truncation and edits. The plan grows on disk,
/// not in memory.
package struct PlanFile: ~Copyable {
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

      fileprivate func write(to text: inout [UInt8]) {
        switch self {
        case .text(let value): text.appendJSONString(value)
        case .whole(let number): text.appendDecimal(number)
        case .boolean(let value): text.append(value ? "true" : "false")
        case .number(let spelling):
          let bytes = Array(spelling.utf8)
          if case .number = JSONValue(ifIn: bytes.span) {
            text += bytes
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

  /// The totals in a plan's last line.
  struct Counts: Equatable {
    var changes = 0
    var inputs = 0
    var outputs = 0
    var removals = 0
  }

  private var output: ByteOutput
  private var counts = Counts()
  private var seal = LineSeal()
  /// Lines not yet written.
  private var lines = ScratchBytes(capacity: 2 * heldByteCount)
  private static let heldByteCount = 64 << 10

  /// Begins a plan.
  ///
  /// - Parameter created: the time of the dry run.
  package init(
    _ output: consuming ByteOutput, tool: String, version: String, created: Timestamp,
    arguments: [String]
  ) throws(SystemError) {
    self.output = output
    try write { line in
      line.member("schema_version", 1)
      line.member("plan", tool)
      line.member("version", version)
      line.member("created", created.description)
      line.member("arguments", arguments)
    }
  }

  /// Adds a change.
  package mutating func add(_ change: Change) throws(SystemError) {
    var text: [UInt8] = []
    change.write(to: &text)
    try add(
      text.span, line: change.place.line, column: change.place.column, byte: change.place.byte)
  }

  /// Adds a change as `Change.write` spells it, and the numbers of its place.
  ///
  /// - Parameter text: the output of `Change.write`.
  package mutating func add(
    _ text: Span<UInt8>, line: Int?, column: Int?, byte: Int?
  ) throws(SystemError) {
    counts.changes += 1
    lines.append(text)
    append(",\"line\":", line)
    append(",\"column\":", column)
    append(",\"byte\":", byte)
    lines.append("}\n")
    if lines.count >= Self.heldByteCount { try writeLines() }
  }

  @inline(__always)
  private mutating func append(_ key: StaticString, _ number: Int?) {
    guard let number else { return }
    lines.append(key)
    lines.appendDecimal(number)
  }

  /// Adds an input.
  package mutating func add(input: FileIdentity) throws(SystemError) {
    counts.inputs += 1
    try write { $0.member("input", input.path, of: input) }
  }

  /// Adds an output.
  package mutating func add(output: FileIdentity) throws(SystemError) {
    counts.outputs += 1
    try write { $0.member("output", output.path, of: output) }
  }

  /// Adds a file to remove.
  package mutating func add(removalOf path: String) throws(SystemError) {
    counts.removals += 1
    try write { $0.member("removal", path) }
  }

  /// Ends the plan.
  package mutating func finish() throws(SystemError) -> FinishedOutput {
    try writeLines()
    try output.write(seal.line(counts.sealed))
    return try output.finish()
  }

  private mutating func write(_ members: (inout JSONWriter) -> Void) throws(SystemError) {
    var writer = JSONWriter()
    writer.object(members)
    lines.append(writer.bytes.span)
    lines.append("\n")
  }

  private mutating func writeLines() throws(SystemError) {
    // `lines` cannot be lent out while other members change.
    var full = ScratchBytes()
    swap(&full, &lines)
    seal.enter(full.span)
    try output.write(full.span)
    full.removeAll(keeping: .max)
    swap(&full, &lines)
  }
}

extension PlanFile.Change {
  fileprivate func write(to text: inout [UInt8]) {
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
    after: Value?, in file: String, to text: inout [UInt8]
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

extension PlanFile.Counts {
  /// The totals as the last line states them.
  var sealed: KeyValuePairs<String, Int> {
    ["changes": changes, "inputs": inputs, "outputs": outputs, "removals": removals]
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
