import Scan

/// The next item of a container.
enum RecordStep<Reading> {
  /// The end of the container.
  case end
  /// A record, and its parsed content.
  case record(Reading, Record.Bounds)
  /// A container of records, which come next.
  case container(start: Int, Framing, key: String, isDocument: Bool)
  /// Any other value.
  case other(Record.Bounds)

  /// The bounds of the record or other value.
  var bounds: Record.Bounds? {
    switch self {
    case .record(_, let bounds), .other(let bounds): bounds
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
    in framing: Framing, _ cursor: inout JSONCursor, isFirst: Bool, isAtEnd: Bool
  ) throws(JSONSyntaxError) -> RecordStep<Reading> {
    var isFirst = isFirst
    var key: JSONString?
    switch framing {
    case .lines, .stream:
      cursor.skipWhitespace()
      if cursor.next == nil, isAtEnd { return .end }
    case .single:
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
      return .record(
        try read(&cursor),
        Record.Bounds(range: start..<cursor.offset, valueStart: valueStart, key: key))
    case .container, .otherDocument:
      let inner = Framing(bracket: cursor.next)
      cursor.offset += 1
      return .container(
        start: start, inner, key: key?.string(in: cursor.text) ?? "",
        isDocument: role == .otherDocument)
    case .other:
      try cursor.skipValue()
      return .other(Record.Bounds(range: start..<cursor.offset, valueStart: valueStart, key: key))
    }
  }
}
