import Scan
import SystemIO

/// The names of the fields of one map, to notice one that occurs twice.
///
/// They are told apart by their bytes. Most maps have a handful of fields, for which a hash costs more
/// than to compare each.
struct FieldNames {
  private var few: [JSONString] = []
  private var many: Set<[UInt8]> = []

  /// How many names are compared one by one.
  static let fewCount = 16

  /// Adds a name that stands in the map's text; false where it was there.
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
  /// Whether two strings of a text are the same, escapes decoded.
  fileprivate func equals(_ other: JSONString, in text: Span<UInt8>) -> Bool {
    if isEscaped || other.isEscaped { return utf8(in: text) == other.utf8(in: text) }
    return range.count == other.range.count
      && (range.isEmpty || text.holds(range, of: text, at: other.range.lowerBound))
  }
}
