import Scan
import SystemIO

/// The parts of a document, as offsets in its record.
struct DocumentParts: Sendable {
  /// Whether the document exists; false for an answer without one and for a missing parent.
  var isDocument = true
  /// The offset of the object of fields; nil without fields.
  var fields: Int?
  /// The full name or path, if the format has it.
  var name: JSONString?
  /// The string that may be the path, in a format where it is a field, and its index in
  /// `NamingFields.idFields`.
  var pathField: (number: Int, value: JSONString)?
  /// The times of creation and of the last change, if the format has them.
  var createTime: JSONString?
  var updateTime: JSONString?
  /// The fields that may hold the ID, if they were read in passing.
  var naming: NamingFields?
  /// The problem that makes the document ambiguous, if any.
  var problem: DocumentProblem?
  /// The first unknown member beside the document's parts, and the offset of the object that has
  /// it.
  private(set) var stranger: (key: JSONString, objectStart: Int)?
  /// A bit for each member seen.
  private var met: UInt32 = 0
  /// The bit of the inner member that names the document.
  private static let innerName: UInt32 = 1 << 31

  init(isDocument: Bool = true, fields: Int? = nil) {
    self.isDocument = isDocument
    self.fields = fields
  }

  /// Notes a member, which must be unique.
  ///
  /// - Parameter bit: the unique bit of the member.
  mutating func meet(_ key: JSONString, _ bit: UInt32) {
    if met & bit != 0 { object(to: key, DocumentProblem.twice) }
    met |= bit
  }

  /// Notes a member that the format does not have.
  mutating func meetStranger(_ key: JSONString, inObjectAt start: Int) {
    stranger = stranger ?? (key, start)
  }

  /// Notes a member's fault, unless there is a problem already.
  mutating func object(to key: JSONString, _ fault: StaticString) {
    if problem == nil { problem = DocumentProblem(key: key, fault: fault) }
  }

  /// Reads a string value; nil for null or, with a fault, for another type.
  mutating func string(
    of key: JSONString, _ cursor: inout JSONCursor
  ) throws(JSONSyntaxError) -> JSONString? {
    let kind = try cursor.kind()
    if kind == .string { return try cursor.string() }
    if kind != .null { object(to: key, "is not a string") }
    try cursor.skipValue()
    return nil
  }

  /// Reads the member that names the document; with a duplicate, the name is unknown.
  mutating func readName(
    _ key: JSONString, _ bit: UInt32, _ cursor: inout JSONCursor
  ) throws(JSONSyntaxError) {
    let isSecond = met & bit != 0
    meet(key, bit)
    let found = try string(of: key, &cursor)
    name = isSecond ? nil : found
  }

  /// Reads an object value that has a member with the document's name.
  ///
  /// - Parameter inner: the name of the inner member.
  mutating func readName(
    of key: JSONString, in inner: StaticString, _ cursor: inout JSONCursor
  ) throws(JSONSyntaxError) {
    guard try cursor.kind() == .object else {
      _ = try object(of: key, &cursor)
      return
    }
    try cursor.beginObject()
    while let key = try cursor.nextMember() {
      if key.equals(inner, in: cursor.text) {
        try readName(key, Self.innerName, &cursor)
      } else {
        try cursor.skipValue()
      }
    }
  }

  /// Skips an object value and returns its offset; nil for null or, with a fault, for another type.
  mutating func object(
    of key: JSONString, _ cursor: inout JSONCursor
  ) throws(JSONSyntaxError) -> Int? {
    let kind = try cursor.kind()
    if kind != .object, kind != .null { object(to: key, "is not an object") }
    let start = cursor.offset
    try cursor.skipValue()
    return kind == .object ? start : nil
  }
}

/// A problem that makes a document ambiguous: an envelope member that is duplicated or has the
/// wrong type.
struct DocumentProblem: Sendable {
  /// The key of the member, or the value at fault.
  var key: JSONString
  /// The text after the member's name in a message.
  var fault: StaticString
  /// Whether the text is a value of the input, not the name of a member.
  var isValue = false

  static let twice: StaticString = "occurs twice"

  /// The problem of a text that is not the name of a document.
  static func misnamed(_ name: JSONString) -> DocumentProblem {
    DocumentProblem(key: name, fault: "is not the name of a document", isValue: true)
  }

  /// The message, and its place.
  func report(in record: Record) -> (reason: String, place: Place) {
    let name = key.string(in: record.text)
    let quoted = isValue ? Excerpt.misname(name) : "'\(Excerpt.name(name))'"
    return ("\(quoted) \(fault)", record.place(of: key.quotedRange.lowerBound))
  }
}
