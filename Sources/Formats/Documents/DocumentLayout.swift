import Scan

/// How a format of JSON lays documents out: where in the file they stand, where in a document its name
/// and its fields are, and how its values are spelled.
///
/// Each format has one, in the table of formats (`FormatTable`); one reader goes by any of them. A class,
/// so that each document that is told of holds a reference, and no copy.
final class DocumentLayout: Sendable {
  /// Where in the file documents stand.
  let arrangement: Arrangement
  /// How a document says what it is called.
  let naming: Naming
  /// The members of a document's object that are none of its fields.
  let envelope: [EnvelopeMember]
  /// How the values of its fields are spelled.
  let spelling: FieldSpelling
  /// How plain values are spelled that JSON has no type for.
  let tags: ValueTags
  /// Whether a server answers with it: with an error in the place of a document, and with the names of
  /// parents that do not exist.
  let isAnswer: Bool
  /// Whether the fields stand in a member of their own; else they are the members of the document's
  /// object that are not in the envelope.
  let hasFieldsMember: Bool
  /// The members of the envelope that stand among the fields, by their names.
  private let hidden: [String]
  /// The member of a document in which its subcollections stand; nil where they do not stand in it.
  let nestedMember: StaticString?

  /// Where in a file documents stand.
  enum Arrangement: Sendable {
    /// Right in it, and nowhere else.
    case flat
    /// Each in a member of an object that stands right in it.
    case wrapped(Holder)
    /// In the array of a page, or beside pages; a token is what the next page is asked for with.
    case pages(Holder, token: StaticString)
    /// Below the collections of a root, whose member they stand in, and of other documents.
    case collections
    /// Right in it, or in an object under their collection's name, with subcollections under theirs.
    ///
    /// The limit is how much is looked at of an object before it is told from its beginning what it is:
    /// more than any document has.
    case named(documentLimit: Int)
  }

  /// An object that holds a document, or a list of them, in one of its members.
  struct Holder: Sendable {
    let member: StaticString
    /// All that it may have.
    let members: [StaticString]

    func hasMember(_ name: String) -> Bool { members.contains { $0.description == name } }
  }

  /// How a document says what it is called.
  enum Naming: Sendable {
    /// By its key, and nothing else.
    case key
    /// By its key, or by one of the fields that usually name a document.
    case fields
    /// By its full name or its path, in its envelope.
    case name
    /// The same, where a name without a slash is an id.
    case nameOrID
    /// By its path, in its envelope, as BigQuery spells it; or by a member of its key that is its id.
    case keyPath
    /// By where its file lies.
    case file
  }

  init(
    _ arrangement: Arrangement = .flat, naming: Naming = .name,
    envelope: [EnvelopeMember] = [], spelling: FieldSpelling = .plain, tags: ValueTags = .untagged,
    isAnswer: Bool = false
  ) {
    precondition(envelope.count < 32, "each member of an envelope has a bit")
    self.arrangement = arrangement
    self.naming = naming
    self.envelope = envelope
    self.spelling = spelling
    self.tags = tags
    self.isAnswer = isAnswer
    hasFieldsMember = envelope.contains { $0.isFields }
    hidden = hasFieldsMember ? [] : envelope.map(\.name.description)
    nestedMember = envelope.first { $0.isCollections }?.name
  }

  /// What a document, or a list of them, stands in; nil where it stands in none.
  var holder: Holder? {
    switch arrangement {
    case .wrapped(let holder), .pages(let holder, _): holder
    case .flat, .collections, .named: nil
    }
  }

  /// Whether its files are pages, of which another file may hold the next.
  var hasPages: Bool { if case .pages = arrangement { true } else { false } }

  /// Whether the fields are the members of the record's own object, so that no part of it has to be
  /// looked for.
  var isFlat: Bool { naming == .fields }

  /// Whether a document has an envelope with a member of this name.
  func hasMember(_ name: String) -> Bool { envelope.contains { $0.isCalled(name) } }

  /// How plain values are spelled in a document that JSON has no type for.
  func conventions(of record: Record) -> ValueConventions {
    if isFlat { return plainConventions(of: record) }
    if case .listed = tags { return ValueConventions(tags, of: record, listed: envelope) }
    return ValueConventions(tags, hiding: hidden)
  }
}

/// A member of a document's object that is none of its fields.
struct EnvelopeMember: Sendable {
  let name: StaticString
  let role: Role

  /// What it is there for.
  enum Role: Sendable {
    /// The object of the document's fields.
    case fields
    /// The document's full name or path.
    case name
    /// An object in which a member of this name is the document's path.
    case holdsName(StaticString)
    case createTime
    case updateTime
    /// The object of its subcollections.
    case collections
    /// A list of the paths of those fields that are of a type.
    case fieldList(TaggedType?)
    /// Says `true` where the document is not whole.
    case tellsOfLoss
    /// What nobody looks at.
    case other
  }

  init(_ name: StaticString, _ role: Role) { (self.name, self.role) = (name, role) }

  func isCalled(_ name: String) -> Bool { name == self.name.description }

  fileprivate var isFields: Bool { if case .fields = role { true } else { false } }
  fileprivate var isCollections: Bool { if case .collections = role { true } else { false } }

  /// What kind of value tells, by this name, that a first object is a document; nil where it may have
  /// another, or be missing.
  var signKind: JSONKind? {
    switch role {
    case .name: .string
    case .fields, .holdsName, .collections: .object
    case .createTime, .updateTime, .fieldList, .tellsOfLoss, .other: nil
    }
  }
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
