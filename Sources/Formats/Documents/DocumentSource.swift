import ByteIO
import JSONText

/// What the reader of a format can say about a document besides what the rules need of each.
///
/// Asked only where something names the document or writes it anew; never for every document.
protocol DocumentSource: Sendable {
  /// What the document is called; nil where nothing says so.
  func identity(of record: Record) -> DocumentIdentity?
  /// Its fields as the REST API types them: a JSON object.
  ///
  /// - Throws: `Unrepresentable` where Firestore could not hold it.
  func typedFields(of record: Record) throws -> [UInt8]
  /// One of its fields as the REST API types it; nil where it has none of this name.
  ///
  /// - Throws: `Unrepresentable` where Firestore could not hold it.
  func typedValue(of field: String, in record: Record) throws -> [UInt8]?
}

/// A value that Firestore cannot hold.
package struct Unrepresentable: Error {
  package var reason: String
}

/// A document that stands in JSON, as its shape has it.
struct ShapedDocument: DocumentSource {
  var shape: any DocumentShape
  var parts: DocumentParts
  /// The keys of the containers around it.
  var path: [String]
  /// The database that its relative references are in, where one is known.
  var database: String?

  func identity(of record: Record) -> DocumentIdentity? {
    shape.identity(of: record, parts, in: path)
  }

  func typedFields(of record: Record) throws -> [UInt8] {
    guard let start = parts.fields else { return Array("{}".utf8) }
    switch shape.spelling {
    case .plain:
      return try writer(of: record).fields(
        record.text, at: start, leavingOut: identity(of: record)?.field)
    case .wrapped: return try WrappedFieldsWriter(database: database).fields(record.text, at: start)
    case .typed:
      var cursor = JSONCursor(record.text, at: start)
      return record.text.extracting(try cursor.skipValue()).copied
    }
  }

  func typedValue(of field: String, in record: Record) throws -> [UInt8]? {
    guard let start = parts.fields,
      let range = record.firstValue(of: field, inObjectAt: start)
    else { return nil }
    switch shape.spelling {
    case .plain:
      // A rating is a number whatever its field is called; only a time is read from its name.
      return try writer(of: record).value(record.text, range, at: [field])
    case .wrapped: return try WrappedFieldsWriter(database: database).value(record.text, range)
    case .typed: return record.text.extracting(range).copied
    }
  }

  private func writer(of record: Record) -> TypedValueWriter {
    TypedValueWriter(conventions: shape.conventions(of: record, parts), database: database)
  }
}
