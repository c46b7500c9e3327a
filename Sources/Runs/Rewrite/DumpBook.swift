package import Formats
import Scan
import SystemIO

/// The books about the dumps of a run: how many were read, and what became of each.
///
/// A dump is entered when it is read and once more when it is decided about, so that the books can be
/// found not to balance.
package struct DumpBook {
  package private(set) var readCount = 0
  package private(set) var changedCount = 0
  /// Dumps that stay as they are, because nothing in them has to change.
  package private(set) var unchangedCount = 0
  package private(set) var rejectedCount = 0
  private let rejectLog: RejectLog
  private let progress: RunProgress

  package init(_ rejectLog: RejectLog, _ progress: RunProgress) {
    self.rejectLog = rejectLog
    self.progress = progress
  }

  /// Enters a dump as read, plans its migration and carries the plan out on a copy; one that cannot
  /// be planned is a reject.
  ///
  /// - Returns: the plan, and what it comes to, or nil where it was rejected; whoever has a plan enters
  ///   what came of it.
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
        changes, of: dump, record, tellsChanges: rejectLog.plan != nil)
    } catch {
      try reject(DumpReject(error, dump, record))
      return nil
    }
    for change in migration.changes { try rejectLog.plan?.add(change) }
    return (planned, migration)
  }

  /// Enters what became of a dump that a job decided about.
  ///
  /// - Returns: what was found in it, where it is changed.
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

  private mutating func reject(_ dump: DumpReject) throws {
    rejectedCount += 1
    try rejectLog.reject(
      kind: "unusable dump", dump.reason, at: dump.place, documentID: dump.name,
      record: dump.record)
  }

  /// Enters a dump as read.
  package mutating func enterRead() {
    rejectLog.recordCount += 1
    progress.recordCount += 1
    readCount += 1
  }

  /// Enters a dump as read, and whether it is changed.
  package mutating func enterRead(isChanged: Bool) {
    enterRead()
    if isChanged { changedCount += 1 } else { unchangedCount += 1 }
  }

  /// Enters that the dump read last is changed.
  package mutating func enterChanged() { changedCount += 1 }

  /// Enters that the dump read last stays as it is.
  package mutating func enterUnchanged() { unchangedCount += 1 }

  /// Enters a dump that could not be read.
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

  /// Holds what was decided against what the streams did to the bytes.
  ///
  /// - Throws: `InternalFault` where the two differ.
  package func check(against done: RecordCounts) throws {
    let accounted = changedCount + unchangedCount + rejectedCount
    if readCount != accounted || done.changed != changedCount {
      throw InternalFault(
        "the books of the dumps do not balance: \(readCount) read, \(accounted) accounted for, "
          + "\(changedCount) to be changed, \(done.changed) changed")
    }
  }
}
