package import Scan
package import SystemIO

/// A plan while it is written: what the real run will do, one JSON object a line.
///
/// The header says which run it is, a line each what changes, then what is read and what is written,
/// and the last line the SHA-256 of all lines before it, so that a plan that was cut or edited is told
/// from a whole one. It grows on disk and not in memory.
package struct PlanFile: ~Copyable {
  /// What every plan begins with.
  package static let beginning = "{\"schema_version\":1,\"plan\":"

  /// A change to a document, or to an entry of a dump.
  package struct Change: Sendable {
    /// A value before a change or after it, as JSON; nothing before is there where it is made, and
    /// nothing after where it is deleted.
    package enum Value: Sendable {
      case text(String)
      case whole(Int)
      case boolean(Bool)
      /// A number as it is spelled, or will be; what JSON has no number for is a text.
      case number(spelled: String)
      /// So many bytes, of which a plan says which they are.
      case data(count: Int, SHA256.Digest)

      package static func bytes(_ bytes: [UInt8]) -> Value {
        .data(count: bytes.count, SHA256.digest(bytes))
      }

      fileprivate func write(to writer: inout JSONWriter) {
        switch self {
        case .text(let text): writer.string(text)
        case .whole(let number): writer.integer(number)
        case .boolean(let value): writer.boolean(value)
        case .number(let spelling):
          let bytes = Array(spelling.utf8)
          if case .number = JSONValue(ifIn: bytes.span) {
            writer.raw(bytes)
          } else {
            writer.string(spelling)
          }
        case .data(let count, let digest):
          writer.object {
            $0.member("bytes", count)
            $0.member("sha256", digest.description)
          }
        }
      }
    }

    package var place: Place
    /// The document's id, of an export; of an object of dumps the dump's key.
    package var documentID: String?
    /// The key at the top level, of a dump.
    package var key: String?
    /// The entry of that key's dictionary, or the element of its array.
    package var entry: String?
    package var before: Value?
    package var after: Value?

    package init(
      at place: Place, documentID: String? = nil, key: String? = nil, entry: String? = nil,
      before: Value?, after: Value?
    ) {
      self.place = place
      self.documentID = documentID
      self.key = key
      self.entry = entry
      self.before = before
      self.after = after
    }
  }

  /// What a plan counts of itself.
  struct Counts: Equatable {
    var changes = 0
    var inputs = 0
    var outputs = 0
    var removals = 0
  }

  private var output: ByteOutput
  private var seal = Seal()
  /// The lines that are not written yet.
  private var lines: [UInt8] = []
  private static let heldByteCount = 64 << 10

  /// Begins a plan.
  ///
  /// - Parameter created: when that is.
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
      line.key("arguments")
      line.array { array in for argument in arguments { array.string(argument) } }
    }
  }

  /// Adds a change.
  package mutating func add(_ change: Change) throws(SystemError) {
    var writer = JSONWriter()
    let text = change.write(to: &writer)
    try add(
      writer.bytes.span.extracting(text), line: change.place.line, column: change.place.column,
      byte: change.place.byte)
  }

  /// Adds a change that is spelled but for the numbers of its place.
  ///
  /// - Parameter text: what `Change.write` made of it.
  package mutating func add(
    _ text: Span<UInt8>, line: Int?, column: Int?, byte: Int?
  ) throws(SystemError) {
    seal.counts.changes += 1
    lines.append(contentsOf: text)
    if let line {
      lines.append(",\"line\":")
      lines.appendDecimal(line)
    }
    if let column {
      lines.append(",\"column\":")
      lines.appendDecimal(column)
    }
    if let byte {
      lines.append(",\"byte\":")
      lines.appendDecimal(byte)
    }
    lines.append("}\n")
    if lines.count >= Self.heldByteCount { try writeLines() }
  }

  /// Adds a file that was read.
  package mutating func add(input: FileIdentity) throws(SystemError) {
    seal.counts.inputs += 1
    try write { $0.member("input", input.path, of: input) }
  }

  /// Adds a file that will be written.
  package mutating func add(output: FileIdentity) throws(SystemError) {
    seal.counts.outputs += 1
    try write { $0.member("output", output.path, of: output) }
  }

  /// Adds a file that will be taken away.
  package mutating func add(removalOf path: String) throws(SystemError) {
    seal.counts.removals += 1
    try write { $0.member("removal", path) }
  }

  /// Ends the plan.
  package mutating func finish() throws(SystemError) -> FinishedOutput {
    try writeLines()
    try output.write(seal.line)
    return try output.finish()
  }

  private mutating func write(_ members: (inout JSONWriter) -> Void) throws(SystemError) {
    var writer = JSONWriter()
    writer.object(members)
    lines += writer.bytes
    lines.append(UInt8(ascii: "\n"))
  }

  private mutating func writeLines() throws(SystemError) {
    // They cannot be lent while they are the plan's.
    var full: [UInt8] = []
    swap(&full, &lines)
    seal.enter(full.span)
    try output.write(full)
    full.removeAll(keepingCapacity: true)
    swap(&full, &lines)
  }
}

extension PlanFile.Change {
  /// Writes all that a plan says of it but the numbers of its place, which are known later where a thread
  /// reads a part of an input.
  ///
  /// - Returns: where in the writer's text it stands.
  package func write(to writer: inout JSONWriter) -> Range<Int> {
    let start = writer.bytes.count
    writer.object { line in
      line.key(plain: "change")
      line.string(after == nil ? "delete" : before == nil ? "add" : "update")
      if let documentID {
        line.key(plain: "document")
        line.string(documentID)
      }
      line.optionalMember("key", key)
      line.optionalMember("entry", entry)
      if let before {
        line.key(plain: "before")
        before.write(to: &line)
      }
      if let after {
        line.key(plain: "after")
        after.write(to: &line)
      }
      line.key(plain: "file")
      line.string(place.file)
    }
    // What follows comes before the closing brace.
    return start..<writer.bytes.count - 1
  }
}

extension PlanFile {
  /// What the last line of a plan says about all others.
  struct Seal {
    /// What the last line begins with.
    static let beginning = Array("{\"end\":".utf8)

    var counts = Counts()
    private var hash = SHA256()

    mutating func enter(_ line: Span<UInt8>) { hash.update(line) }

    /// The last line, with its end.
    var line: [UInt8] {
      let digest = hash.digest()
      var writer = JSONWriter()
      writer.object { end in
        end.key("end")
        end.boolean(true)
        end.member("changes", counts.changes)
        end.member("inputs", counts.inputs)
        end.member("outputs", counts.outputs)
        end.member("removals", counts.removals)
        end.member("sha256", digest.description)
      }
      return writer.bytes + [UInt8(ascii: "\n")]
    }
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ name: String, _ path: String, of file: FileIdentity) {
    member(name, path)
    writeMembers(of: file)
  }

  /// Writes the members that tell a file's bytes from any others: `bytes`, and `sha256` or `crc32c`.
  package mutating func writeMembers(of file: FileIdentity) {
    member("bytes", file.byteCount)
    switch file.checksum {
    case .sha256: member("sha256", file.checksum.digits)
    case .crc32c: member("crc32c", file.checksum.digits)
    }
  }
}
