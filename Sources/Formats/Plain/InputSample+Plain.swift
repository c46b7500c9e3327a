import Scan
import SystemIO

/// Signs of plain documents, for the detection of formats.
extension InputSample {
  private static let eventFields = ["joke_id", "rating", "device_id", "week_id"]

  /// Whether its first object has a field of an event, and so is a document.
  var hasEventField: Bool {
    keys.contains { key in !key.isContainer && Self.eventFields.contains(key.name) }
  }

  /// Whether its first object has only documents, or collections of them.
  var isObjectOfDocuments: Bool {
    if isEmptyDocument { return false }
    // A damaged line shows too few keys.
    let isDamagedLine = isOneLine && isDamaged
    return !hasEventField && !isDamagedLine && keys.allSatisfy(\.isObject)
  }

  /// Whether its first object is empty and is followed by plain values: a document without fields,
  /// because nothing follows an object of documents.
  private var isEmptyDocument: Bool {
    guard keys.isEmpty, hasMore else { return false }
    let rest = InputSample(bytes.extracting(afterEmptyObjects()..<bytes.count))
    for format in InputFormat.allCases where !InputFormat.plainest.contains(format) {
      if format.recognize(rest) != nil { return false }
    }
    return true
  }

  /// The offset of the first value other than an empty object, or of the end.
  private func afterEmptyObjects() -> Int {
    var cursor = JSONCursor(bytes, at: firstOffset)
    var start = firstOffset
    do throws(JSONSyntaxError) {
      while cursor.next == UInt8(ascii: "{") {
        start = cursor.offset
        var isFirst = true
        try cursor.beginObject()
        guard try cursor.nextMember(&isFirst) == nil else { return start }
        cursor.skipWhitespace()
      }
      return cursor.offset
    } catch {
      return start
    }
  }
}
