import Scan
import SystemIO

/// The device, week and time of a plain event's vote.
struct Voter {
  /// The content of a field.
  enum Said {
    /// A string, read in place.
    case text(JSONString)
    /// A string in another spelling.
    case spelled(String)
    case time(Timestamp)
    /// Missing, or another type.
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
      // A value that Firestore cannot hold counts as missing; the vote still counts.
      return .neither
    }
  }
}
