import Scan
import SystemIO

/// The values that node-firestore-import-export tags: `{"__datatype__":NAME,"value":…}`.
struct ImportExportConventions: ValueConventions {
  var hiddenMembers: [String] { [ImportExportDocument.collections] }

  /// - Throws: `Unrepresentable` where a value is not what its tag says, or the tag is unknown.
  func special(
    _ cursor: JSONCursor, at path: [String]
  ) throws(Unrepresentable) -> SpecialValue? {
    guard cursor.next == UInt8(ascii: "{"), let tagged = SmallObject(cursor, memberLimit: 2),
      tagged.count == 2, tagged.names.contains("value"), let type = tagged.string("__datatype__")
    else { return nil }
    return try Self.value(type, tagged).orMalformed(type, cursor)
  }

  private static func value(_ type: String, _ tagged: SmallObject) -> SpecialValue? {
    switch type {
    case "timestamp":
      // Older versions wrote it as text.
      if let text = tagged.string("value") {
        return Timestamp(rfc3339: text).map { .timestamp($0) }
      }
      guard let inner = tagged.cursor("value", .object) else { return nil }
      return SpecialValue(secondsAt: inner)
    case "geopoint":
      guard let inner = tagged.cursor("value", .object) else { return nil }
      return SpecialValue(placeAt: inner)
    case "documentReference": return tagged.string("value").map { .reference($0) }
    default: return nil
    }
  }
}
