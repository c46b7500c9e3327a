import Formats
import Jokes
import Scan
import SystemIO
import TestSupport
import Testing

/// Migrates dumps, and records the outcome of each.
private final class MigratingVisitor: DumpVisitor {
  private let job: Job
  private(set) var notes: [String] = []
  private(set) var doneCount = 0
  private(set) var progress = 0
  private var sampleCount: Int

  init(savesJokes: Bool, sampleCount: Int) {
    job = Job(savedRule: savesJokes ? RatedToSavedRule(now: 1_767_600_004.5) : nil)
    self.sampleCount = sampleCount
  }

  /// The outcome of a dump.
  struct Found: Sendable {
    var place: Place
    /// The counts or the error; nil if the dump is migrated already.
    var text: String?
    /// Whether it is among the changes that are to be shown.
    var isShown = false
  }

  struct Job: DumpJob {
    let savedRule: RatedToSavedRule?
    private(set) var outcomes: [Found] = []
    private var outcomesWanted = 0

    init(savedRule: RatedToSavedRule?) { self.savedRule = savedRule }

    var outcomeCount: Int { outcomes.count }

    mutating func begin(showing outcomeCount: Int) { outcomesWanted = outcomeCount }

    mutating func decide(_ dump: DefaultsDump, _ record: Record) throws -> [Edit]? {
      var found = Found(place: record.place)
      defer { outcomes.append(found) }
      do throws(DefaultsDumpError) {
        guard let (edits, text) = try migrate(dump) else { return nil }
        found.text = text
        found.isShown = outcomesWanted > 0
        outcomesWanted = max(outcomesWanted - 1, 0)
        return edits
      } catch {
        found.text = "byte \(error.byteOffset): \(error.reason)"
        return nil
      }
    }

    private func migrate(
      _ dump: DefaultsDump
    ) throws(DefaultsDumpError) -> (edits: [Edit], text: String)? {
      if let savedRule {
        let migration = try SavedJokesMigration(of: dump, rule: savedRule)
        if migration.isAlreadyDone { return nil }
        return (try dump.edited(making: migration.changes).edits(), "\(migration.counts)")
      }
      let migration = try BinaryRatingsMigration(of: dump)
      if migration.isAlreadyDone { return nil }
      return (
        try dump.edited(making: migration.changes).edits(), "\(migration.steps.map(\.reading))"
      )
    }
  }

  var dumpJob: any DumpJob { job }

  var outcomesWanted: Int { sampleCount }

  func take(_ outcomes: Range<Int>, of job: any RecordJob, from start: PartStart) {
    guard let job = job as? Job else { return }
    for number in outcomes {
      var found = job.outcomes[number]
      found.place.shift(by: start)
      guard let text = found.text else {
        doneCount += 1
        continue
      }
      // More are told than wanted where parts before it were not taken yet.
      let isShown = found.isShown && sampleCount > 0
      if isShown { sampleCount -= 1 }
      notes.append("\(found.place): \(text)\(isShown ? ", shown" : "")")
    }
  }

  func reject(_ problem: RecordProblem) throws { notes.append("\(problem)") }

  func advance(to byte: Int) { progress = byte }
}

/// All that a reading comes to.
private struct Reading: Equatable {
  /// The output; nil if only its size is counted.
  var text: String?
  var byteCount = 0
  var counts = RecordCounts()
  var notes: [String]
  var doneCount: Int
  var progress: Int
  var failure: String?
}

struct DumpHandlerTests {
  private func read(
    _ text: String, as format: InputFormat, savesJokes: Bool, isDry: Bool, isSalvaging: Bool,
    sampleCount: Int, sharing: WorkSharing
  ) throws -> Reading {
    try TemporaryDirectory.with { directory in
      let visitor = MigratingVisitor(savesJokes: savesJokes, sampleCount: sampleCount)
      let path = try directory.write(text, to: "dumps")
      let written = try WrittenResult(in: directory, of: "dumps", isDry: isDry) { output in
        try DefaultsDumpReader.read(
          ByteWindow(try InputFile(path: path), byteCount: 64), as: format, into: output,
          isSalvaging: isSalvaging, sharing: sharing, visitor: visitor)
      }
      return Reading(
        text: written.text, byteCount: written.byteCount, counts: written.counts,
        notes: visitor.notes.map { $0.replacing(path, with: "dumps") },
        doneCount: visitor.doneCount,
        // The amount read before a failure is not specified.
        progress: written.failure == nil ? visitor.progress : 0,
        failure: written.failure?.replacing(path, with: "dumps"))
    }
  }

  /// Dumps one a line, with blank lines and line ends of both kinds among them.
  private func text(_ seed: UInt64, _ generator: inout SeededGenerator) -> String {
    var texts = RandomDumpText(seed: seed)
    var text = generator.happens(onceIn: 8) ? "\u{FEFF}" : ""
    for _ in 0..<Int.random(in: 0...60, using: &generator) {
      let line = texts.text().replacing("\n", with: " ")
      text += line + generator.pick(["\n", "\n", "\n", "\r\n"])
      if generator.happens(onceIn: 20) { text += generator.pick(["\n", " \r\n"]) }
    }
    if generator.happens(onceIn: 4) { text += texts.text() }
    return text
  }

  /// Dumps in an array, in an object, or one after the other.
  private func text(
    _ seed: UInt64, in format: InputFormat, _ generator: inout SeededGenerator
  ) -> String {
    var texts = RandomDumpText(seed: seed)
    let dumps = (0..<Int.random(in: 0...60, using: &generator)).map { number in
      let key = format == .jsonObjectDumps ? "\"device \(number)\": " : ""
      // Guesses inside a list are wrong.
      let list = #"{"list":[{"jokeRatings":{}},{"jokeRatings":{"a":4}},{}],"jokeRatings":{}}"#
      return key + (generator.happens(onceIn: 8) ? list : texts.text())
    }
    switch format {
    case .jsonArrayDumps: return "[" + dumps.joined(separator: generator.pick([",", ",\n"])) + "]"
    case .jsonObjectDumps:
      return "{" + dumps.joined(separator: generator.pick([",", " ,\n"])) + "}\n"
    default: return dumps.joined(separator: generator.pick(["", "\n"]))
    }
  }

  @Test(arguments: SeededGenerator.seeds(60))
  func `dumps read in parallel give the same result as one by one`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let text = text(seed, &generator)
    try compare(text, as: .ndjsonDumps, seed, &generator)
  }

  @Test(
    arguments: SeededGenerator.seeds(30),
    [InputFormat.jsonArrayDumps, .jsonObjectDumps, .jsonDump])
  func `dumps in a container come to what they come to one by one`(
    seed: UInt64, format: InputFormat
  ) throws {
    var generator = SeededGenerator(seed: seed)
    let text = text(seed, in: format, &generator)
    try compare(text, as: format, seed, &generator)
  }

  @Test(arguments: ["", "\n \n", "\u{FEFF}"], ["", "\n", "\n\n{\"jokeRatings\":{\"b\":4}}\n"])
  func `a dump is migrated with other bytes around it and without`(
    before: String, after: String
  ) throws {
    let dump = #"{"\u0070ad":"é","jokeRatings":{"a\u0062":4}}"#
    func migrated(_ text: String) throws -> String? {
      try read(
        text, as: .jsonDump, savesJokes: true, isDry: false, isSalvaging: false, sampleCount: 0,
        sharing: WorkSharing(threadCount: 0)
      ).text
    }
    let alone = try #require(try migrated(dump))
    #expect(alone.contains(#""savedJokeIds":["ab"]"#))
    let expected = try before + alone + #require(try migrated(after))
    #expect(try migrated(before + dump + after) == expected)
  }

  private func compare(
    _ text: String, as format: InputFormat, _ seed: UInt64, _ generator: inout SeededGenerator
  ) throws {
    let (savesJokes, isDry) = (Bool.random(using: &generator), generator.happens(onceIn: 3))
    let isSalvaging = generator.happens(onceIn: 2)
    let sampleCount = generator.pick([0, 0, 3])
    var strict = try read(
      text, as: format, savesJokes: savesJokes, isDry: false, isSalvaging: isSalvaging,
      sampleCount: sampleCount, sharing: WorkSharing(threadCount: 0))
    if isDry { strict.text = nil }
    for threadCount in 1...3 {
      let sharing = WorkSharing(
        threadCount: threadCount, chunkByteCount: Int.random(in: 16...9000, using: &generator))
      let shared = try read(
        text, as: format, savesJokes: savesJokes, isDry: isDry, isSalvaging: isSalvaging,
        sampleCount: sampleCount, sharing: sharing)
      #expect(shared == strict, "seed \(seed), dry: \(isDry), \(sharing)")
    }
  }
}
