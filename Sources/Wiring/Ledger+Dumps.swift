package import Formats

extension Ledger {
  /// Plans a dump's migration and carries the plan out on a copy; one that cannot be planned is a
  /// reject.
  ///
  /// - Returns: the plan and the dump's new bytes, or nil where it was rejected.
  package func migrate<Plan>(
    _ dump: DefaultsDump, _ record: Record,
    _ plan: (DefaultsDump) throws(DefaultsDumpError) -> (Plan, [DefaultsEdit])
  ) throws -> (plan: Plan, bytes: [UInt8])? {
    do throws(DefaultsDumpError) {
      let (plan, edits) = try plan(dump)
      return (plan, try dump.applying(edits))
    } catch {
      try reject(
        kind: "unusable dump", error.reason, at: record.place(of: error, dump.kind),
        documentID: nil)
      return nil
    }
  }

  /// Reads a migrated dump again and asks whether it holds what was decided.
  ///
  /// - Throws: `InternalFault` where it does not.
  package func verify(
    _ migrated: [UInt8], _ kind: DefaultsKind,
    _ holds: (DefaultsDump) throws(DefaultsDumpError) -> Bool
  ) throws {
    do throws(DefaultsDumpError) {
      if try holds(DefaultsDump(reading: migrated, as: kind)) { return }
    } catch {
      throw InternalFault("a migrated dump cannot be read again: \(error.reason)")
    }
    throw InternalFault("a migrated dump does not hold what was decided")
  }
}
