import ByteIO

/// What it comes to that ordinary events were passed over.
struct PassedEvents: Sendable {
  /// Whether each edit is wanted, or only what all come to.
  let keepsEdits: Bool
  /// How many events there were.
  private(set) var count = 0
  /// What changes in them; an event that goes is replaced by nothing.
  private(set) var edits: [Edit] = []
  /// How many bytes more come in than leave.
  private(set) var droppedByteCount = 0
  /// Where the last event ends that stays, or one of the same shape that follows it.
  private(set) var keptEnd: Int?

  init(keepsEdits: Bool) { self.keepsEdits = keepsEdits }

  /// Adds an event that goes.
  mutating func drop(_ range: Range<Int>) {
    count &+= 1
    droppedByteCount &+= range.count
    if keepsEdits { edits.append(Edit(range, [])) }
  }

  /// Adds an event that stays.
  mutating func keep(_ range: Range<Int>) {
    count &+= 1
    keptEnd = range.upperBound
  }

  /// Adds an event that stays with an edit.
  mutating func keep(_ range: Range<Int>, making edit: Edit) {
    keep(range)
    droppedByteCount &+= edit.range.count - edit.replacement.count
    if keepsEdits { edits.append(edit) }
  }

  /// Adds events that stay.
  mutating func add(_ count: Int, upTo end: Int) {
    self.count &+= count
    keptEnd = end
  }

  /// Adds events of one shape.
  mutating func add(_ events: KeyedDigitCounts.Records, droppedCount: Int) {
    count &+= events.count
    droppedByteCount &+= droppedCount &* events.byteCount
    if droppedCount < events.count { keptEnd = events.start &+ events.count &* events.byteCount }
  }

  /// Begins again.
  mutating func removeAll() {
    removeEdits()
    (count, droppedByteCount, keptEnd) = (0, 0, nil)
  }

  /// Forgets the edits, which somebody else has taken over.
  mutating func removeEdits() { edits.removeAll(keepingCapacity: true) }
}
