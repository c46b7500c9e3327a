import Scan

/// Firestore's limits (Firestore, “Quotas and limits”).
enum FirestoreLimits {
  /// The deepest nesting of maps and arrays.
  static let depth = 20
  /// The longest field name, in bytes.
  static let fieldNameByteCount = 1500

  /// Throws if a map or an array is nested too deep.
  ///
  /// - Parameter offset: its offset in the record's text, if known.
  static func check(depth: Int, at offset: Int? = nil) throws(Unrepresentable) {
    guard depth > Self.depth else { return }
    throw Unrepresentable(reason: "nested more than \(Self.depth) deep", offset: offset)
  }
}

/// The rules for field names.
package enum FieldName {
  /// Why Firestore rejects a field name; nil if it accepts it.
  ///
  /// - Parameter isInMap: whether the field is in a map, where reserved names are allowed:
  ///   Firestore spells vectors with them.
  static func problem(of key: JSONString, in text: Span<UInt8>, isInMap: Bool) -> String? {
    key.withUTF8(in: text) { problem(of: $0, isInMap: isInMap) }
  }

  /// Why Firestore rejects the name of a document's field; nil if it accepts it.
  package static func problem(of name: String) -> String? {
    name.withUTF8Bytes { problem(of: $0, isInMap: false) }
  }

  private static func problem(of name: Span<UInt8>, isInMap: Bool) -> String? {
    if name.isEmpty { return "a field has an empty name" }
    if name.count > FirestoreLimits.fieldNameByteCount {
      return "the name of the field '\(Excerpt.name(name.text))' is longer than Firestore allows"
    }
    return !isInMap && name.isReserved
      ? "the field name '\(Excerpt.name(name.text))' is reserved by Firestore" : nil
  }

  /// The error for a duplicate field.
  static func twice(_ key: JSONString, in text: Span<UInt8>) -> Unrepresentable {
    Unrepresentable(
      reason: "the field '\(Excerpt.name(key.string(in: text)))' occurs twice",
      offset: key.quotedRange.lowerBound)
  }
}
