import Scan
import SystemIO

/// An object of which only the beginning is there, as an object of those of its members that are
/// whole and small: enough to tell what a document is called that is too large to be held.
struct ObjectBeginning {
  /// The object as JSON.
  private(set) var json: [UInt8] = []

  /// More than any id, name or key has.
  private static let memberLimit = 64 << 10
  private static let limit = 1 << 20
  /// No format has a name deeper in a record.
  private static let depthLimit = 3

  /// The object that begins at the cursor.
  init(_ cursor: JSONCursor) { copyObject(cursor, depth: 0) }

  private mutating func copyObject(_ cursor: JSONCursor, depth: Int) {
    json.append(UInt8(ascii: "{"))
    var ahead = cursor
    var isFirst = true
    // Where the bytes end, or are no JSON, nothing more is known.
    do throws(JSONSyntaxError) {
      try ahead.beginObject()
      while json.count < Self.limit, let key = try ahead.nextMember(&isFirst) {
        let kind = try ahead.kind()
        let value = ahead
        do throws(JSONSyntaxError) {
          let range = try ahead.skipValue()
          guard range.count <= Self.memberLimit else { continue }
          copyKey(key, in: ahead.text)
          json += ahead.text.extracting(range).copied
        } catch {
          guard kind == .object, depth < Self.depthLimit else { throw error }
          copyKey(key, in: ahead.text)
          copyObject(value, depth: depth + 1)
          throw error
        }
      }
    } catch {
      json.append(UInt8(ascii: "}"))
      return
    }
    json.append(UInt8(ascii: "}"))
  }

  private mutating func copyKey(_ key: JSONString, in text: Span<UInt8>) {
    if json.last != UInt8(ascii: "{") { json.append(UInt8(ascii: ",")) }
    json += text.extracting(key.quotedRange).copied + [UInt8(ascii: ":")]
  }
}
