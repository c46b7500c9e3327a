import ByteIO
import JSONText

/// Spells plain values of an export as typed Firestore values.
///
/// A plain export has lost some types; they are taken back from the value's shape: a whole number
/// without point or exponent is an integer, any other a double; `{"_seconds":…,"_nanoseconds":…}`,
/// `{"seconds":…,"nanoseconds":…}` and `{"__time__":"…"}` are timestamps, and so is the field
/// `timestamp` of a rating event as RFC 3339 or as a count of seconds, milli- or microseconds.
package enum TypedValueWriter {
  /// Firestore nests maps and arrays at most twenty deep (Firestore, “Quotas and limits”).
  private static let depthLimit = 20

  /// The members of a document's `fields`, without the field that only says its id.
  package static func fields(
    _ text: Span<UInt8>, at start: Int, leavingOut idField: String?
  ) throws -> [UInt8] {
    var writer = JSONWriter()
    var cursor = JSONCursor(text, at: start)
    try writeMap(&cursor, to: &writer, depth: 0, leavingOut: idField)
    return writer.bytes
  }

  /// One typed value, that of a field of this name.
  package static func value(
    _ text: Span<UInt8>, _ range: Range<Int>, named name: String? = nil
  ) throws -> [UInt8] {
    var writer = JSONWriter()
    var cursor = JSONCursor(text, at: range.lowerBound)
    try write(&cursor, to: &writer, depth: 0, name: name)
    return writer.bytes
  }

  private static func writeMap(
    _ cursor: inout JSONCursor, to writer: inout JSONWriter, depth: Int, leavingOut: String? = nil
  ) throws {
    guard depth <= depthLimit else {
      throw Unrepresentable(reason: "nested more than \(depthLimit) deep")
    }
    try cursor.beginObject()
    var isFirst = true
    var members = JSONWriter()
    var names: Set<[UInt8]> = []
    var entries: [(name: String, value: [UInt8])] = []
    while let key = try cursor.nextMember(&isFirst) {
      let name = key.string(in: cursor.text)
      guard names.insert(Array(name.utf8)).inserted else {
        throw Unrepresentable(reason: "the field '\(name)' occurs twice")
      }
      if name == leavingOut, try cursor.kind() == .string {
        try cursor.skipValue()
        continue
      }
      members = JSONWriter()
      try write(&cursor, to: &members, depth: depth, name: depth == 0 ? name : nil)
      entries.append((name, members.bytes))
    }
    writer.object { object in
      for entry in entries {
        object.key(entry.name)
        object.raw(entry.value)
      }
    }
  }

  private static func write(
    _ cursor: inout JSONCursor, to writer: inout JSONWriter, depth: Int, name: String?
  ) throws {
    switch try cursor.kind() {
    case .string:
      let text = try cursor.string().string(in: cursor.text)
      if name == "timestamp", let moment = Timestamp(rfc3339: text) {
        writer.single("timestampValue", moment.description)
      } else {
        writer.single("stringValue", text)
      }
    case .number:
      let range = try cursor.number()
      try writeNumber(cursor.text.extracting(range), to: &writer, isTimestamp: name == "timestamp")
    case .true, .false:
      let isTrue = cursor.next == UInt8(ascii: "t")
      try cursor.skipValue()
      writer.object {
        $0.key("booleanValue"); $0.boolean(isTrue)
      }
    case .null:
      try cursor.skipValue()
      writer.object {
        $0.key("nullValue"); $0.null()
      }
    case .array: try writeArray(&cursor, to: &writer, depth: depth)
    case .object:
      if let moment = timestamp(cursor) {
        try cursor.skipValue()
        writer.single("timestampValue", moment.description)
        return
      }
      var map = JSONWriter()
      try writeMap(&cursor, to: &map, depth: depth + 1)
      writer.object { value in
        value.key("mapValue")
        value.object { fields in
          guard map.bytes != Array("{}".utf8) else { return }
          fields.key("fields")
          fields.raw(map.bytes)
        }
      }
    }
  }

  private static func writeArray(
    _ cursor: inout JSONCursor, to writer: inout JSONWriter, depth: Int
  ) throws {
    guard depth < depthLimit else {
      throw Unrepresentable(reason: "nested more than \(depthLimit) deep")
    }
    cursor.offset += 1
    var isFirst = true
    var values: [[UInt8]] = []
    while try cursor.nextElement(&isFirst) {
      if try cursor.kind() == .array {
        throw Unrepresentable(reason: "an array stands directly in an array")
      }
      var value = JSONWriter()
      try write(&cursor, to: &value, depth: depth + 1, name: nil)
      values.append(value.bytes)
    }
    writer.object { array in
      array.key("arrayValue")
      array.object { object in
        guard !values.isEmpty else { return }
        object.key("values")
        object.array { elements in for value in values { elements.raw(value) } }
      }
    }
  }

  private static func writeNumber(
    _ token: Span<UInt8>, to writer: inout JSONWriter, isTimestamp: Bool
  ) throws {
    let number = JSONNumber(token)
    if isTimestamp, let moment = moment(number) {
      writer.single("timestampValue", moment.description)
    } else if let integer = Int64(token.text) {
      writer.single("integerValue", String(integer))
    } else if number.double != nil {
      writer.object {
        $0.key("doubleValue"); $0.raw(token.copied)
      }
    } else {
      throw Unrepresentable(reason: "the number \(number.label) is larger than any double")
    }
  }

  /// A bare number as a moment: microseconds from 10¹⁴ on, milliseconds from 10¹¹ on, else seconds.
  private static func moment(_ number: JSONNumber) -> Timestamp? {
    guard !number.isNegative, let value = number.double else { return nil }
    let (unit, perSecond): (Double, Int) =
      value >= 1e14 ? (1e6, 1_000_000) : value >= 1e11 ? (1e3, 1000) : (1, 1)
    let moment: Timestamp
    if let whole = number.integer {
      moment = Timestamp(
        seconds: Int64(whole / perSecond),
        nanoseconds: Int32(whole % perSecond * (1_000_000_000 / perSecond)))
    } else {
      let seconds = value / unit
      guard seconds < 1e12 else { return nil }
      let whole = seconds.rounded(.down)
      // Firestore keeps microseconds; a double holds no more of them anyway.
      let micros = ((seconds - whole) * 1e6).rounded()
      moment = Timestamp(
        seconds: Int64(whole) + (micros == 1e6 ? 1 : 0),
        nanoseconds: micros == 1e6 ? 0 : Int32(micros) * 1000)
    }
    return Timestamp.secondsRange.contains(moment.seconds) ? moment : nil
  }

  /// The moment that an object of one of the exporters' shapes stands for.
  private static func timestamp(_ cursor: JSONCursor) -> Timestamp? {
    var ahead = cursor
    var numbers: [String: Int] = [:]
    do throws(JSONSyntaxError) {
      try ahead.beginObject()
      var isFirst = true
      while let key = try ahead.nextMember(&isFirst) {
        let name = key.string(in: ahead.text)
        switch try ahead.kind() {
        case .number where numbers[name] == nil && numbers.count < 2:
          guard let value = JSONNumber(ahead.text.extracting(try ahead.number())).integer else {
            return nil
          }
          numbers[name] = value
        case .string where name == "__time__" && numbers.isEmpty:
          let text = try ahead.string().string(in: ahead.text)
          return try ahead.nextMember(&isFirst) == nil ? Timestamp(rfc3339: text) : nil
        default: return nil
        }
      }
    } catch {
      return nil
    }
    guard numbers.count == 2, let seconds = numbers["_seconds"] ?? numbers["seconds"],
      let nanoseconds = numbers["_nanoseconds"] ?? numbers["nanoseconds"],
      (numbers["_seconds"] == nil) == (numbers["_nanoseconds"] == nil),
      (0..<1_000_000_000).contains(nanoseconds),
      Timestamp.secondsRange.contains(Int64(seconds))
    else { return nil }
    return Timestamp(seconds: Int64(seconds), nanoseconds: Int32(nanoseconds))
  }
}

extension JSONWriter {
  /// An object of one member.
  fileprivate mutating func single(_ name: String, _ text: String) {
    object { $0.member(name, text) }
  }
}
