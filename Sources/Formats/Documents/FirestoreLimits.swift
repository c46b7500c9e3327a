/// What Firestore holds at most (Firestore, “Quotas and limits”).
enum FirestoreLimits {
  /// How deep maps and arrays nest.
  static let depth = 20
  /// How many bytes the name of a field has.
  static let fieldNameByteCount = 1500
}

/// The names that a field may have.
enum FieldName {
  /// Why Firestore takes no field of this name; nil where it does.
  ///
  /// - Parameter isInMap: whether it is a map's and not the document's own: there, Firestore itself
  ///   spells vectors with names that it has reserved.
  static func problem(of name: String, isInMap: Bool) -> String? {
    if name.isEmpty { return "a field has an empty name" }
    if name.utf8.count > FirestoreLimits.fieldNameByteCount {
      return "the name of the field '\(Excerpt.name(name))' is longer than Firestore takes"
    }
    return !isInMap && name.isReserved
      ? "the field name '\(Excerpt.name(name))' is reserved by Firestore" : nil
  }

  /// What is said of a name that one map has twice.
  static func twice(_ name: String) -> String { "the field '\(Excerpt.name(name))' occurs twice" }
}
