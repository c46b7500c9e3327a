package import Scan
import SystemIO

/// One document of an export, valid as long as the bytes around it.
package struct ExportedDocument: ~Escapable {
  /// The document's record.
  package let record: Record
  /// The document's identity, if the input has it.
  package let identity: DocumentIdentity?
  private let source: any DocumentSource

  @_lifetime(copy document)
  package init(_ document: borrowing RatingEventDocument) {
    self.init(document.record, source: document.source)
  }

  @_lifetime(copy record)
  init(_ record: Record, source: any DocumentSource) {
    self.record = record
    self.source = source
    identity = source.identity(of: record)
  }

  /// The full name, or else the path, or else the ID.
  package var name: String? {
    guard let identity else { return nil }
    if let name = identity.name { return name }
    guard let collection = identity.collection else { return identity.id }
    return collection + "/" + identity.id
  }

  /// The entry for the list of rejects.
  package var kept: RejectedRecord? { source.kept(record) }

  /// Checks the name, the times and every value.
  ///
  /// - Throws: `Unrepresentable` if Firestore cannot hold the document.
  package func check() throws { _ = try soundFields() }

  /// The typed document of the REST API, on one line:
  /// `{"name":…,"fields":{…},"createTime":…,"updateTime":…}`.
  ///
  /// Unknown members beside typed fields are appended verbatim.
  ///
  /// - Throws: `Unrepresentable` if Firestore cannot hold the document.
  package func typed() throws -> [UInt8] {
    let fields = try soundFields().withoutJSONWhitespace
    let name = name
    let (createTime, updateTime) = (
      source.parts?.createTime?.string(in: record.text),
      source.parts?.updateTime?.string(in: record.text)
    )
    var writer = JSONWriter()
    writer.object { document in
      document.optionalMember("name", name)
      document.key("fields")
      document.raw(fields.span)
      document.optionalMember("createTime", createTime)
      document.optionalMember("updateTime", updateTime)
      for (key, value) in keptMembers {
        document.key(key)
        document.raw(value.span)
      }
    }
    return writer.bytes
  }

  /// A member that the output omits; nil if there is none.
  package func memberLeftOut(isPlain: Bool) -> (name: String, place: Place)? {
    guard let (key, _) = source.parts?.stranger, isPlain || !source.isTyped else {
      return nil
    }
    return (key.string(in: record.text), record.place(of: key.quotedRange.lowerBound))
  }

  private var keptMembers: [(key: String, value: [UInt8])] {
    guard let (_, start) = source.parts?.stranger, source.isTyped else { return [] }
    return record.members(ofObjectAt: start).compactMap { key, range in
      let name = key.string(in: record.text)
      if Self.members.contains(name) { return nil }
      return (name, record.text.extracting(range).copied.withoutJSONWhitespace)
    }
  }

  private static let members = ["name", "fields", "createTime", "updateTime"]

  /// The document as plain JSON on one line, with its name as `__name__`.
  ///
  /// - Throws: `Unrepresentable` if Firestore cannot hold the document.
  package func plain() throws -> [UInt8] {
    try PlainValueWriter.document(try soundFields(), named: name)
  }

  /// The typed fields, after all checks.
  private func soundFields() throws -> [UInt8] {
    try checkName()
    for time in [source.parts?.createTime, source.parts?.updateTime] {
      guard let time else { continue }
      let text = time.string(in: record.text)
      if Timestamp(firestore: text) == nil {
        throw Unrepresentable(
          reason: "not a timestamp: \(Excerpt.value(text))", offset: time.quotedRange.lowerBound)
      }
    }
    return try source.checkedFields(of: record, wantsFullNames: false)
  }

  private func checkName() throws {
    let part = source.parts?.name
    let offset = part?.quotedRange.lowerBound
    if let problem = identity?.nameProblem {
      throw Unrepresentable(reason: problem, offset: offset)
    }
    if identity == nil, let part {
      let text = part.string(in: record.text)
      throw Unrepresentable(
        reason: "\(Excerpt.misname(text)) is not the name of a document", offset: offset)
    }
  }
}
