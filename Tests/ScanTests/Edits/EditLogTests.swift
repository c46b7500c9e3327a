import Synchronization
import TestSupport
import Testing

@testable import Scan

/// The steps that an output's edits are recorded as.
struct EditLogTests {
  private final class Frames: EditFollower {
    let bytes = Mutex<[[UInt8]]>([])

    func follow(_ steps: DeltaSteps.Finished) {
      steps.withBytes { bytes in
        let copy = bytes.copied
        self.bytes.withLock { $0.append(copy) }
      }
    }
  }

  /// The frames of the steps if the input arrives in stretches that end at these places.
  private func frames(
    _ input: [UInt8], _ edits: [Edit], stretchesEndingAt ends: [Int]
  ) throws -> [[UInt8]] {
    let frames = Frames()
    var log = EditLog(frames, isHeld: false)
    var pending = PendingEdits()
    pending.enter(edits[...])
    var start = 0
    for end in ends {
      let stretch = input.span.extracting(start..<end)
      try log.copy(stretch, making: pending.take(upTo: end), at: start)
      start = end
    }
    try log.handOn()
    return frames.bytes.withLock { $0 }
  }

  @Test(arguments: SeededGenerator.seeds(60))
  func `steps and frames do not depend on the stretches in which the input arrives`(
    seed: UInt64
  ) throws {
    var generator = SeededGenerator(seed: seed)
    let scale = generator.pick([20, 400, 90_000])
    var input: [UInt8] = []
    var edits: [Edit] = []
    // Where a stretch may end: not in an edit.
    var borders: [Int] = []
    for _ in 0..<40 {
      let count = Int.random(in: 0...scale, using: &generator)
      let start = input.count
      input += (0..<count).map { _ in UInt8.random(in: 97...99, using: &generator) }
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: edits.append(Edit(start..<input.count, []))
      case 1: edits.append(Edit(start..<input.count, input[start...].map { $0 ^ 1 }))
      case 2 where count > 3: edits.append(Edit(start..<input.count, Array(input[(start + 2)...])))
      default: break
      }
      borders.append(input.count)
    }
    let whole = try frames(input, edits, stretchesEndingAt: [input.count])
    #expect(whole.count > 1 || scale < 90_000, "seed \(seed)")
    for _ in 0..<4 {
      var ends = borders.filter { _ in Bool.random(using: &generator) }
      ends.append(input.count)
      #expect(try frames(input, edits, stretchesEndingAt: ends) == whole, "seed \(seed)")
    }
  }

  @Test func `one step takes all bytes up to the next copied one`() throws {
    let input = Array("abcdefgh".utf8)
    let edits = [Edit(1..<2, []), Edit(2..<4, []), Edit(4..<5, Array("E".utf8))]
    let frames = try frames(input, edits, stretchesEndingAt: [2, 4, 8])
    #expect(frames == [[1, 1, 4] + Array("E".utf8) + Array("bcde".utf8) + [3, 0, 0]])
  }
}
