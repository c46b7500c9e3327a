import Scan
import SystemIO

/// The key of an entity: the ranges of the parts of the message `Reference`.
struct EntityKey: Sendable {
  /// The application id: `s~project`, `dev~project`.
  var application: Range<Int>?
  /// The database id; nil for the default database.
  var database: Range<Int>?
  /// The path of collections and ids.
  var path: Range<Int>?
  /// The number of collections in the path, each with an id.
  private(set) var depth = 0
  /// The range of the last collection's name.
  private(set) var collection: Range<Int>?
  /// The reason why it is not a valid document name, otherwise nil.
  private(set) var problem: MalformedMessage?

  private enum Field {
    static let application = 13
    static let path = 14
    static let database = 23
  }

  /// Finds the parts of a key and checks its structure.
  init(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(MalformedMessage) {
    var cursor = ProtobufCursor(bytes, range)
    while let tag = try cursor.nextTag() {
      switch (tag.field, tag.type) {
      case (Field.application, .bytes): application = try cursor.lengthDelimited()
      case (Field.path, .bytes): path = try cursor.lengthDelimited()
      case (Field.database, .bytes): database = try cursor.lengthDelimited()
      default: try cursor.skipValue(of: tag)
      }
    }
    guard let path else { throw MalformedMessage("its key has no path", at: range.lowerBound) }
    var elements = ProtobufCursor(bytes, path)
    while let element = try PathElement(&elements, in: .entityPath) {
      depth += 1
      collection = element.collection
      if problem == nil { problem = element.problem(in: bytes) }
    }
    guard depth > 0 else { throw MalformedMessage("its key's path is empty", at: path.lowerBound) }
  }

  /// Whether it is the key of a document in this root collection.
  func isIn(_ wanted: [UInt8], _ bytes: Span<UInt8>) -> Bool {
    guard depth == 1, let collection else { return false }
    return bytes.holds(wanted, in: collection)
  }

  /// The document's full name: `projects/P/databases/D/documents/c/id`.
  ///
  /// - Throws: `MalformedMessage` if it is not a valid document name.
  func name(in bytes: Span<UInt8>) throws(MalformedMessage) -> String {
    if let problem { throw problem }
    var path: [String] = []
    var elements = ProtobufCursor(bytes, self.path ?? 0..<0)
    while let element = try PathElement(&elements, in: .entityPath) {
      path += try element.segments(in: bytes)
    }
    return try Self.name(
      application: application, database: database, path: path, in: bytes)
  }

  /// Builds a full name from its parts.
  static func name(
    application: Range<Int>?, database: Range<Int>?, path: [String], in bytes: Span<UInt8>
  ) throws(MalformedMessage) -> String {
    let application = try bytes.text(in: application ?? 0..<0)
    // The prefix before `~` is the location of the database.
    let mark = application.firstIndex(of: "~").map { application.index(after: $0) }
    let project = application[(mark ?? application.startIndex)...]
    let database = try database.map { range throws(MalformedMessage) in try bytes.text(in: range) }
    let root = "projects/\(project)/databases/\(database ?? "(default)")/documents/"
    return root + path.joined(separator: "/")
  }
}

/// An element of a path: a collection and the id of a document in it.
struct PathElement: Sendable {
  /// The range of the collection's name.
  var collection: Range<Int>
  /// The range of the document's id.
  var id: Range<Int>?
  /// The document's id, if it is a number.
  var number: Int64?

  /// The field numbers, which differ between keys and references.
  struct Fields: Sendable {
    var element: Int
    var collection: Int
    var number: Int
    var id: Int

    /// The field numbers in an entity's key.
    static let entityPath = Fields(element: 1, collection: 2, number: 3, id: 4)
    /// The field numbers in a reference value.
    static let reference = Fields(element: 14, collection: 15, number: 16, id: 17)
  }

  /// Reads the next element of a path; nil at the end.
  init?(_ cursor: inout ProtobufCursor, in fields: Fields) throws(MalformedMessage) {
    while let tag = try cursor.nextTag() {
      if tag.field == fields.element, tag.type == .groupStart {
        try self.init(group: &cursor, fields)
        return
      }
      try cursor.skipValue(of: tag)
    }
    return nil
  }

  /// Reads an element whose group start was just read.
  init(group cursor: inout ProtobufCursor, _ fields: Fields) throws(MalformedMessage) {
    let start = cursor.offset
    var collection: Range<Int>?
    var number: Int64?
    var id: Range<Int>?
    while let tag = try cursor.nextTag(inGroup: fields.element) {
      if tag.field == fields.collection, tag.type == .bytes {
        collection = try cursor.lengthDelimited()
      } else if tag.field == fields.number, tag.type == .varint {
        number = Int64(bitPattern: try cursor.varint())
      } else if tag.field == fields.id, tag.type == .bytes {
        id = try cursor.lengthDelimited()
      } else {
        try cursor.skipValue(of: tag)
      }
    }
    guard let collection, (number == nil) != (id == nil) else {
      throw MalformedMessage("an element of a path has no collection or not one id", at: start)
    }
    self.collection = collection
    self.number = number
    self.id = id
  }

  /// The reason why the element cannot be part of a document name, otherwise nil.
  fileprivate func problem(in bytes: Span<UInt8>) -> MalformedMessage? {
    Self.problem("its key's collection", at: collection, in: bytes)
      ?? id.flatMap { Self.problem("its key's name", at: $0, in: bytes) }
  }

  private static func problem(
    _ subject: String, at range: Range<Int>, in bytes: Span<UInt8>
  ) -> MalformedMessage? {
    guard !range.isEmpty else {
      return MalformedMessage(subject + " is empty", at: range.lowerBound)
    }
    let part = bytes.extracting(range)
    guard part.firstOffset(of: UInt8(ascii: "/"), from: 0) == nil else {
      return MalformedMessage(subject + " holds a slash", at: range.lowerBound)
    }
    return part.isUTF8 ? nil : MalformedMessage(subject + " is not UTF-8", at: range.lowerBound)
  }

  /// The collection and the id, as in Firestore's names.
  func segments(in bytes: Span<UInt8>) throws(MalformedMessage) -> [String] {
    let collection = try bytes.text(in: collection)
    if let id { return [collection, try bytes.text(in: id)] }
    return [collection, "__id\(number ?? 0)__"]
  }
}
