import Scan
import TestSupport
import Testing

@testable import Formats

/// Places in a record.
struct RecordTests {
  @Test(arguments: SeededGenerator.seeds(20))
  func `places of several offsets, in any order, are those of each`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let text = (0..<200).map { _ in generator.pick([UInt8(ascii: "\n"), UInt8(ascii: "x")]) }
    let record = Record(text.span, range: 3..<200, valueStart: 5, key: nil, origin: .lines)
    var known: Record.KnownPlace?
    for _ in 0..<50 {
      let offset = Int.random(in: 3..<200, using: &generator)
      let wanted = record.place(of: offset)
      #expect(record.place(of: offset, after: &known) == wanted, "seed \(seed), \(offset)")
    }
    let offsets = (0..<50).map { _ in Int.random(in: 0..<195, using: &generator) }
    let wanted = offsets.map { record.place(of: 5 + $0) }
    #expect(record.places(ofDumpBytes: offsets, .json) == wanted, "seed \(seed)")
  }
}

extension Record.Origin {
  fileprivate static var lines: Record.Origin {
    Record.Origin(file: "input", byte: 30, line: 4, column: 7)
  }
}
