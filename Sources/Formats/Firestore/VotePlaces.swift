import JSONText

/// Where an event's fields stand that say whose vote it is, and when it was made.
struct VotePlaces: Sendable {
  /// A field that says something of a vote.
  enum Field: CaseIterable, Sendable {
    case device, week, time

    /// Its name.
    var name: String {
      switch self {
      case .device: "device_id"
      case .week: "week_id"
      case .time: "timestamp"
      }
    }

    /// The names that lead to it from the document on.
    var path: [String] {
      switch self {
      case .device: Self.paths.device
      case .week: Self.paths.week
      case .time: Self.paths.time
      }
    }

    private static let paths = (device: ["device_id"], week: ["week_id"], time: ["timestamp"])

    fileprivate var bytes: StaticString {
      switch self {
      case .device: "device_id"
      case .week: "week_id"
      case .time: "timestamp"
      }
    }
  }

  private var device: Range<Int>?
  private var week: Range<Int>?
  private var time: Range<Int>?

  /// The first fields of these names in the object that begins there.
  init(of record: Record, inObjectAt start: Int) {
    var cursor = JSONCursor(record.text, at: start)
    // The record was read before: it is JSON, and nothing is thrown.
    do throws(JSONSyntaxError) {
      try cursor.beginObject()
      var isFirst = true
      while let key = try cursor.nextMember(&isFirst) {
        let value = try cursor.skipValue()
        if key.equals(Field.device.bytes, in: cursor.text) {
          device = device ?? value
        } else if key.equals(Field.week.bytes, in: cursor.text) {
          week = week ?? value
        } else if key.equals(Field.time.bytes, in: cursor.text) {
          time = time ?? value
        }
      }
    } catch {
      return
    }
  }

  /// Where the value of a field stands; nil where the event has none.
  subscript(field: Field) -> Range<Int>? {
    switch field {
    case .device: device
    case .week: week
    case .time: time
    }
  }

  /// The same fields of another event of one structure, at another place.
  func moved(by distance: Int) -> VotePlaces {
    var moved = self
    moved.device = device?.moved(by: distance)
    moved.week = week?.moved(by: distance)
    moved.time = time?.moved(by: distance)
    return moved
  }
}
