package import Formats
import Scan
import SystemIO

/// The counts of a run's dumps: the outcome of each.
package struct DumpBook {
  /// Dumps that were edited.
  package private(set) var changedCount = 0
  /// Dumps that need no change.
  package private(set) var unchangedCount = 0
  /// Dumps that were unusable and are copied as they are.
  package private(set) var rejectedCount = 0
  /// The number of dumps that were decided about.
  package var readCount: Int { changedCount + unchangedCount + rejectedCount }
  private let rejectLog: RejectLog
  private let progress: RunProgress

  package init(_ rejectLog: RejectLog, _ progress: RunProgress) {
    self.rejectLog = rejectLog
    self.progress = progress
  }

  /// Counts a usable dump, and adds its changes to the plan.
  ///
  /// - Parameters:
  ///   - changes: the changes that a plan lists; nil if the dump needs none.
  ///   - start: the start of the part that holds the dump.
  package mutating func take(_ changes: [PlanFile.Change]?, from start: PartStart) throws {
    rejectLog.recordCount += 1
    progress.recordCount += 1
    guard let changes else {
      unchangedCount += 1
      return
    }
    for var change in changes {
      change.place.shift(by: start)
      try rejectLog.plan?.file.add(change)
    }
    changedCount += 1
  }

  /// Counts a dump that cannot be read or used as rejected.
  package mutating func reject(_ problem: RecordProblem) throws {
    rejectedCount += 1
    guard case .unusable(let reason, let place, let name, let record) = problem else {
      return try rejectLog.reject(problem)
    }
    rejectLog.recordCount += 1
    progress.recordCount += 1
    try rejectLog.reject(
      kind: "unusable dump", reason, at: place, documentID: name, record: record)
  }

  /// Checks the counts against those of the streams, which do not count unreadable dumps.
  ///
  /// - Throws: `InternalFault` if a dump has no outcome, or if other dumps were changed.
  package func check(against done: RecordCounts) throws {
    let passedCount = done.kept + done.changed
    if passedCount > readCount || done.changed != changedCount {
      throw InternalFault(
        "the books of the dumps do not balance: \(passedCount) read, \(readCount) accounted for, "
          + "\(changedCount) to be changed, \(done.changed) changed")
    }
  }

  /// The line of the report that shows that the counts balance.
  ///
  /// - Parameters:
  ///   - changed: the tool's word for a changed dump.
  ///   - unchanged: the tool's word for an unchanged dump.
  package func balance(changed: String, unchanged: String) -> String {
    "the books balance: \(Amount.count(readCount, of: "dump")) read = "
      + "\(Amount.count(changedCount)) \(changed) + \(Amount.count(unchangedCount)) \(unchanged) + "
      + "\(Amount.count(rejectedCount)) rejected"
  }

  /// The counts, under the tool's words for changed and unchanged dumps.
  package func facts(changed: String, unchanged: String) -> [Fact] {
    [
      Fact("read", readCount), Fact(changed, changedCount), Fact(unchanged, unchangedCount),
      Fact("rejected", rejectedCount),
    ]
  }
}
