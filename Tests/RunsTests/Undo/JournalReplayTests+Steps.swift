import Scan
import SystemIO
import Testing
@testable import Runs

/// Steps are read as they were written.
extension JournalReplayTests {
  private typealias Step = (copied: Int, passed: [UInt8], inserted: [UInt8])

  private func read(_ steps: consuming DeltaSteps) throws -> [Step] {
    var reader = JournalSteps(steps.bytes.copied, at: Place(file: "journal"))
    var read: [Step] = []
    while let step = try reader.next() {
      let (passed, inserted) = (reader.bytes[step.passed], reader.bytes[step.inserted])
      read.append((step.copied, Array(passed), Array(inserted)))
    }
    return read
  }

  /// Around the numbers that take one byte more.
  private static let counts = [0, 1, 127, 128, 300, 16_383, 16_384, 16_385, 2_097_152, 1 << 40]

  @Test(arguments: counts)
  func `counts of copied bytes are read back`(count: Int) throws {
    var steps = DeltaSteps()
    steps.append(copying: count)
    let bytes: [UInt8] = [1, 2, 3, 4, 5]
    let span = bytes.span
    steps.append(copying: count, passing: span.extracting(0..<0), inserting: span.extracting(1..<4))
    steps.append(copying: count, passing: span.extracting(3..<5), inserting: span.extracting(0..<1))
    let read = try read(steps)
    #expect(read.map(\.copied) == [count, count, count])
    #expect(read.map(\.passed) == [[], [], [4, 5]])
    #expect(read.map(\.inserted) == [[], [2, 3, 4], [1]])
  }

  @Test(arguments: [0, 1, 127, 128, 16_383, 16_384, 65_536, 140_000])
  func `inserted bytes are read back, long ones from several steps`(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 7) }
    for copied in [5, 200_000] {
      var steps = DeltaSteps()
      steps.append(copying: copied, passing: bytes.span.extracting(0..<0), inserting: bytes.span)
      let read = try read(steps)
      #expect(read.reduce(0) { $0 + $1.copied } == copied)
      #expect(Array(read.map(\.inserted).joined()) == bytes)
      #expect(read.allSatisfy { $0.passed.isEmpty })
    }
  }
}
