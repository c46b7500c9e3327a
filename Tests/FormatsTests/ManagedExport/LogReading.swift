import Scan
import SystemIO
import TestSupport
import Testing

@testable import Formats

/// A handler that asks a closure, and records its other calls.
final class LogAsker: LogHandler, FindingVisitor {
  static var recordLimit: Int { 128 << 10 }

  private let answer: ([UInt8]) throws -> RecordFate?
  private(set) var payloads: [[UInt8]] = []
  private(set) var places: [Place] = []
  private(set) var problems: [RecordProblem] = []

  init(_ answer: @escaping ([UInt8]) throws -> RecordFate?) { self.answer = answer }

  func decide(_ record: Record) throws -> RecordFate? {
    let payload = record.text.copied
    payloads.append(payload)
    places.append(withoutFile(record.place))
    return try answer(payload)
  }

  func reject(_ problem: RecordProblem) { problems.append(problem) }
  func take(_ outcomes: Range<Int>, of job: any RecordJob, from start: PartStart) {}
  func advance(to byte: Int) {}
}

/// The result of reading a log.
struct LogOutcome {
  var payloads: [[UInt8]]
  var places: [Place]
  var problems: [RecordProblem]
  var counts: RecordCounts
  var output: [UInt8]
  /// The error that ended the run early.
  var damage: DamagedInput?
}

/// Reads a log through a small window.
func readLog(
  _ input: [UInt8], isSalvaging: Bool = false, byteCount: Int = 64,
  _ answer: @escaping ([UInt8]) throws -> RecordFate? = { _ in .keep }
) throws -> LogOutcome {
  try TemporaryDirectory.with { directory in
    let window = ByteWindow(
      try InputFile(path: directory.write(input, to: "output-0")), byteCount: byteCount)
    let asker = LogAsker(answer)
    var output = try ByteOutput(OutputTarget(directory.path(of: "copy")))
    let edits = ToldEdits()
    output.follow(by: edits)
    var stream = LogReader(
      asker, for: asker, window: window, output: output, formatName: "log", isSalvaging: isSalvaging
    )
    var damage: DamagedInput?
    do { try stream.run() } catch let error as DamagedInput { damage = error }
    var result = stream.finish()
    try result.output.tellEdits()
    try result.output.finish().publish()
    if damage == nil { #expect(try edits.undone(directory.bytes(of: "copy")) == input) }
    return LogOutcome(
      payloads: asker.payloads, places: asker.places, problems: asker.problems,
      counts: result.counts, output: try directory.bytes(of: "copy"), damage: damage)
  }
}
