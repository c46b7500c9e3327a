/// The names of the fields of one map, to notice one that occurs twice.
///
/// They are told apart by their bytes. Most maps have a handful of fields, for which a hash costs more
/// than to compare each.
struct FieldNames {
  private var few: [[UInt8]] = []
  private var many: Set<[UInt8]> = []

  /// How many names are compared one by one.
  static let fewCount = 16

  /// Adds a name; false where it was there.
  mutating func insert(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    if !many.isEmpty { return many.insert(bytes).inserted }
    if few.contains(bytes) { return false }
    few.append(bytes)
    if few.count == Self.fewCount { many = Set(few) }
    return true
  }
}
