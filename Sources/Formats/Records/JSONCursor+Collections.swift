import Scan

/// Looking ahead at a string, or into an object that may be a collection of documents.
extension JSONCursor {
  /// The string at the cursor; nil for another value, or one that is cut off or damaged.
  var stringAhead: JSONString? {
    guard next == UInt8(ascii: "\"") else { return nil }
    var ahead = self
    do throws(JSONSyntaxError) {
      return try ahead.string()
    } catch {
      return nil
    }
  }

  /// The key of the first member of the object at the cursor, and the kind of its value; nil if
  /// there is no object, or an empty one.
  func firstMember() throws(JSONSyntaxError) -> (key: JSONString, kind: JSONKind)? {
    guard next == UInt8(ascii: "{") else { return nil }
    var ahead = self
    try ahead.beginObject()
    guard let key = try ahead.nextMember() else { return nil }
    return (key, try ahead.kind())
  }

  /// Whether an object begins here that is empty or has an object as its first value.
  var holdsObjects: Bool {
    var ahead = self
    do throws(JSONSyntaxError) {
      try ahead.beginObject()
      guard try ahead.nextMember() != nil else { return true }
      return ahead.next == UInt8(ascii: "{")
    } catch {
      return false
    }
  }
}
