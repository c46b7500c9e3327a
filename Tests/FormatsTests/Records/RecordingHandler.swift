import Formats
import Scan
import SystemIO
import TestSupport
import Testing

/// The size limit of a record in tests.
protocol TestLimit: Sendable { static var byteCount: Int { get } }
enum Roomy: TestLimit { static let byteCount = 4096 }
enum Tight: TestLimit { static let byteCount = 64 }

/// Does with each record what the record itself says, and notes what it saw.
///
/// The member `do` says `drop`, `patch` or `replace`; `n` is a digit that `patch` turns into 9.
struct RecordingHandler<Limit: TestLimit>: RecordHandler {
  struct Seen: Equatable {
    var key: String?
    var value: String
    var place: Place
  }

  let visitor: RecordingVisitor
  private(set) var seen: [Seen] = []
  private var depth = 0

  init(visitor: RecordingVisitor) { self.visitor = visitor }

  static var recordLimit: Int { Limit.byteCount }
  static var replacement: [UInt8] { Array(#"{"new":[true]}"#.utf8) }

  /// Finds the places of the values of `do` and `n`.
  func read(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> (Range<Int>?, Range<Int>?) {
    var fate: Range<Int>?
    var digit: Range<Int>?
    try cursor.beginObject()
    var isFirst = true
    while let key = try cursor.nextMember(&isFirst) {
      let range = try cursor.skipValue()
      if key.equals(Array("do".utf8), in: cursor.text) { fate = range }
      if key.equals(Array("n".utf8), in: cursor.text) { digit = range }
    }
    return (fate, digit)
  }

  func role(of key: JSONString?, _ cursor: JSONCursor) -> RecordRole {
    guard depth == 0, let key, key.equals(Array("wrapped".utf8), in: cursor.text) else {
      return .record
    }
    return cursor.next == UInt8(ascii: "{") ? .container : .record
  }

  mutating func enter(_ key: String) { depth += 1 }

  mutating func leave() { depth -= 1 }

  mutating func decide(_ reading: (Range<Int>?, Range<Int>?), _ record: Record) -> RecordFate {
    seen.append(
      Seen(
        key: record.key?.string(in: record.text), value: record.bytes.text, place: record.place))
    guard let fate = reading.0 else { return .keep }
    switch record.text.extracting(fate).text {
    case #""drop""#: return .drop
    case #""replace""#: return .edit([Edit(0..<record.bytes.count, Self.replacement)])
    case #""patch""#:
      let place = reading.1.map { $0.lowerBound - record.valueStart }
      return place.map { .edit([Edit($0..<$0 + 1, [UInt8(ascii: "9")])]) } ?? .keep
    default: return .keep
    }
  }

  func reject(_ problem: RecordProblem) { visitor.reject(problem) }
}

/// Notes the problems and the progress.
final class RecordingVisitor: FindingVisitor {
  private(set) var problems: [RecordProblem] = []
  private(set) var progress = 0

  func reject(_ problem: RecordProblem) { problems.append(problem) }
  func take(_ outcomes: Range<Int>, of job: any RecordJob, from start: PartStart) {}
  func advance(to byte: Int) { progress = byte }
}

/// The result of reading an input.
struct StreamOutcome {
  var seen: [RecordingHandler<Roomy>.Seen]
  var problems: [RecordProblem]
  var counts: RecordCounts
  var output: FinishedOutput
  /// The output's text, where it was asked for.
  var text: String?
  var inputDigest: SHA256.Digest?
  var progress: Int
  /// The error that ended the run early.
  var damage: DamagedInput?
}

/// Reads an input through a window that is much too small for it.
func stream<Limit: TestLimit>(
  _ input: [UInt8], _ framing: Framing, _ limit: Limit.Type = Roomy.self, byteCount: Int = 16,
  isSalvaging: Bool = false, keepsText: Bool = true
) throws -> StreamOutcome {
  try TemporaryDirectory.with { directory in
    let window = ByteWindow(
      try InputFile(path: directory.write(input, to: "input")), byteCount: byteCount,
      limit: Limit.byteCount, hashes: true)
    let target = directory.path(of: "output")
    var output =
      keepsText
      ? try ByteOutput(OutputTarget(target), hashes: true)
      : ByteOutput(discarding: target, hashes: true)
    let edits = ToldEdits()
    if keepsText { output.follow(by: edits) }
    let visitor = RecordingVisitor()
    var stream = RecordStream(
      RecordingHandler<Limit>(visitor: visitor), for: visitor, window: window, output: output,
      formatName: "JSON",
      isSalvaging: isSalvaging)
    var damage: DamagedInput?
    do { try stream.run(framing) } catch let error as DamagedInput { damage = error }
    let handler = stream.handler
    var result = stream.finish()
    try result.output.tellEdits()
    let finished = try result.output.finish()
    try finished.publish()
    if keepsText, damage == nil {
      #expect(try edits.undone(directory.bytes(of: "output")) == input)
    }
    return StreamOutcome(
      seen: handler.seen.map { .init(key: $0.key, value: $0.value, place: withoutFile($0.place)) },
      problems: visitor.problems, counts: result.counts, output: finished,
      text: keepsText ? try directory.text(of: "output") : nil,
      inputDigest: result.window.digest(), progress: visitor.progress, damage: damage)
  }
}

func stream<Limit: TestLimit>(
  _ input: String, _ framing: Framing, _ limit: Limit.Type = Roomy.self, isSalvaging: Bool = false
) throws -> StreamOutcome {
  try stream(Array(input.utf8), framing, limit, isSalvaging: isSalvaging)
}

/// A place without the name of the file, which differs from test to test.
func withoutFile(_ place: Place) -> Place {
  Place(file: "", line: place.line, column: place.column, byte: place.byte)
}
