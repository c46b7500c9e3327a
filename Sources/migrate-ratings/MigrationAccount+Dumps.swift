import Formats
import Jokes
import Runs
import Scan
import SystemIO

// Counting of the ratings in dumps.
extension MigrationAccount {
  func enter(_ dump: DumpRatings) throws {
    enter(dump.counts, in: &entries)
    for entry in dump.entries { try enter(entry) }
  }

  private func enter(_ entry: DumpRatings.Entry) throws {
    let label = rejectLog.redactor.redact(label: entry.reading.label)
    if case .unexpected = entry.reading {
      if entry.decision == .refuse {
        throw refusal(label, at: entry.place, documentID: entry.label.text)
      }
      warn(of: label, at: entry.place, documentID: entry.label.text)
    }
    entries.enter(label, outcome(entry.decision))
    if entry.decision != .keep {
      note({ rejectLog.redactor.redact(entry.label) }, entry.reading, entry.decision)
    }
  }
}
