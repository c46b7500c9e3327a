package import Formats
import Scan
import SystemIO

/// The counts of a run's dumps: how many were read, and the outcome of each.
///
/// Reading and outcome are counted separately, so that `check` can find a dump without an outcome.
package struct DumpBook {
  /// The number of dumps that readers found.
  package private(set) var readCount = 0
  /// Dumps that were edited.
  package private(set) var changedCount = 0
  /// Dumps that need no change.
  package private(set) var unchangedCount = 0
  /// Dumps that were unusable and are copied as they are.
  package private(set) var rejectedCount = 0
  private let rejectLog: RejectLog
  private let progress: RunProgress

  package init(_ rejectLog: RejectLog, _ progress: RunProgress) {
    self.rejectLog = rejectLog
    self.progress = progress
  }

  /// Counts a dump as read, plans its migration and applies the plan to a copy. A dump that cannot
  /// be planned is rejected.
  ///
  /// - Returns: the plan and its result, or nil if the dump was rejected. The caller counts the
  ///   outcome of a planned dump.
  package mutating func migrate<Plan>(
    _ dump: DefaultsDump, _ record: Record,
    _ plan: (DefaultsDump) throws(DefaultsDumpError) -> (Plan, DefaultsChanges)
  ) throws -> (plan: Plan, migration: DumpMigration)? {
    enterRead()
    let (planned, migration): (Plan, DumpMigration)
    do throws(DefaultsDumpError) {
      let changes: DefaultsChanges
      (planned, changes) = try plan(dump)
      migration = try DumpMigration(
        changes, of: dump, record, listsChanges: rejectLog.plan != nil)
    } catch {
      try reject(DumpReject(error, dump, record))
      return nil
    }
    for change in migration.changes { try rejectLog.plan?.add(change) }
    return (planned, migration)
  }

  /// Counts a dump and its outcome.
  ///
  /// - Returns: the finding, if the dump is changed.
  package mutating func take<Found>(_ outcome: DumpOutcome<Found>) throws -> Found? {
    enterRead()
    switch outcome {
    case .unusable(let dump): try reject(dump)
    case .unchanged: enterUnchanged()
    case .changed(let found, let changes):
      for change in changes { try rejectLog.plan?.add(change) }
      enterChanged()
      return found
    }
    return nil
  }

  /// Counts the last dump read as rejected.
  package mutating func reject(_ dump: DumpReject) throws {
    rejectedCount += 1
    try rejectLog.reject(
      kind: "unusable dump", dump.reason, at: dump.place, documentID: dump.name,
      record: dump.record)
  }

  /// Counts a dump as read.
  package mutating func enterRead() {
    rejectLog.recordCount += 1
    progress.recordCount += 1
    readCount += 1
  }

  /// Counts a dump as read, and as changed or unchanged.
  package mutating func enterRead(isChanged: Bool) {
    enterRead()
    if isChanged { changedCount += 1 } else { unchangedCount += 1 }
  }

  /// Counts the last dump read as changed.
  package mutating func enterChanged() { changedCount += 1 }

  /// Counts the last dump read as unchanged.
  package mutating func enterUnchanged() { unchangedCount += 1 }

  /// Counts a dump that could not be read as read and rejected.
  package mutating func reject(_ problem: RecordProblem) throws {
    readCount += 1
    rejectedCount += 1
    guard case .unusable(let reason, let place, let name, let record) = problem else {
      return try rejectLog.reject(problem)
    }
    rejectLog.recordCount += 1
    try rejectLog.reject(
      kind: "unusable dump", reason, at: place, documentID: name, record: record)
  }

  /// Checks the counts against the edits that the streams made.
  ///
  /// - Throws: `InternalFault` if they differ.
  package func check(against done: RecordCounts) throws {
    let accounted = changedCount + unchangedCount + rejectedCount
    if readCount != accounted || done.changed != changedCount {
      throw InternalFault(
        "the books of the dumps do not balance: \(readCount) read, \(accounted) accounted for, "
          + "\(changedCount) to be changed, \(done.changed) changed")
    }
  }
}
