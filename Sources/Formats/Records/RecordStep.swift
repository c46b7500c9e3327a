import Scan

/// How consecutive records are enclosed.
package enum Container: Sendable {
  /// No brackets: consecutive records.
  case sequence
  /// No brackets: a single record.
  case whole
  case array
  case object

  /// The closing bracket, if the container has one, and with it commas between records.
  var closingBracket: UInt8? {
    switch self {
    case .sequence, .whole: nil
    case .array: UInt8(ascii: "]")
    case .object: UInt8(ascii: "}")
    }
  }

  /// Creates the container that begins with a bracket.
  init(bracket: UInt8?) { self = bracket == UInt8(ascii: "[") ? .array : .object }
}

/// The next item of a container.
enum RecordStep<Reading> {
  /// The end of the container.
  case end
  /// A record: the offset of its member or element, its key, and its parsed content.
  case record(start: Int, valueStart: Int, key: JSONString?, Reading)
  /// A container of records, which come next.
  case container(start: Int, Container, key: String, isDocument: Bool)
  /// Any other value.
  case other(start: Int, valueStart: Int, key: JSONString?)

  /// The offset of the record or other value, with its key.
  var recordStart: Int? {
    switch self {
    case .record(let start, _, _, _), .other(let start, _, _): start
    case .end, .container: nil
    }
  }

  var isRecord: Bool { if case .record = self { true } else { false } }
}

extension RecordHandler {
  /// Reads the next item, and moves past it; for a container, past its opening bracket.
  ///
  /// - Parameters:
  ///   - isFirst: whether no item of the container was read yet.
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
    // The role is unknown until the first byte of the value is there.
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
