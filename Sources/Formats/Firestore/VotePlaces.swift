import Scan
import SystemIO

/// Where an event's fields stand that say whose vote it is, and when it was made, and how they are
/// spelled.
///
/// A class, because all events of a shape have the same.
final class VotePlaces: Sendable {
  /// A field that says something of a vote.
  enum Field: Int, CaseIterable, Sendable {
    case device, week, time

    /// Its name.
    var name: String { path[0] }

    /// The names that lead to it from the document on.
    var path: [String] { Self.paths[rawValue] }

    private static let paths = [["device_id"], ["week_id"], ["timestamp"]]

    /// The field of this key; nil if it is another.
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

  private let device: Range<Int>?
  private let week: Range<Int>?
  private let time: Range<Int>?
  let conventions: ValueConventions

  /// The first fields of these names in the object that begins there.
  init(of record: Record, inObjectAt start: Int, _ conventions: ValueConventions) {
    var device: Range<Int>?
    var week: Range<Int>?
    var time: Range<Int>?
    var cursor = JSONCursor(record.text, at: start)
    var isFirst = true
    // The record was read before: it is JSON, and only what is no object throws.
    do throws(JSONSyntaxError) {
      try cursor.beginObject()
      while let key = try cursor.nextMember(&isFirst) {
        let value = try cursor.skipValue()
        switch Field(key, in: record.text) {
        case .device?: device = device ?? value
        case .week?: week = week ?? value
        case .time?: time = time ?? value
        case nil: break
        }
      }
    } catch {}
    (self.device, self.week, self.time) = (device, week, time)
    self.conventions = conventions
  }

  /// Where the value of a field stands; nil where the event has none.
  subscript(field: Field) -> Range<Int>? {
    switch field {
    case .device: device
    case .week: week
    case .time: time
    }
  }
}
