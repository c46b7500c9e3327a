import Scan
import TestSupport
import Testing

struct KeyedDigitLogTests {
  @Test(arguments: SeededGenerator.seeds(60))
  func `counting ranges of a log equals counting the records`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var (expected, counts, log) = (JokeHistogram(), JokeHistogram(), KeyedDigitLog())
    for _ in 0..<Int.random(in: 1...8, using: &generator) {
      log.removeAll()
      var counted: [Range<Int>] = []
      for _ in 0..<Int.random(in: 0...20, using: &generator) {
        let start = log.count
        let length = generator.pick([0, 1, 7, 8, 9, 31, 32, 33, 40])
        let count = Int.random(in: 1...100, using: &generator)
        let bytes = (0..<count).flatMap { _ in
          (0..<length).map { _ in generator.pick(Array("ab".utf8)) }
            + [UInt8(ascii: "0") + UInt8.random(in: 0...7, using: &generator)]
        }
        let records = JokeHistogram.Records(
          start: 0, count: count,
          JokeHistogram.Layout(byteCount: length + 1, key: 0..<length, digit: length))
        log.add([records], in: bytes.span)
        #expect(log.count == start + count, "seed \(seed)")
        // Some never count, as some of a worker's runs do not.
        guard generator.happens(onceIn: 2) else { continue }
        counted.append(start..<log.count)
        var sums = JokeHistogram.Counts(repeating: 0)
        expected.add([records], in: bytes.span, to: &sums)
      }
      for range in counted { log.count(range, in: &counts) }
    }
    #expect(contents(of: counts) == contents(of: expected), "seed \(seed)")
  }

  @Test func `records added one by one count like many of one shape`() {
    let text = Array("aaa1aab2aaa1".utf8)
    var (one, many) = (KeyedDigitLog(), KeyedDigitLog())
    let records = JokeHistogram.Records(
      start: 0, count: 3,
      JokeHistogram.Layout(byteCount: 4, key: 0..<3, digit: 3))
    many.add([records], in: text.span)
    for start in [0, 4, 8] {
      one.add(text.span.extracting(start..<start + 3), digit: Int(text[start + 3] & 7))
    }
    var (ofOne, ofMany) = (JokeHistogram(), JokeHistogram())
    one.count(0..<3, in: &ofOne)
    many.count(0..<3, in: &ofMany)
    #expect(contents(of: ofOne) == contents(of: ofMany))
    #expect(contents(of: ofOne)[Array("aaa".utf8)]?[1] == 2)
  }

  private func contents(of counts: JokeHistogram) -> [[UInt8]: JokeHistogram.Counts] {
    var contents: [[UInt8]: JokeHistogram.Counts] = [:]
    counts.forEach { key, counts in
      if counts.wrappedSum() > 0 { contents[(0..<key.count).map { key[$0] }] = counts }
    }
    return contents
  }
}
