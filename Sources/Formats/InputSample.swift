import Scan
import SystemIO

/// What the first bytes of an input show: enough to tell its format, never all of it.
package struct InputSample: ~Escapable {
  /// The bytes, from the input's first.
  let bytes: Span<UInt8>
  /// A key of the first object, and what kind of value it has.
  struct Key {
    var name: String
    var kind: JSONKind?
    var isObject: Bool { kind == .object }
    var isArray: Bool { kind == .array }
    var isContainer: Bool { isObject || isArray }
  }

  /// The first byte that is not white space, and where it is.
  var firstByte: UInt8?
  var firstOffset = 0
  /// The top-level keys of the first object, as far as the bytes go.
  var keys: [Key] = []
  /// The keys of the first object's first value, as far as the bytes go.
  var innerKeys: [Key] = []
  /// The keys of the first object's first value that is an object with members, or of the first with
  /// one of the app's keys, as far as the bytes go.
  var heldKeys: [Key] = []
  /// The first object's first value, where it is a string.
  var firstText: String?
  /// The first object's member `name`, where it is a string.
  var name: String?
  /// The first object's member `format`, where it is a string.
  var format: String?
  /// Whether the first object's member `fields` holds nothing but typed values.
  var hasTypedFields = false
  /// What the first element of its array `documents` is, as far as the bytes go.
  var firstListed = Listed.nothing
  /// What may stand first in an array.
  enum Listed {
    /// Nothing, or nothing that is seen yet.
    case nothing
    /// An object with the members of a document of the REST API, and no others.
    case document
    case other
  }
  /// More keys than a dump has; an object of documents may have millions.
  private static let keyLimit = 10_000
  /// Whether the first object begins with a key without quotes.
  var isUnquotedObject = false
  /// Where the first value ends, if it does in these bytes.
  private var end: Int?
  /// Whether the file lies where a document would in a tree that has a file for each.
  let placement: Placement
  /// Whether it is the bracket of an array or of an object, and no more.
  private(set) var isBlank = false
  /// Whether the first value cannot be read.
  var isDamaged = false
  /// Whether the first value has its line to itself.
  var isOneLine = false
  /// Whether something follows the first value.
  var hasMore = false

  /// Whether it begins with an object, or with an array.
  var isObject: Bool { firstByte == UInt8(ascii: "{") }
  var isArray: Bool { firstByte == UInt8(ascii: "[") }
  /// The bytes from the first on that is not white space.
  var text: Span<UInt8> {
    @_lifetime(copy self)
    get { bytes.extracting(min(firstOffset, bytes.count)..<bytes.count) }
  }

  /// The kind of value that the first object has under a key.
  func kind(of name: String) -> JSONKind? { keys.first { $0.name == name }?.kind }
  /// Whether the first object has all of these keys.
  func has(_ names: String...) -> Bool { names.allSatisfy { name in kind(of: name) != nil } }

  /// Whether its first document is a plain one that begins with its name: what else it holds may look
  /// like any other format, but none of them has that.
  var isPrinted: Bool { keys.first?.name == NamingFields.reservedName && firstText != nil }

  /// Whether the first value is all that there is.
  var isWhole: Bool { end != nil && !hasMore }

  /// Whether more bytes could tell more.
  var wantsMore: Bool {
    firstByte == nil || isBlank || (isObject && end == nil && !isDamaged)
  }

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>, placement: Placement = .elsewhere) {
    self.bytes = bytes
    self.placement = placement
    var cursor = JSONCursor(bytes, at: bytes.startsWithByteOrderMark ? 3 : 0)
    cursor.skipWhitespace()
    firstByte = cursor.next
    firstOffset = cursor.offset
    if firstByte == UInt8(ascii: "[") {
      cursor.offset += 1
      cursor.skipWhitespace()
    }
    isBlank = isBeginning(cursor)
    guard cursor.next == UInt8(ascii: "{") else { return }
    do throws(JSONSyntaxError) {
      try readObject(&cursor)
      end = cursor.offset
    } catch {
      isDamaged = !error.isIncomplete
      isUnquotedObject = error.reason == .expectedKey && keys.isEmpty
    }
    readLine(bytes)
  }

  private mutating func readObject(_ cursor: inout JSONCursor) throws(JSONSyntaxError) {
    try cursor.beginObject()
    var isFirst = true
    while let key = try cursor.nextMember(&isFirst) {
      let kind = try cursor.kind()
      if keys.isEmpty { readFirstValue(cursor, kind) }
      if kind == .object, !heldKeys.contains(where: { DefaultsKey.isAppKey($0.name) }) {
        let held = keys.isEmpty ? innerKeys : Self.memberKeys(cursor)
        if heldKeys.isEmpty || held.contains(where: { DefaultsKey.isAppKey($0.name) }) {
          heldKeys = held
        }
      }
      if keys.count < Self.keyLimit {
        let key = Key(name: key.string(in: cursor.text), kind: kind)
        keys.append(key)
        var ahead = cursor
        switch (key.name, kind) {
        case ("name", .string): name = try ahead.string().string(in: ahead.text)
        case ("format", .string): format = try ahead.string().string(in: ahead.text)
        case ("documents", .array): firstListed = Self.firstListed(cursor)
        case ("fields", .object): hasTypedFields = try TypedValue.areValues(&ahead)
        default: break
        }
      }
      try cursor.skipValue()
    }
  }

  /// What the first element is of the array that begins at the cursor.
  private static func firstListed(_ cursor: JSONCursor) -> Listed {
    var ahead = cursor
    var listed = Listed.nothing
    do throws(JSONSyntaxError) {
      ahead.offset += 1
      var isFirst = true
      guard try ahead.nextElement(&isFirst) else { return .nothing }
      guard try ahead.kind() == .object else { return .other }
      try ahead.beginObject()
      isFirst = true
      while let key = try ahead.nextMember(&isFirst) {
        guard DocumentLayout.rest.hasMember(key.string(in: ahead.text)) else { return .other }
        listed = .document
        try ahead.skipValue()
      }
    } catch {
      // What the bytes do not show is not known.
      return listed
    }
    return listed
  }

  /// Looks at the value that begins at the cursor: its keys, or its text.
  private mutating func readFirstValue(_ cursor: JSONCursor, _ kind: JSONKind) {
    var ahead = cursor
    do throws(JSONSyntaxError) {
      if kind == .string { firstText = try ahead.string().string(in: ahead.text) }
    } catch {
      // What the bytes do not show is not known.
      return
    }
    if kind == .object { innerKeys = Self.memberKeys(cursor) }
  }

  /// The keys of the object that begins at the cursor, as far as the bytes show them.
  private static func memberKeys(_ cursor: JSONCursor) -> [Key] {
    var keys: [Key] = []
    var ahead = cursor
    do throws(JSONSyntaxError) {
      try ahead.beginObject()
      var isFirst = true
      while keys.count < keyLimit, let key = try ahead.nextMember(&isFirst) {
        keys.append(Key(name: key.string(in: ahead.text), kind: try ahead.kind()))
        try ahead.skipValue()
      }
    } catch {
      return keys
    }
    return keys
  }

  /// Whether nothing stands behind the brackets before the cursor, or behind the brace at it.
  private func isBeginning(_ cursor: JSONCursor) -> Bool {
    guard isObject || isArray else { return false }
    var ahead = cursor
    if isObject { ahead.offset += 1 }
    ahead.skipWhitespace()
    return ahead.next == nil
  }

  /// Compares the first value with the first line.
  private mutating func readLine(_ bytes: Span<UInt8>) {
    let newline = bytes.firstOffset(of: UInt8(ascii: "\n"), from: firstOffset) ?? bytes.count
    var rest = JSONCursor(bytes, at: min(end ?? newline, bytes.count))
    rest.skipWhitespace()
    hasMore = rest.next != nil
    guard let end else {
      // A line that is damaged is still a line if the next one begins like a record.
      isOneLine = newline < bytes.count && rest.next == UInt8(ascii: "{")
      return
    }
    isOneLine = end <= newline && rest.offset >= min(newline, bytes.count)
  }
}

extension Span<UInt8> {
  /// Whether the bytes begin with these.
  func begins(with text: String) -> Bool { begins(with: Array(text.utf8)) }

  /// Whether the bytes begin with these.
  func begins(with start: [UInt8]) -> Bool {
    guard count >= start.count else { return false }
    for index in start.indices where self[index] != start[index] { return false }
    return true
  }
}
