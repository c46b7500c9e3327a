import Formats
@testable import Runs
import Scan
import SystemIO
import TestSupport
import Testing

/// Marks every dump, or none.
private struct MarkingJob: DumpJob {
  let isMarking: Bool
  private(set) var outcomes: [(changes: [PlanFile.Change]?, place: Place)] = []

  var outcomeCount: Int { outcomes.count }

  mutating func decide(_ dump: DefaultsDump, _ record: Record) throws -> [Edit]? {
    _ = try dump.strings(of: .savedJokes)
    guard isMarking else {
      outcomes.append((nil, record.place))
      return nil
    }
    let migration = try DumpMigration(
      DefaultsChanges([.setBoolean("hasMigratedRatedToSaved", true)], in: dump), of: dump,
      record, listsChanges: false
    ) { _ in true }
    outcomes.append((migration.changes, record.place))
    return migration.edits
  }
}

/// Keeps the book, and the lines of the dumps.
private final class Visitor: DumpVisitor {
  private(set) var book: DumpBook
  private(set) var lines: [Int?] = []
  private let job: MarkingJob

  init(_ book: DumpBook, isMarking: Bool) {
    self.book = book
    job = MarkingJob(isMarking: isMarking)
  }

  var dumpJob: any DumpJob { job }

  func take(_ outcomes: Range<Int>, of job: any RecordJob, from start: PartStart) throws {
    let job = try #require(job as? MarkingJob)
    for (changes, place) in job.outcomes[outcomes] {
      try book.take(changes, from: start)
      lines.append(place.line)
    }
  }

  func reject(_ problem: RecordProblem) throws { try book.reject(problem) }
  func advance(to byte: Int) {}
}

struct DumpBookTests {
  private let rejectLog: RejectLog
  private let progress = RunProgress(
    ProgressMeter(display: .none, clock: { 0 }, write: { _ in }))

  init() throws {
    rejectLog = try RejectLog(ToolRun.sample([]))
  }

  /// Reads two dumps, one without a saved joke, and between them one whose saved jokes are a number.
  private func read(isMarking: Bool) throws -> (book: DumpBook, counts: RecordCounts) {
    try TemporaryDirectory.with { directory in
      let path = try directory.write(
        "{\"jokeRatings\":{}}\n{\"savedJokeIds\":1}\n{\"savedJokeIds\":[\"j\"]}\n", to: "dumps")
      let visitor = Visitor(DumpBook(rejectLog, progress), isMarking: isMarking)
      let result = try DefaultsDumpReader.read(
        ByteWindow(try InputFile(path: path)), as: .ndjsonDumps,
        into: ByteOutput(discarding: path), isSalvaging: false, visitor: visitor)
      #expect(visitor.lines == [1, 3])
      return (visitor.book, result.counts)
    }
  }

  @Test(arguments: [true, false])
  func `every dump is read, and then changed, unchanged or rejected`(isMarking: Bool) throws {
    let (book, counts) = try read(isMarking: isMarking)
    #expect(book.readCount == 3)
    #expect(book.changedCount == (isMarking ? 2 : 0))
    #expect(book.unchangedCount == (isMarking ? 0 : 2))
    #expect(book.rejectedCount == 1)
    #expect(rejectLog.rejectCount == 1)
    #expect(rejectLog.recordCount == 3)
    #expect(progress.recordCount == 3)
    try book.check(against: counts)
  }

  @Test func `a dump that could not be read is a reject too`() throws {
    var book = DumpBook(rejectLog, progress)
    try book.reject(.tooLarge(Place(file: "f", byte: 0), limit: 1 << 30))
    #expect(book.rejectedCount == 1)
    #expect(rejectLog.rejectCount == 1)
    try book.check(against: RecordCounts())
  }

  @Test func `a dump without an outcome is a fault`() throws {
    let (book, counts) = try read(isMarking: false)
    var others = counts
    others.kept += 1
    #expect(throws: InternalFault.self) { try book.check(against: others) }
  }

  @Test func `other changes than those decided are a fault`() throws {
    let (book, counts) = try read(isMarking: true)
    var others = counts
    others.changed += 1
    #expect(throws: InternalFault.self) { try book.check(against: others) }
  }

  @Test func `a report and a summary call dumps as the tool does`() throws {
    let book = try read(isMarking: true).book
    #expect(
      book.balance(changed: "pruned", unchanged: "left")
        == "the books balance: 3 dumps read = 2 pruned + 0 left + 1 rejected")
    var writer = JSONWriter()
    writer.object { book.facts(changed: "pruned", unchanged: "left").write(to: &$0) }
    #expect(
      String(decoding: writer.bytes, as: UTF8.self)
        == #"{"read":3,"pruned":2,"left":0,"rejected":1}"#)
  }
}
