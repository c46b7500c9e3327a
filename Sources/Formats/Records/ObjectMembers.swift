import Scan

/// The members of an object in a text that was parsed before.
///
/// Of a text that is not an object, or is cut off or damaged, it has the members before the fault.
struct ObjectMembers: ~Escapable {
  private var cursor: JSONCursor
  private var isAtEnd = false

  /// - Parameter start: the offset of the object.
  @_lifetime(copy text)
  init(of text: Span<UInt8>, at start: Int) {
    cursor = JSONCursor(text, at: start)
    do throws(JSONSyntaxError) { try cursor.beginObject() } catch { isAtEnd = true }
  }

  /// The next member, and the range of its value; nil at the end.
  @_lifetime(self: copy self)
  mutating func next() -> (key: JSONString, value: Range<Int>)? {
    if isAtEnd { return nil }
    do throws(JSONSyntaxError) {
      if let key = try cursor.nextMember() { return (key, try cursor.skipValue()) }
    } catch {}
    isAtEnd = true
    return nil
  }
}

extension Record {
  /// The range of the first value with this name in an object.
  ///
  /// - Parameter start: the offset of the object; nil for the record's value.
  func firstValue(of name: String, inObjectAt start: Int? = nil) -> Range<Int>? {
    let name = Array(name.utf8)
    var members = ObjectMembers(of: text, at: start ?? valueStart)
    while let member = members.next() {
      if member.key.equals(name, in: text) { return member.value }
    }
    return nil
  }

  /// The members of the object at an offset; empty if the value is not an object.
  func members(ofObjectAt start: Int) -> [(key: JSONString, value: Range<Int>)] {
    var all: [(key: JSONString, value: Range<Int>)] = []
    var members = ObjectMembers(of: text, at: start)
    while let member = members.next() { all.append(member) }
    return all
  }
}
