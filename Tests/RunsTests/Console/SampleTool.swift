import Scan
import Synchronization
import SystemIO

@testable import Runs

/// Ours: the testing library has one of its own.
typealias ExitStatus = Runs.ExitStatus

/// The options of the sample tool beside those that tools share, one of every form.
extension Option {
  static var batchSize: Option<Int> {
    .init("batch-size", "N", "writes in a batch", default: 500, in: 1...500)
  }

  static var top: Option<Int?> { .init("top", "N", "jokes in a list", in: 1...Int.max) }

  static var scale: Option<SampleTool.Scale> {
    .init("scale", "SCALE", "what ratings mean", default: .binary)
  }

  static var keepTimestamps: Option<Bool> {
    .init("keep-timestamps", "keep the older of two timestamps")
  }

  static var title: Option<String?> {
    .init("title", "TEXT", "a line above the lists")
  }
}

/// A tool for the tests of this module; it has every shared option.
enum SampleTool {
  enum Scale: String, CaseIterable, ArgumentValue, Sendable {
    case binary
    case fivePoint = "five-point"
  }

  static let table = OptionTable(
    commonest: ["top", "scale", "dry-run", "output"],
    [.init("Ranking", .batchSize, .top, .scale, .keepTimestamps, .title)]
      + OptionSection.rewriting(output: .output) + [
        .init(.oddInput, .format, .salvage, .rejects, .mended),
        .init(.guards, .maxRejects, .expectCount, .expectDigest),
        .init(.reports, .summary, .report, .metrics, .hash, .redact), .afterwards,
        .init(.running, .jobs, .now),
        .messages(),
      ])

  static let tool = ToolDescription(
    name: "rank-jokes", version: "1.2.0", summary: "Rank jokes by their ratings",
    usage: ["[OPTIONS] INPUT...", "--undo PLAN"],
    examples: [
      .init("rank-jokes ratings.ndjson", "print the ten most hilarious jokes"),
      .init(
        "rank-jokes --scale five-point --batch-size 250 -o all_time.json export/",
        "write the document that clients read, from ratings not yet migrated"),
    ],
    promise: "It never changes an input: inputs are opened for reading only.",
    operands: .init("INPUT", "files or folders of an export; '-' is standard input", count: 1...3),
    options: table,
    notes: ["A batch has at most 500 writes, because more were refused once."],
    exits: [.changesPending, .doneWithRejects, .guardTripped, .badData, .noInput])
}

/// Collects what would have gone to a stream.
final class Transcript: Sendable {
  private let parts = Mutex<[String]>([])

  var all: [String] { parts.withLock { $0 } }
  var text: String { all.joined() }
  var lines: [String] { text.split(separator: "\n").map(String.init) }

  func append(_ text: String) { parts.withLock { $0.append(text) } }
}

extension ToolRun {
  /// A run of the sample tool without operands.
  ///
  /// - Parameter errors: gets what the run prints on standard error.
  static func sample(
    _ words: [String], variables: [String: String] = [:], errors: Transcript = Transcript()
  ) -> ToolRun {
    let surroundings = Surroundings(
      environment: Environment(variables), errorsAreOnTerminal: false, outputColumns: nil,
      errorColumns: nil, clock: { 0 }, writeOutput: { _ throws(SystemError) in },
      writeErrors: { errors.append($0) })
    var tool = SampleTool.tool
    tool.operands.count = 0...0
    var made: ToolRun?
    _ = runTool(tool, arguments: words, in: surroundings) { run in
      made = run
      return .done
    }
    guard let made else { preconditionFailure(errors.text) }
    return made
  }
}

/// A clock that goes only when it is told to.
final class FakeClock: Sendable {
  private let now = Mutex(1000.0)

  var seconds: Double {
    get { now.withLock { $0 } }
    set { now.withLock { $0 = newValue } }
  }
}
