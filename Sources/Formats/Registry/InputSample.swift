import Scan
import SystemIO

/// The first bytes of an input, parsed far enough to detect its format.
package struct InputSample: ~Escapable {
  /// The first bytes of the input.
  let bytes: Span<UInt8>
  /// A key of an object, and the kind of its value.
  struct Key {
    var name: String
    var kind: JSONKind?
    var isObject: Bool { kind == .object }
    var isArray: Bool { kind == .array }
    var isContainer: Bool { isObject || isArray }
  }

  /// The first byte that is not white space, and its offset.
  var firstByte: UInt8?
  var firstOffset = 0
  /// The keys of the first object, as far as the bytes go.
  var keys: [Key] = []
  /// The keys of the first object's first value, as far as the bytes go.
  var innerKeys: [Key] = []
  /// The keys of the first object's first nonempty object value, or of the first such value with a
  /// key of the app, as far as the bytes go.
  var heldKeys: [Key] = []
  /// The first object's first value, if it is a string.
  var firstText: String?
  /// The first object's member `name`, if it is a string.
  var name: String?
  /// The first object's member `format`, if it is a string.
  var format: String?
  /// Whether the first object's member `fields` has only typed values.
  var hasTypedFields = false
  /// Whether the first object's array `documents` begins with a REST document; nil if it is empty
  /// in these bytes.
  var listsDocuments: Bool?
  /// The number of keys to keep, more than a dump has; an object of documents may have millions.
  private static let keyLimit = 10_000
  /// Whether the first object begins with an unquoted key.
  var isUnquotedObject = false
  /// Whether it begins with an object, or with an array whose first element is one.
  private var hasObject = false
  /// The end of the first object, if it is in these bytes.
  private var end: Int?
  /// Whether the path of the file is that of a document in a tree with a file for each.
  let placement: Placement
  /// Whether it is only an opening bracket.
  private(set) var isBlank = false
  /// Whether the first value is invalid.
  var isDamaged = false
  /// Whether the first value is on a line of its own.
  var isOneLine = false
  /// Whether more bytes follow the first value.
  var hasMore = false
  /// Whether objects that the sample leaves out precede the first object.
  private(set) var followsObjects = false
  /// The number of those with members.
  private(set) var passedCount = 0
  /// Whether the bytes end behind empty elements of an array, before another one.
  private var endsAfterEmptyObjects = false

  /// Whether it begins with an object or an array.
  var isObject: Bool { firstByte == UInt8(ascii: "{") }
  var isArray: Bool { firstByte == UInt8(ascii: "[") }
  /// The bytes after leading white space.
  var text: Span<UInt8> {
    @_lifetime(copy self)
    get { bytes.extracting(min(firstOffset, bytes.count)..<bytes.count) }
  }

  /// The kind of the first object's value with a key.
  func kind(of name: String) -> JSONKind? { keys.first { $0.name == name }?.kind }
  /// Whether the first object has all of these keys.
  func has(_ names: String...) -> Bool { names.allSatisfy { name in kind(of: name) != nil } }

  /// Whether its first document is from `read-export --plain`, which begins with its name. No other
  /// format does, whatever else the document resembles.
  var isPrinted: Bool {
    keys.first?.name == NamingFields.reservedName.description && firstText != nil
  }

  /// Whether its first object is a plain document for sure, and no dump.
  var isPlainDocument: Bool { isPrinted || hasEventField }

  /// Whether its first object may be an odd one among others: it is no plain document for sure, and
  /// ends before these bytes do.
  var mayBeOdd: Bool { !isPlainDocument && (end != nil || isDamaged) && hasMore }

  /// Whether the bytes end inside the first value.
  var isCut: Bool { isBlank || hasObject && end == nil && !isDamaged }

  /// Whether nothing follows the first value.
  var isWhole: Bool { end != nil && !hasMore }

  /// Whether more bytes could show more.
  var wantsMore: Bool {
    if firstByte == nil || isBlank { return true }
    return hasObject && !isDamaged && (end == nil || endsAfterEmptyObjects)
  }

  /// - Parameter passed: the number of objects with members to leave out, if so many precede
  ///   another object in these bytes.
  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>, placement: Placement = .elsewhere, after passed: Int = 0) {
    self.bytes = bytes
    self.placement = placement
    var cursor = JSONCursor(bytes, at: bytes.byteOrderMarkLength)
    cursor.skipWhitespace()
    firstByte = cursor.next
    firstOffset = cursor.offset
    if firstByte == UInt8(ascii: "[") {
      cursor.offset += 1
      cursor.skipWhitespace()
    }
    isBlank = isBeginning(cursor)
    guard cursor.next == UInt8(ascii: "{") else { return }
    hasObject = true
    let areLines = skipObjects(&cursor, passing: passed)
    if isObject { firstOffset = cursor.offset }
    do throws(JSONSyntaxError) {
      try readObject(&cursor)
      end = cursor.offset
    } catch {
      isDamaged = !error.isIncomplete
      let isLetter = cursor.next.map { "a"..."z" ~= Character(UnicodeScalar($0 | 0x20)) } == true
      isUnquotedObject = error.reason == .expectedKey && keys.isEmpty && isLetter
    }
    readLine(bytes)
    if !areLines { isOneLine = false }
  }

  /// Moves to the first object with members, because the others may be of any format: documents,
  /// dumps or pages; and past as many with members. Stops at the last object. Returns whether each of
  /// these has a line to itself.
  private mutating func skipObjects(_ cursor: inout JSONCursor, passing count: Int) -> Bool {
    var areLines = true
    while true {
      var ahead = cursor
      var hasMembers = true
      do throws(JSONSyntaxError) {
        try ahead.beginObject()
        hasMembers = try ahead.nextMember() != nil
        if hasMembers {
          guard passedCount < count else { return areLines }
          ahead = cursor
          try ahead.skipValue()
        }
      } catch {
        // A damaged line ends with its line. Any other damage is read as the first object.
        let newline = ahead.text.firstOffset(of: UInt8(ascii: "\n"), from: cursor.offset)
        guard passedCount < count, isObject, !error.isIncomplete, let newline else {
          return areLines
        }
        ahead.offset = newline
      }
      let end = ahead.offset
      ahead.skipWhitespace()
      if isArray, ahead.next == UInt8(ascii: ",") {
        ahead.offset += 1
        ahead.skipWhitespace()
      }
      guard ahead.next == UInt8(ascii: "{") else {
        endsAfterEmptyObjects = isArray && ahead.next == nil
        return areLines
      }
      if areLines {
        let skipped = ahead.text.extracting(cursor.offset..<ahead.offset)
        let newline = skipped.firstOffset(of: UInt8(ascii: "\n"), from: 0)
        areLines = newline.map { $0 >= end - cursor.offset } == true
      }
      followsObjects = true
      if hasMembers { passedCount += 1 }
      cursor = ahead
    }
  }

  private mutating func readObject(_ cursor: inout JSONCursor) throws(JSONSyntaxError) {
    try cursor.beginObject()
    while let key = try cursor.nextMember() {
      let kind = try cursor.kind()
      if keys.isEmpty {
        firstText = cursor.stringAhead?.string(in: cursor.text)
        if kind == .object { innerKeys = Self.memberKeys(cursor) }
      }
      if kind == .object, !heldKeys.contains(where: { DefaultsKey($0.name).isAppKey }) {
        let held = keys.isEmpty ? innerKeys : Self.memberKeys(cursor)
        if heldKeys.isEmpty || held.contains(where: { DefaultsKey($0.name).isAppKey }) {
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
        case ("documents", .array): listsDocuments = Self.listsDocuments(cursor)
        case ("fields", .object): hasTypedFields = try TypedValue.areValues(&ahead)
        default: break
        }
      }
      try cursor.skipValue()
    }
  }

  /// Whether the array at the cursor begins with an object that has the members of a REST document;
  /// nil if no member is in these bytes.
  private static func listsDocuments(_ cursor: JSONCursor) -> Bool? {
    var ahead = cursor
    ahead.offset += 1
    do throws(JSONSyntaxError) {
      guard try ahead.nextElement() else { return nil }
      while try ahead.kind() == .null {
        _ = try ahead.skipValue()
        guard try ahead.nextElement() else { return nil }
      }
      guard try ahead.kind() == .object else { return false }
    } catch {
      return nil
    }
    let names = memberKeys(ahead).map(\.name)
    if names.isEmpty { return nil }
    return names.allSatisfy { DocumentLayout.rest.hasMember($0) }
      || names.contains("name") && names.contains("fields")
  }

  /// The keys of the object at the cursor, as far as the bytes go.
  private static func memberKeys(_ cursor: JSONCursor) -> [Key] {
    var keys: [Key] = []
    var ahead = cursor
    do throws(JSONSyntaxError) {
      try ahead.beginObject()
      while keys.count < keyLimit, let key = try ahead.nextMember() {
        keys.append(Key(name: key.string(in: ahead.text), kind: try ahead.kind()))
        try ahead.skipValue()
      }
    } catch {
      return keys
    }
    return keys
  }

  /// Whether only white space follows the opening bracket.
  private func isBeginning(_ cursor: JSONCursor) -> Bool {
    guard isObject || isArray else { return false }
    var ahead = cursor
    if isObject { ahead.offset += 1 }
    ahead.skipWhitespace()
    return ahead.next == nil
  }

  /// Compares the extents of the first value and the first line.
  private mutating func readLine(_ bytes: Span<UInt8>) {
    let newline = bytes.firstOffset(of: UInt8(ascii: "\n"), from: firstOffset) ?? bytes.count
    var rest = JSONCursor(bytes, at: min(end ?? newline, bytes.count))
    rest.skipWhitespace()
    hasMore = rest.next != nil
    if let end {
      isOneLine = end <= newline && rest.offset >= newline
      if isOneLine || end > newline || rest.next == UInt8(ascii: "{") { return }
      rest = JSONCursor(bytes, at: newline)
      rest.skipWhitespace()
    }
    // The second of two lines would continue a first one that is cut off inside a value.
    if end == nil, rest.holdsOneObject { isDamaged = true }
    // A damaged line counts as a line if the next one begins like a record. The line of a value that
    // goes on after these bytes is not damaged.
    isOneLine =
      (end != nil || isDamaged) && newline < bytes.count && rest.next == UInt8(ascii: "{")
  }
}

extension JSONCursor {
  /// Whether only an object follows.
  fileprivate var holdsOneObject: Bool {
    guard next == UInt8(ascii: "{") else { return false }
    var ahead = self
    do throws(JSONSyntaxError) {
      try ahead.skipValue()
      try ahead.end()
      return true
    } catch {
      return false
    }
  }
}
