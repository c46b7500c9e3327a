import Scan

/// How a format of JSON lays documents out: where in the file they stand, and where in a document its
/// fields and its name are.
///
/// One format, one shape, in the format's own folder. Values are spelled in one of the few ways of
/// `FieldSpelling`, which the shapes share.
protocol DocumentShape: Sendable {
  /// How the values of its fields are spelled.
  var spelling: FieldSpelling { get }

  /// Whether what it says of a document is less than the database holds.
  var isReadOnly: Bool { get }

  /// Whether the fields are the members of the record's own object, so that no part of it has to be
  /// looked for.
  var isFlat: Bool { get }

  /// What a member of an object, an element of an array, or a value that stands alone is.
  ///
  /// - Parameters:
  ///   - key: the member's key; nil for what is no member.
  ///   - cursor: stands where the value begins.
  ///   - path: the keys of the containers that were entered so far, the outermost first.
  ///   - wanted: the collection that is read; nil reads all.
  /// - Throws: `JSONSyntaxError` where more has to be seen of the value, or where it is none.
  func role(
    of key: JSONString?, _ cursor: JSONCursor, in path: [String], wanted: String?
  ) throws(JSONSyntaxError) -> RecordRole

  /// Whether the containers that stand in a place are few and are known by their keys, like the
  /// collections of a database: one that comes twice is one that nobody can be sure of.
  func isKnownByKeys(in path: [String], wanted: String?) -> Bool

  /// Finds the parts of the document that begins at the cursor and moves past it, checking all of it.
  func parts(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> DocumentParts

  /// Why nobody can say what stands in a document, where that is so; asked only where the documents
  /// of all collections are wanted.
  func problem(of record: Record) -> DocumentProblem?

  /// What the document is called; nil where nothing says so.
  ///
  /// - Parameter path: the keys of the containers around it.
  func identity(of record: Record, _ parts: DocumentParts, in path: [String])
    -> DocumentIdentity?

  /// The path of the collection that the document is in; nil where nothing says so.
  func collection(of record: Record, _ parts: DocumentParts, in path: [String]) -> String?

  /// Whether the document is plainly in this collection, by its path's bytes; false where it takes a
  /// closer look.
  func isPlainly(in collection: [UInt8], _ parts: DocumentParts, _ text: Span<UInt8>) -> Bool

  /// What takes a document's place when it is deleted; nil where nothing of it stays.
  func remainder(of record: Record, _ parts: DocumentParts) -> [UInt8]?

  /// Whether the record is only what is left of a deleted document, or the place of one that does not
  /// exist; asked of flat documents that hold nothing but objects.
  func isRemainder(_ record: Record) -> Bool

  /// The documents that stand in a document, such as those of its subcollections.
  ///
  /// Asked only where the documents of all collections are wanted.
  func inner(of record: Record, in path: [String]) -> [InnerDocument]

  /// The member of a document in which its subcollections stand; nil where they do not stand in it.
  var nestedMember: String? { get }

  /// Whether a value of that member, which begins at the cursor, is an object of collections that is
  /// not empty.
  ///
  /// - Throws: `JSONSyntaxError` where more has to be seen of the value, or where it is none.
  func nests(_ cursor: JSONCursor) throws(JSONSyntaxError) -> Bool

  /// What a value is that is a record by its role, and larger than any document.
  ///
  /// - Throws: `JSONSyntaxError` where more has to be seen of the value, or where it is none.
  func largeRole(
    of key: JSONString?, _ cursor: JSONCursor, in path: [String], wanted: String?
  ) throws(JSONSyntaxError) -> RecordRole

  /// How plain values are spelled that JSON has no type for.
  func conventions(of record: Record, _ parts: DocumentParts) -> any ValueConventions

  /// Whether its files are pages, of which another file may hold the next.
  var hasPages: Bool { get }

  /// What a value says that is no document, but beside or in the place of one.
  func remark(_ value: Record, in path: [String]) -> DocumentRemark?
}

extension FieldSpelling {
  /// Whether strings say of which type other values are, or that one is missing, which is nothing that
  /// a pattern holds fast.
  var tellsInStrings: Bool {
    switch self {
    case .plain, .typed: false
    case .wrapped, .columns: true
    }
  }

  /// Reads a value that says its type, and moves past it, checking all of it.
  func value(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> TypedValue {
    switch self {
    case .wrapped: try WrappedValue.read(&cursor)
    case .columns: try ColumnValue.read(&cursor)
    case .plain, .typed: try TypedValue(&cursor)
    }
  }
}

extension DocumentShape {
  var isReadOnly: Bool { false }

  var isFlat: Bool { false }

  func collection(of record: Record, _ parts: DocumentParts, in path: [String]) -> String? { nil }

  func isPlainly(in collection: [UInt8], _ parts: DocumentParts, _ text: Span<UInt8>) -> Bool {
    guard let name = parts.name, !name.isEscaped else { return false }
    return text.extracting(name.range).isName(ofDocumentIn: collection)
  }

  func role(
    of key: JSONString?, _ cursor: JSONCursor, in path: [String], wanted: String?
  ) throws(JSONSyntaxError) -> RecordRole { .record }

  func isKnownByKeys(in path: [String], wanted: String?) -> Bool { false }

  func remainder(of record: Record, _ parts: DocumentParts) -> [UInt8]? { nil }

  var nestedMember: String? { nil }

  func nests(_ cursor: JSONCursor) throws(JSONSyntaxError) -> Bool {
    try cursor.firstMember()?.kind == .object
  }

  func largeRole(
    of key: JSONString?, _ cursor: JSONCursor, in path: [String], wanted: String?
  ) throws(JSONSyntaxError) -> RecordRole { .record }

  func conventions(of record: Record, _ parts: DocumentParts) -> any ValueConventions {
    PlainJSON()
  }

  func isRemainder(_ record: Record) -> Bool { false }

  func problem(of record: Record) -> DocumentProblem? { nil }

  func inner(of record: Record, in path: [String]) -> [InnerDocument] { [] }

  var hasPages: Bool { false }

  func remark(_ value: Record, in path: [String]) -> DocumentRemark? { nil }
}

/// What a file says beside its documents that a run must know.
enum DocumentRemark: Sendable {
  /// The export failed, and what the server said of it.
  case failure(String)
  /// There are more documents, on a page that comes next.
  case continues
  /// It is nothing that the format has, and may be a document of another.
  case stranger
  /// It may stand beside what holds the documents, which must not be missing then: what that is called.
  case beside(String)
}

/// What a value met on the way to the documents is.
package enum RecordRole: Sendable {
  /// A document, or what holds one.
  case record
  /// An object or array of documents, or of what holds them.
  case container
  /// A document that is not wanted, and may hold wanted ones and be as large as it likes: it is
  /// walked over like a container, and stays.
  case otherDocument
  /// Neither: it stays as it is and counts for nothing.
  case other
}

/// How the values of a document's fields are spelled.
enum FieldSpelling: Sendable {
  /// As plain JSON, where the type is told by the shape alone.
  case plain
  /// As the REST API types them: `{"integerValue":"5"}`.
  case typed
  /// As node-firestore-backup wraps them: `{"type":"number","value":5}`.
  case wrapped
  /// As BigQuery prints columns: integers in strings, and of several types the one that is named.
  case columns
}
