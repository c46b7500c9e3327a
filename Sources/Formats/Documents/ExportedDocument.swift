package import Scan
import SystemIO

/// One document of an export, lent while it is looked at.
package struct ExportedDocument: ~Escapable {
  /// The record it stands in.
  package let record: Record
  /// What it is called, where anything in it says so.
  package let identity: DocumentIdentity?
  private let source: any DocumentSource

  @_lifetime(copy record)
  init(_ record: Record, source: any DocumentSource) {
    self.record = record
    self.source = source
    identity = source.identity(of: record)
  }

  /// The most that is known of its name: the full one, else its path, else its id.
  package var name: String? {
    guard let identity else { return nil }
    if let name = identity.name { return name }
    guard let collection = identity.collection else { return identity.id }
    return collection + "/" + identity.id
  }

  /// What a list of rejects keeps of it.
  package var kept: RejectedRecord? { source.kept(record) }

  /// Looks at all of it without spelling it: its name, its times and every value.
  ///
  /// - Throws: `Unrepresentable` where Firestore could not hold it.
  package func check() throws { _ = try soundFields() }

  /// The document as the REST API types it, on one line:
  /// `{"name":…,"fields":{…},"createTime":…,"updateTime":…}`.
  ///
  /// What else stands beside its typed fields follows as it is.
  ///
  /// - Throws: `Unrepresentable` where Firestore could not hold it.
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
      document.raw(fields)
      document.optionalMember("createTime", createTime)
      document.optionalMember("updateTime", updateTime)
      for (key, value) in keptMembers {
        document.key(key)
        document.raw(value)
      }
    }
    return writer.bytes
  }

  /// A member that stands beside the parts of the document and is not printed with it; nil where
  /// there is none.
  package func memberLeftOut(isPlain: Bool) -> (name: String, place: Place)? {
    guard let (key, _) = source.parts?.stranger, isPlain || !source.keepsStrangers else {
      return nil
    }
    return (key.string(in: record.text), record.place(of: key.quotedRange.lowerBound))
  }

  private var keptMembers: [(key: String, value: [UInt8])] {
    guard let (_, start) = source.parts?.stranger, source.keepsStrangers else { return [] }
    return record.members(ofObjectAt: start).compactMap { key, range in
      let name = key.string(in: record.text)
      if Self.members.contains(name) { return nil }
      return (name, record.text.extracting(range).copied.withoutJSONWhitespace)
    }
  }

  private static let members = ["name", "fields", "createTime", "updateTime"]

  /// The document in plain values, on one line, its name under `__name__`.
  ///
  /// - Throws: `Unrepresentable` where Firestore could not hold it.
  package func plain() throws -> [UInt8] {
    try PlainValueWriter.document(try soundFields(), named: name)
  }

  /// Its typed fields, once everything about it is found to be what Firestore can hold.
  private func soundFields() throws -> [UInt8] {
    try checkName()
    for time in [source.parts?.createTime, source.parts?.updateTime] {
      guard let time else { continue }
      let text = time.string(in: record.text)
      if Timestamp(firestore: text) == nil {
        throw Unrepresentable(
          reason: "no timestamp: '\(Excerpt.value(text))'", offset: time.quotedRange.lowerBound)
      }
    }
    return try source.checkedFields(of: record, references: .known)
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
        reason: "'\(Excerpt.name(text))' is no document's name", offset: offset)
    }
  }
}
