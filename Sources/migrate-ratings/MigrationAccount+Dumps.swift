import Formats
import Jokes
import Runs
import Scan
import SystemIO

// Counting of the ratings in dumps.
extension MigrationAccount {
  func enter(_ dump: DumpRatings, from start: PartStart) throws {
    enter(dump.counts, in: &entries)
    for entry in dump.entries { try enter(entry, at: entry.place.shifted(by: start)) }
  }

  private func enter(_ entry: DumpRatings.Entry, at place: Place) throws {
    let label = rejectLog.redactor.redact(label: entry.reading.label)
    try checkExpected(
      entry.reading, entry.decision, label, at: place, documentID: entry.label.text)
    entries.enter(label, outcome(entry.decision))
    if entry.decision != .keep {
      note({ rejectLog.redactor.redact(entry.label) }, entry.reading, entry.decision)
    }
  }
}
