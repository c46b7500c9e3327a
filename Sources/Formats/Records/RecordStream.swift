package import ByteIO
import JSONText

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
  let sharing: WorkSharing
  /// How many bytes a record may have.
  let recordLimit: Int
  /// Whether what leaves is the input, changed: of damage that takes the rest along it is said that it
  /// stays.
  package var isRewritten = true

  /// The place in the window of the first byte not dealt with.
  var position = 0
  /// Everything before this place in the window is written, or must not be.
  var written = 0
  /// A separator that comes before `written`, and is written only if something follows it.
  var held: [UInt8] = []
  /// The same before `held`, where it is too long to be in memory.
  var longSeparator: LongSeparator?
  var counts = RecordCounts()
  /// What workers have found in the rest of the input.
  var ahead: Ahead?
  var isAhead = Answer.unknown
  /// The line of `position`, from 1, and the offset in the input at which that line begins.
  var line = 1
  var lineStart = 0

  package init(
    _ handler: consuming Handler, window: consuming ByteWindow, output: consuming ByteOutput,
    formatName: String, isSalvaging: Bool, sharing: WorkSharing = WorkSharing(),
    recordLimit: Int? = nil
  ) {
    self.sharing = sharing
    self.handler = handler
    self.window = window
    self.output = output
    self.formatName = formatName
    self.isSalvaging = isSalvaging
    self.recordLimit = recordLimit ?? Handler.recordLimit
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
    handler.finish()
  }

  /// Gives the input and the output back.
  package consuming func finish() -> StreamResult {
    StreamResult(window: window, output: output, counts: counts)
  }

  // MARK: Places

  /// Moves on, keeping count of the lines.
  mutating func advance(to place: Int) {
    var start = position
    let passed = window.bytes.extracting(0..<place)
    while let end = passed.firstOffset(of: UInt8(ascii: "\n"), from: start) {
      line += 1
      start = end + 1
      lineStart = window.offset + start
    }
    position = place
  }

  /// Moves over one line that ends right before `place`.
  mutating func advanceLine(to place: Int) {
    line += 1
    lineStart = window.offset + place
    position = place
  }

  /// Where `position` is in the input.
  var origin: Record.Origin {
    Record.Origin(
      file: window.path, byte: window.offset + position, line: line,
      column: window.offset + position - lineStart + 1,
      isDecompressed: window.compression != nil)
  }

  /// The place of a byte at or after `position`.
  func place(of offset: Int) -> Place {
    Record(window.bytes, range: position..<offset, valueStart: position, key: nil, origin: origin)
      .place(of: offset)
  }

  func damage(_ error: JSONSyntaxError) -> DamagedInput {
    DamagedInput(
      format: formatName, place: place(of: min(error.offset, window.count)),
      reason: error.reason.rawValue, documentID: handler.documentID,
      hint: error.reason == .unexpectedEnd
        ? "the input may be cut short; get it again, or pass --salvage to go on without this record"
        : "get the input again, or pass --salvage to go on without this record")
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
    if let refill = try reclaimWindow() { return refill }
    return try window.refill()
  }

  /// Writes what is kept up to a place.
  mutating func write(upTo place: Int) throws {
    guard written < place else { return }
    try writeHeld()
    try output.write(window.bytes.extracting(written..<place))
    written = place
  }

  /// Writes the separator that was held back, because something follows it.
  mutating func writeHeld() throws {
    if let separator = longSeparator.take() { try separator.write(to: &output) }
    guard !held.isEmpty else { return }
    try output.write(held)
    held = []
  }

  /// Gives the separator up that was held back, because nothing follows it.
  mutating func dropHeld() {
    held = []
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
    case .patch(let offset, let bytes):
      counts.changed += 1
      for index in 0..<bytes.count { window.replaceByte(at: offset + index, with: bytes[index]) }
      return true
    case .replace(let bytes):
      counts.changed += 1
      try replace(range, with: bytes)
      return true
    case .dropLeaving(let bytes):
      counts.dropped += 1
      try replace(range, with: bytes)
      return true
    case .drop:
      counts.dropped += 1
      return false
    }
  }
}

extension RecordStream {
  private mutating func replace(_ range: Range<Int>, with bytes: [UInt8]) throws {
    try write(upTo: range.lowerBound)
    try writeHeld()
    try output.write(bytes)
    written = range.upperBound
  }
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
