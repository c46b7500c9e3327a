import Scan
import SystemIO

/// The parts of a document: its name, its fields, and the other members of its envelope.
extension DocumentLayout {
  /// Reads and checks the document at the cursor, finds its parts, and moves past it.
  func parts(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> DocumentParts {
    if spelling == .wrapped { return try WrappedValue.documentParts(&cursor) }
    guard case .wrapped(let holder) = arrangement else { return try envelopeParts(&cursor) }
    var parts = DocumentParts(isDocument: false)
    var hasDocument = false
    try cursor.beginObject()
    while let key = try cursor.nextMember() {
      guard key.equals(holder.member, in: cursor.text), try cursor.kind() == .object else {
        try cursor.skipValue()
        continue
      }
      let isSecond = hasDocument
      hasDocument = true
      parts = try envelopeParts(&cursor)
      if isSecond {
        parts.isDocument = true
        parts.object(to: key, DocumentProblem.twice)
      }
    }
    return parts
  }

  /// The parts of a document, from its envelope.
  private func envelopeParts(
    _ cursor: inout JSONCursor
  ) throws(JSONSyntaxError) -> DocumentParts {
    let start = cursor.offset
    var parts = DocumentParts(fields: hasFieldsMember ? nil : start)
    var beside = Beside()
    try cursor.beginObject()
    while let key = try cursor.nextMember() {
      if let number = envelope.firstIndex(where: { key.equals($0.name, in: cursor.text) }) {
        try read(envelope[number].role, key, 1 << UInt32(number), &cursor, &parts, &beside)
      } else {
        if hasFieldsMember { parts.meetStranger(key, inObjectAt: start) }
        beside.hasOthers = true
        try cursor.skipValue()
      }
    }
    if beside.hasCollections {
      // A missing parent document only has collections.
      parts.isDocument = beside.hasOthers || parts.problem != nil
    } else if isAnswer {
      // The API lists a missing parent document with only its name.
      parts.isDocument =
        parts.fields != nil || parts.createTime != nil || parts.updateTime != nil
        || (parts.name != nil && beside.hasNoFields)
    }
    return parts
  }

  /// Other content of a document's object.
  private struct Beside {
    /// Whether it has members outside the envelope.
    var hasOthers = false
    /// Whether it has nonempty collections.
    var hasCollections = false
    /// Whether its fields are null. In the JSON of protocol buffers null means empty, but it shows
    /// that the document exists.
    var hasNoFields = false
  }

  /// Reads a member of the envelope.
  ///
  /// - Parameter bit: the unique bit of the member.
  private func read(
    _ role: EnvelopeMember.Role, _ key: JSONString, _ bit: UInt32, _ cursor: inout JSONCursor,
    _ parts: inout DocumentParts, _ beside: inout Beside
  ) throws(JSONSyntaxError) {
    switch role {
    case .fields:
      parts.meet(key, bit)
      beside.hasNoFields = try cursor.kind() == .null
      parts.fields = try parts.object(of: key, &cursor)
    case .name: try parts.readName(key, bit, &cursor)
    case .holdsName(let name):
      parts.meet(key, bit)
      try parts.readName(of: key, in: name, &cursor)
    case .createTime:
      parts.meet(key, bit)
      parts.createTime = try parts.string(of: key, &cursor)
    case .updateTime:
      parts.meet(key, bit)
      parts.updateTime = try parts.string(of: key, &cursor)
    case .collections:
      if try cursor.firstMember() != nil { beside.hasCollections = true }
      parts.meet(key, bit)
      _ = try parts.object(of: key, &cursor)
    case .fieldList:
      parts.meet(key, bit)
      try parts.checkFieldList(key, &cursor)
    case .tellsOfLoss:
      parts.meet(key, bit)
      let value = try cursor.skipValue()
      let isLost = ["true", "\"true\""].contains(cursor.text.extracting(value).text)
      if isLost {
        parts.object(to: key, "says that BigQuery could not load all of the document")
      }
    case .other: try cursor.skipValue()
    }
  }
}

extension DocumentParts {
  private static let noListOfFields: StaticString = "is not a list of field names"

  /// Checks a list of field paths, and moves past it. Other values, and elements that are not
  /// strings, are problems.
  fileprivate mutating func checkFieldList(
    _ key: JSONString, _ cursor: inout JSONCursor
  ) throws(JSONSyntaxError) {
    guard try cursor.kind() == .array else {
      if try cursor.kind() != .null { object(to: key, Self.noListOfFields) }
      try cursor.skipValue()
      return
    }
    cursor.offset += 1
    while try cursor.nextElement() {
      if try cursor.kind() != .string { object(to: key, Self.noListOfFields) }
      try cursor.skipValue()
    }
  }
}
