import Scan
import SystemIO

/// Accumulates the decisions about a run of records as edits and totals.
struct DecidedRecords: Sendable {
  /// Whether edits are recorded, or only counted.
  let keepsEdits: Bool
  /// The number of records, or of lines.
  private(set) var count = 0
  /// The fates of the records that were decided one by one.
  private(set) var fates = RecordCounts()
  /// The edits in these records and in earlier ones; a dropped record has an empty replacement.
  private(set) var edits: [Edit] = []
  /// Whether the records are lines.
  private var areLines = false
  /// The end of the last dropped line if its own line end stays.
  private var movedEnd: Int?
  /// Added to an offset in the text, gives an offset in the input.
  private var distance = 0
  /// How many bytes the edits remove on balance.
  private(set) var droppedByteCount = 0
  /// The end of the last kept record, or of one of the same shape that follows it.
  private(set) var keptEnd: Int?

  init(keepsEdits: Bool) { self.keepsEdits = keepsEdits }

  /// Drops a record, or its line.
  ///
  /// A line loses the line end before it instead of its own if both are spelled alike, as if it was
  /// dropped by itself (`RecordStream.leaveOutLine`). The line end before a run belongs to no line
  /// of the run.
  mutating func drop(_ range: Range<Int>, in text: Span<UInt8>) {
    count &+= 1
    guard areLines, range.lowerBound == keptEnd || range.lowerBound == movedEnd,
      text.isCarriageReturn(before: range.lowerBound - 1)
        == text.isCarriageReturn(before: range.upperBound - 1)
    else { return add(Edit(range, [])) }
    movedEnd = range.upperBound
    let byteCount = text.isCarriageReturn(before: range.upperBound - 1) ? 2 : 1
    add(Edit(range, []).moved(by: -byteCount))
  }

  /// Keeps a record, or its line.
  mutating func keep(_ range: Range<Int>) {
    count &+= 1
    keptEnd = range.upperBound
  }

  /// Keeps a record with an edit.
  mutating func keep(_ range: Range<Int>, making edit: Edit) {
    keep(range)
    add(edit)
  }

  /// Adds a line with the fate of its record, which was decided by itself.
  ///
  /// - Parameters:
  ///   - fate: the fate of the record in the line.
  ///   - record: the range of the record, relative to the line.
  ///   - line: the range of the line in the text, with its line end.
  mutating func add(
    _ fate: RecordFate, of record: Range<Int>, line: Range<Int>, in text: Span<UInt8>
  ) {
    fates.enter(fate)
    switch fate {
    case .keep: keep(line)
    case .drop: drop(line, in: text)
    case .dropLeaving(let bytes):
      keep(line, making: Edit(record, bytes).moved(by: line.lowerBound))
    case .edit(let edits):
      keep(line)
      let start = line.lowerBound + record.lowerBound
      for edit in Edit.sorted(edits) { add(edit.moved(by: start)) }
    }
  }

  private mutating func add(_ edit: consuming Edit) {
    droppedByteCount &-= edit.growth
    if keepsEdits { edits.append(edit.moved(by: distance)) }
  }

  /// Keeps records up to an offset, where the last one ends.
  mutating func keep(_ recordCount: Int, upTo end: Int) {
    count &+= recordCount
    if recordCount > 0 { keptEnd = end }
  }

  /// Adds events of one shape.
  mutating func add(_ events: JokeHistogram.Records, droppedCount: Int) {
    count &+= events.count
    droppedByteCount &+= droppedCount &* events.byteCount
    if droppedCount < events.count { keptEnd = events.end }
  }

  /// Starts another run, with the distance from offsets in the text to offsets in the input. Edits
  /// are kept; the counts restart.
  mutating func begin(at distance: Int, areLines: Bool) {
    (self.distance, self.areLines) = (distance, areLines)
    (count, droppedByteCount, keptEnd, movedEnd) = (0, 0, nil, nil)
    fates = RecordCounts()
  }

  /// Keeps only the first edits.
  mutating func keepEdits(_ count: Int) { edits.removeLast(edits.count - count) }

  /// Swaps the edits with another array, to which later ones are appended.
  mutating func exchangeEdits(with other: inout [Edit]) { swap(&edits, &other) }
}

extension Span<UInt8> {
  /// Whether the byte before a place is a carriage return.
  fileprivate func isCarriageReturn(before place: Int) -> Bool {
    place > 0 && self[place - 1] == UInt8(ascii: "\r")
  }
}
