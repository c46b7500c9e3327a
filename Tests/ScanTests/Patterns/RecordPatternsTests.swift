import Scan
import TestSupport
import Testing

struct RecordPatternsTests {
  private static let kinds: [RecordPatterns.Place] = [
    .literal(UInt8(ascii: "\"")), .literal(UInt8(ascii: "{")), .literal(UInt8(ascii: "\n")),
    .literal(UInt8(ascii: " ")), .literal(0x7E), .range(UInt8(ascii: "0")...UInt8(ascii: "9")),
    .range(UInt8(ascii: "1")...UInt8(ascii: "5")), .plainText, .plainID,
  ]
  private static let binaryKinds: [RecordPatterns.Place] = [
    .literal(0), .literal(UInt8(ascii: "\\")), .literal(0xFF), .range(0...UInt8(ascii: ".")),
    .ascii, .any,
  ]

  private func allows(_ place: RecordPatterns.Place, _ byte: UInt8) -> Bool {
    switch place {
    case .literal(let wanted): byte == wanted
    case .range(let range): range.contains(byte)
    case .plainText: byte >= UInt8(ascii: "#") && byte < 0x80 && byte != UInt8(ascii: "\\")
    case .plainID: byte >= UInt8(ascii: "0") && byte < 0x80 && byte != UInt8(ascii: "\\")
    case .ascii: byte < 0x80
    case .any: true
    }
  }

  /// Patterns of which none is a line, without keys.
  private func patterns(_ all: [RecordPatterns.Place]...) -> RecordPatterns {
    var patterns = RecordPatterns(.values, limit: 32)
    for places in all { patterns.add(places, key: 0..<0, digit: 0) }
    return patterns
  }

  /// The number of records that are found from an offset on, if they begin before a limit.
  private func count(
    _ patterns: RecordPatterns, _ bytes: [UInt8], from offset: Int, before limit: Int? = nil
  ) -> Int {
    var (patterns, runs) = (patterns, [JokeHistogram.Records]())
    _ = patterns.find(in: offset..<(limit ?? bytes.count), of: bytes.span, &runs)
    return runs.reduce(0) { $0 + $1.count }
  }

  /// Bytes that are allowed at these places.
  private func match(
    _ places: [RecordPatterns.Place], using generator: inout SeededGenerator
  ) -> [UInt8] {
    places.map { place in
      if case .literal(let byte) = place { return byte }
      while true {
        let byte = UInt8.random(in: .min ... .max, using: &generator)
        if allows(place, byte) { return byte }
      }
    }
  }

  @Test(arguments: kinds)
  func `of all bytes a place allows just those that it says`(place: RecordPatterns.Place) {
    // The first, the ends of both blocks of 64, and what they share.
    for index in [0, 15, 16, 20, 31, 32, 63, 64, 83] {
      var places = [RecordPatterns.Place](repeating: .literal(UInt8(ascii: "-")), count: 84)
      places[index] = place
      let pattern = patterns(places)
      for byte in UInt8.min...UInt8.max {
        var bytes = [UInt8](repeating: UInt8(ascii: "-"), count: 84)
        bytes[index] = byte
        let isMatch = count(pattern, bytes, from: 0) == 1
        #expect(isMatch == allows(place, byte), "byte \(byte) at \(index)")
      }
    }
  }

  @Test(arguments: SeededGenerator.seeds(40))
  func `one wrong byte anywhere is no match`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let places = (0..<Int.random(in: 64...200, using: &generator)).map { _ in
      generator.pick(Self.kinds)
    }
    let pattern = patterns(places)
    let start = Int.random(in: 0...40, using: &generator)
    // What surrounds a match may be anything.
    let bytes =
      [UInt8](repeating: UInt8(ascii: "\\"), count: start) + match(places, using: &generator)
      + [UInt8](repeating: 0xFF, count: Int.random(in: 0...40, using: &generator))
    #expect(count(pattern, bytes, from: start) == 1, "seed \(seed)")
    for _ in 0..<100 {
      var mutant = bytes
      let index = Int.random(in: 0..<places.count, using: &generator)
      mutant[start + index] = UInt8.random(in: .min ... .max, using: &generator)
      let isRight = allows(places[index], mutant[start + index])
      let matches = count(pattern, mutant, from: start) == 1
      #expect(matches == isRight, "seed \(seed), byte \(index)")
    }
  }

  @Test(arguments: SeededGenerator.seeds(40))
  func `matches that follow each other are counted up to the first that is none`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let places = (0..<Int.random(in: 64...150, using: &generator)).map { _ in
      generator.pick(Self.kinds)
    }
    let pattern = patterns(places)
    let records = (0..<Int.random(in: 1...20, using: &generator)).map { _ in
      match(places, using: &generator)
    }
    let bytes = Array(records.joined())
    for number in 0...records.count {
      let left = records.count - number
      #expect(count(pattern, bytes, from: number * places.count) == left, "seed \(seed)")
      let (start, end) = (number * places.count, min(number + 3, records.count) * places.count)
      #expect(count(pattern, bytes, from: start, before: end) == min(left, 3), "seed \(seed)")
      // The last is not whole.
      let part = bytes.dropLast(Int.random(in: 1...places.count, using: &generator))
      guard part.count >= start else { continue }
      #expect(count(pattern, Array(part), from: start) == max(left - 1, 0), "seed \(seed)")
    }
    var mutant = bytes
    let index = bytes.indices.randomElement(using: &generator) ?? 0
    mutant[index] = 0x80
    #expect(count(pattern, mutant, from: 0) == index / places.count, "seed \(seed)")
  }

  @Test(arguments: SeededGenerator.seeds(60))
  func `records of several shapes are found in order, as runs of one shape`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let isLines = generator.happens(onceIn: 2)
    // Some shapes are equally long; their first bytes differ.
    let shapes = (0..<Int.random(in: 1...12, using: &generator)).map { number in
      let first = RecordPatterns.Place.literal(UInt8(ascii: "A") + UInt8(number))
      let length = generator.pick([20, 20, 33, 20 + 64, 100])
      let others = (0..<length).map { _ in generator.pick([.plainText, .plainID, first]) }
      return [first] + others + (isLines ? [.literal(UInt8(ascii: "\n"))] : [])
    }
    var patterns = RecordPatterns(isLines ? .lines : .values, limit: 10)
    for (number, places) in shapes.enumerated() {
      patterns.add(places, key: 1..<number + 1, digit: number)
    }
    #expect(patterns.count == min(shapes.count, 10), "seed \(seed)")
    let forgotten = shapes.count - patterns.count
    var (bytes, expected) = ([UInt8](), [Int]())
    for _ in 0..<Int.random(in: 0...200, using: &generator) {
      let shape = Int.random(in: forgotten..<shapes.count, using: &generator)
      expected.append(shape)
      bytes += match(shapes[shape], using: &generator)
    }
    // The first shapes made room for the last ones, and end the search.
    let end = bytes.count
    if forgotten > 0 { bytes += match(shapes[0], using: &generator) }
    // A short one is compared with 64 bytes, too.
    let text = bytes + [UInt8](repeating: 0, count: 64)
    var runs: [JokeHistogram.Records] = []
    _ = patterns.find(in: 0..<bytes.count, of: text.span, &runs)
    var place = 0
    for run in runs {
      let number = run.shape + forgotten
      #expect(run.start == place && run.byteCount == shapes[number].count, "seed \(seed)")
      #expect(run.layout.key == 1..<number + 1 && run.layout.digit == number, "seed \(seed)")
      place = run.end
    }
    #expect(place == end, "seed \(seed)")
    let found = runs.flatMap { Array(repeating: $0.shape + forgotten, count: $0.count) }
    #expect(found == expected, "seed \(seed)")
    #expect(zip(runs, runs.dropFirst()).allSatisfy { $0.shape != $1.shape }, "seed \(seed)")
  }

  @Test func `nothing is found at the end of the bytes, or without a pattern`() {
    let pattern = patterns([RecordPatterns.Place](repeating: .plainText, count: 80))
    let text = [UInt8](repeating: UInt8(ascii: "a"), count: 200)
    #expect(count(pattern, text, from: 40) == 2)
    #expect(count(pattern, text, from: 121) == 0)
    #expect(count(pattern, text, from: 200) == 0)
    #expect(count(patterns(), text, from: 0) == 0)
  }

  @Test(arguments: SeededGenerator.seeds(40))
  func `a record of known length matches a pattern that allows its bytes`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    // The last two are in the list of others, too, and shorter than what is compared.
    let shapes = [64, 65, 65, 65 + 64, 300, 20, 20 + 64].map { length in
      (0..<length).map { _ in generator.pick(Self.binaryKinds) }
    }
    var patterns = RecordPatterns(.sized, limit: 10)
    for places in shapes { patterns.add(places, key: 0..<0, digit: 0) }
    for _ in 0..<100 {
      let places = generator.pick(shapes)
      var record = match(places, using: &generator)
      let index = Int.random(in: 0..<record.count, using: &generator)
      record[index] = UInt8.random(in: .min ... .max, using: &generator)
      let start = Int.random(in: 0...40, using: &generator)
      let bytes =
        [UInt8](repeating: UInt8(ascii: "\\"), count: start) + record
        + [UInt8](repeating: UInt8(ascii: "\\"), count: 64)
      let fitting = shapes.indices.filter { number in
        shapes[number].count == record.count
          && zip(shapes[number], record).allSatisfy { allows($0, $1) }
      }
      let found = patterns.match(bytes.span, at: start, byteCount: record.count)
      #expect(found.map(fitting.contains) ?? fitting.isEmpty, "seed \(seed), byte \(index)")
      let other = patterns.match(bytes.span, at: start, byteCount: record.count + 2)
      #expect(other == nil, "seed \(seed)")
      #expect(patterns.match(bytes.span, at: bytes.count, byteCount: 0) == nil)
    }
  }

  @Test func `a short record is found where 64 bytes without a backslash follow its start`() {
    let pattern = patterns([RecordPatterns.Place](repeating: .plainText, count: 16))
    var text = [UInt8](repeating: UInt8(ascii: "a"), count: 96)
    #expect(count(pattern, text, from: 0) == 3)
    text[95] = UInt8(ascii: "\\")
    #expect(count(pattern, text, from: 0) == 2)
    for (record, isHeld) in [("0123456789012345", true), ("012345678901234", false)] {
      let found = pattern.hold(Array(record.utf8).span)
      #expect(found == isHeld)
    }
  }
}
