package import Formats
package import Scan
import SystemIO

/// What became of one dump, whatever other dumps there are.
package enum DumpOutcome<Found: Sendable & PartLocated>: Sendable {
  /// It cannot be used, and stays as it came.
  case unusable(DumpReject)
  /// It is as it should be.
  case unchanged
  /// It changes: what was found in it, and the changes for a plan, where there is one.
  case changed(Found, [PlanFile.Change])
}

extension DumpOutcome: PartLocated {
  package mutating func shift(by start: PartStart) {
    switch self {
    case .unusable(var dump):
      dump.place.shift(by: start)
      self = .unusable(dump)
    case .unchanged: break
    case .changed(var found, var changes):
      found.shift(by: start)
      for index in changes.indices { changes[index].place.shift(by: start) }
      self = .changed(found, changes)
    }
  }
}

/// A dump on which a job cannot be done without guessing.
package struct DumpReject: Error, Sendable {
  let reason: String
  var place: Place
  let name: String?
  let record: RejectedRecord?
}

/// A plan for a dump, carried out on a copy.
package struct DumpMigration<Plan> {
  package let plan: Plan
  /// What carries it out.
  package let edits: [Edit]
  /// The dump's new bytes.
  package let bytes: [UInt8]
  /// The changes, value by value, where they are to be told.
  package let changes: [PlanFile.Change]

  /// Plans what becomes of a dump and carries the plan out on a copy.
  package static func plan(
    _ dump: DefaultsDump, _ record: Record, tellsChanges: Bool,
    _ plan: (DefaultsDump) throws(DefaultsDumpError) -> (Plan, DefaultsChanges)
  ) -> Result<DumpMigration, DumpReject> {
    do throws(DefaultsDumpError) {
      let (plan, changes) = try plan(dump)
      let edits = try dump.byteEdits(making: changes)
      return .success(
        DumpMigration(
          plan: plan, edits: edits, bytes: dump.applying(bytes: edits),
          changes: tellsChanges ? try dump.changes(by: changes.edits, record) : []))
    } catch {
      return .failure(
        DumpReject(
          reason: error.reason, place: record.place(of: error, dump.kind), name: record.name,
          record: record.kept(asDump: dump.kind)))
    }
  }

}

extension DumpMigration where Plan: DumpPlan {
  /// The migration, if it changes the dump; if not, what becomes of the dump is added to the outcomes.
  package static func ofChanged<Found>(
    _ planned: Result<DumpMigration, DumpReject>, _ outcomes: inout [DumpOutcome<Found>]
  ) -> DumpMigration? {
    switch planned {
    case .success(let migration) where migration.plan.isAlreadyDone: outcomes.append(.unchanged)
    case .success(let migration): return migration
    case .failure(let reject): outcomes.append(.unusable(reject))
    }
    return nil
  }

  /// Reads the new bytes again and asks whether they hold what was decided.
  ///
  /// - Throws: `InternalFault` where they do not.
  package func verify(_ kind: DefaultsKind) throws {
    try RejectLog.verify(bytes, kind) { dump throws(DefaultsDumpError) in
      try plan.isCarriedOut(in: dump)
    }
  }
}
