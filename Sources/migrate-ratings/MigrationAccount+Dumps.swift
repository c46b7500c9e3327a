import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// Counting of the ratings in dumps.
extension MigrationAccount: DumpJobVisitor {
  var dumpJob: any DumpJob {
    DumpRatingsJob(rule, showsEachChange: showsEachChange, listsChanges: rejectLog.plan != nil)
  }

  func take(_ outcomes: Range<Int>, of job: DumpRatingsJob, from start: PartStart) throws {
    for number in outcomes {
      var outcome = job.outcomes[number]
      outcome.shift(by: start)
      guard let dump = try dumps.take(outcome) else { continue }
      enter(dump.counts, in: &entries, job.decision)
      for entry in dump.entries { try enter(entry) }
    }
  }

  private func enter(_ entry: DumpRatings.Entry) throws {
    let label = rejectLog.redacted(label: entry.reading.label)
    if case .unexpected = entry.reading {
      if entry.decision == .refuse {
        throw refusal(label, at: entry.place, documentID: entry.label.text)
      }
      warn(of: label, at: entry.place, documentID: entry.label.text)
    }
    entries.enter(label, outcome(entry.decision))
    if entry.decision != .keep {
      note({ rejectLog.redacted(entry.label) }, entry.reading, entry.decision)
    }
  }
}
