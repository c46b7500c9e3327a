import ByteIO
import Formats
import Jokes
import TestSupport
import Testing

/// Migrates dumps: each shown, or the ordinary ones at once after so many changes that are shown.
private final class MigratingVisitor: DefaultsDumpVisitor {
  private let savedRule: RatedToSavedRule?
  private let isFast: Bool
  private let sampleCount: Int
  private(set) var notes: [String] = []
  private(set) var saved = SavedJokesCounts()
  private(set) var ratings: [Rating: Int] = [:]
  private(set) var doneCount = 0
  private(set) var shownCount = 0
  private(set) var progress = 0

  init(savesJokes: Bool, isFast: Bool, sampleCount: Int) {
    savedRule = savesJokes ? RatedToSavedRule(now: 1_767_600_004.5) : nil
    (self.isFast, self.sampleCount) = (isFast, sampleCount)
  }

  var ordinaryMigration: (any OrdinaryMigration)? {
    guard isFast, notes.count >= sampleCount else { return nil }
    return savedRule.map { OrdinarySaving($0) } ?? OrdinaryBinaryRatings(BinaryRatingRule())
  }

  func enter(_ outcome: OrdinaryOutcome, at place: @autoclosure () -> Place) {
    switch outcome {
    case .alreadyDone: doneCount += 1
    case .saved(let counts): note(counts, at: place())
    case .binary(let counts):
      note(Rating.allCases.map { counts[$0] }, at: place())
      for rating in Rating.allCases where counts[rating] > 0 {
        ratings[rating, default: 0] += counts[rating]
      }
    }
  }

  func visit(_ dump: DefaultsDump, _ record: Record) throws -> [Edit]? {
    shownCount += 1
    let place = record.place
    do throws(DefaultsDumpError) {
      return try migrate(dump, place)
    } catch {
      notes.append("\(place), byte \(error.byteOffset): \(error.reason)")
      return nil
    }
  }

  private func migrate(_ dump: DefaultsDump, _ place: Place) throws(DefaultsDumpError) -> [Edit]? {
    if let savedRule {
      let migration = try SavedJokesMigration(of: dump, rule: savedRule)
      if migration.isAlreadyDone { return done() }
      let edits = try dump.byteEdits(making: migration.edits)
      note(migration.counts, at: place)
      return edits
    }
    let migration = try BinaryRatingsMigration(of: dump)
    if migration.isAlreadyDone { return done() }
    let edits = try dump.byteEdits(making: migration.edits)
    var counts: [Rating: Int] = [:]
    for case .rating(let rating) in migration.steps.map(\.reading) {
      counts[rating, default: 0] += 1
    }
    note(Rating.allCases.map { counts[$0, default: 0] }, at: place)
    ratings.merge(counts, uniquingKeysWith: +)
    return edits
  }

  private func done() -> [Edit]? {
    doneCount += 1
    return nil
  }

  private func note(_ counts: SavedJokesCounts, at place: Place) {
    notes.append("\(place): \(counts)")
    saved += counts
  }

  private func note(_ counts: [Int], at place: Place) { notes.append("\(place): \(counts)") }

  func reject(_ problem: RecordProblem) throws { notes.append("\(problem)") }

  func advance(to byte: Int) { progress = byte }
}

/// All that a reading comes to.
private struct Reading: Equatable {
  /// What the dumps become; nil where only its size is counted.
  var text: String?
  var byteCount = 0
  var counts = RecordCounts()
  var notes: [String]
  var saved: SavedJokesCounts
  var ratings: [Rating: Int]
  var doneCount: Int
  var progress: Int
  var failure: String?
}

struct DumpSharingTests {
  private func read(
    _ text: String, savesJokes: Bool, isDry: Bool, isSalvaging: Bool, sampleCount: Int,
    sharing: WorkSharing?
  ) throws -> (reading: Reading, shownCount: Int) {
    try TemporaryDirectory.with { directory in
      let visitor = MigratingVisitor(
        savesJokes: savesJokes, isFast: sharing != nil, sampleCount: sampleCount)
      let path = try directory.write(text, to: "dumps")
      let written = try WrittenResult(in: directory, of: "dumps", isDry: isDry) { output in
        try DefaultsDumpReader.read(
          ByteWindow(try InputFile(path: path), byteCount: 64), as: .ndjsonDumps, into: output,
          isSalvaging: isSalvaging, sharing: sharing ?? WorkSharing(), visitor: visitor)
      }
      let reading = Reading(
        text: written.text, byteCount: written.byteCount, counts: written.counts,
        notes: visitor.notes.map { $0.replacing(path, with: "dumps") }, saved: visitor.saved,
        ratings: visitor.ratings, doneCount: visitor.doneCount,
        // How much was read before a failure is nobody's business.
        progress: written.failure == nil ? visitor.progress : 0,
        failure: written.failure?.replacing(path, with: "dumps"))
      return (reading, visitor.shownCount)
    }
  }

  /// Dumps one a line, with blank lines and line ends of both kinds among them.
  private func text(_ seed: UInt64, _ generator: inout SeededGenerator) -> String {
    var texts = OrdinaryDumpText(seed: seed)
    var text = generator.happens(onceIn: 8) ? "\u{FEFF}" : ""
    for _ in 0..<Int.random(in: 0...60, using: &generator) {
      let line = texts.text().replacing("\n", with: " ")
      text += line + generator.pick(["\n", "\n", "\n", "\r\n"])
      if generator.happens(onceIn: 20) { text += generator.pick(["\n", " \r\n"]) }
    }
    if generator.happens(onceIn: 4) { text += texts.text() }
    return text
  }

  @Test(arguments: 0..<120 as Range<UInt64>)
  func `lines of dumps come to what they come to one by one`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let text = text(seed, &generator)
    let (savesJokes, isDry) = (Bool.random(using: &generator), generator.happens(onceIn: 3))
    let isSalvaging = generator.happens(onceIn: 2)
    let sampleCount = generator.pick([0, 0, 3])
    var strict = try read(
      text, savesJokes: savesJokes, isDry: false, isSalvaging: isSalvaging,
      sampleCount: sampleCount, sharing: nil
    ).reading
    if isDry { strict.text = nil }
    for threadCount in 1...3 {
      let sharing = WorkSharing(
        threadCount: threadCount, chunkByteCount: Int.random(in: 16...9000, using: &generator))
      let shared = try read(
        text, savesJokes: savesJokes, isDry: isDry, isSalvaging: isSalvaging,
        sampleCount: sampleCount, sharing: sharing
      ).reading
      #expect(shared == strict, "seed \(seed), dry: \(isDry), \(sharing)")
    }
  }

  @Test func `of clean dumps none is shown one by one`() throws {
    let line = #"{"jokeRatings":{"a":5,"b":1},"jokeRatingTimestamps":{"a":1,"b":2}}"# + "\n"
    for savesJokes in [false, true] {
      let reading = try read(
        String(repeating: line, count: 50), savesJokes: savesJokes, isDry: false,
        isSalvaging: false, sampleCount: 0,
        sharing: WorkSharing(threadCount: 2, chunkByteCount: 500))
      #expect(reading.shownCount == 0)
      #expect(reading.reading.counts.changed == 50)
    }
  }
}
