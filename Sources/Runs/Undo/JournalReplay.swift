import Scan
import SystemIO

/// Restores an original from its result and the changes of a journal, and verifies it.
///
/// The journal holds the result's bytes that are not in the original, which are compared; all
/// others go into the original, whose checksum is compared. If both match, the result is the run's.
struct JournalReplay: ~Copyable {
  /// Takes the original's bytes in order.
  typealias Sink = (Span<UInt8>) throws -> Void

  private let file: JournalFile
  /// The result; nil if the original is kept whole.
  private var result: ByteWindow?
  /// Bytes not yet passed to the sink. Most come in small pieces, and checksums of those are slow.
  private var held = ScratchBytes()
  private var byteCount = 0
  private var sum = CRC32C()
  private var isRight = true
  private static let heldByteCount = 64 << 10

  /// - Parameter path: the path of the result.
  init(_ file: JournalFile, from path: String) throws {
    self.file = file
    if case .steps = file.result {
      result = ByteWindow(try InputFile(path: path))
    } else {
      result = nil
    }
  }

  /// - Parameter place: the place in the journal after the change.
  mutating func take(
    _ change: JournalReader.Item, _ place: Place, _ sink: Sink
  ) throws {
    guard var window = result.take() else {
      guard case .piece(let bytes) = change else {
        throw DamagedJournal(place: place, reason: "it has steps for a file that is kept whole")
      }
      return try give(bytes.span, sink)
    }
    guard case .steps(var steps) = change else {
      throw DamagedJournal(place: place, reason: "it keeps a part of a file that has steps")
    }
    while isRight, let step = try steps.next() {
      try copy(step.copied, of: &window, sink)
      try pass(steps.bytes.span.extracting(step.passed), in: &window)
      try give(steps.bytes.span.extracting(step.inserted), sink)
    }
    result = consume window
  }

  /// - Returns: whether the bytes are the original's, and all of the result was used.
  mutating func finish(_ sink: Sink) throws -> Bool {
    try giveHeld(sink)
    if var window = result.take(), try window.count > 0 || window.refill() != .end { return false }
    let made = JournalFile.Identity(byteCount: byteCount, checksum: sum.value)
    return isRight && made == file.original
  }

  private mutating func give(_ bytes: Span<UInt8>, _ sink: Sink) throws {
    held.append(bytes)
    if held.count >= Self.heldByteCount { try giveHeld(sink) }
  }

  private mutating func giveHeld(_ sink: Sink) throws {
    if held.isEmpty { return }
    // `held` cannot be lent out while other members change.
    var full = ScratchBytes()
    swap(&full, &held)
    byteCount += full.count
    sum.update(full.span)
    try sink(full.span)
    full.removeAll(keeping: .max)
    swap(&full, &held)
  }

  /// Passes on the result's next bytes.
  private mutating func copy(_ count: Int, of window: inout ByteWindow, _ sink: Sink) throws {
    var left = count
    while let piece = try next(left, in: &window) {
      try give(window.bytes.extracting(0..<piece), sink)
      window.drop(piece)
      left -= piece
    }
  }

  /// Skips the result's next bytes, and compares them with these.
  private mutating func pass(_ bytes: Span<UInt8>, in window: inout ByteWindow) throws {
    var start = 0
    while let piece = try next(bytes.count - start, in: &window) {
      isRight = window.bytes.extracting(0..<piece).isEqual(
        to: bytes.extracting(start..<start + piece))
      window.drop(piece)
      start += piece
    }
  }

  /// The number of these bytes that the window holds; nil if none are wanted, or if the result ends
  /// early.
  private mutating func next(_ count: Int, in window: inout ByteWindow) throws -> Int? {
    guard count > 0, isRight else { return nil }
    if window.count == 0, try window.refill() != .more {
      isRight = false
      return nil
    }
    return min(count, window.count)
  }
}

/// The steps in one frame of a journal, parsed one after the other.
struct JournalSteps: Sendable {
  /// A step: copy bytes of the result, then replace others by bytes of the original.
  struct Step {
    var copied: Int
    /// The ranges of the replaced and of the original bytes in the frame.
    var passed: Range<Int>
    var inserted: Range<Int>
  }

  let bytes: [UInt8]
  /// The place of the frame in the journal.
  let place: Place
  private var offset = 0

  init(_ bytes: [UInt8], at place: Place) {
    self.bytes = bytes
    self.place = place
  }

  /// The next step; nil at the end.
  ///
  /// - Throws: `DamagedJournal` if it is malformed.
  mutating func next() throws(DamagedJournal) -> Step? {
    guard offset < bytes.count else { return nil }
    guard let copied = number(), let passed = number(), let inserted = number(),
      passed <= bytes.count - offset, inserted <= bytes.count - offset - passed
    else { throw DamagedJournal(place: place, reason: "a step is malformed") }
    let start = offset + passed
    let step = Step(copied: copied, passed: offset..<start, inserted: start..<start + inserted)
    offset = start + inserted
    return step
  }

  private mutating func number() -> Int? {
    var (number, shift): (UInt, UInt) = (0, 0)
    while offset < bytes.count, shift < 63 {
      let byte = bytes[offset]
      offset += 1
      number |= UInt(byte & 0x7F) << shift
      shift += 7
      if byte < 0x80 { return Int(exactly: number) }
    }
    return nil
  }
}
