import Scan
import SystemIO

/// Reads the records of a log and writes the remaining ones.
///
/// As long as no record is removed or changes its size, the output consists of the input's own
/// bytes, even unusual ones. After the first such change records are reframed at their new offsets.
/// One-fragment records are decided in runs (`LogReader+Runs`). Memory is bounded by the largest
/// record that may be a document.
struct LogReader<Handler: LogHandler>: ~Copyable {
  var handler: Handler
  /// Receives what the handler finds.
  let visitor: any FindingVisitor
  var window: ByteWindow
  var output: LogOutput
  /// The format's name for messages.
  let formatName: String
  let isSalvaging: Bool
  /// Whether the output is the changed input.
  let isRewritten: Bool

  var scan = LogScan()
  /// The window offset of the first unprocessed byte.
  var position = 0
  /// The window offset up to which bytes are written or omitted.
  var written = 0
  /// The edits after `written`, with offsets in the input.
  var pending = PendingEdits()
  var recordNumber = 0
  var counts = RecordCounts()
  var totals = LogTotals()
  /// The assembled bytes of a record of several fragments.
  var assembled: [UInt8] = []
  /// The input offset of the large record being passed on.
  var largeRecordStart: Int?

  /// The source of decided runs.
  var runs: RunSource

  init(
    _ handler: consuming Handler, for visitor: any FindingVisitor, window: consuming ByteWindow,
    output: consuming ByteOutput,
    formatName: String, isSalvaging: Bool, isRewritten: Bool = true,
    sharing: WorkSharing = WorkSharing()
  ) {
    runs = RunSource(sharing, recordLimit: Handler.recordLimit)
    self.handler = handler
    self.visitor = visitor
    self.window = window
    self.output = LogOutput(output)
    self.formatName = formatName
    self.isSalvaging = isSalvaging
    self.isRewritten = isRewritten
    // 1 MiB for headers and for space wasted by short fragments.
    self.window.limit = Handler.recordLimit + 1 << 20
  }

  /// Reads the whole input and ends the output.
  ///
  /// - Throws: the error of the decompressor, if it explains bad data.
  mutating func run() throws {
    do { try readAll() } catch { throw window.reason(for: error) }
  }

  private mutating func readAll() throws {
    while try step() {}
    for tally in runs.finish() { visitor.merge(tally) }
    try write(upTo: position)
    // An input of whole blocks has a padded last block, or an exactly full one.
    try output.end(isPadded: window.byteCountRead % LogFrames.blockByteCount == 0)
    visitor.advance(to: window.byteCountRead)
  }

  /// Returns the input and the output.
  consuming func finish() -> StreamResult {
    var totals = totals
    totals.read.fileByteCount = window.byteCountRead
    let output = output.takeOutput()
    totals.written.fileByteCount = output.byteCount
    return StreamResult(window: window, output: output, counts: counts, log: totals)
  }

  /// Processes the next finding; false at the end of the input.
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
      // A fragment is smaller than the window, so a full window contains the start of a record.
      if try refill() == .full { scan.giveUpHolding() }
    case .end: return false
    }
    return true
  }

  mutating func advance(_ byteCount: Int) {
    position += byteCount
    scan.restart()
  }

  /// Writes processed bytes, then reads more.
  mutating func refill() throws -> ByteWindow.Refill {
    try write(upTo: position)
    window.drop(position)
    (position, written) = (0, 0)
    visitor.advance(to: window.offset)
    return try runs.giveBack(&window) ?? window.refill()
  }

  // MARK: Records

  private mutating func decide() throws {
    let fate: RecordFate?
    if scan.fragments.isEmpty {
      let origin = origin(of: window.offset + position)
      let bytes = window.bytes.extracting(range(of: scan.first))
      fate = try handler.decide(Record(bytes, origin: origin), telling: visitor) {
        try $0.decide($1)
      }
    } else {
      let origin = assemble()
      let assembled = assembled
      fate = try handler.decide(Record(assembled.span, origin: origin), telling: visitor) {
        try $0.decide($1)
      }
    }
    try apply(fate)
  }

  /// The origin of a record of one fragment.
  func origin(of offset: Int) -> Record.Origin {
    Record.Origin(
      file: window.path, byte: offset, .framed(headerByteCount: LogFrames.headerByteCount),
      isDecompressed: window.compression != nil)
  }

  /// Assembles the record from its fragments.
  private mutating func assemble() -> Record.Origin {
    assembled.removeAll(keepingCapacity: true)
    var sections: [Record.Section] = []
    for fragment in scan.fragments {
      let range = range(of: fragment)
      sections.append(
        Record.Section(start: assembled.count, byte: window.offset + range.lowerBound))
      assembled.append(contentsOf: window.bytes.extracting(range))
    }
    return Record.Origin(
      file: window.path, byte: window.offset + position + scan.first.start, .sections(sections),
      isDecompressed: window.compression != nil)
  }

  /// The record's bytes.
  private var payload: [UInt8] {
    if !scan.fragments.isEmpty { return assembled }
    return window.bytes.extracting(range(of: scan.first)).copied
  }

  /// The range of a fragment's bytes in the window.
  func range(of fragment: LogScan.Fragment) -> Range<Int> {
    position + fragment.payload.lowerBound..<position + fragment.payload.upperBound
  }

  private mutating func apply(_ fate: RecordFate?) throws {
    if let fate { counts.enter(fate) }
    switch fate {
    case nil, .keep: try keep()
    case .edit(let edits):
      let original = payload
      let bytes = Edit.apply(edits, to: original)
      guard bytes.count == original.count else { return try frame(bytes) }
      if !scan.fragments.isEmpty, output.isFraming { return try frame(bytes) }
      change(original, to: bytes)
      try keep()
    case .dropLeaving(let bytes): try frame(bytes)
    case .drop: try beginFraming()
    }
  }

  // MARK: Output

  /// Writes the input up to a window offset; while reframing, omits it.
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

  /// Frames bytes in place of the record.
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

  /// Writes the record with its bytes in the window.
  private mutating func keep() throws {
    if output.isFraming, !scan.fragments.isEmpty { return try frame(assembled) }
    totals.written.add(recordOf: scan.payloadByteCount)
    guard output.isFraming else { return }
    try keep(records: position + scan.first.start..<position + scan.first.payload.upperBound)
  }

  /// Writes consecutive records of one fragment each; only while reframing.
  mutating func keep(records: Range<Int>) throws {
    var start = records.lowerBound
    while start < records.upperBound {
      // As many records at once as fit in the block, or one that does not.
      var end = start
      while end < records.upperBound {
        let byteCount = LogFrames.Header(window.bytes, at: end).byteCount
        guard end == start || output.fits(end - start + byteCount) else { break }
        end += LogFrames.headerByteCount + byteCount
      }
      let edits = pending.take(upTo: window.offset + end)
      try output.keep(
        window.bytes.extracting(start..<end), after: window.bytes.extracting(written..<start),
        making: edits, at: window.offset + start)
      written = end
      start = end
    }
  }
}
