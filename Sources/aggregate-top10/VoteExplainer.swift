import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// The format of an explanation.
enum ExplanationShape: String, CaseIterable, Sendable, ArgumentValue {
  /// A table that fits the terminal.
  case table
  /// One JSON object per line.
  case ndjson
}

/// Prints every event of one joke with its fate, then the joke's standing, for `--explain`.
///
/// If every vote counts, events are printed as they are read. Under another policy a later vote can
/// outvote an earlier one, so events are held until the end. A class, because the count calls it
/// and the run ends its output.
final class VoteExplainer {
  private let joke: JokeID
  private let rejectLog: RejectLog
  private var output: ByteOutput
  private let shape: ExplanationShape
  private var table: StreamedTable
  private var counts = JokeExplanation.Counts()
  /// The events held until the end; nil if every vote counts.
  private var held: HeldVotes?

  /// - Parameter width: the width of a table.
  init(
    of joke: JokeID, _ policy: VotePolicy, _ rejectLog: RejectLog, _ output: consuming ByteOutput,
    as shape: ExplanationShape, width: Int
  ) {
    self.joke = joke
    self.rejectLog = rejectLog
    self.output = output
    self.shape = shape
    table = StreamedTable(columns: ExplainedVote.columns, width: width)
    held = policy == .everyVote ? nil : HeldVotes(of: joke, policy)
  }

  /// Watches the events of a part, in order.
  func watch(_ part: CountedEvents) throws {
    for event in part.events {
      if let details = part.details(of: event) { try watch(event, details) }
    }
  }

  private func watch(_ event: CountedEvent, _ details: EventDetails) throws {
    guard var (explained, vote) = details.explained else { return }
    if case .readBefore = event.fate {
      (explained.fate, explained.place, vote) = (.readBefore, details.place, nil)
    }
    explained.rating = rejectLog.redactor.redact(label: explained.rating)
    if held == nil { return try print(explained) }
    held?.add(explained, vote)
  }

  /// Prints the held events and the summary of the joke, and ends the output.
  ///
  /// - Parameter tally: the counted votes of all jokes.
  func finish(in tally: Tally, length: Int) throws -> FinishedOutput {
    try held?.forEach(print)
    let nearest = counts.total == 0 ? NearestIDs.of(joke, among: tally.jokes) : []
    let explanation = JokeExplanation(
      of: joke, counts, in: tally, length: length, nearest: nearest)
    let gap = counts.total == 0 ? "" : "\n"
    try output.write(
      shape == .table
        ? table.finish() + Array((gap + explanation.text).utf8) : explanation.json)
    return try output.finish()
  }

  private func print(_ event: ExplainedVote) throws {
    switch event.fate {
    case .counted: counts.counted += 1
    case .neutral, .notMigrated, .unexpected: counts.uncounted += 1
    case .otherWeek, .readBefore, .outvoted: counts.leftOut += 1
    case .rejected: counts.rejected += 1
    }
    var shown = event
    shown.device = event.device.map(rejectLog.redactor.redact(device:))
    shown.week = event.week.map(rejectLog.redactor.redact(week:))
    shown.documentID = event.documentID.map(rejectLog.redactor.redact(documentID:))
    shown.place = rejectLog.redactor.redact(event.place, of: event.documentID)
    try output.write(shape == .table ? table.add(shown.cells) : shown.json)
  }
}
