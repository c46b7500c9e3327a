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
  /// The fields that may hold the id of a flat document, where the job asks for it every time.
  var naming: NamingFields? { get }
}

extension DocumentFields {
  var naming: NamingFields? { nil }
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
  private let collectionBytes: [UInt8]
  /// Where the input says that another page follows, unless one did.
  private(set) var continuation: Place?
  private let formatName: String
  private let database: String?
  private let isSalvaging: Bool
  /// The keys of the containers around the record.
  private var path: [String] = []

  // No document is larger than 1 MiB; escapes make its text six times as long at most.
  static var recordLimit: Int { 16 << 20 }
  // Firestore nests subcollections at most a hundred deep (Firestore, “Quotas and limits”); each is
  // three containers at most.
  private static var depthLimit: Int { 300 }

  /// - Parameters:
  ///   - database: the database that relative references are in, where one is known.
  ///   - path: what is known to be around the input.
  init(
    _ delegate: Delegate, _ shape: any DocumentShape, _ format: InputFormat, collection: String?,
    database: String?, isSalvaging: Bool, path: [String] = []
  ) {
    self.path = path
    self.delegate = delegate
    self.shape = shape
    self.collection = collection
    collectionBytes = Array((collection ?? "").utf8)
    self.database = database
    self.isSalvaging = isSalvaging
    formatName = format.displayName
  }

  func role(
    of key: JSONString?, _ cursor: JSONCursor
  ) throws(JSONSyntaxError) -> RecordRole {
    try shape.role(of: key, cursor, in: path, wanted: collection)
  }

  mutating func enter(_ key: String) {
    if path.isEmpty { continuation = nil }
    path.append(key)
  }

  mutating func leave() { path.removeLast() }

  func passDocument() { delegate.passOver(documentCount: 1) }

  mutating func passOther(_ value: Record) throws {
    if let remark = shape.remark(value, in: path) { try heed(remark, at: value.place) }
  }

  /// Takes a remark to heart: an export that failed is damage.
  private mutating func heed(_ remark: DocumentRemark, at place: Place) throws {
    switch remark {
    case .continues: continuation = place
    case .stranger:
      try delegate.reject(.unusable("it does not belong in \(formatName)", place, documentID: nil))
    case .failure(let answer):
      let damage = DamagedInput(
        format: formatName, place: place, reason: "the server answered with an error: \(answer)",
        hint: "see what it says, and export again")
      guard isSalvaging else { throw damage }
      try delegate.reject(.damaged(damage))
    }
  }

  func read(
    _ cursor: inout JSONCursor
  ) throws(JSONSyntaxError) -> (parts: DocumentParts, fields: Delegate.Fields) {
    if shape.isFlat {
      var parts = DocumentParts(fields: cursor.offset)
      let fields = try Delegate.Fields(&cursor, shape.spelling)
      parts.naming = fields.naming
      return (parts, fields)
    }
    let parts = try shape.parts(&cursor)
    guard let start = parts.fields else { return (parts, Delegate.Fields()) }
    var inner = JSONCursor(cursor.text, at: start)
    return (parts, try Delegate.Fields(&inner, shape.spelling))
  }

  mutating func decide(
    _ reading: (parts: DocumentParts, fields: Delegate.Fields), _ record: Record
  ) throws -> RecordFate {
    let fate = try decide(reading.parts, reading.fields, record)
    if collection == nil { try decideInner(record) }
    return fate
  }

  /// Decides about the documents that stand in one. Who wants those of all collections only reads:
  /// what becomes of the outer one becomes of them.
  private mutating func decideInner(_ record: Record) throws {
    let outerPath = path
    defer { path = outerPath }
    var left = shape.inner(of: record, in: path)
    while let next = left.popLast() {
      path = next.path
      let inner = record.inner(key: next.key, value: next.value)
      guard path.count <= Self.depthLimit else {
        throw DamagedInput(
          format: formatName, place: inner.place, reason: JSONSyntaxError.Reason.tooDeep.rawValue)
      }
      guard let reading = try read(inner) else { continue }
      _ = try decide(reading.parts, reading.fields, inner)
      left += shape.inner(of: inner, in: path)
    }
  }

  /// Reads a document that stands in one; nil where there is something else instead.
  private func read(
    _ inner: Record
  ) throws -> (parts: DocumentParts, fields: Delegate.Fields)? {
    var cursor = JSONCursor(inner.text, at: inner.valueStart)
    do throws(JSONSyntaxError) {
      return try read(&cursor)
    } catch {
      let damage = DamagedInput(
        format: formatName, place: inner.place(of: error.offset), reason: error.reason.rawValue)
      guard isSalvaging else { throw damage }
      try delegate.reject(.damaged(damage))
      return nil
    }
  }

  private mutating func decide(
    _ parts: DocumentParts, _ fields: Delegate.Fields, _ record: Record
  ) throws -> RecordFate {
    if !parts.isDocument {
      if let remark = shape.remark(record, in: path) { try heed(remark, at: record.place) }
      delegate.passOver(documentCount: 0)
      return .keep
    }
    if shape.isFlat, record.key != nil, fields.holdsObjectsOnly, fields.memberCount > 0 {
      // Right in the file, it is another collection, of which nothing is looked at.
      let isCollection = collection != nil && path.isEmpty
      if isCollection || shape.isRemainder(record) {
        delegate.passOver(documentCount: isCollection ? fields.memberCount : 0)
        return .keep
      }
    }
    if let collection, !shape.isPlainly(in: collectionBytes, record, parts),
      let found = shape.collection(of: record, parts, in: path),
      found != collection
    {
      delegate.passOver(documentCount: 1)
      return .keep
    }
    if !parts.isWhole {
      try delegate.reject(
        .unusable(
          shape.reasonForRejecting(record), record.place,
          documentID: shape.identity(of: record, parts, in: path)?.id))
      delegate.passOver(documentCount: 0)
      return .keep
    }
    let source = ShapedDocument(shape: shape, parts: parts, path: path, database: database)
    let fate = try delegate.decide(fields, record, source)
    if fate.isDrop, let remainder = shape.remainder(of: record, parts) {
      return .dropLeaving(remainder)
    }
    return fate
  }

  func reject(_ problem: RecordProblem) throws { try delegate.reject(problem) }

  func advance(to byte: Int) { delegate.advance(to: byte) }
}
