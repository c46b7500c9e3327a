import Scan
import SystemIO

/// Records that were decided about, and the edits that carry the decisions out.
struct DecidedRecords: Sendable {
  /// Whether each edit is wanted, or only what all come to.
  let keepsEdits: Bool
  /// How many records, or lines, there were.
  private(set) var count = 0
  /// What changes in them, and in those before them; a record that goes is replaced by nothing.
  private(set) var edits: [Edit] = []
  /// How much further the places of edits are from the start of the input than from that of the text.
  private var distance = 0
  /// How many bytes more come in than leave.
  private(set) var droppedByteCount = 0
  /// Where the last record ends that stays, or one of the same shape that follows it.
  private(set) var keptEnd: Int?

  init(keepsEdits: Bool) { self.keepsEdits = keepsEdits }

  /// Adds a record that goes, or the line in which it stands.
  mutating func drop(_ range: Range<Int>) {
    count &+= 1
    add(Edit(range, []))
  }

  /// Adds a record that stays, or the line in which it stands.
  mutating func keep(_ range: Range<Int>) {
    count &+= 1
    keptEnd = range.upperBound
  }

  /// Adds a record that stays with an edit.
  mutating func keep(_ range: Range<Int>, making edit: Edit) {
    keep(range)
    add(edit)
  }

  /// Adds a line.
  ///
  /// - Parameters:
  ///   - fate: what becomes of its record.
  ///   - record: where the record stands, its first byte being that of the line.
  ///   - line: where the line stands, its line end included.
  mutating func add(_ fate: RecordFate, of record: Range<Int>, line: Range<Int>) {
    switch fate {
    case .keep: keep(line)
    case .drop: drop(line)
    case .dropLeaving(let bytes):
      keep(line, making: Edit(record, bytes).moved(by: line.lowerBound))
    case .edit(let edits):
      keep(line)
      let start = line.lowerBound + record.lowerBound
      for edit in Edit.sorted(edits) { add(edit.moved(by: start)) }
    }
  }

  private mutating func add(_ edit: Edit) {
    droppedByteCount &+= edit.range.count - edit.replacement.count
    if keepsEdits { edits.append(edit.moved(by: distance)) }
  }

  /// Adds records that stay.
  mutating func add(_ count: Int, upTo end: Int) {
    self.count &+= count
    keptEnd = end
  }

  /// Adds events of one shape.
  mutating func add(_ events: JokeHistogram.Records, droppedCount: Int) {
    count &+= events.count
    droppedByteCount &+= droppedCount &* events.byteCount
    if droppedCount < events.count { keptEnd = events.start &+ events.count &* events.byteCount }
  }

  /// Begins with other records of a text, so far from the start of the input.
  mutating func begin(at distance: Int) {
    self.distance = distance
    (count, droppedByteCount, keptEnd) = (0, 0, nil)
  }

  /// Forgets all edits but so many.
  mutating func keepEdits(_ count: Int) { edits.removeLast(edits.count - count) }

  /// Gives the edits for others, which come before those that are added.
  mutating func exchangeEdits(with other: inout [Edit]) { swap(&edits, &other) }
}
