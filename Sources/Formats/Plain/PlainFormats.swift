import Scan
import SystemIO

extension InputFormat {
  /// One plain document a line.
  package static let ndjson = InputFormat(
    "ndjson", "NDJSON", .documents(.lines, PlainShape())
  ) { sample in
    sample.isObject && sample.isOneLine ? "its first line is one object" : nil
  }

  /// Plain documents one after the other, on as many lines as they like.
  package static let jsonStream = InputFormat(
    "json-stream", "JSON", .documents(.stream, PlainShape())
  ) { sample in
    sample.isObject ? "it begins with an object that does not end with its line" : nil
  }

  /// One array of plain documents.
  package static let jsonArray = InputFormat(
    "json-array", "JSON array", .documents(.array, PlainShape())
  ) { sample in
    sample.isArray ? "it begins with '['" : nil
  }

  /// One object of plain documents under their ids, or of collections of such.
  package static let jsonObject = InputFormat(
    "json-object", "JSON object of documents", .documents(.object, PlainShape())
  ) { sample in
    guard sample.isObject, !sample.isEmptyDocument else { return nil }
    // Of a damaged line too few keys are known to say that all of its values are objects.
    let isDamagedLine = sample.isOneLine && sample.isDamaged
    return !sample.hasEventField && !isDamagedLine && sample.keys.allSatisfy(\.isObject)
      ? "all values of its first object are objects" : nil
  }
}

extension InputSample {
  private static let eventFields = ["joke_id", "rating", "device_id", "week_id"]

  /// Whether its first object has a field that an event has, and so is a document.
  var hasEventField: Bool {
    keys.contains { key in !key.isContainer && Self.eventFields.contains(key.name) }
  }

  /// Whether its first object is empty and what follows is no other format: then it is a document
  /// without fields, because nothing follows an object of documents.
  fileprivate var isEmptyDocument: Bool {
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
