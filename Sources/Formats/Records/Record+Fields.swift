import Scan

/// The members of objects in a record.
extension Record {
  /// The range of the first value with this name in an object.
  ///
  /// - Parameter start: the offset of the object; nil for the record's value.
  func firstValue(of name: String, inObjectAt start: Int? = nil) -> Range<Int>? {
    name.withUTF8Bytes { firstValue(of: $0, inObjectAt: start ?? valueStart) }
  }

  private func firstValue(of name: Span<UInt8>, inObjectAt start: Int) -> Range<Int>? {
    var cursor = JSONCursor(text, at: start)
    // The record was parsed before, so nothing throws.
    do throws(JSONSyntaxError) {
      try cursor.beginObject()
      while let key = try cursor.nextMember() {
        let range = try cursor.skipValue()
        if key.equals(name, in: text) { return range }
      }
    } catch {
      return nil
    }
    return nil
  }

  /// The members of the object at an offset; empty if the value is not an object.
  func members(ofObjectAt start: Int) -> [(key: JSONString, value: Range<Int>)] {
    var members: [(key: JSONString, value: Range<Int>)] = []
    var cursor = JSONCursor(text, at: start)
    // The record was parsed before, so only a value that is not an object throws.
    do throws(JSONSyntaxError) {
      try cursor.beginObject()
      while let key = try cursor.nextMember() {
        members.append((key, try cursor.skipValue()))
      }
    } catch {
      return members
    }
    return members
  }
}
