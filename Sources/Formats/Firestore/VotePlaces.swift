import Scan
import SystemIO

/// The places and spelling of the fields that identify a vote and its time.
///
/// Each field is read only when it is asked for. A class, since all events of a shape share it.
package final class VotePlaces: Sendable {
  /// A field that describes a vote.
  enum Field: Int, CaseIterable, Sendable {
    case device, week, time

    /// The field's name.
    var name: String {
      switch self {
      case .device: "device_id"
      case .week: "week_id"
      case .time: "timestamp"
      }
    }

    /// The field with this key; nil for other keys.
    @inline(__always)
    fileprivate init?(_ key: JSONString, in text: Span<UInt8>) {
      if key.equals("device_id", in: text) {
        self = .device
      } else if key.equals("week_id", in: text) {
        self = .week
      } else if key.equals("timestamp", in: text) {
        self = .time
      } else {
        return nil
      }
    }
  }

  /// The place of a field's value.
  private enum Value {
    /// A string without escapes, whose type is known in every event of the shape.
    case plain(JSONString, ValueConventions.PlainString)
    case other(Range<Int>)
  }

  /// The content of a field.
  enum Content {
    /// A string, read in place.
    case text(JSONString)
    /// A string in another spelling.
    case spelled(String)
    case time(Timestamp)
    /// Missing, or another type.
    case other
  }

  /// The first value of each field, in the order of the fields.
  private let values: [Value?]
  /// The first duplicate field, and the offset of its second key.
  let duplicate: (field: Field, offset: Int)?
  /// Whether a field occurs twice.
  package var isAmbiguous: Bool { duplicate != nil }
  private let conventions: ValueConventions?

  /// Finds the first fields of these names in an object.
  ///
  /// - Parameter conventions: the spelling of values; nil if they cannot be read in place.
  init(of record: Record, inObjectAt start: Int, _ conventions: ValueConventions?) {
    var values = [Value?](repeating: nil, count: Field.allCases.count)
    var duplicate: (field: Field, offset: Int)?
    var members = ObjectMembers(of: record.text, at: start)
    while let (key, range) = members.next() {
      guard let field = Field(key, in: record.text) else { continue }
      if values[field.rawValue] == nil {
        values[field.rawValue] = Self.value(of: field, range, in: record.text, conventions)
      } else {
        duplicate = duplicate ?? (field, key.quotedRange.lowerBound)
      }
    }
    self.values = values
    self.duplicate = duplicate
    self.conventions = conventions
  }

  private static func value(
    of field: Field, _ range: Range<Int>, in text: Span<UInt8>, _ conventions: ValueConventions?
  ) -> Value {
    guard let conventions, text[range.lowerBound] == UInt8(ascii: "\"") else {
      return .other(range)
    }
    let string = JSONString(quoted: range, in: text)
    return conventions.plainString(string, of: field.name).map { .plain(string, $0) }
      ?? .other(range)
  }

  /// The content of a field in an event of the shape; nil if it cannot be read in place.
  func content(of field: Field, in text: Span<UInt8>) -> Content? {
    guard let conventions else { return nil }
    switch values[field.rawValue] {
    case .plain(let string, .text)?: return .text(string)
    case .plain(let string, .moment)?:
      return Timestamp(firestore: text.extracting(string.range)).map { .time($0) } ?? .text(string)
    case .other(let range)?: return special(at: range.lowerBound, of: field, in: text, conventions)
    case nil: return .other
    }
  }

  private func special(
    at start: Int, of field: Field, in text: Span<UInt8>, _ conventions: ValueConventions
  ) -> Content {
    do {
      var cursor = JSONCursor(text, at: start)
      switch try conventions.special(cursor, at: FieldPath(field.name)) {
      case .text(let text)?: return .spelled(text)
      case .timestamp(let moment)?, .spelledTimestamp(_, let moment)?: return .time(moment)
      case .geoPoint?, .reference?, .integer?, .double?, .boolean?: return .other
      case nil: return try cursor.kind() == .string ? .text(cursor.string()) : .other
      }
    } catch {
      // A value that Firestore cannot hold counts as missing; the vote still counts.
      return .other
    }
  }
}
