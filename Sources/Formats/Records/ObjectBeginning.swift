import Scan
import SystemIO

/// The small members of a large object, complete or truncated, as JSON. They are enough to find the
/// name of a document that is too large for memory.
struct ObjectBeginning {
  /// The object as JSON.
  private(set) var json: [UInt8] = []

  /// The longest member that is kept; IDs, names and keys are shorter.
  private static let memberLimit = 64 << 10
  private static let limit = 1 << 20
  /// The deepest nesting at which a format holds the name.
  private static let depthLimit = 3

  /// Reads the object at the cursor.
  init(_ cursor: JSONCursor) { copyObject(cursor, depth: 0) }

  private mutating func copyObject(_ cursor: JSONCursor, depth: Int) {
    json.append(UInt8(ascii: "{"))
    var ahead = cursor
    // An error means that the bytes end or are not JSON: the members so far are kept.
    do throws(JSONSyntaxError) {
      try ahead.beginObject()
      while json.count < Self.limit, let key = try ahead.nextMember() {
        let value = ahead
        var (range, damage) = (Range<Int>?.none, JSONSyntaxError?.none)
        do throws(JSONSyntaxError) { range = try ahead.skipValue() } catch { damage = error }
        if let range, range.count <= Self.memberLimit {
          copyKey(key, in: ahead.text)
          json += ahead.text.extracting(range).copied
        } else if value.next == UInt8(ascii: "{"), depth < Self.depthLimit {
          copyKey(key, in: ahead.text)
          copyObject(value, depth: depth + 1)
        }
        if let damage { throw damage }
      }
    } catch {}
    json.append(UInt8(ascii: "}"))
  }

  private mutating func copyKey(_ key: JSONString, in text: Span<UInt8>) {
    if json.last != UInt8(ascii: "{") { json.append(UInt8(ascii: ",")) }
    json += text.extracting(key.quotedRange).copied + [UInt8(ascii: ":")]
  }
}
