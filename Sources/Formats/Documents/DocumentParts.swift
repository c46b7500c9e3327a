import Scan
import SystemIO

/// The parts of a document, as places in its record.
struct DocumentParts: Sendable {
  /// Whether there is a document at all; an answer without one, or a parent that does not exist, is
  /// none.
  var isDocument = true
  /// Where the object of its fields begins; nil where it has no fields.
  var fields: Int?
  /// Its full name or path, where the format has one.
  var name: JSONString?
  /// When it was made and when it was last changed, where the format says so.
  var createTime: JSONString?
  var updateTime: JSONString?
  /// The fields that may hold the id, where they were met in passing.
  var naming: NamingFields?
  /// Why nobody can say what the document is, where that is so.
  var problem: DocumentProblem?
  /// The first of the members that stand beside the document's parts and are none that the format
  /// knows, and where the object begins in which it stands.
  private(set) var stranger: (key: JSONString, objectStart: Int)?
  /// A bit for each of its members that was met.
  private var met: UInt32 = 0
  /// The bit of the member that names the document inside another.
  private static let innerName: UInt32 = 1 << 31

  init(isDocument: Bool = true, fields: Int? = nil) {
    self.isDocument = isDocument
    self.fields = fields
  }

  /// Takes note of a member that a document has once at most.
  ///
  /// - Parameter bit: its bit, another one for each member of the format.
  mutating func meet(_ key: JSONString, _ bit: UInt32) {
    if met & bit != 0 { object(to: key, .twice) }
    met |= bit
  }

  /// Takes note of a member that the format does not know.
  mutating func meetStranger(_ key: JSONString, inObjectAt start: Int) {
    stranger = stranger ?? (key, start)
  }

  /// Takes note of what is wrong with a member, unless something is known to be wrong already.
  mutating func object(to key: JSONString, _ fault: DocumentProblem.Fault) {
    if problem == nil { problem = DocumentProblem(key: key, fault: fault) }
  }

  /// Reads the member's value, which is a string; nil where it is null, or something else, which is
  /// noted.
  mutating func string(
    of key: JSONString, _ cursor: inout JSONCursor
  ) throws(JSONSyntaxError) -> JSONString? {
    let kind = try cursor.kind()
    if kind == .string { return try cursor.string() }
    if kind != .null { object(to: key, .notAString) }
    try cursor.skipValue()
    return nil
  }

  /// Reads the member that names the document; of two, none counts.
  mutating func readName(
    _ key: JSONString, _ bit: UInt32, _ cursor: inout JSONCursor
  ) throws(JSONSyntaxError) {
    let isSecond = met & bit != 0
    meet(key, bit)
    let found = try string(of: key, &cursor)
    name = isSecond ? nil : found
  }

  /// Reads the member's value, which is an object in which a member names the document.
  ///
  /// - Parameter inner: what the member that names it is called.
  mutating func readName(
    of key: JSONString, in inner: StaticString, _ cursor: inout JSONCursor
  ) throws(JSONSyntaxError) {
    guard try cursor.kind() == .object else {
      _ = try object(of: key, &cursor)
      return
    }
    try cursor.beginObject()
    var isFirst = true
    while let key = try cursor.nextMember(&isFirst) {
      if key.equals(inner, in: cursor.text) {
        try readName(key, Self.innerName, &cursor)
      } else {
        try cursor.skipValue()
      }
    }
  }

  /// Moves over the member's value, which is an object, and gives its place; nil where it is null, or
  /// something else, which is noted.
  mutating func object(
    of key: JSONString, _ cursor: inout JSONCursor
  ) throws(JSONSyntaxError) -> Int? {
    let kind = try cursor.kind()
    if kind != .object, kind != .null { object(to: key, .notAnObject) }
    let start = cursor.offset
    try cursor.skipValue()
    return kind == .object ? start : nil
  }
}

/// What makes a document one that nobody can be sure of: a member that wraps it is there twice, or
/// is not what it has to be.
struct DocumentProblem: Sendable {
  /// What is wrong with the member; a format may know of other faults than these.
  struct Fault: Sendable {
    /// What follows the member's name in a message.
    let words: StaticString

    static let twice = Fault(words: "occurs twice")
    static let notAString = Fault(words: "is no string")
    static let notAnObject = Fault(words: "is no object")
    /// Of the value that names the document, not of a member.
    static let noName = Fault(words: "is no document's name")
  }

  /// The member's key, or the value that it is about.
  var key: JSONString
  var fault: Fault

  /// The problem in words, and where it is.
  func report(in record: Record) -> (reason: String, place: Place) {
    let name = key.string(in: record.text)
    return (
      "'\(Excerpt.name(name))' \(fault.words)", record.place(of: key.quotedRange.lowerBound)
    )
  }
}
