package import Formats
import Scan
import SystemIO

/// The dumps of a run: decides about each, counts what became of it, and passes on what was found.
///
/// A class, because the reader calls it and the run reads its counts. What is found is one, too, so
/// that the job need not have its type as a parameter: copies of such a type are made by lookup.
package final class DumpBook<Finding: AnyObject & Sendable>: DumpVisitor {
  /// Decides about a dump, on any thread: what was found in it, and its migration; nil leaves it as
  /// it is.
  ///
  /// The number is how many more changes are wanted for a sample.
  package typealias Rule =
    @Sendable (DefaultsDump, Record, inout Int) throws -> (Finding?, DumpMigration?)

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
  private let device: DeviceChoice?
  private let changesWanted: () -> Int
  private let rule: Rule
  private let enter: (Finding, PartStart) throws -> Void

  /// - Parameters:
  ///   - device: the device whose dumps are decided about; nil for those of all devices.
  ///   - changesWanted: how many more changes are wanted for a sample.
  ///   - enter: takes what was found in a dump, in order, with the start of its part.
  package init(
    _ rejectLog: RejectLog, _ progress: RunProgress, device: DeviceChoice? = nil,
    changesWanted: @escaping () -> Int = { 0 }, rule: @escaping Rule,
    enter: @escaping (Finding, PartStart) throws -> Void
  ) {
    (self.rejectLog, self.progress, self.device) = (rejectLog, progress, device)
    (self.changesWanted, self.rule, self.enter) = (changesWanted, rule, enter)
  }

  package var dumpJob: any DumpJob {
    DumpBookJob(device: device?.device, isPlanning: rejectLog.plan != nil) { [rule] in
      try rule($0, $1, &$2)
    }
  }
  package var outcomesWanted: Int { changesWanted() }

  package func take(_ outcomes: Range<Int>, of job: any RecordJob, from start: PartStart) throws {
    guard let job = job as? DumpBookJob else { preconditionFailure("another job's outcomes") }
    for outcome in job.outcomes[outcomes] {
      switch outcome {
      case .device(let names): device?.note(names)
      case .dump(let changes, let finding):
        try count(changes, from: start)
        guard let finding else { continue }
        guard let finding = finding as? Finding else {
          preconditionFailure("another rule's finding")
        }
        try enter(finding, start)
      }
    }
  }

  /// Counts a usable dump, and adds its changes to the plan.
  func count(_ changes: [PlanFile.Change]?, from start: PartStart) throws {
    rejectLog.recordCount += 1
    progress.recordCount += 1
    guard let changes else {
      unchangedCount += 1
      return
    }
    for var change in changes {
      change.place.shift(by: start)
      try rejectLog.plan?.add(change)
    }
    changedCount += 1
  }

  /// Counts a dump that cannot be read or used as rejected.
  package func reject(_ problem: RecordProblem) throws {
    rejectedCount += 1
    guard case .unusable(let reason, let place, let name, let record) = problem else {
      return try rejectLog.reject(problem)
    }
    rejectLog.recordCount += 1
    progress.recordCount += 1
    try rejectLog.reject(
      kind: "unusable dump", reason, at: place, documentID: name, record: record)
  }

  package func advance(to byte: Int) { progress.advance(to: byte) }

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

/// Decides about dumps, on any thread.
private struct DumpBookJob: DumpJob {
  typealias Finding = AnyObject & Sendable
  typealias Rule =
    @Sendable (DefaultsDump, Record, inout Int) throws -> ((any Finding)?, DumpMigration?)

  let device: String?
  let isPlanning: Bool
  let rule: Rule
  var changesWanted = 0
  var outcomes: [Outcome] = []

  enum Outcome {
    /// The names of the dump's device, if one was asked for.
    case device(DeviceNames)
    /// The changes of a usable dump, if it needs any, and what was found in it.
    case dump(changes: [PlanFile.Change]?, (any Finding)?)
  }

  var outcomeCount: Int { outcomes.count }

  mutating func begin(showing outcomeCount: Int) { changesWanted = outcomeCount }

  mutating func decide(_ dump: DefaultsDump, _ record: Record) throws -> [Edit]? {
    if let device {
      let names = try DeviceNames(of: dump, record)
      outcomes.append(.device(names))
      if !names.contain(device) {
        outcomes.append(.dump(changes: nil, nil))
        return nil
      }
    }
    let (finding, migration) = try rule(dump, record, &changesWanted)
    let changes = try migration.map { isPlanning ? try $0.planned(in: dump, record) : [] }
    outcomes.append(.dump(changes: changes, finding))
    return migration?.edits
  }
}
