import ByteIO
import JSONText

/// The values that node-firestore-import-export tags: `{"__datatype__":NAME,"value":…}`.
struct ImportExportConventions: ValueConventions {
  var hiddenMembers: [String] { [ImportExportDocument.collections] }

  func special(_ cursor: JSONCursor, at path: [String]) -> SpecialValue? {
    guard cursor.next == UInt8(ascii: "{"), let tagged = SmallObject(cursor, memberLimit: 2),
      tagged.count == 2, let type = tagged.string("__datatype__")
    else { return nil }
    switch type {
    case "timestamp":
      // Older versions wrote it as text.
      if let text = tagged.string("value") {
        return Timestamp(rfc3339: text).map { .timestamp($0) }
      }
      guard let range = tagged.range("value", .object) else { return nil }
      return SpecialValue(secondsAt: JSONCursor(cursor.text, at: range.lowerBound))
    case "geopoint":
      guard let range = tagged.range("value", .object) else { return nil }
      return SpecialValue(placeAt: JSONCursor(cursor.text, at: range.lowerBound))
    case "documentReference": return tagged.string("value").map { .reference($0) }
    default: return nil
    }
  }
}
