import Scan
import SystemIO

/// Steps that stand in one frame of a journal, to be taken one after the other.
struct JournalSteps: Sendable {
  /// What is done: bytes are copied, and bytes of the original stand for others of the result.
  struct Step {
    var copied: Int
    /// Where these and those stand among the frame's bytes.
    var passed: Range<Int>
    var inserted: Range<Int>
  }

  let bytes: [UInt8]
  /// Where in the journal the frame begins.
  let place: Place
  private var offset = 0

  init(_ bytes: [UInt8], at place: Place) {
    self.bytes = bytes
    self.place = place
  }

  /// The next step; nil where all were taken.
  ///
  /// - Throws: `DamagedJournal` where it makes no sense.
  mutating func next() throws(DamagedJournal) -> Step? {
    guard offset < bytes.count else { return nil }
    guard let copied = number(), let passed = number(), let inserted = number(),
      passed <= bytes.count - offset, inserted <= bytes.count - offset - passed
    else { throw DamagedJournal(place: place, reason: "a step makes no sense") }
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
