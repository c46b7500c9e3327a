import Scan

/// Firestore's limits (Firestore, “Quotas and limits”).
enum FirestoreLimits {
  /// The deepest nesting of maps and arrays.
  static let depth = 20
  /// The longest field name, in bytes.
  static let fieldNameByteCount = 1500
}

/// The rules for field names.
enum FieldName {
  /// Why Firestore rejects a field name; nil if it accepts it.
  ///
  /// - Parameter isInMap: whether the field is in a map, where reserved names are allowed:
  ///   Firestore spells vectors with them.
  static func problem(of key: JSONString, in text: Span<UInt8>, isInMap: Bool) -> String? {
    key.withUTF8(in: text) { name in
      if name.isEmpty { return "a field has an empty name" }
      if name.count > FirestoreLimits.fieldNameByteCount {
        return "the name of the field '\(Excerpt.name(name.text))' is longer than Firestore allows"
      }
      return !isInMap && name.isReserved
        ? "the field name '\(Excerpt.name(name.text))' is reserved by Firestore" : nil
    }
  }

  /// The message for a duplicate field.
  static func twice(_ name: String) -> String { "the field '\(Excerpt.name(name))' occurs twice" }
}
