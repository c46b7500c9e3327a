import Scan
import SystemIO

extension InputSample {
  private static let eventFields = ["joke_id", "rating", "device_id", "week_id"]

  /// Whether its first object has a field that an event has, and so is a document.
  var hasEventField: Bool {
    keys.contains { key in !key.isContainer && Self.eventFields.contains(key.name) }
  }

  /// Whether its first object holds nothing but documents, or collections of such.
  var isObjectOfDocuments: Bool {
    if isEmptyDocument { return false }
    // Of a damaged line too few keys are known to say that all of its values are objects.
    let isDamagedLine = isOneLine && isDamaged
    return !hasEventField && !isDamagedLine && keys.allSatisfy(\.isObject)
  }

  /// Whether its first object is empty and what follows is no other format: then it is a document
  /// without fields, because nothing follows an object of documents.
  private var isEmptyDocument: Bool {
    guard keys.isEmpty, hasMore else { return false }
    let rest = InputSample(bytes.extracting(afterEmptyObjects()..<bytes.count))
    for format in InputFormat.allCases where !InputFormat.plainest.contains(format) {
      if format.recognize(rest) != nil { return false }
    }
    return true
  }

  /// Where the first value begins that is no empty object, or where the bytes end.
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
