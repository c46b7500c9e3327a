package import Scan
package import SystemIO

/// Reads the records of a JSON input one by one, and writes out what is kept of it.
///
/// What is not changed leaves as the bytes that came in, in stretches as long as the window. Memory
/// is bounded by the largest record, whatever the input's size.
package struct RecordStream<Handler: RecordHandler>: ~Copyable {
  package var handler: Handler
  package var window: ByteWindow
  package var output: ByteOutput
  /// What messages call the format.
  let formatName: String
  /// Whether a damaged record is passed over, as it came, and the rest goes on.
  let isSalvaging: Bool
  /// How many bytes a record may have.
  let recordLimit: Int
  /// Whether what leaves is the input, changed: of damage that takes the rest along it is said that it
  /// stays.
  package var isRewritten = true

  /// The place in the window of the first byte not dealt with.
  var position = 0
  /// Everything before this place in the window is written, or must not be.
  var written = 0
  /// The edits behind `written`; places are those in the input.
  var pending = PendingEdits()
  /// A separator that comes before `written`, and is written only if something follows it.
  var held = HeldSeparator()
  /// The same before `held`, where it is too long to be in memory.
  var longSeparator: LongSeparator?
  var counts = RecordCounts()
  /// What was decided about records that follow each other.
  var runs: RunSource
  /// The line of `position`.
  var lines = LineCount()

  package init(
    _ handler: consuming Handler, window: consuming ByteWindow, output: consuming ByteOutput,
    formatName: String, isSalvaging: Bool, sharing: WorkSharing = WorkSharing(),
    recordLimit: Int? = nil
  ) {
    self.handler = handler
    self.window = window
    self.output = output
    self.formatName = formatName
    self.isSalvaging = isSalvaging
    self.recordLimit = recordLimit ?? Handler.recordLimit
    runs = RunSource(sharing, recordLimit: self.recordLimit)
    // What separates a record from the one before it, and from its key, is no part of it.
    self.window.limit = self.recordLimit + Self.separatorLimit
  }

  /// Reads the whole input.
  package mutating func run(_ framing: Framing) throws {
    while window.count < 3, try window.refill() == .more {}
    if window.bytes.startsWithByteOrderMark { advance(to: 3) }
    switch framing {
    case .lines: try runLines()
    case .stream: try runStream()
    case .single: try runSingle()
    case .array: try runArray()
    case .object: try runObject()
    }
    try write(upTo: window.count)
    handler.advance(to: window.offset + window.count)
    for tally in runs.finish() { handler.merge(tally) }
  }

  /// Gives the input and the output back.
  package consuming func finish() -> StreamResult {
    StreamResult(window: window, output: output, counts: counts)
  }

  // MARK: Places

  /// Moves on, keeping count of the lines.
  mutating func advance(to place: Int) {
    lines.pass(window.bytes, position..<place, at: window.offset)
    position = place
  }

  /// Moves over one line that ends right before `place`.
  mutating func advanceLine(to place: Int) {
    lines.line += 1
    lines.start = window.offset + place
    position = place
  }

  /// Where `position` is in the input.
  var origin: Record.Origin {
    var origin = Record.Origin(
      file: window.path, byte: window.offset + position, line: lines.line,
      column: lines.column(of: window.offset + position),
      isDecompressed: window.compression != nil)
    origin.isMended = window.isMended
    return origin
  }

  /// The place of a byte at or after `position`.
  func place(of offset: Int) -> Place {
    Record(window.bytes, range: position..<offset, valueStart: position, key: nil, origin: origin)
      .place(of: offset)
  }

  func damage(_ error: JSONSyntaxError) -> DamagedInput {
    DamagedInput(
      error, of: formatName, at: place(of: min(error.offset, window.count)),
      documentID: handler.documentID)
  }

  // MARK: Window and output

  /// Brings in more bytes; what is settled is written out first.
  ///
  /// - Parameter settled: everything before this place has its fate.
  mutating func refill(settled: Int) throws -> ByteWindow.Refill {
    try write(upTo: settled)
    let dropped = min(written, position)
    window.drop(dropped)
    position -= dropped
    written -= dropped
    handler.advance(to: window.offset + position)
    return try runs.giveBack(&window) ?? window.refill()
  }

  /// Writes what is kept up to a place.
  mutating func write(upTo place: Int) throws {
    guard written < place else { return }
    try writeHeld()
    let edits = pending.take(upTo: window.offset + place)
    try output.copy(
      window.bytes.extracting(written..<place), making: edits, at: window.offset + written)
    written = place
  }

  /// Leaves out what comes next in the window, up to a place.
  mutating func leaveOut(upTo place: Int) throws {
    guard written < place else { return }
    try output.leaveOut(window.bytes.extracting(written..<place))
    written = place
  }

  /// Leaves out the separator before a record that goes, and holds it back: should another record
  /// follow, it comes before that one.
  mutating func holdSeparator(before place: Int) throws {
    try longSeparator?.leaveOut(of: &output)
    held.replacement += window.bytes.extracting(written..<place).copied
    try leaveOut(upTo: place)
  }

  /// Puts the separator that was held back in the place of the one before the next record.
  mutating func exchangeSeparator(before place: Int) throws {
    if let separator = longSeparator.take() { try separator.insert(into: &output) }
    let replacement = held.replacement
    try output.replace(window.bytes.extracting(written..<place), with: replacement.span)
    held = HeldSeparator()
    written = place
  }

  /// Writes the separator that was held back, because something follows it.
  mutating func writeHeld() throws {
    if let separator = longSeparator.take() { try separator.copy(to: &output) }
    if held.isEmpty { return }
    let separator = held
    held = HeldSeparator()
    try output.replace(separator.original.span, with: separator.replacement.span)
  }

  /// Leaves out what stands there of the separator that is held back, which yet may be written.
  mutating func leaveOutHeld() throws {
    let original = held.original
    held.original = []
    try output.leaveOut(original.span)
  }

  /// Gives the separator up that was held back, because nothing follows it.
  mutating func dropHeld() throws {
    try leaveOutHeld()
    held = HeldSeparator()
    longSeparator = nil
  }

  /// Counts a document that is walked over as a container, and so stays.
  mutating func passDocument() {
    counts.kept += 1
    handler.passDocument()
  }

  /// Carries out a fate; for `drop` only what stands before the record is settled.
  ///
  /// - Returns: whether the record is still in the output.
  mutating func apply(_ fate: RecordFate, to range: Range<Int>) throws -> Bool {
    switch fate {
    case .keep:
      counts.kept += 1
      return true
    case .edit(let edits):
      counts.changed += 1
      for edit in Edit.sorted(edits) {
        pending.enter(edit.moved(by: window.offset + range.lowerBound))
      }
      return true
    case .dropLeaving(let bytes):
      counts.dropped += 1
      pending.enter(Edit(range, bytes).moved(by: window.offset))
      return true
    case .drop:
      counts.dropped += 1
      return false
    }
  }
}

/// What separates two records, and waits for what becomes of the second.
struct HeldSeparator {
  /// What stands there, as far as it is not left out already.
  var original: [UInt8] = []
  /// What is written if a record follows.
  var replacement: [UInt8] = []

  init() {}

  init(_ bytes: [UInt8]) { (original, replacement) = (bytes, bytes) }

  var isEmpty: Bool { original.isEmpty && replacement.isEmpty }
}

/// What is left when an input was read to its end.
package struct StreamResult: ~Copyable {
  package var window: ByteWindow
  package var output: ByteOutput
  package var counts: RecordCounts
  /// Where the input says that more documents follow, on a page that is not in it.
  package var continuation: Place?
  /// What a log held and holds, where it was one.
  package var log: LogTotals?
}

/// What a stream did to its records, counted where the bytes are, apart from all decisions.
package struct RecordCounts: Sendable, Hashable {
  package var kept = 0
  package var changed = 0
  package var dropped = 0

  package init() {}

  /// Counts a record.
  mutating func enter(_ fate: RecordFate) {
    switch fate {
    case .keep: kept += 1
    case .edit: changed += 1
    case .drop, .dropLeaving: dropped += 1
    }
  }

  package static func += (sum: inout RecordCounts, other: RecordCounts) {
    sum.kept += other.kept
    sum.changed += other.changed
    sum.dropped += other.dropped
  }
}

extension Span<UInt8> {
  /// Whether the bytes begin with the UTF-8 byte order mark.
  var startsWithByteOrderMark: Bool {
    count >= 3 && self[0] == 0xEF && self[1] == 0xBB && self[2] == 0xBF
  }
}
