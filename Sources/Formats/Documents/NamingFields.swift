import Scan
import SystemIO

/// The fields that may name a document, as ranges in its bytes.
///
/// The first string of duplicate fields counts.
struct NamingFields: Sendable {
  /// The fields in which exporters store an ID, most explicit first. `__name__` is from
  /// `read-export --plain`; Firestore reserves it, so no document has it as a field.
  static let idFields = [
    reservedName.description, "id", "_id", "__id__", "docId", "document_id", "documentId", "name",
    "path",
  ]
  @inline(__always)
  static var reservedName: StaticString { "__name__" }
  /// The index of the reserved name among them.
  static let reservedNumber = 0
  /// The ID fields whose value is a path.
  static let pathFields = [reservedName.description, "name", "path"]
  /// The fields from which the app forms an event's ID.
  private static let eventFields = ["device_id", "joke_id", "week_id"]
  /// All of these fields, by length, which rules out most other keys.
  private static let fieldsByLength = (0...11).map { length in
    (idFields + eventFields).enumerated().filter { $0.element.utf8.count == length }
      .map { (number: $0.offset, name: Array($0.element.utf8)) }
  }
  private static let name = idFields.firstIndex(of: "name")
  private static let path = idFields.firstIndex(of: "path")
  /// All paths but the first are at the end.
  private static let firstLastPath = idFields.count - pathFields.count + 1

  /// A bit for each field seen.
  private var seen: UInt16 = 0
  /// The most explicit ID field found, as its index in `idFields`, and its value.
  private(set) var explicit: (number: Int, value: JSONString)?
  /// The most explicit path field found, as its index in `idFields`, and its value.
  private(set) var path: (number: Int, value: JSONString)?
  private var device: JSONString?
  private var joke: JSONString?
  private var week: JSONString?

  /// Whether a field's value determines if the field counts, so that another document with the same
  /// fields may have its ID elsewhere.
  var dependsOnValues: Bool { Self.name.map { seen & 1 << $0 != 0 } == true }

  /// Reads the fields of a record that was parsed before.
  init(of record: Record) {
    let text = record.text
    var members = ObjectMembers(of: text, at: record.valueStart)
    while let (key, value) = members.next() {
      if text[value.lowerBound] == UInt8(ascii: "\"") { note(key, value, in: text) }
    }
  }

  /// Notes a string field.
  private mutating func note(_ key: JSONString, _ quoted: Range<Int>, in text: Span<UInt8>) {
    guard let field = Self.number(of: key, in: text), seen & 1 << field == 0 else { return }
    seen |= 1 << field
    let value = JSONString(quoted: quoted, in: text)
    guard !value.range.isEmpty else { return }
    switch field - Self.idFields.count {
    case 0: device = value
    case 1: joke = value
    case 2: week = value
    default:
      guard Self.names(value, at: field, in: text) else { return }
      if Self.isPath(field), field < path?.number ?? Int.max { path = (field, value) }
      if field < explicit?.number ?? Int.max { explicit = (field, value) }
    }
  }

  /// The index of a field whose value is a path; nil for another key.
  @inline(__always)
  static func path(_ key: JSONString, in text: Span<UInt8>) -> Int? {
    // Most keys have another length.
    guard key.isEscaped || key.range.count == 4 || key.range.count == 8 else { return nil }
    return number(of: key, in: text).flatMap { isPath($0) && $0 < idFields.count ? $0 : nil }
  }

  /// Whether the value of an ID field may name the document: a field `name` or `path` may be
  /// unrelated to it.
  static func names(_ value: JSONString, at field: Int, in text: Span<UInt8>) -> Bool {
    switch field {
    case name: value.string(in: text).containsBytes(of: "/documents/")
    case path: value.isIDOrName(in: text)
    default: true
    }
  }

  /// Whether the field with this index holds a path.
  static func isPath(_ field: Int) -> Bool { field == 0 || field >= firstLastPath }

  /// The index of the field with this key, if it is a naming field.
  private static func number(of key: JSONString, in text: Span<UInt8>) -> Int? {
    if key.isEscaped {
      return fieldsByLength.joined().first { key.equals($0.name, in: text) }?.number
    }
    guard key.range.count < fieldsByLength.count else { return nil }
    for field in fieldsByLength[key.range.count] where key.equals(field.name, in: text) {
      return field.number
    }
    return nil
  }

  /// Whether a string equals the app's ID for device, joke and week, byte for byte.
  func makeEventID(spelledAs string: JSONString, in text: Span<UInt8>) -> Bool {
    guard let device, let joke, let week else { return false }
    if string.isEscaped || device.isEscaped || joke.isEscaped || week.isEscaped { return false }
    let range = string.range
    let jokeStart = range.lowerBound + device.range.count + 1
    let weekStart = jokeStart + joke.range.count + 1
    return weekStart + week.range.count == range.upperBound
      && text.holds(device.range, of: text, at: range.lowerBound)
      && text[jokeStart - 1] == UInt8(ascii: "_") && text.holds(joke.range, of: text, at: jokeStart)
      && text[weekStart - 1] == UInt8(ascii: "_") && text.holds(week.range, of: text, at: weekStart)
  }

  /// The app's ID for device, joke and week as UTF-8, if all three exist.
  func eventID(in text: Span<UInt8>) -> [UInt8]? {
    guard let device, let joke, let week else { return nil }
    var id: [UInt8] = []
    id.reserveCapacity(device.range.count + joke.range.count + week.range.count + 2)
    for (number, part) in [device, joke, week].enumerated() {
      if number > 0 { id.append(UInt8(ascii: "_")) }
      part.withUTF8(in: text) { id.append(contentsOf: $0) }
    }
    return id
  }
}
