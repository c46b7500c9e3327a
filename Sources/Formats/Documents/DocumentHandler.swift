import ByteIO
import JSONText

/// The fields of a document that a job needs, read in one pass.
protocol DocumentFields {
  /// A document without fields.
  init()
  /// Reads the object of fields that begins at the cursor and moves past it, checking all of it.
  init(_ cursor: inout JSONCursor, _ spelling: FieldSpelling) throws(JSONSyntaxError)

  /// Whether every value is an object, as in a collection of documents.
  var holdsObjectsOnly: Bool { get }
  var memberCount: Int { get }
}

/// What the documents of an input are read for.
protocol DocumentHandlerDelegate {
  associatedtype Fields: DocumentFields & EntityFields

  /// Decides about one document of the wanted collection.
  func decide(_ fields: Fields, _ record: Record, _ source: any DocumentSource) throws -> RecordFate
  /// Takes note of a record that could not be read and stays as it came.
  func reject(_ problem: RecordProblem) throws
  /// Takes note of documents of another collection, or of a record without any; it stays.
  func passOver(documentCount: Int)
  /// Takes note of progress: bytes of the input dealt with, from its start.
  func advance(to byte: Int)
}

/// Reads the documents of a JSON input one by one, as the shape of its format has them.
struct DocumentHandler<Delegate: DocumentHandlerDelegate>: RecordHandler {
  let delegate: Delegate
  let shape: any DocumentShape
  /// The collection whose documents are wanted; nil wants all.
  let collection: String?
  /// The keys of the containers around the record.
  private var path: [String] = []

  // No document is larger than 1 MiB; escapes make its text six times as long at most.
  static var recordLimit: Int { 16 << 20 }

  init(_ delegate: Delegate, _ shape: any DocumentShape, collection: String?) {
    self.delegate = delegate
    self.shape = shape
    self.collection = collection
  }

  func role(
    of key: JSONString?, _ cursor: JSONCursor
  ) throws(JSONSyntaxError) -> RecordRole {
    try shape.role(of: key, cursor, in: path, wanted: collection)
  }

  mutating func enter(_ key: String) { path.append(key) }

  mutating func leave() { path.removeLast() }

  func read(
    _ cursor: inout JSONCursor
  ) throws(JSONSyntaxError) -> (parts: DocumentParts, fields: Delegate.Fields) {
    if shape.isFlat {
      let parts = DocumentParts(fields: cursor.offset)
      return (parts, try Delegate.Fields(&cursor, shape.spelling))
    }
    let parts = try shape.parts(&cursor)
    guard let start = parts.fields else { return (parts, Delegate.Fields()) }
    var inner = JSONCursor(cursor.text, at: start)
    return (parts, try Delegate.Fields(&inner, shape.spelling))
  }

  func decide(
    _ reading: (parts: DocumentParts, fields: Delegate.Fields), _ record: Record
  ) throws -> RecordFate {
    let (parts, fields) = reading
    if !parts.isDocument {
      delegate.passOver(documentCount: 0)
      return .keep
    }
    if shape.isFlat, collection != nil, path.isEmpty, record.key != nil, fields.holdsObjectsOnly,
      fields.memberCount > 0
    {
      delegate.passOver(documentCount: fields.memberCount)
      return .keep
    }
    if let collection, let found = shape.collection(of: record, parts, in: path),
      found != collection
    {
      delegate.passOver(documentCount: 1)
      return .keep
    }
    let source = ShapedDocument(shape: shape, parts: parts, path: path)
    let fate = try delegate.decide(fields, record, source)
    if fate.isDrop, let remainder = shape.remainder(of: record, parts) {
      return .dropLeaving(remainder)
    }
    return fate
  }

  func reject(_ problem: RecordProblem) throws { try delegate.reject(problem) }

  func advance(to byte: Int) { delegate.advance(to: byte) }
}
