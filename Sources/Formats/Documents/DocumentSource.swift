import Scan
import SystemIO

/// Access to parts of a document that few documents need.
///
/// For naming or rewriting a document; never called for every document.
protocol DocumentSource: Sendable {
  /// The document's identity; nil if the input lacks it.
  func identity(of record: Record) -> DocumentIdentity?
  /// Calls a closure with the ID and the full name, which is empty if unknown. Without an ID the
  /// closure is not called.
  func withName(of record: Record, _ body: (_ id: Span<UInt8>, _ name: Span<UInt8>) -> Void)
  /// The ID that an event's own fields form, if it differs from the document's.
  func contradictingID(of record: Record) -> String?
  /// The typed fields of the REST API, as a JSON object.
  ///
  /// - Parameter repeating: whether duplicate fields are written, to be mended by hand.
  /// - Throws: `Unrepresentable` if Firestore cannot hold the value.
  func typedFields(of record: Record, repeating: Bool) throws -> [UInt8]
  /// One typed field of the REST API; nil if it is missing.
  ///
  /// - Throws: `Unrepresentable` if Firestore cannot hold the value.
  func typedValue(of field: String, in record: Record) throws -> [UInt8]?
  /// Calls a closure with a record that holds the fields, their offset in it and their spelling.
  ///
  /// The closure is not called for a document without fields. It is called for an entity only if the
  /// job needs all of its fields, because they are made into JSON for that.
  func withFields(
    of record: Record, _ body: (_ record: Record, _ start: Int, FieldSpelling) -> Void)
  /// The places of the fields of a vote; nil if they are not in JSON.
  func votePlaces(in record: Record) -> VotePlaces?
  /// The typed values of all fields with a name, which may be duplicates.
  ///
  /// - Throws: `Unrepresentable` if Firestore cannot hold one of them.
  func typedValues(of field: String, in record: Record) throws -> [[UInt8]]
  /// The document's parts, if it is JSON.
  var parts: DocumentParts? { get }
  /// Whether the record's text has the typed fields verbatim. Unknown members beside them are kept.
  var isTyped: Bool { get }
  /// The entry for the list of rejects, or why there is none.
  func kept(_ record: Record) -> RejectedRecord?
}

extension DocumentSource {
  func withName(of record: Record, _ body: (_ id: Span<UInt8>, _ name: Span<UInt8>) -> Void) {
    identity(of: record)?.withName(body)
  }
  func contradictingID(of record: Record) -> String? { nil }
  func votePlaces(in record: Record) -> VotePlaces? { nil }
  var parts: DocumentParts? { nil }
  var isTyped: Bool { false }
  func typedValues(of field: String, in record: Record) throws -> [[UInt8]] {
    let (fields, wanted) = (try typedFields(of: record, repeating: true), Array(field.utf8))
    var values: [[UInt8]] = []
    var members = ObjectMembers(of: fields.span, at: 0)
    while let (key, value) = members.next() {
      if key.equals(wanted, in: fields.span) { values.append(Array(fields[value])) }
    }
    return values
  }
  func kept(_ record: Record) -> RejectedRecord? { printed(record) }

  /// The typed fields of the REST API, checked for values that Firestore cannot hold.
  ///
  /// - Throws: `Unrepresentable`, with the place if the value is verbatim in the record.
  func checkedFields(
    of record: Record, wantsFullNames: Bool
  ) throws -> [UInt8] {
    let fields = try typedFields(of: record, repeating: false)
    do {
      try TypedFieldsCheck(wantsFullNames: wantsFullNames).check(fields.span)
    } catch var error as Unrepresentable {
      let (start, offset) = (isTyped ? parts?.fields : nil, error.offset)
      error.offset = start.flatMap { start in offset.map { start + $0 } }
      throw error
    }
    return fields
  }
}

/// An error for a value that Firestore cannot hold.
package struct Unrepresentable: Error {
  /// What Firestore cannot hold, for messages.
  package var reason: String
  /// The offset in the record's text, if known.
  package var offset: Int?

  /// An array that is an element of an array.
  static func nestedArray(at offset: Int? = nil) -> Unrepresentable {
    Unrepresentable(reason: "an array directly inside an array", offset: offset)
  }
}

/// A document in JSON, read by its layout.
struct ShapedDocument: DocumentSource {
  var layout: DocumentLayout
  /// The name of the format.
  let format: String
  let foundParts: DocumentParts
  /// The keys of the enclosing containers.
  var path: [String]
  /// The database of relative references, if known.
  var database: String?
  /// The identity, if the record's text lacks it: a row of a changelog has it beside the document.
  var knownIdentity: DocumentIdentity?

  var parts: DocumentParts? { foundParts }
  var isTyped: Bool { layout.spelling == .typed }

  func identity(of record: Record) -> DocumentIdentity? {
    knownIdentity ?? layout.identity(of: record, foundParts, in: path)
  }

  func withName(of record: Record, _ body: (_ id: Span<UInt8>, _ name: Span<UInt8>) -> Void) {
    guard layout.isFlat else { return identity(of: record)?.withName(body) ?? () }
    naming(of: record).withName(of: record) { id, name, _ in body(id, name) }
  }

  private func naming(of record: Record) -> NamingFields {
    foundParts.naming ?? NamingFields(of: record)
  }

  func contradictingID(of record: Record) -> String? {
    layout.isFlat ? naming(of: record).contradictingID(of: record) : nil
  }

  /// The field that holds the ID, if any.
  private func idField(of record: Record) -> String? {
    guard layout.isFlat else { return nil }
    var found: String?
    naming(of: record).withName(of: record) { _, _, field in
      found = field.map { NamingFields.idFields[$0] }
    }
    return found
  }

  func kept(_ record: Record) -> RejectedRecord? {
    if knownIdentity != nil { return printed(record) }
    var kept = record.kept(in: format, path: path)
    // The inner documents were read on their own.
    kept?.isAlone = !layout.inner(of: record, in: path).isEmpty
    return kept
  }

  func typedFields(of record: Record, repeating: Bool) throws -> [UInt8] {
    guard let start = foundParts.fields else { return Array("{}".utf8) }
    switch layout.spelling {
    case .plain, .columns:
      var writer = writer(of: record)
      writer.repeatsFields = repeating
      return try writer.fields(record.text, at: start, leavingOut: idField(of: record))
    case .wrapped: return try WrappedFieldsWriter(database: database).fields(record.text, at: start)
    case .typed:
      var cursor = JSONCursor(record.text, at: start)
      return record.text.extracting(try cursor.skipValue()).copied
    }
  }

  func typedValue(of field: String, in record: Record) throws -> [UInt8]? {
    guard let start = foundParts.fields,
      let range = record.firstValue(of: field, inObjectAt: start)
    else { return nil }
    return try typedValue(at: range, of: field, in: record)
  }

  func withFields(of record: Record, _ body: (Record, Int, FieldSpelling) -> Void) {
    if let start = foundParts.fields { body(record, start, layout.spelling) }
  }

  func votePlaces(in record: Record) -> VotePlaces? {
    guard let start = foundParts.fields else { return nil }
    let conventions = layout.spelling == .plain ? layout.conventions(of: record) : nil
    return VotePlaces(of: record, inObjectAt: start, conventions)
  }

  func typedValues(of field: String, in record: Record) throws -> [[UInt8]] {
    guard let start = foundParts.fields else { return [] }
    let wanted = Array(field.utf8)
    return try record.members(ofObjectAt: start).filter { $0.key.equals(wanted, in: record.text) }
      .map { try typedValue(at: $0.value, of: field, in: record) }
  }

  private func typedValue(
    at range: Range<Int>, of field: String, in record: Record
  ) throws -> [UInt8] {
    switch layout.spelling {
    case .plain, .columns:
      // The field's name only matters for a time.
      return try writer(of: record).value(record.text, range, of: field)
    case .wrapped: return try WrappedFieldsWriter(database: database).value(record.text, range)
    case .typed: return record.text.extracting(range).copied
    }
  }

  private func writer(of record: Record) -> TypedValueWriter {
    TypedValueWriter(conventions: layout.conventions(of: record), database: database)
  }
}
