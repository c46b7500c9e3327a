import Scan
import SystemIO

/// The values of BigQuery's columns in JSON: types that JSON lacks, and columns of several types.
///
/// Integers and texts are both strings; only a rating is known to be an integer.
enum ColumnSpelling {
  /// - Throws: `Unrepresentable` if a value does not have the type that it names.
  static func special(
    _ cursor: JSONCursor, at path: FieldPath
  ) throws(Unrepresentable) -> SpecialValue? {
    switch cursor.next {
    case UInt8(ascii: "\""):
      guard let text = cursor.stringAhead?.string(in: cursor.text) else { return nil }
      if path.isField(RatingEventFields.Field.rating.name, in: cursor.text),
        let integer = integer(text)
      {
        return integer
      }
      return moment(text).map { .timestamp($0) }
    case UInt8(ascii: "{"):
      guard let object = SmallObject(cursor) else { return nil }
      if let provided = object.string("provided"), object.names.contains(provided) {
        return try one(of: object, provided).orMalformed(provided, cursor)
      }
      return reference(object) ?? place(object)
    default: return nil
    }
  }

  /// The value of a column of several types: `{"provided":"integer","integer":"4","string":null}`.
  private static func one(of object: borrowing SmallObject, _ type: String) -> SpecialValue? {
    switch type {
    case "integer":
      return object.string("integer").flatMap(integer)
        ?? object.number("integer")?.integer.map { .integer(String($0)) }
    case "float": return object.number("float")?.double.map { .double($0) }
    case "boolean":
      if object.range("boolean", .true) != nil { return .boolean(true) }
      return object.range("boolean", .false) != nil ? .boolean(false) : nil
    default:
      return object.string(called: type).map { text in
        moment(text).map { .timestamp($0) } ?? .text(text)
      }
    }
  }

  private static func integer(_ text: String) -> SpecialValue? {
    let bytes = Array(text.utf8)
    return JSONNumber(strictly: bytes.span)?.integer.map { .integer(String($0)) }
  }

  /// A reference, which has the members of `__key__`.
  private static func reference(_ object: borrowing SmallObject) -> SpecialValue? {
    guard object.has("kind"), object.has("app"),
      let path = object.string("path").flatMap(KeyPath.init)
    else { return nil }
    return .reference(path.description)
  }

  private static func place(_ object: borrowing SmallObject) -> SpecialValue? {
    guard object.count == 2, let latitude = object.number("lat")?.double,
      let longitude = object.number("long")?.double,
      SpecialValue.latitudes.contains(latitude), SpecialValue.longitudes.contains(longitude)
    else { return nil }
    return .geoPoint(
      latitude: Array("\(latitude)".utf8), longitude: Array("\(longitude)".utf8))
  }

  /// Parses `2026-03-01 00:00:00.123 UTC` and no other form, since a text may resemble RFC 3339.
  private static func moment(_ text: String) -> Timestamp? {
    let isSpaced = text.utf8.dropFirst(10).first == UInt8(ascii: " ")
    return isSpaced && text.hasSuffix(" UTC") ? Timestamp(bigQuery: text) : nil
  }
}
