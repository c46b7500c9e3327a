import Scan
import SystemIO

/// Reads the records of a log one by one, and writes out what is kept of it.
///
/// While no record goes or grows, the output is the input's own bytes, whatever is odd about them.
/// From the first that does on, records are framed anew at the place in the output they have got
/// to. Records of one fragment are decided about in runs (`LogReader+Runs`). Memory is bounded by the
/// largest record that may be a document.
struct LogReader<Handler: LogHandler>: ~Copyable {
  var handler: Handler
  var window: ByteWindow
  var output: LogOutput
  /// What messages call the format.
  let formatName: String
  let isSalvaging: Bool
  /// Whether what leaves is the input, changed.
  var isRewritten = true

  var scan = LogScan()
  /// The place in the window of the first byte not dealt with.
  var position = 0
  /// Everything before this place in the window is written, or must not be.
  var written = 0
  /// The edits behind `written`; places are those in the input.
  var pending = PendingEdits()
  var recordNumber = 0
  var counts = RecordCounts()
  var totals = LogTotals()
  /// The bytes of a record of several fragments.
  var assembled: [UInt8] = []
  /// Where in the input a record begins that is too large to be held, and is being passed on.
  var largeRecordStart: Int?

  /// What was decided about records that follow each other.
  var runs: RunSource

  init(
    _ handler: consuming Handler, window: consuming ByteWindow, output: consuming ByteOutput,
    formatName: String, isSalvaging: Bool, sharing: WorkSharing = WorkSharing()
  ) {
    runs = RunSource(sharing, recordLimit: Handler.recordLimit)
    self.handler = handler
    self.window = window
    self.output = LogOutput(output)
    self.formatName = formatName
    self.isSalvaging = isSalvaging
    // Headers, and what short fragments waste.
    self.window.limit = Handler.recordLimit + 1 << 20
  }

  /// Reads the whole input.
  mutating func run() throws {
    while try step() {}
    for tally in runs.finish() { handler.merge(tally) }
    try write(upTo: position)
    // A writer that fills the last block up leaves no other length.
    try output.end(isPadded: window.byteCountRead % LogFrames.blockByteCount == 0)
    handler.advance(to: window.byteCountRead)
  }

  /// Gives the input and the output back.
  consuming func finish() -> StreamResult {
    var totals = totals
    totals.read.fileByteCount = window.byteCountRead
    let output = output.takeOutput()
    totals.written.fileByteCount = output.byteCount
    return StreamResult(window: window, output: output, counts: counts, log: totals)
  }

  /// Deals with what comes next; false where the input ends.
  mutating func step() throws -> Bool {
    if try passRun() { return true }
    let finding: LogScan.Finding
    do throws(LogScan.Damage) {
      finding = try scan.scan(
        window.bytes.extracting(position..<window.count), at: window.offset + position,
        isAtEnd: window.isAtEnd, limit: Handler.recordLimit)
    } catch {
      try pass(error)
      return true
    }
    switch finding {
    case .record where scan.isTooLarge: try endLargeRecord()
    case .record:
      recordNumber += 1
      totals.read.add(recordOf: scan.payloadByteCount)
      try decide()
      advance(scan.byteCount)
    case .padding:
      try write(upTo: position)
      try output.hold(zeros: scan.byteCount)
      written = position + scan.byteCount
      advance(scan.byteCount)
    case .orphan: try leaveOut(scan.byteCount)
    case .unfinished:
      if scan.isTooLarge { try passPiece(isLast: false) }
      // No fragment is as large as the window: there is the beginning of a record in it.
      if try refill() == .full { scan.giveUpHolding() }
    case .end: return false
    }
    return true
  }

  mutating func advance(_ byteCount: Int) {
    position += byteCount
    scan.restart()
  }

  /// Brings in more bytes; what is settled is written out first.
  mutating func refill() throws -> ByteWindow.Refill {
    try write(upTo: position)
    window.drop(position)
    (position, written) = (0, 0)
    handler.advance(to: window.offset)
    return try runs.giveBack(&window) ?? window.refill()
  }

  // MARK: Records

  private mutating func decide() throws {
    let fate: RecordFate?
    if scan.fragments.isEmpty {
      let payload = scan.first.payload
      let origin = origin(of: window.offset + position)
      let text = window.bytes.extracting(
        position + payload.lowerBound..<position + payload.upperBound)
      fate = try handler.decide(
        Record(text, range: 0..<text.count, valueStart: 0, key: nil, origin: origin))
    } else {
      let origin = assemble()
      let assembled = assembled
      let text = assembled.span
      fate = try handler.decide(
        Record(text, range: 0..<text.count, valueStart: 0, key: nil, origin: origin))
    }
    try apply(fate)
  }

  /// Where a record of one fragment begins.
  func origin(of offset: Int) -> Record.Origin {
    Record.Origin(
      file: window.path, byte: offset, .framed(headerByteCount: LogFrames.headerByteCount),
      isDecompressed: window.compression != nil)
  }

  /// Puts the bytes of the record's fragments together.
  private mutating func assemble() -> Record.Origin {
    assembled.removeAll(keepingCapacity: true)
    var pieces: [Record.Piece] = []
    for fragment in scan.fragments {
      let start = assembled.count
      let range = position + fragment.payload.lowerBound..<position + fragment.payload.upperBound
      assembled.append(contentsOf: window.bytes.extracting(range))
      pieces.append(
        Record.Piece(range: start..<assembled.count, byte: window.offset + range.lowerBound))
    }
    return Record.Origin(
      file: window.path, byte: window.offset + position + scan.first.start, .pieces(pieces),
      isDecompressed: window.compression != nil)
  }

  /// The bytes of the record.
  private var payload: [UInt8] {
    if !scan.fragments.isEmpty { return assembled }
    let range = scan.first.payload
    return window.bytes.extracting(position + range.lowerBound..<position + range.upperBound).copied
  }

  private mutating func apply(_ fate: RecordFate?) throws {
    switch fate {
    case nil: try keep()
    case .keep:
      counts.kept += 1
      try keep()
    case .edit(let edits):
      counts.changed += 1
      let original = payload
      let bytes = Edit.apply(edits, to: original)
      guard bytes.count == original.count else { return try frame(bytes) }
      if !scan.fragments.isEmpty, output.isFraming { return try frame(bytes) }
      change(original, to: bytes)
      try keep()
    case .dropLeaving(let bytes):
      counts.dropped += 1
      try frame(bytes)
    case .drop:
      counts.dropped += 1
      try beginFraming()
    }
  }

  // MARK: Output

  /// Writes what leaves as it came up to a place in the window; where records are framed anew, what is
  /// not dealt with goes.
  mutating func write(upTo place: Int) throws {
    guard written < place else { return }
    let bytes = window.bytes.extracting(written..<place)
    if output.isFraming {
      try output.leaveOut(bytes)
    } else {
      let edits = pending.take(upTo: window.offset + place)
      try output.pass(bytes, making: edits, at: window.offset + written)
    }
    written = place
  }

  /// Frames bytes anew in the place of the record.
  private mutating func frame(_ bytes: [UInt8]) throws {
    try beginFraming()
    totals.written.add(recordOf: bytes.count)
    let end = position + scan.byteCount
    try output.frame(bytes, insteadOf: window.bytes.extracting(written..<end))
    written = end
  }

  mutating func beginFraming() throws {
    try write(upTo: position)
    try output.beginFraming()
  }

  /// Sees to it that the record leaves with the bytes it has in the window.
  private mutating func keep() throws {
    if output.isFraming, !scan.fragments.isEmpty { return try frame(assembled) }
    totals.written.add(recordOf: scan.payloadByteCount)
    guard output.isFraming else { return }
    try keep(position + scan.first.start..<position + scan.first.payload.upperBound)
  }

  /// Writes a record of one fragment; only where records are framed anew.
  mutating func keep(_ range: Range<Int>) throws {
    let edits = pending.take(upTo: window.offset + range.upperBound)
    try output.keep(
      window.bytes.extracting(range),
      after: window.bytes.extracting(written..<range.lowerBound), making: edits,
      at: window.offset + range.lowerBound)
    written = range.upperBound
  }

  /// Writes records of one fragment each, one behind the other; only where records are framed anew.
  mutating func keep(records: Range<Int>) throws {
    var start = records.lowerBound
    while start < records.upperBound {
      // As many as fit leave at once.
      var end = start
      while end < records.upperBound {
        let byteCount = LogFrames.Header(window.bytes, at: end).byteCount
        guard output.fits(end - start + byteCount) else { break }
        end += LogFrames.headerByteCount + byteCount
      }
      if end == start {
        end += LogFrames.headerByteCount + LogFrames.Header(window.bytes, at: end).byteCount
        try keep(start..<end)
      } else {
        let edits = pending.take(upTo: window.offset + end)
        try output.keep(
          records: window.bytes.extracting(start..<end),
          after: window.bytes.extracting(written..<start), making: edits,
          at: window.offset + start)
        written = end
      }
      start = end
    }
  }
}
