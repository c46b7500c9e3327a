import Scan

extension Record {
  /// The range of the value of an object's first member of this name.
  ///
  /// - Parameter start: where the object begins; nil is the record's value.
  func firstValue(of name: String, inObjectAt start: Int? = nil) -> Range<Int>? {
    let wanted = Array(name.utf8)
    var cursor = JSONCursor(text, at: start ?? valueStart)
    // The record was read before: it is JSON, and nothing is thrown.
    do throws(JSONSyntaxError) {
      try cursor.beginObject()
      var isFirst = true
      while let key = try cursor.nextMember(&isFirst) {
        let range = try cursor.skipValue()
        if key.equals(wanted, in: text) { return range }
      }
    } catch {
      return nil
    }
    return nil
  }

  /// The members of the object that begins there; none where it is no object.
  func members(ofObjectAt start: Int) -> [(key: JSONString, value: Range<Int>)] {
    var members: [(key: JSONString, value: Range<Int>)] = []
    var cursor = JSONCursor(text, at: start)
    // The record was read before: it is JSON, and only what is no object throws.
    do throws(JSONSyntaxError) {
      try cursor.beginObject()
      var isFirst = true
      while let key = try cursor.nextMember(&isFirst) {
        members.append((key, try cursor.skipValue()))
      }
    } catch {
      return members
    }
    return members
  }
}
