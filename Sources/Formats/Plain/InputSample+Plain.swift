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
    // Nothing follows an object of documents.
    if keys.isEmpty, hasMore { return false }
    // A damaged line shows too few keys.
    let isDamagedLine = isOneLine && isDamaged
    return !hasEventField && !isDamagedLine && keys.allSatisfy(\.isObject)
  }
}
