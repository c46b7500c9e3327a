package import Scan
package import SystemIO

/// Reads the records of a JSON input, and writes the kept and edited ones.
///
/// Unchanged bytes are copied in stretches as long as the window. Memory is bounded by the largest
/// record, regardless of the size of the input.
package struct RecordStream<Handler: RecordHandler>: ~Copyable {
  /// Decides about the records.
  package var handler: Handler
  /// Receives what the handler finds.
  let visitor: any FindingVisitor
  /// The input.
  package var window: ByteWindow
  /// The output, which discards in a dry run.
  package var output: ByteOutput
  /// The name of the format in messages.
  let formatName: String
  /// Whether damaged records are copied unread instead of ending the run.
  let isSalvaging: Bool
  /// The largest size of a record, in bytes.
  let recordLimit: Int
  /// Whether the output is the changed input. Messages about damage then say that the rest stays.
  let isRewritten: Bool

  /// The offset in the window of the first unprocessed byte.
  var position = 0
  /// The offset in the window up to which bytes are written or omitted.
  var written = 0
  /// The edits after `written`, with offsets in the input.
  var pending = PendingEdits()
  /// A separator before `written`, written only if a record follows.
  var held = HeldSeparator()
  /// The part of the separator before `held` that is too long for memory.
  var longSeparator: LongSeparator?
  var counts = RecordCounts()
  /// The source of decisions about runs of records.
  var runs: RunSource
  /// The line of `position`.
  var lines = LineCount()

  package init(
    _ handler: consuming Handler, for visitor: any FindingVisitor, window: consuming ByteWindow,
    output: consuming ByteOutput,
    formatName: String, isSalvaging: Bool, isRewritten: Bool = true,
    sharing: WorkSharing = WorkSharing(), recordLimit: Int? = nil
  ) {
    self.handler = handler
    self.visitor = visitor
    self.window = window
    self.output = output
    self.formatName = formatName
    self.isSalvaging = isSalvaging
    self.isRewritten = isRewritten
    self.recordLimit = recordLimit ?? Handler.recordLimit
    runs = RunSource(sharing, recordLimit: self.recordLimit)
    // A separator is not part of a record's size; the key of a member is.
    self.window.limit = self.recordLimit + Self.separatorLimit
  }

  /// Reads the whole input.
  ///
  /// - Throws: the error of the decompressor, if it explains bad data.
  package mutating func run(_ framing: Framing) throws {
    do { try readAll(framing) } catch { throw window.reason(for: error) }
  }

  private mutating func readAll(_ framing: Framing) throws {
    try window.fill(to: 3)
    if window.offset > 0 {
      lines = LineCount(isKnown: false, start: window.offset)
    } else if window.bytes.byteOrderMarkLength > 0 {
      advance(to: 3)
    }
    switch framing {
    case .lines: try runLines()
    case .stream, .single, .array, .object: try runValues(framing)
    }
    try write(upTo: window.count)
    visitor.advance(to: window.offset + window.count)
    for tally in runs.finish() { visitor.merge(tally) }
  }

  /// Returns the input and the output.
  package consuming func finish() -> StreamResult {
    StreamResult(window: window, output: output, counts: counts)
  }

  // MARK: Places

  /// Moves to a place, and counts the lines before it.
  mutating func advance(to place: Int) {
    lines.pass(window.bytes, position..<place, at: window.offset)
    position = place
  }

  /// Moves past one line, which ends right before `place`.
  mutating func advanceLine(to place: Int) {
    lines.passLine(upTo: window.offset + place)
    position = place
  }

  /// The place of `position` in the input.
  var origin: Record.Origin {
    var origin = Record.Origin(
      file: window.path, byte: window.offset + position, line: lines.isKnown ? lines.line : 0,
      column: lines.column(of: window.offset + position),
      isDecompressed: window.compression != nil)
    origin.isMended = window.isMended
    return origin
  }

  func damage(_ error: JSONSyntaxError) -> DamagedInput {
    let offset = min(error.offset, window.count)
    let rest = Record(window.bytes, range: position..<offset, origin: origin)
    return DamagedInput(
      error, of: formatName, at: rest.place(of: offset),
      documentID: handler.documentID, salvaging: "leave the rest unread")
  }

  // MARK: Window and output

  /// Reads more bytes, after writing the settled ones.
  ///
  /// - Parameter settled: the offset before which the fate of everything is known.
  mutating func refill(settled: Int) throws -> ByteWindow.Refill {
    try write(upTo: settled)
    let dropped = min(written, position)
    window.drop(dropped)
    position -= dropped
    written -= dropped
    visitor.advance(to: window.offset + position)
    return try runs.giveBack(&window) ?? window.refill()
  }

  /// Writes up to a place, with the pending edits.
  mutating func write(upTo place: Int) throws {
    guard written < place else { return }
    try writeHeld()
    let edits = pending.take(upTo: window.offset + place)
    try output.copy(
      window.bytes.extracting(written..<place), making: edits, at: window.offset + written)
    written = place
  }

  /// Omits everything up to a place.
  mutating func leaveOut(upTo place: Int) throws {
    guard written < place else { return }
    try output.leaveOut(window.bytes.extracting(written..<place))
    written = place
  }

  /// Omits the separator before a dropped record, and holds it for the next kept record.
  mutating func holdSeparator(before place: Int) throws {
    try longSeparator?.leaveOut(of: &output)
    held.replacement += window.bytes.extracting(written..<place).copied
    try leaveOut(upTo: place)
  }

  /// Replaces the separator before the next record with the held one.
  mutating func exchangeSeparator(before place: Int) throws {
    if let separator = longSeparator.take() { try separator.insert(into: &output) }
    let replacement = held.replacement
    try output.replace(window.bytes.extracting(written..<place), with: replacement.span)
    held = HeldSeparator()
    written = place
  }

  /// Writes the held separator in its place, because something follows it.
  mutating func writeHeld() throws {
    if let separator = longSeparator.take() { try separator.copy(to: &output) }
    if held.isEmpty { return }
    let separator = held
    held = HeldSeparator()
    try output.replace(separator.original.span, with: separator.replacement.span)
  }

  /// Omits the original bytes of the held separator, which may still be written elsewhere.
  mutating func leaveOutHeld() throws {
    let original = held.original
    held.original = []
    try output.leaveOut(original.span)
  }

  /// Drops the held separator, because nothing follows it.
  mutating func dropHeld() throws {
    try leaveOutHeld()
    held = HeldSeparator()
    longSeparator = nil
  }

  /// Applies a fate; for `drop`, the caller omits the record.
  ///
  /// - Returns: whether the record, or a part of it, stays in the output.
  mutating func apply(_ fate: RecordFate, to range: Range<Int>) throws -> Bool {
    counts.enter(fate)
    switch fate {
    case .keep, .drop: break
    case .edit(let edits):
      for edit in Edit.sorted(edits) {
        pending.enter(edit.moved(by: window.offset + range.lowerBound))
      }
    case .dropLeaving(let bytes): pending.enter(Edit(range, bytes).moved(by: window.offset))
    }
    return !fate.isDrop
  }
}

/// A separator that waits for the fate of the record after it.
struct HeldSeparator {
  /// The separator's bytes in the input that are not omitted yet.
  var original: [UInt8] = []
  /// The bytes to write if a record follows.
  var replacement: [UInt8] = []

  init() {}

  init(_ bytes: [UInt8]) { (original, replacement) = (bytes, bytes) }

  var isEmpty: Bool { original.isEmpty && replacement.isEmpty }
}

/// The state after an input was read to its end.
package struct StreamResult: ~Copyable {
  /// The input, read to its end.
  package var window: ByteWindow
  /// The output, complete but not finished.
  package var output: ByteOutput
  /// The number of records kept, changed and dropped.
  package var counts: RecordCounts
  /// The place where the input says that more documents follow on a page that it lacks.
  package var continuation: Place?
  /// The totals of a log, if the input was one.
  package var log: LogTotals?
}

/// How many records a stream kept, changed and dropped, counted where bytes are written and
/// independent of the decisions.
package struct RecordCounts: Sendable, Hashable {
  /// Records whose bytes were copied.
  package var kept = 0
  /// Records that were copied with edits.
  package var changed = 0
  /// Records that were left out.
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
