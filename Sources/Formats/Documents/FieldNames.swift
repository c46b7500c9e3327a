import Scan
import SystemIO

/// The set of field names in one map, which finds duplicates.
///
/// Names are compared as bytes. Most maps are small, and comparing each name is then faster than
/// hashing.
struct FieldNames {
  private var few: [JSONString] = []
  private var many: Set<[UInt8]> = []

  /// The number of names up to which each is compared.
  static let fewCount = 16

  /// Inserts a name from the map's text; false for a duplicate.
  mutating func insert(_ name: JSONString, in text: Span<UInt8>) -> Bool {
    if !many.isEmpty { return many.insert(name.utf8(in: text)).inserted }
    if few.isEmpty { few.reserveCapacity(Self.fewCount) }
    for other in few where other.equals(name, in: text) { return false }
    few.append(name)
    if few.count == Self.fewCount { many = Set(few.map { $0.utf8(in: text) }) }
    return true
  }
}

extension JSONString {
  /// Whether two strings are equal after decoding escapes.
  @inline(__always)
  fileprivate func equals(_ other: JSONString, in text: Span<UInt8>) -> Bool {
    if isEscaped || other.isEscaped { return utf8(in: text) == other.utf8(in: text) }
    return range.count == other.range.count
      && (range.isEmpty || text.holds(range, of: text, at: other.range.lowerBound))
  }
}
