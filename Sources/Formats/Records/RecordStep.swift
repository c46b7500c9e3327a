import Scan

/// What records follow each other in.
package enum Container: Sendable {
  /// Nothing: one comes after the other.
  case sequence
  /// Nothing, and none comes after it.
  case whole
  case array
  case object

  /// The bracket at its end, where it has one, and commas between its records.
  var closingBracket: UInt8? {
    switch self {
    case .sequence, .whole: nil
    case .array: UInt8(ascii: "]")
    case .object: UInt8(ascii: "}")
    }
  }

  /// The container whose bracket this is.
  init(bracket: UInt8?) { self = bracket == UInt8(ascii: "[") ? .array : .object }
}

/// What comes next in a container.
enum RecordStep<Reading> {
  /// The container ends.
  case end
  /// A record: where its member or element begins, its key, and what was read.
  case record(start: Int, valueStart: Int, key: JSONString?, Reading)
  /// A container of records, whose members come next.
  case container(start: Int, Container, key: String, isDocument: Bool)
  /// A value that is neither.
  case other(start: Int, valueStart: Int, key: JSONString?)

  /// Where the record, or the other value, begins, key included.
  var recordStart: Int? {
    switch self {
    case .record(let start, _, _, _), .other(let start, _, _): start
    case .end, .container: nil
    }
  }

  var isRecord: Bool { if case .record = self { true } else { false } }
}

extension RecordHandler {
  /// Reads what comes next, and moves past it; of a container, past its bracket.
  ///
  /// - Parameters:
  ///   - isFirst: whether nothing of the container was read yet.
  ///   - isAtEnd: whether the input ends with the text.
  func step(
    in container: Container, _ cursor: inout JSONCursor, isFirst: Bool, isAtEnd: Bool
  ) throws(JSONSyntaxError) -> RecordStep<Reading> {
    var isFirst = isFirst
    var key: JSONString?
    switch container {
    case .sequence:
      cursor.skipWhitespace()
      if cursor.next == nil, isAtEnd { return .end }
    case .whole:
      cursor.skipWhitespace()
      if !isFirst || (cursor.next == nil && isAtEnd) { return .end }
    case .array: guard try cursor.nextElement(&isFirst) else { return .end }
    case .object:
      key = try cursor.nextMember(&isFirst)
      if key == nil { return .end }
    }
    // What the value is, is not told before its first byte is there.
    _ = try cursor.kind()
    let valueStart = cursor.offset
    let start = key?.quotedRange.lowerBound ?? valueStart
    let role = try role(of: key, cursor)
    switch role {
    case .record:
      return .record(start: start, valueStart: valueStart, key: key, try read(&cursor))
    case .container, .otherDocument:
      let inner = Container(bracket: cursor.next)
      cursor.offset += 1
      return .container(
        start: start, inner, key: key?.string(in: cursor.text) ?? "",
        isDocument: role == .otherDocument)
    case .other:
      try cursor.skipValue()
      return .other(start: start, valueStart: valueStart, key: key)
    }
  }
}
