import Scan
import SystemIO

/// Reads the documents of a JSON input in the layout of its format.
struct DocumentHandler: RunHandler {
  var collector: FindingCollector
  let layout: DocumentLayout
  /// The wanted collection; nil selects all.
  let collection: String?
  let collectionBytes: [UInt8]
  /// The place where the input says that another page follows, unless one did.
  private(set) var continuation: Place?
  /// The first value that requires a holder of documents beside it, and the holder's name.
  private var neighbour: (holder: String, place: Place)?
  let format: InputFormat
  let database: String?
  /// The ID of the single document in the input, if the file's place in a tree gives it.
  private(set) var documentID: String?
  let isSalvaging: Bool
  /// The keys of the enclosing containers.
  var path: [String] = []
  /// The keys entered so far in each enclosing container, where keys must be unique. Sets, since an
  /// input may have as many collections as documents.
  var entered: [Set<[UInt8]>] = [[]]
  /// Whether each record is a line.
  let isLines: Bool
  /// The length of the path to the collections of a document that is read in parts; nil outside
  /// such a document.
  var nestedDepth: Int?

  // Firestore's limit for a document is 1 MiB; escapes lengthen text sixfold at most.
  static var recordLimit: Int { 16 << 20 }
  // Firestore nests subcollections at most 100 deep (Firestore, “Quotas and limits”); each level is
  // at most three containers.
  static var depthLimit: Int { 300 }

  /// - Parameters:
  ///   - database: the database of relative references, if known.
  ///   - path: the known path of the input.
  init(
    _ collector: FindingCollector, _ layout: DocumentLayout, _ format: InputFormat,
    collection: String?,
    database: String?, isSalvaging: Bool, path: [String] = []
  ) {
    self.path = path
    documentID = format.isOneDocument ? path.last : nil
    self.format = format
    isLines = format.framing == .lines
    self.collector = collector
    self.layout = layout
    self.collection = collection
    collectionBytes = Array((collection ?? "").utf8)
    self.database = database
    self.isSalvaging = isSalvaging
  }

  func role(
    of key: JSONString?, _ cursor: JSONCursor
  ) throws(JSONSyntaxError) -> RecordRole {
    guard path.count <= Self.depthLimit else { throw JSONSyntaxError(.tooDeep, at: cursor.offset) }
    let role =
      if let nestedDepth { try nestedRole(of: key, cursor, level: path.count - nestedDepth) } else {
        try layout.role(of: key, cursor, in: path, wanted: collection)
      }
    if role == .container, let key { try checkRepetition(of: key, in: cursor.text) }
    return role
  }

  /// - Throws: `JSONSyntaxError` for the second container with a key that must be unique.
  private func checkRepetition(
    of key: JSONString, in text: Span<UInt8>
  ) throws(JSONSyntaxError) {
    guard let last = entered.last, !last.isEmpty else { return }
    guard last.contains(key.utf8(in: text)) else { return }
    throw JSONSyntaxError(.repeatedKey, at: key.quotedRange.lowerBound)
  }

  mutating func enter(_ key: String) {
    if path.isEmpty { continuation = nil }
    if layout.isKnownByKeys(in: path, wanted: collection) {
      entered[entered.count - 1].insert(Array(key.utf8))
    }
    entered.append([])
    path.append(key)
  }

  mutating func leave() {
    entered.removeLast()
    path.removeLast()
  }

  mutating func passOther(_ value: Record) throws {
    if let remark = layout.remark(value, in: path) { try note(remark, at: value.place) }
  }

  /// Notes a remark. An export that failed is damage.
  private mutating func note(_ remark: DocumentRemark, at place: Place) throws {
    switch remark {
    // Only values beside the records have these. The stream reads them itself, in order.
    case .continues: continuation = place
    case .beside(let name): neighbour = neighbour ?? (name, place)
    case .stranger:
      reject(
        .unusable("it does not belong in \(format.displayName)", place, documentID: nil))
    case .failure(let answer):
      let damage = DamagedInput(
        format: format.displayName, place: place,
        reason: "the server answered with an error: \(answer)",
        documentID: documentID, hint: "see what it says, and export again")
      guard isSalvaging else { throw damage }
      reject(.damaged(damage))
    }
  }

  /// The damage of an input, read to its end, that lacks the required holder of documents.
  var missingHolder: DamagedInput? {
    guard let (holder, place) = neighbour,
      entered.first?.contains(Array(holder.utf8)) != true
    else { return nil }
    return DamagedInput(
      format: format.displayName, place: place,
      reason: "it has no '\(holder)', which holds the documents",
      hint: "leave '--format' out, or see whether it is the right file")
  }

  func read(
    _ cursor: inout JSONCursor
  ) throws(JSONSyntaxError) -> (parts: DocumentParts, fields: RatingEventFields) {
    if layout.isFlat {
      var parts = DocumentParts(fields: cursor.offset)
      let fields = try fields(&cursor)
      parts.pathField = fields.path
      return (parts, fields)
    }
    let parts = try layout.parts(&cursor)
    guard let start = parts.fields else { return (parts, RatingEventFields()) }
    var inner = JSONCursor(cursor.text, at: start)
    return (parts, try fields(&inner))
  }

  private func fields(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> RatingEventFields {
    try RatingEventFields(&cursor, layout.spelling, nestedMember: layout.nestedMember)
  }

  mutating func decide(
    _ reading: (parts: DocumentParts, fields: RatingEventFields), _ record: Record
  ) throws -> RecordFate {
    if collection != nil {
      let fate = try decide(reading.parts, reading.fields, record)
      if reading.fields.hasNested {
        let inner = layout.documentCount(in: record, .member)
        collector.passOver(documentCount: inner, recordCount: 0)
      }
      return fate
    }
    let parts = doubted(reading.parts, record)
    let fate = try decide(parts, reading.fields, record)
    if parts.problem == nil { try decideInner(record) }
    return fate
  }

  mutating func decide(
    _ parts: DocumentParts, _ fields: RatingEventFields, _ record: Record
  ) throws -> RecordFate {
    if !parts.isDocument {
      if let remark = layout.remark(record, in: path) { try note(remark, at: record.place) }
      collector.passOver(documentCount: 0)
      return .keep
    }
    if layout.isFlat, record.key != nil, fields.holdsObjectsOnly, fields.memberCount > 0 {
      // At the root it is another collection, whose documents are only counted.
      let isCollection = collection != nil && path.isEmpty
      // A document that was deleted or is missing has only its subcollections.
      if isCollection || layout.nested(in: record).count == fields.memberCount {
        collector.passOver(
          documentCount: isCollection ? layout.documentCount(in: record, .document) : 0)
        return .keep
      }
    }
    if layout.isFlat, record.key == nil, fields.memberCount == 1, RESTError.isAnswer(record.bytes) {
      // An object with only an 'error' comes from a failed download, and is not a document.
      let answer = RESTError.summary(ofAnswer: record.bytes)
      try note(.failure(answer ?? ""), at: record.place)
      collector.passOver(documentCount: 0)
      return .keep
    }
    var problem = parts.problem ?? layout.misnaming(parts, record)
    if let collection, !layout.isPlainly(in: collectionBytes, parts, record.text) {
      if let found = layout.collection(of: record, parts, in: path), !found.hasBytes(of: collection)
      {
        collector.passOver(documentCount: 1)
        return .keep
      }
      // The document's collection is unknown.
      if problem == nil, let name = parts.name, layout.identity(of: record, parts, in: path) == nil
      {
        problem = .misnamed(name)
      }
    }
    if let problem {
      let (reason, place) = problem.report(in: record)
      let id = layout.identity(of: record, parts, in: path)?.id
      let kept = record.kept(in: format.rawValue, path: path)
      return keepRejected(.unusable(reason, place, documentID: id, record: kept))
    }
    // A separate statement: as an argument of a call on `self`, the mutation would copy `self`
    // first, with all outcomes of the part.
    let fate = collector.decide(fields, record, source(parts))
    return withRemainder(fate, record)
  }

  /// The fate of a dropped record, which keeps the document's subcollections.
  func withRemainder(_ fate: RecordFate, _ record: Record) -> RecordFate {
    guard fate.isDrop, let remainder = layout.remainder(of: record) else { return fate }
    return .dropLeaving(remainder)
  }

  /// The source of a document with these parts.
  func source(_ parts: DocumentParts) -> ShapedDocument {
    ShapedDocument(
      layout: layout, format: format.rawValue, foundParts: parts, path: path, database: database)
  }

  func kept(damaged line: [UInt8]?) -> RejectedRecord? {
    RejectedRecord(format.rawValue, damagedLine: line, path: path)
  }
}
