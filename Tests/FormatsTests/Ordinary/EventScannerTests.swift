import Formats
import Jokes
import Scan
import SystemIO
import TestSupport
import Testing

/// The work for each event.
private enum Purpose: CaseIterable {
  case tally, migration, tallyAndMigration

  func wishes(hasRule: Bool, sampleCount: Int) -> RulingVisitor.Wishes {
    RulingVisitor.Wishes(
      hasRule: hasRule, migrates: self != .tally, tallies: self != .migration,
      sampleCount: sampleCount)
  }
}

/// All that a reading comes to.
private struct Reading: Equatable {
  /// The output; nil if only its size is counted.
  var text: String?
  var byteCount = 0
  var counts = RecordCounts()
  var ranking: Ranking
  var ratings: [Rating: Int]
  var notes: [String]
  var passedOver: Int
  var progress = 0
  var failure: String?
}

struct EventScannerTests {
  /// - Parameters:
  ///   - hasRule: whether ordinary events are told by a rule; where not, each is shown.
  ///   - sharing: nil reads each record strictly and in its turn, and shows each event.
  ///   - range: the bytes that are read; nil is all of them.
  /// - Returns: what came of it, and how many events were shown one by one.
  private func read(
    _ text: String, as format: InputFormat, for purpose: Purpose = .tallyAndMigration,
    isDry: Bool = false, isSalvaging: Bool, sharing: WorkSharing?, recordLimit: Int? = nil,
    windowByteCount: Int = 64, hasRule: Bool = true, sampleCount: Int = 0,
    range: Range<Int>? = nil
  ) throws -> (reading: Reading, shownCount: Int) {
    try TemporaryDirectory.with { directory in
      let visitor = RulingVisitor(
        purpose.wishes(hasRule: sharing != nil && hasRule, sampleCount: sampleCount))
      let path = try directory.write(text, to: "events")
      let bytes = Array(text.utf8)
      try directory.write(bytes[range ?? bytes.indices], to: "read")
      let written = try WrittenResult(in: directory, of: "read", isDry: isDry) { output in
        var window = ByteWindow(try InputFile(path: path), byteCount: windowByteCount)
        if let range { try window.narrow(to: range) }
        return try ExportReader.read(
          window, as: format, into: output,
          isSalvaging: isSalvaging,
          sharing: sharing ?? WorkSharing(threadCount: 0), recordLimit: recordLimit,
          visitor: visitor)
      }
      var reading = Reading(
        text: written.text, byteCount: written.byteCount, counts: written.counts,
        ranking: Ranking(of: visitor.tally, length: 100),
        ratings: visitor.ratings,
        notes: visitor.notes.map { $0.replacing(path, with: "events") },
        passedOver: visitor.passedOver, progress: visitor.progress,
        failure: written.failure?.replacing(path, with: "events"))
      if reading.failure != nil {
        // The amount read before the failure is not specified.
        reading.ranking = Ranking(of: Tally(), length: 100)
        (reading.ratings, reading.progress) = ([:], 0)
      }
      return (reading, visitor.shownCount)
    }
  }

  private static let formats: [InputFormat] = [
    .ndjson, .jsonArray, .jsonStream, .restDocuments, .restStream, .restArray, .restPages,
  ]

  @Test(arguments: SeededGenerator.seeds(60))
  func `events decided by a table give the same result as one by one`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let format = generator.pick(Self.formats)
    try compare(RandomEvents(seed: seed).text(as: format), as: format, seed: seed, &generator)
  }

  private static let manyFormats =
    formats + InputFormat.restAnswers + InputFormat.backfire
    + InputFormat.levelDBExport

  @Test(arguments: manyFormats, SeededGenerator.seeds(6))
  func `events with shuffled members give the same result as one by one`(
    format: InputFormat, seed: UInt64
  ) throws {
    var generator = SeededGenerator(seed: seed)
    let events = ShuffledEvents(
      seed: seed, format: format, isClean: generator.happens(onceIn: 4))
    try compare(events.text, as: format, seed: seed, &generator)
  }

  /// Reads a text with each event shown, and with a rule by any number of threads.
  private func compare(
    _ text: String, as format: InputFormat, seed: UInt64, _ generator: inout SeededGenerator
  ) throws {
    let isSalvaging = generator.happens(onceIn: 2)
    // Some records are longer than that, and so are some chunks.
    let recordLimit = generator.happens(onceIn: 3) ? 400 : nil
    let purpose = generator.pick(Purpose.allCases)
    // Shorter than a record, or longer than the file.
    let windowByteCount = generator.pick([64, 64 << 10])
    let sampleCount = generator.pick([0, 0, 3])
    var strict = try read(
      text, as: format, for: purpose, isSalvaging: isSalvaging, sharing: nil,
      recordLimit: recordLimit, windowByteCount: windowByteCount, sampleCount: sampleCount)
    let isDry = generator.happens(onceIn: 2)
    if isDry { strict.reading.text = nil }
    for threadCount in 1...3 {
      // Some chunks are larger than what is counted at a time.
      let largest = generator.pick([2000, 60_000])
      let sharing = WorkSharing(
        threadCount: threadCount, chunkByteCount: Int.random(in: 16...largest, using: &generator))
      let shared = try read(
        text, as: format, for: purpose, isDry: isDry, isSalvaging: isSalvaging, sharing: sharing,
        recordLimit: recordLimit, windowByteCount: windowByteCount,
        hasRule: generator.happens(onceIn: 2), sampleCount: sampleCount)
      let isSame = shared.reading == strict.reading
      #expect(isSame, "seed \(seed), \(format), \(purpose), dry: \(isDry), \(sharing)")
      #expect(shared.reading.notes == strict.reading.notes)
      #expect(shared.reading.ratings == strict.reading.ratings)
      #expect(shared.reading.counts == strict.reading.counts)
      #expect(shared.reading.byteCount == strict.reading.byteCount)
      #expect(shared.reading.failure == strict.reading.failure)
      #expect(shared.shownCount <= strict.shownCount)
    }
  }

  @Test(arguments: [InputFormat.ndjson, .restDocuments], SeededGenerator.seeds(12))
  func `events of ranges of lines add up to those of the whole file`(
    format: InputFormat, seed: UInt64
  ) throws {
    var generator = SeededGenerator(seed: seed)
    let events = RandomEvents(seed: seed).text(as: format)
    let text = events.hasSuffix("\n") ? events : events + "\n"
    let recordLimit = generator.happens(onceIn: 3) ? 400 : nil
    let whole = try read(
      text, as: format, isSalvaging: true, sharing: nil, recordLimit: recordLimit
    ).reading
    let bytes = Array(text.utf8)
    var starts = [0, bytes.count]
    for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") {
      if generator.happens(onceIn: 8) { starts.append(index + 1) }
    }
    starts.sort()
    var (parts, notes): (Reading?, [String]) = (nil, [])
    for (start, end) in zip(starts, starts.dropFirst()) {
      let sharing = WorkSharing(
        threadCount: Int.random(in: 0...3, using: &generator),
        chunkByteCount: Int.random(in: 16...4000, using: &generator))
      let part = try read(
        text, as: format, isSalvaging: true, sharing: sharing, recordLimit: recordLimit,
        windowByteCount: generator.pick([64, 64 << 10]), range: start..<end
      ).reading
      notes += part.notes
      guard var sum = parts else {
        parts = part
        continue
      }
      sum.text = (sum.text ?? "") + (part.text ?? "")
      sum.byteCount += part.byteCount
      sum.counts += part.counts
      sum.ratings.merge(part.ratings) { $0 + $1 }
      sum.passedOver += part.passedOver
      parts = sum
    }
    let sum = try #require(parts)
    #expect(sum.text == whole.text, "seed \(seed), \(format)")
    #expect(sum.counts == whole.counts && sum.byteCount == whole.byteCount)
    #expect(sum.ratings == whole.ratings && sum.passedOver == whole.passedOver)
    // Lines are numbered in the first range only.
    let unnumbered = /events:\d+:\d+/
    #expect(
      notes.map { $0.replacing(unnumbered, with: "events") }
        == whole.notes.map { $0.replacing(unnumbered, with: "events") })
  }

  private static let containers: [InputFormat] = [
    .jsonArray, .jsonStream, .jsonObject, .restPages, .restStream, .restArray, .importExport,
    .importExportCollection,
  ]

  @Test(arguments: containers, SeededGenerator.seeds(8))
  func `events of containers read in parallel give the same result as one by one`(
    format: InputFormat, seed: UInt64
  ) throws {
    var generator = SeededGenerator(seed: seed)
    let events = ShuffledEvents(
      seed: seed, format: format, isClean: generator.happens(onceIn: 2), count: 700)
    try compare(events.text, as: format, seed: seed, &generator)
  }

  @Test func `events in an array inside a document do not count towards the sample`() throws {
    let event = #"{"joke_id":"a","rating":4}"#
    let history = Array(repeating: event, count: 60).joined(separator: ",")
    let records = (0..<600).map { number in
      let more = number > 100 && number % 4 == 0 ? #","history":[\#(history)]"# : ""
      return #"{"joke_id":"a","rating":\#(number > 500 && number % 5 == 0 ? 4 : 5)\#(more)}"#
    }
    let text = "[" + records.joined(separator: ",") + "]"
    let strict = try read(
      text, as: .jsonArray, isSalvaging: false, sharing: nil, sampleCount: 5)
    for threadCount in 1...3 {
      let shared = try read(
        text, as: .jsonArray, isSalvaging: false,
        sharing: WorkSharing(threadCount: threadCount, chunkByteCount: 3000),
        windowByteCount: 4 << 10, sampleCount: 5)
      #expect(shared.reading.notes == strict.reading.notes, "\(threadCount) threads")
    }
    #expect(strict.reading.notes.count == 5)
  }

  // The columns' strings say whether a document is whole, and of which type a value is.
  @Test(arguments: [
    (#""5","__has_error__":"false""#, #""5","__has_error__":"true""#),
    (#"{"integer":"5","provided":"integer"}"#, #"{"integer":"5","provided":"boolean"}"#),
  ])
  func `an odd row of a table is found among ordinary ones`(usual: String, odd: String) throws {
    let rows = [usual, usual, odd, usual].map {
      #"{"__key__":{"name":"d"},"joke_id":"j","rating":\#($0)}"# + "\n"
    }
    let format = try #require(InputFormat(rawValue: "bigquery-table"))
    let sharing = WorkSharing(threadCount: 1, chunkByteCount: 4000)
    let strict = try read(rows.joined(), as: format, isSalvaging: false, sharing: nil)
    let told = try read(rows.joined(), as: format, isSalvaging: false, sharing: sharing)
    #expect(told.reading == strict.reading)
    #expect(strict.reading.notes.count == 1)
  }

  @Test(arguments: [false, true])
  func `a chunk with more odd lines than a part holds gives the same result`(hasRule: Bool) throws {
    let lines = ["{}", "x", #"{"joke_id":"a","rating":4}"#, #"{"joke_id":"a","rating":9}"#]
    let text = (0..<9000).map { lines[$0 % lines.count] + "\n" }.joined()
    let strict = try read(text, as: .ndjson, isSalvaging: true, sharing: nil)
    for threadCount in 1...2 {
      let shared = try read(
        text, as: .ndjson, isSalvaging: true,
        sharing: WorkSharing(threadCount: threadCount, chunkByteCount: 1 << 20), hasRule: hasRule)
      let isSame = shared.reading == strict.reading
      #expect(isSame, "\(threadCount) threads")
    }
  }

  @Test(arguments: formats)
  func `in a clean export, only the first event of a container is decided one by one`(
    format: InputFormat
  ) throws {
    let events = RandomEvents(seed: 1, isClean: true)
    let text = events.text(as: format)
    let reading = try read(
      text, as: format, isSalvaging: false, sharing: WorkSharing(), windowByteCount: 1 << 20)
    let containerCount =
      switch format {
      case .restPages: text.split(separator: "documents\":[").count - 1
      default: format.framing == .lines ? 0 : 1
      }
    #expect(reading.shownCount == containerCount)
    #expect(reading.reading.ratings.values.reduce(0, +) == events.count)
  }

  @Test(arguments: ["", "\n", "\n  "])
  func `elements of an array need their commas, the first and the second too`(
    separator: String
  ) throws {
    let event = "{\"joke_id\":\"a\",\"rating\":5}"
    let text =
      "[" + separator + [event, event, event].joined(separator: separator) + "]"
      + String(repeating: " ", count: 100)
    let reading = try read(
      text, as: .jsonArray, isSalvaging: false, sharing: WorkSharing()
    ).reading
    let column = separator.isEmpty ? ":1:\(2 + event.count)" : ":3:"
    #expect(reading.failure?.contains(column) == true, "\(reading.failure ?? "accepted")")
  }
}
