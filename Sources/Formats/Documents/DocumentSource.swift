import Scan
import SystemIO

/// What the reader of a format can say about a document besides what the rules need of each.
///
/// Asked only where something names the document or writes it anew; never for every document.
protocol DocumentSource: Sendable {
  /// What the document is called; nil where nothing says so.
  func identity(of record: Record) -> DocumentIdentity?
  /// Lends its id and, where it has one, its full name; neither where nothing says what it is called.
  func withName(of record: Record, _ body: (_ id: Span<UInt8>, _ name: Span<UInt8>) -> Void)
  /// Its fields as the REST API types them: a JSON object.
  ///
  /// - Throws: `Unrepresentable` where Firestore could not hold it.
  func typedFields(of record: Record) throws -> [UInt8]
  /// One of its fields as the REST API types it; nil where it has none of this name.
  ///
  /// - Throws: `Unrepresentable` where Firestore could not hold it.
  func typedValue(of field: String, in record: Record) throws -> [UInt8]?
  /// Where the fields of a vote stand, where they can be read without spelling them as the REST API
  /// does; nil where they cannot.
  func votePlaces(in record: Record) -> VotePlaces?
  /// The values of one of its fields, of which it may have several, as the REST API types them.
  ///
  /// - Throws: `Unrepresentable` where Firestore could not hold one of them.
  func typedValues(of field: String, in record: Record) throws -> [[UInt8]]
  /// The parts of the document that say what it is, where it stands in JSON.
  var parts: DocumentParts? { get }
  /// Where in the record's text its typed fields begin, where they stand there as they are.
  var typedStart: Int? { get }
  /// Whether a member that its format does not know stands where it may stay, beside its typed fields.
  var keepsStrangers: Bool { get }
  /// The same as `typedFields`, with fields that occur twice as often as they do.
  func repeatedFields(of record: Record) throws -> [UInt8]
  /// What a list of rejects keeps of the document, or why it can be mended only where it came from.
  func kept(_ record: Record) -> RejectedRecord?
}

extension DocumentSource {
  func withName(of record: Record, _ body: (_ id: Span<UInt8>, _ name: Span<UInt8>) -> Void) {
    identity(of: record)?.withName(body)
  }
  func votePlaces(in record: Record) -> VotePlaces? { nil }
  var keepsStrangers: Bool { false }
  var parts: DocumentParts? { nil }
  var typedStart: Int? { nil }
  func repeatedFields(of record: Record) throws -> [UInt8] { try typedFields(of: record) }
  func typedValues(of field: String, in record: Record) throws -> [[UInt8]] {
    let (fields, wanted) = (try repeatedFields(of: record), Array(field.utf8))
    var values: [[UInt8]] = []
    var cursor = JSONCursor(fields.span)
    try cursor.beginObject()
    var isFirst = true
    while let key = try cursor.nextMember(&isFirst) {
      let value = try cursor.skipValue()
      if key.equals(wanted, in: cursor.text) { values.append(Array(fields[value])) }
    }
    return values
  }
  func kept(_ record: Record) -> RejectedRecord? {
    printed(record) ?? doubtful(record) ?? .undocumented
  }

  /// Its fields as the REST API types them, and known to be what Firestore can hold.
  ///
  /// - Throws: `Unrepresentable`, with the place where the record itself spells the value.
  func checkedFields(
    of record: Record, references: TypedFieldsCheck.References
  ) throws -> [UInt8] {
    let fields = try typedFields(of: record)
    do {
      try TypedFieldsCheck(references: references).check(fields.span)
    } catch var error as Unrepresentable {
      let offset = error.offset
      error.offset = typedStart.flatMap { start in offset.map { start + $0 } }
      throw error
    }
    return fields
  }
}

/// A value that Firestore cannot hold.
package struct Unrepresentable: Error {
  package var reason: String
  /// Where in the record's text it stands, where that can be told.
  package var offset: Int?

  init(reason: String, offset: Int? = nil) {
    self.reason = reason
    self.offset = offset
  }
}

/// A document that stands in JSON, as its shape has it.
struct ShapedDocument: DocumentSource {
  var layout: DocumentLayout
  /// The name of its format.
  let format: String
  let facts: DocumentParts
  /// The keys of the containers around it.
  var path: [String]
  /// The database that its relative references are in, where one is known.
  var database: String?

  var parts: DocumentParts? { facts }
  var keepsStrangers: Bool { layout.spelling == .typed }
  var typedStart: Int? { layout.spelling == .typed ? facts.fields : nil }

  func identity(of record: Record) -> DocumentIdentity? {
    layout.identity(of: record, facts, in: path)
  }

  func withName(of record: Record, _ body: (_ id: Span<UInt8>, _ name: Span<UInt8>) -> Void) {
    guard layout.isFlat else { return identity(of: record)?.withName(body) ?? () }
    (facts.naming ?? NamingFields(of: record)).withName(of: record) { id, name, _ in
      body(id, name)
    }
  }

  func kept(_ record: Record) -> RejectedRecord? {
    var kept = record.kept(in: format, path: path)
    // Those that stand in it were read, and are rejects by themselves or none.
    kept?.isAlone = !layout.inner(of: record, in: path).isEmpty
    return kept
  }

  func typedFields(of record: Record) throws -> [UInt8] {
    guard let start = facts.fields else { return Array("{}".utf8) }
    switch layout.spelling {
    case .plain, .columns:
      return try writer(of: record).fields(
        record.text, at: start, leavingOut: identity(of: record)?.field)
    case .wrapped: return try WrappedFieldsWriter(database: database).fields(record.text, at: start)
    case .typed:
      var cursor = JSONCursor(record.text, at: start)
      return record.text.extracting(try cursor.skipValue()).copied
    }
  }

  func typedValue(of field: String, in record: Record) throws -> [UInt8]? {
    guard let start = facts.fields,
      let range = record.firstValue(of: field, inObjectAt: start)
    else { return nil }
    return try typedValue(at: range, of: field, in: record)
  }

  func votePlaces(in record: Record) -> VotePlaces? {
    guard layout.spelling == .plain, let start = facts.fields else { return nil }
    return VotePlaces(of: record, inObjectAt: start, layout.conventions(of: record))
  }

  func typedValues(of field: String, in record: Record) throws -> [[UInt8]] {
    guard let start = facts.fields else { return [] }
    let wanted = Array(field.utf8)
    return try record.members(ofObjectAt: start).filter { $0.key.equals(wanted, in: record.text) }
      .map { try typedValue(at: $0.value, of: field, in: record) }
  }

  private func typedValue(
    at range: Range<Int>, of field: String, in record: Record
  ) throws -> [UInt8] {
    switch layout.spelling {
    case .plain, .columns:
      // A rating is a number whatever its field is called; only a time is read from its name.
      return try writer(of: record).value(record.text, range, at: [field])
    case .wrapped: return try WrappedFieldsWriter(database: database).value(record.text, range)
    case .typed: return record.text.extracting(range).copied
    }
  }

  private func writer(of record: Record) -> TypedValueWriter {
    TypedValueWriter(conventions: layout.conventions(of: record), database: database)
  }
}
