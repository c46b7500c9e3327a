import Scan
import SystemIO

extension WrappedValue {
  /// The parts of a document whose members are all wrapped values (Formats,
  /// “node-firestore-backup”).
  ///
  /// For a value of an unknown type, the program replaced all fields before it, in the document or
  /// a map, by `{"type":"unknown","value":…}`. The document has lost data.
  static func documentParts(
    _ cursor: inout JSONCursor
  ) throws(JSONSyntaxError) -> DocumentParts {
    var parts = DocumentParts(fields: cursor.offset)
    try cursor.beginObject()
    while let key = try cursor.nextMember() {
      let start = cursor.offset
      let finding = try skip(&cursor)
      if finding.isLost { parts.object(to: key, lostFields) }
      if finding.isWrapped { continue }
      let value = cursor.text.extracting(start..<cursor.offset)
      let isLoss =
        value.text == "\"\(unknownType)\"" && key.equals("type", in: cursor.text)
      parts.object(to: key, isLoss ? lostFields : untyped)
    }
    return parts
  }

  private static let lostFields: StaticString =
    "tells of a value of an unknown type: its backup has lost fields"
  private static let untyped: StaticString =
    "has no type: it is not a document of node-firestore-backup, or has lost fields"
}
