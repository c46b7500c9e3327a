import ByteIO
import JSONText

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

  /// The document as the REST API types it, on one line:
  /// `{"name":…,"fields":{…},"createTime":…,"updateTime":…}`.
  ///
  /// - Throws: `Unrepresentable` where Firestore could not hold it.
  package func typed() throws -> [UInt8] {
    let fields = try source.typedFields(of: record).withoutJSONWhitespace
    let (name, identity) = (name, identity)
    var writer = JSONWriter()
    writer.object { document in
      document.optionalMember("name", name)
      document.key("fields")
      document.raw(fields)
      document.optionalMember("createTime", identity?.createTime)
      document.optionalMember("updateTime", identity?.updateTime)
    }
    return writer.bytes
  }

  /// The document in plain values, on one line, its name under `__name__`.
  ///
  /// - Throws: `Unrepresentable` where Firestore could not hold it.
  package func plain() throws -> [UInt8] {
    let fields = try source.typedFields(of: record)
    return try PlainValueWriter.document(fields, named: name)
  }
}
