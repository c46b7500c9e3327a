import Scan

/// The layout of documents in a JSON format: the places of documents in the file, of the name and
/// the fields in a document, and the spelling of values.
///
/// The table of formats (`FormatTable`) has one for each format. A class, so that document sources
/// only hold a reference.
final class DocumentLayout: Sendable {
  /// The places of documents in the file.
  let arrangement: Arrangement
  /// The source of a document's name.
  let naming: Naming
  /// The members of a document's object that are not fields.
  let envelope: [EnvelopeMember]
  /// The spelling of field values.
  let spelling: FieldSpelling
  /// The spelling of types that JSON lacks.
  let tags: ValueTags
  /// Whether the format is a server's answer, which may hold an error instead of a document, and
  /// the names of missing parent documents.
  var isAnswer: Bool { spelling == .typed }
  /// Whether the fields are in a member of their own, instead of in the document's object beside
  /// the envelope.
  let hasFieldsMember: Bool
  /// The envelope members among the fields, by name.
  private let hidden: [StaticString]
  /// The member that holds a document's subcollections; nil if the format has none.
  let nestedMember: StaticString?

  /// The places of documents in a file.
  enum Arrangement: Sendable {
    /// At the root only.
    case flat
    /// Each in a member of an object at the root.
    case wrapped(Holder)
    /// In the array of a page, or beside pages. The token requests the next page.
    case pages(Holder, token: StaticString)
    /// In the collections of a root object and of other documents, each in a member for
    /// collections.
    case collections
    /// At the root, or in an object keyed by their collection's name; subcollections are keyed by
    /// theirs.
    ///
    /// The limit is the number of bytes after which an object is classified by its beginning, more
    /// than any document has.
    case named(documentLimit: Int)
  }

  /// An object that holds a document, or a list of documents, in a member.
  struct Holder: Sendable {
    let member: StaticString
    /// All the members that it may have.
    let members: [StaticString]

    func hasMember(_ name: String) -> Bool { members.contains { $0.description == name } }
  }

  /// The source of a document's name.
  enum Naming: Sendable {
    /// The document's key.
    case key
    /// The document's key, or one of the usual naming fields.
    case fields
    /// The full name or path in the envelope.
    case name
    /// Like `name`; a name without a slash is an ID.
    case nameOrID
    /// The path in BigQuery's spelling in the envelope, or the ID in a member of its key.
    case keyPath
    /// The place of the file.
    case file
  }

  init(
    _ arrangement: Arrangement = .flat, naming: Naming = .name,
    envelope: [EnvelopeMember] = [], spelling: FieldSpelling = .plain, tags: ValueTags = .untagged
  ) {
    precondition(envelope.count < 32, "each member of an envelope has a bit")
    self.arrangement = arrangement
    self.naming = naming
    self.envelope = envelope
    self.spelling = spelling
    self.tags = tags
    hasFieldsMember = envelope.contains { $0.isFields }
    hidden = hasFieldsMember ? [] : envelope.map(\.name)
    nestedMember = envelope.first { $0.isCollections }?.name
  }

  /// The object that encloses a document or a list of them, if any.
  var holder: Holder? {
    switch arrangement {
    case .wrapped(let holder), .pages(let holder, _): holder
    case .flat, .collections, .named: nil
    }
  }

  /// Whether its files are pages, so that the next page may be in another file.
  var hasPages: Bool { if case .pages = arrangement { true } else { false } }

  /// Whether the fields are the members of the record's own object, so that no parts need to be
  /// found.
  var isFlat: Bool { naming == .fields }

  /// Whether the envelope has a member with this name.
  func hasMember(_ name: String) -> Bool { envelope.contains { $0.isCalled(name) } }

  /// The spelling of types that JSON lacks, in a document.
  func conventions(of record: Record) -> ValueConventions {
    if isFlat { return plainConventions(of: record) }
    if case .listed = tags { return ValueConventions(tags, of: record, listed: envelope) }
    return ValueConventions(tags, hiding: hidden)
  }
}

/// A member of a document's object that is not a field.
struct EnvelopeMember: Sendable {
  let name: StaticString
  let role: Role

  /// The role of the member.
  enum Role: Sendable {
    /// The object of fields.
    case fields
    /// The full name or path.
    case name
    /// An object whose member with this name is the path.
    case holdsName(StaticString)
    case createTime
    case updateTime
    /// The object of subcollections.
    case collections
    /// The list of the paths of the fields of a type.
    case fieldList(TaggedType?)
    /// `true` if the document is incomplete.
    case tellsOfLoss
    /// Ignored.
    case other
  }

  init(_ name: StaticString, _ role: Role) { (self.name, self.role) = (name, role) }

  func isCalled(_ name: String) -> Bool { name == self.name.description }

  fileprivate var isFields: Bool { if case .fields = role { true } else { false } }
  fileprivate var isCollections: Bool { if case .collections = role { true } else { false } }

  /// The kind of value that identifies a document by this member; nil if the member is optional or
  /// has no fixed kind.
  var signKind: JSONKind? {
    switch role {
    case .name: .string
    case .fields, .holdsName, .collections: .object
    case .createTime, .updateTime, .fieldList, .tellsOfLoss, .other: nil
    }
  }
}

/// The spelling of field values.
enum FieldSpelling: Sendable {
  /// Plain JSON; only the shape shows the type.
  case plain
  /// The REST API's typed values: `{"integerValue":"5"}`.
  case typed
  /// node-firestore-backup's wrapped values: `{"type":"number","value":5}`.
  case wrapped
  /// BigQuery's columns: integers in strings; a column of several types is an object with the
  /// type's name.
  case columns

  /// Whether strings determine the types of other values or that one is missing. Patterns do not
  /// fix the content of strings.
  var tellsInStrings: Bool {
    switch self {
    case .plain, .typed: false
    case .wrapped, .columns: true
    }
  }

  /// Reads and checks a value with its type, and moves past it.
  func value(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> TypedValue {
    switch self {
    case .plain: try TypedValue(plain: &cursor)
    case .typed: try TypedValue(&cursor)
    case .wrapped: try WrappedValue.read(&cursor)
    case .columns: try ColumnValue.read(&cursor)
    }
  }
}
