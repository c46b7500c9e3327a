import Scan
import SystemIO

/// The places and spelling of the fields that identify a vote and its time.
///
/// A class, since all events of a shape share it.
final class VotePlaces: Sendable {
  /// A field that describes a vote.
  enum Field: Int, CaseIterable, Sendable {
    case device, week, time

    /// The field's name.
    var name: String { path[0] }

    /// The path of the field in the document.
    var path: [String] { Self.paths[rawValue] }

    private static let paths = [["device_id"], ["week_id"], ["timestamp"]]

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

  private let device: Range<Int>?
  private let week: Range<Int>?
  private let time: Range<Int>?
  let conventions: ValueConventions

  /// Finds the first fields of these names in an object.
  init(of record: Record, inObjectAt start: Int, _ conventions: ValueConventions) {
    var device: Range<Int>?
    var week: Range<Int>?
    var time: Range<Int>?
    var cursor = JSONCursor(record.text, at: start)
    var isFirst = true
    // The record was parsed before, so only a value that is not an object throws.
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

  /// The range of the field's value; nil if the event lacks it.
  subscript(field: Field) -> Range<Int>? {
    switch field {
    case .device: device
    case .week: week
    case .time: time
    }
  }
}
