import Formats

/// The numbers of records that were read, and of rejects by kind.
package struct RecordTotals: Sendable, Hashable {
  /// The number of records read.
  package var recordCount = 0
  /// The number of rejects of each kind.
  package private(set) var rejects: [String: Int] = [:]
  /// The number of rejects that are missing from the input, and so not among the records read.
  package private(set) var missingCount = 0

  /// The number of rejects.
  package var rejectCount: Int { rejects.values.reduce(0, +) }

  /// Counts a reject. One with a count stands for so many missing entities.
  mutating func enter(_ reject: Reject) {
    rejects[reject.kind, default: 0] += reject.count ?? 1
    missingCount += reject.count ?? 0
  }

  /// Adds other totals.
  package mutating func merge(_ other: RecordTotals) {
    recordCount += other.recordCount
    rejects.merge(other.rejects, uniquingKeysWith: +)
    missingCount += other.missingCount
  }

  /// What was added since earlier totals.
  package func since(_ before: RecordTotals) -> RecordTotals {
    let added = rejects.map { kind, count in (kind, count - before.rejects[kind, default: 0]) }
    return RecordTotals(
      recordCount: recordCount - before.recordCount,
      rejects: Dictionary(uniqueKeysWithValues: added.filter { $0.1 > 0 }),
      missingCount: missingCount - before.missingCount)
  }
}
