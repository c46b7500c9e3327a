import JSONText

extension JSONCursor {
  /// Whether an object begins here whose first value is an object, or which is empty.
  var holdsObjects: Bool {
    var ahead = self
    do throws(JSONSyntaxError) {
      try ahead.beginObject()
      var isFirst = true
      guard try ahead.nextMember(&isFirst) != nil else { return true }
      return ahead.next == UInt8(ascii: "{")
    } catch {
      return false
    }
  }
}
