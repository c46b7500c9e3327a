import ByteIO
import Console
import Synchronization

/// Ours: the testing library has one of its own.
typealias ExitStatus = Console.ExitStatus

/// A tool for the tests of this module, with an option of every form.
struct SampleOptions: Sendable {
  enum Scale: String, CaseIterable, ArgumentValue, Sendable {
    case binary
    case fivePoint = "five-point"
  }

  var shared = SharedOptions()
  var batchSize = 500
  var top: Int?
  var scale = Scale.binary
  var keepTimestamps = false
  var titles: [String] = []

  static let table = OptionTable<SampleOptions>(
    defaults: SampleOptions(), commonest: ["top", "scale", "dry-run", "output"],
    [
      .init(
        "Ranking",
        [
          .value("batch-size", "N", "writes in a batch", \.batchSize, range: 1...500),
          .value("top", "N", "jokes in a list", \.top, range: 1...Int.max),
          .value("scale", "SCALE", "what ratings mean", \.scale),
          .flag("keep-timestamps", "keep the older of two timestamps", \.keepTimestamps),
          .values("title", "TEXT", "a line above the lists", \.titles),
        ])
    ] + SharedOptions.sections(at: \.shared, for: SharedOption.allCases))

  static let tool = ToolDescription<SampleOptions>(
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
    options: table, shared: \.shared,
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

/// A clock that goes only when it is told to.
final class FakeClock: Sendable {
  private let now = Mutex(1000.0)

  var seconds: Double {
    get { now.withLock { $0 } }
    set { now.withLock { $0 = newValue } }
  }
}
