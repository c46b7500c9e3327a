import Scan
import SystemIO

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
