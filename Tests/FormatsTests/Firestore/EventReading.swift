import Formats
import Jokes
import Scan
import SystemIO
import TestSupport

/// A visitor that asks a closure, and records its other calls.
final class AskingVisitor: DocumentVisitor {
  let job: any DocumentJob
  private(set) var problems: [RecordProblem] = []
  private(set) var passedOver = 0
  private(set) var progress = 0

  init(_ answer: @escaping (borrowing RatingEventDocument) throws -> Decision) {
    job = Job(answer: answer)
  }

  // SAFETY: the events are read on one thread.
  struct Job: DocumentJob, @unchecked Sendable {
    let answer: (borrowing RatingEventDocument) throws -> Decision
    /// The error of the closure.
    private(set) var outcomes: [any Error] = []

    init(answer: @escaping (borrowing RatingEventDocument) throws -> Decision) {
      self.answer = answer
    }

    var outcomeCount: Int { outcomes.count }

    mutating func decide(_ event: borrowing RatingEventDocument) -> Decision {
      do {
        return try answer(event)
      } catch {
        outcomes.append(error)
        return .keep
      }
    }
  }

  func take(_ outcomes: Range<Int>, of job: any RecordJob, from start: PartStart) throws {
    for error in (job as? Job)?.outcomes[outcomes] ?? [] { throw error }
  }

  func reject(_ problem: RecordProblem) { problems.append(problem) }
  func passOver(documentCount: Int, recordCount: Int) { passedOver += documentCount }
  func advance(to byte: Int) { progress = byte }
}

/// The result of reading an export.
struct EventOutcome {
  var bytes: [UInt8]
  var counts: RecordCounts
  var visitor: AskingVisitor
  var continuation: Place?

  var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// Reads an export of rating events through a small window.
@discardableResult
func readEvents(
  _ input: [UInt8], as format: InputFormat, in collection: String? = "rating_events",
  at documentPath: [String] = [], isSalvaging: Bool = false,
  _ answer: @escaping (borrowing RatingEventDocument) throws -> Decision
) throws -> EventOutcome {
  try TemporaryDirectory.with { directory in
    let window = ByteWindow(
      try InputFile(path: directory.write(input, to: "events")), byteCount: 32)
    let output = try ByteOutput(OutputTarget(directory.path(of: "output")))
    let visitor = AskingVisitor(answer)
    var result = try ExportReader.read(
      window, as: format, into: output, collection: collection, database: "projects/p/databases/d",
      isSalvaging: isSalvaging, knowing: InputContext(documentPath: documentPath),
      visitor: visitor)
    try result.output.finish().publish()
    return EventOutcome(
      bytes: try directory.bytes(of: "output"), counts: result.counts, visitor: visitor,
      continuation: result.continuation)
  }
}

@discardableResult
func readEvents(
  _ input: String, as format: InputFormat = .ndjson, in collection: String? = "rating_events",
  at documentPath: [String] = [], isSalvaging: Bool = false,
  _ answer: @escaping (borrowing RatingEventDocument) throws -> Decision
) throws -> EventOutcome {
  try readEvents(
    Array(input.utf8), as: format, in: collection, at: documentPath, isSalvaging: isSalvaging,
    answer)
}

/// The damage in an export of rating events; nil if there is none.
func damage(
  of input: String, as format: InputFormat, in collection: String? = "rating_events"
) throws -> DamagedInput? {
  do {
    try readEvents(input, as: format, in: collection) { _ in .keep }
    return nil
  } catch let damage as DamagedInput {
    return damage
  }
}

/// The value that a closure returns for the only document of an input.
func ofEvent<Answer>(
  _ input: [UInt8], as format: InputFormat,
  _ body: @escaping (borrowing RatingEventDocument) throws -> Answer
) throws -> Answer? {
  var answer: Answer?
  try readEvents(input, as: format) { event in
    answer = try body(event)
    return .keep
  }
  return answer
}

func ofEvent<Answer>(
  _ input: String, as format: InputFormat = .ndjson,
  _ body: @escaping (borrowing RatingEventDocument) throws -> Answer
) throws -> Answer? {
  try ofEvent(Array(input.utf8), as: format, body)
}
