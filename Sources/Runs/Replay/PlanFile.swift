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
    package struct Value: Sendable {
      fileprivate let json: [UInt8]

      package static func text(_ text: String) -> Value {
        var json: [UInt8] = []
        json.appendJSONString(text.utf8)
        return Value(json: json)
      }

      package static func whole(_ number: Int) -> Value { Value(json: Array(String(number).utf8)) }

      package static func boolean(_ value: Bool) -> Value {
        Value(json: Array((value ? "true" : "false").utf8))
      }

      /// A number as it is spelled, or will be; what JSON has no number for is a text.
      package static func number(spelled spelling: String) -> Value {
        let bytes = Array(spelling.utf8)
        if case .number = JSONValue(ifIn: bytes.span) { return Value(json: bytes) }
        return text(spelling)
      }

      /// Bytes, of which a plan says which they are.
      package static func bytes(_ bytes: [UInt8]) -> Value {
        var writer = JSONWriter()
        writer.object {
          $0.member("bytes", bytes.count)
          $0.member("sha256", SHA256.digest(bytes).description)
        }
        return Value(json: writer.bytes)
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
    seal.counts.changes += 1
    try write { line in
      line.member(
        "change", change.after == nil ? "delete" : change.before == nil ? "add" : "update")
      line.optionalMember("document", change.documentID)
      line.optionalMember("key", change.key)
      line.optionalMember("entry", change.entry)
      for (name, value) in [("before", change.before), ("after", change.after)] {
        guard let value else { continue }
        line.key(name)
        line.raw(value.json)
      }
      line.member("file", change.place.file)
      line.optionalMember("line", change.place.line)
      line.optionalMember("column", change.place.column)
      line.optionalMember("byte", change.place.byte)
    }
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
    try output.write(seal.line)
    return try output.finish()
  }

  private mutating func write(_ members: (inout JSONWriter) -> Void) throws(SystemError) {
    var writer = JSONWriter()
    writer.object(members)
    let line = writer.bytes + [UInt8(ascii: "\n")]
    seal.enter(line.span)
    try output.write(line)
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
