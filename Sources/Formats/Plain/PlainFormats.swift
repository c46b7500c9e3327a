import JSONText

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
    guard sample.isObject else { return nil }
    let fields = ["joke_id", "rating", "device_id", "week_id"]
    let isDocument = sample.keys.contains { key in !key.isContainer && fields.contains(key.name) }
    // Of a damaged line too few keys are known to say that all of its values are objects.
    let isDamagedLine = sample.isOneLine && sample.isDamaged
    return !isDocument && !isDamagedLine && sample.keys.allSatisfy(\.isObject)
      ? "all values of its first object are objects" : nil
  }
}
