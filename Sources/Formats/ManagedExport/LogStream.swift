import ByteIO

/// Reads the records of a log one by one, and writes out what is kept of it.
///
/// While no record goes or grows, the output is the input's own bytes, whatever is odd about them.
/// From the first that does on, records are framed anew at the place in the output they have got
/// to. Memory is bounded by the largest record.
struct LogStream<Handler: LogHandler>: ~Copyable {
  private var handler: Handler
  var window: ByteWindow
  private var output: LogOutput
  /// What messages call the format.
  private let formatName: String
  private let isSalvaging: Bool

  private var scan = LogScan()
  /// The place in the window of the first byte not dealt with.
  private var position = 0
  /// Everything before this place in the window is written, or must not be.
  private var written = 0
  private var recordNumber = 0
  private var counts = RecordCounts()
  private var totals = LogTotals()
  /// The bytes of a record of several fragments.
  private var assembled: [UInt8] = []

  init(
    _ handler: consuming Handler, window: consuming ByteWindow, output: consuming ByteOutput,
    formatName: String, isSalvaging: Bool
  ) {
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
  private mutating func step() throws -> Bool {
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
    case .record:
      recordNumber += 1
      totals.read.add(recordOf: scan.payloadByteCount)
      try decide()
      advance(scan.byteCount)
    case .padding:
      try write(upTo: position)
      output.hold(zeros: scan.byteCount)
      written = position + scan.byteCount
      advance(scan.byteCount)
    case .orphan: try leaveOut(scan.byteCount)
    case .unfinished:
      if try refill() == .full {
        let limit = Amount.bytes(Handler.recordLimit)
        try pass(
          LogScan.Damage(reason: "it is larger than \(limit), which no document can be", place: 0))
      }
    case .end: return false
    }
    return true
  }

  private mutating func advance(_ byteCount: Int) {
    position += byteCount
    scan.restart()
  }

  /// Brings in more bytes; what is settled is written out first.
  private mutating func refill() throws -> ByteWindow.Refill {
    try write(upTo: position)
    window.drop(position)
    position = 0
    written = 0
    handler.advance(to: window.offset)
    return try window.refill()
  }

  // MARK: Records

  private mutating func decide() throws {
    let fate: RecordFate?
    if scan.fragments.isEmpty {
      let payload = scan.first.payload
      let origin = Record.Origin(
        file: window.path, byte: window.offset + position,
        .framed(headerByteCount: LogFrames.headerByteCount),
        isDecompressed: window.compression != nil)
      let text = window.bytes.extracting(
        position + payload.lowerBound..<position + payload.upperBound)
      fate = try handler.decide(
        Record(text, range: 0..<text.count, valueStart: 0, key: nil, origin: origin))
    } else {
      let origin = assemble()
      let text = assembled.span
      fate = try handler.decide(
        Record(text, range: 0..<text.count, valueStart: 0, key: nil, origin: origin))
    }
    try apply(fate)
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

  private mutating func apply(_ fate: RecordFate?) throws {
    switch fate {
    case nil: try keep()
    case .keep:
      counts.kept += 1
      try keep()
    case .patch(let offset, let bytes):
      counts.changed += 1
      patch(offset, bytes)
      try keep()
    case .replace(let bytes):
      counts.changed += 1
      try beginFraming()
      totals.written.add(recordOf: bytes.count)
      try output.frame(bytes)
    case .dropLeaving(let bytes):
      counts.dropped += 1
      try beginFraming()
      totals.written.add(recordOf: bytes.count)
      try output.frame(bytes)
    case .drop:
      counts.dropped += 1
      try beginFraming()
    }
  }

  /// Changes bytes of the record in the window, and the checksums over them.
  private mutating func patch(_ offset: Int, _ bytes: PatchBytes) {
    if scan.fragments.isEmpty { return patch(scan.first, 0, offset, bytes) }
    var start = 0
    for fragment in scan.fragments {
      patch(fragment, start, offset, bytes)
      start += fragment.payload.count
    }
    for index in 0..<bytes.count { assembled[offset + index] = bytes[index] }
  }

  /// - Parameter start: where in the record's bytes the fragment's begin.
  private mutating func patch(
    _ fragment: LogScan.Fragment, _ start: Int, _ offset: Int, _ bytes: PatchBytes
  ) {
    let payload = position + fragment.payload.lowerBound..<position + fragment.payload.upperBound
    let touched = (start..<start + payload.count).clamped(to: offset..<offset + bytes.count)
    guard !touched.isEmpty else { return }
    for place in touched {
      window.replaceByte(at: payload.lowerBound + place - start, with: bytes[place - offset])
    }
    let header = position + fragment.start
    let type = window.bytes[header + LogFrames.headerByteCount - 1]
    let sum = LogFrames.storedChecksum(type, window.bytes.extracting(payload))
    for index in 0..<4 {
      window.replaceByte(
        at: header + index, with: UInt8(truncatingIfNeeded: sum >> (8 * UInt32(index))))
    }
  }

  // MARK: Output

  /// Writes what leaves as it came up to a place in the window.
  private mutating func write(upTo place: Int) throws {
    guard written < place else { return }
    try output.pass(window.bytes.extracting(written..<place))
    written = place
  }

  private mutating func beginFraming() throws {
    try write(upTo: position)
    output.beginFraming()
  }

  /// Sees to it that the record leaves with the bytes it has in the window.
  private mutating func keep() throws {
    totals.written.add(recordOf: scan.payloadByteCount)
    guard output.isFraming else { return }
    if !scan.fragments.isEmpty { return try output.frame(assembled) }
    let range = position + scan.first.start..<position + scan.first.payload.upperBound
    try output.keep(window.bytes.extracting(range))
  }

  // MARK: Damage

  /// Passes over what is damaged, where that does not end the run.
  ///
  /// - Throws: `DamagedInput` where it does.
  private mutating func pass(_ damage: LogScan.Damage) throws {
    recordNumber += 1
    let byte = window.offset + position + damage.place
    let block = LogFrames.byteCountLeft(inBlockAt: byte)
    var error = DamagedInput(
      format: formatName,
      place: Place(file: window.path, byte: byte, isDecompressed: window.compression != nil),
      reason: "record \(recordNumber): \(damage.reason)",
      hint: damage.isCut
        ? "the file may be cut short; \(Self.advice)" : Self.advice)
    guard isSalvaging else { throw error }
    let end = damage.resumption ?? damage.place + block
    while window.count - position < end, try refill() == .more {}
    let lost = min(end, window.count - position)
    error.reason +=
      "; \(Amount.count(lost, of: "byte")) up to where reading goes on "
      + (output.isFraming ? "are left out" : "stay as they came, unread")
    try handler.reject(.damaged(error))
    totals.damageCount += 1
    scan.isResuming = true
    try leaveOut(lost)
  }

  private static var advice: String {
    "get it again, or pass --salvage to go on without this record"
  }

  /// Goes on behind bytes that no record is read from: they stay while everything does.
  private mutating func leaveOut(_ byteCount: Int) throws {
    try write(upTo: position + byteCount)
    advance(byteCount)
  }
}
