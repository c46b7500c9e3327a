package import ByteIO
import JSONText

/// The list of a run's rejects: one JSON object a line, with the reason and the place.
package struct RejectsFile: ~Copyable {
  private var output: ByteOutput

  package init(_ output: consuming ByteOutput) { self.output = output }

  /// One record that could not be used.
  package struct Reject: Sendable {
    /// What all such rejects have in common.
    package var kind: String
    package var reason: String
    package var documentID: String?
    package var place: Place?
    /// How many it stands for; nil is itself.
    package var count: Int?

    package init(
      kind: String, reason: String, documentID: String?, place: Place?, count: Int? = nil
    ) {
      self.kind = kind
      self.reason = reason
      self.documentID = documentID
      self.place = place
      self.count = count
    }
  }

  /// Adds a reject.
  package mutating func add(_ reject: Reject) throws(SystemError) {
    var writer = JSONWriter()
    writer.object { line in
      line.member("schema_version", 1)
      line.member("kind", reject.kind)
      line.member("reason", reject.reason)
      if let count = reject.count { line.member("count", count) }
      line.optionalMember("document", reject.documentID)
      line.optionalMember("file", reject.place?.file)
      line.optionalMember("line", reject.place?.line)
      line.optionalMember("column", reject.place?.column)
      line.optionalMember("byte", reject.place?.byte)
      if reject.place?.isDecompressed == true {
        line.key("after_decompression")
        line.boolean(true)
      }
    }
    try output.write(writer.bytes + [UInt8(ascii: "\n")])
  }

  /// Ends the list.
  package mutating func finish() throws(SystemError) -> FinishedOutput { try output.finish() }
}
