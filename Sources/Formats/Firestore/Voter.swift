import Scan
import SystemIO

/// What the fields of a plain event say of whose vote it is, and when it was made.
struct Voter {
  /// What a field says.
  enum Said {
    /// A string as it stands there.
    case text(JSONString)
    /// A string that is spelled in another way there.
    case spelled(String)
    case time(Timestamp)
    /// Nothing, or something else.
    case neither
  }

  let device: Said
  let week: Said
  let time: Said

  init(_ places: VotePlaces, in text: Span<UInt8>) {
    device = Self.said(by: .device, places, text)
    week = Self.said(by: .week, places, text)
    time = Self.said(by: .time, places, text)
  }

  private static func said(
    by field: VotePlaces.Field, _ places: VotePlaces, _ text: Span<UInt8>
  ) -> Said {
    guard let range = places[field] else { return .neither }
    do {
      var cursor = JSONCursor(text, at: range.lowerBound)
      switch try places.conventions.special(cursor, at: field.path) {
      case .text(let text)?: return .spelled(text)
      case .timestamp(let moment)?, .spelledTimestamp(_, let moment)?: return .time(moment)
      case .geoPoint?, .reference?, .integer?, .double?, .boolean?: return .neither
      case nil: return try cursor.kind() == .string ? .text(cursor.string()) : .neither
      }
    } catch {
      // What no document can hold tells nothing of the vote, and is no reason not to count it.
      return .neither
    }
  }
}
