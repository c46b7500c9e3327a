import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// Counts the outcomes of a run, and warns of odd ratings and times.
///
/// A class, because the reader calls it and the run reads its counts.
final class SavedAccount {
  /// The outcomes of jokes in the dumps.
  private(set) var counts = SavedJokesCounts()
  private(set) lazy var dumps = DumpBook<SavedDump>(
    rejectLog, progress,
    rule: { [rule, allowsFivePoint, isVerbose] dump, record, _ in
      try SavedDump.migrate(
        dump, record, by: rule, allowsFivePoint: allowsFivePoint, showsJokes: isVerbose)
    }, enter: { [unowned self] in enter($0, from: $1) })
  let rejectLog: RejectLog
  private let progress: RunProgress
  private let rule: RatedToSavedRule
  private let isVerbose: Bool
  /// Whether the changes are made; false in a dry run.
  private let isDone: Bool
  private let allowsFivePoint: Bool
  /// The number of dumps with five-point ratings and no flag of a completed migration, and the
  /// place of the first.
  private var fivePoint: (dumpCount: Int, first: Place)?

  init(
    _ arguments: Arguments, now: Timestamp, _ rejectLog: RejectLog, _ progress: RunProgress
  ) {
    self.rejectLog = rejectLog
    self.progress = progress
    isVerbose = arguments[.verbose]
    isDone = !arguments.isDiscarding
    allowsFivePoint = arguments[.allowFivePoint]
    rule = RatedToSavedRule(
      now: now.secondsSince1970, keepsSavedTimestamps: arguments[.keepSavedTimestamps])
  }

  private func enter(_ dump: SavedDump, from start: PartStart) {
    counts += dump.counts
    let place = dump.place.shifted(by: start)
    if dump.isFivePoint {
      // The guard reports all of these dumps at once.
      fivePoint = ((fivePoint?.dumpCount ?? 0) + 1, fivePoint?.first ?? place)
    } else {
      warn(ofOtherRatings: dump.counts.otherRatings, at: place, documentID: dump.name)
    }
    for label in dump.oddTimestamps {
      rejectLog.diagnostics.warning(
        "the time at which it was rated is not a number; it counts as saved now",
        kind: "odd timestamp", at: place, documentID: label)
    }
    for joke in dump.jokes {
      let fate = joke.wasSaved ? "saved already" : isDone ? "saved" : "to save"
      rejectLog.diagnostics.detail(
        rejectLog.redactor.redact(
          "\(rejectLog.redactor.redact(joke.label)): \(fate)"))
    }
  }

  private func warn(ofOtherRatings count: Int, at place: Place, documentID: String?) {
    guard count > 0 else { return }
    rejectLog.diagnostics.warning(
      "\(Amount.count(count, of: "rating")) in the dump \(count == 1 ? "is" : "are") "
        + "neither 5 nor 1; the jokes are saved anyway",
      kind: "ratings that are not binary", at: place, documentID: documentID)
  }

  /// Throws if a dump still has five-point ratings and `--allow-five-point` was not given.
  func checkFivePoint() throws(GuardViolation) {
    guard let (count, first) = fivePoint else { return }
    let place = rejectLog.redactor.redact(first, of: nil)
    let dumps = Amount.count(dumps.readCount, of: "dump")
    throw GuardViolation(
      message:
        "\(Amount.count(count)) of \(dumps) \(count == 1 ? "has" : "have") ratings of 2, 3 or 4, "
        + "and no flag that the ratings are binary (\(count == 1 ? "" : "the first: ")\(place)): jokes rated 3 would be saved for good",
      advice: "run migrate-ratings first, or use --allow-five-point")
  }
}
